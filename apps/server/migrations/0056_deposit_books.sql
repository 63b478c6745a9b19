-- What comes in: the accounts that it moves, the addresses that it arrives at, what the chains showed, and what was announced and credited.
-- The application announces; the watcher's own role says what a chain shows; operators say what a voucher shows. Nobody names an owner,
-- a rate or an amount to credit: these follow from stored rows.

do $$
begin
  create role candor_watcher nologin;
exception when duplicate_object or unique_violation then
  null; -- roles belong to the whole cluster
end
$$;
do $$
begin
  alter role candor_watcher set statement_timeout = '15s';
  alter role candor_watcher set idle_in_transaction_session_timeout = '15s';
exception when internal_error or unique_violation then
  null; -- "tuple concurrently updated"
end
$$;
grant usage on schema ledger to candor_watcher;

-- Every check of an account that names its kind, anew: fx changes USDT into USD and back, suspense stands for what a chain took back.
do $$
declare
  v_name text;
begin
  for v_name in
    select conname from pg_constraint where conrelid = 'ledger.account'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%kind%'
  loop
    execute format('alter table ledger.account drop constraint %I', v_name);
  end loop;
end
$$;
alter table ledger.account
  add constraint account_of_a_customer_is_available check ((owner_id > 0) = (kind = 'available')),
  add constraint account_of_the_house_is_striped check ((kind in ('bankroll', 'fees', 'fx', 'suspense')) = (stripe is not null)),
  -- Below zero, suspense is what the house is owed.
  add constraint account_without_floor check ((kind in ('custody', 'suspense')) = (floor is null));
insert into ledger.account (owner_id, kind, asset, stripe, floor)
select 0, kind, stripe.asset, stripe.stripe, case when kind = 'fx' then 0 end
from ledger.stripe cross join unnest(array['fx', 'suspense']::ledger.account_kind[]) as kind
order by stripe.stripe, kind;

-- Funds the house from custody, in equal parts across the stripes of each asset, once: what stands behind contracts, and what is changed.
-- For the owner only.
create or replace function ledger.fund_house() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_amount bigint;
  v_stripe ledger.stripe;
  v_fx bigint;
begin
  select amount / 4 into strict v_amount from ledger.setting where name = 'house-funding';
  if v_amount = 0 then
    return;
  end if;
  perform 1 from ledger.stripe order by stripe for no key update;
  for v_stripe in select * from ledger.stripe order by stripe loop
    select account_id into strict v_fx from ledger.account where kind = 'fx' and stripe = v_stripe.stripe;
    perform ledger.receive(format('house-funding:%s', v_stripe.stripe), 'house-funding', v_stripe.house_account, v_stripe.stripe, v_amount);
    perform ledger.receive(format('fx-funding:%s', v_stripe.stripe), 'house-funding', v_fx, v_stripe.stripe, v_amount);
  end loop;
end
$$;

create type ledger.chain as enum ('TRC20', 'ERC20');

-- Set by the owner from the settings of the server. Without a token nothing that a chain shows is credited.
create table ledger.deposit_chain (
  chain ledger.chain primary key,
  -- The contract of USDT, in the form of its chain.
  token text,
  -- Shown to customers; what counts is that the chain calls the block final.
  confirmations integer not null check (confirmations between 1 and 10000),
  -- How far the watcher has read: every final block up to this one, whose hash tells whether the chain is still the same.
  scanned_block bigint,
  scanned_hash text,
  check (num_nulls(scanned_block, scanned_hash) in (0, 2))
);
insert into ledger.deposit_chain (chain, confirmations) values ('TRC20', 20), ('ERC20', 64);

-- Set by the owner only.
create table ledger.deposit_setting (
  singleton boolean primary key default true check (singleton),
  -- In 10^-6 USDT; less is seen and not credited.
  minimum bigint not null check (minimum > 0),
  -- From this quantity on, two operators look at a voucher.
  two_person_threshold bigint not null check (two_person_threshold > 0),
  -- Taken off the price where USD is credited.
  spread_bps integer not null check (spread_bps between 0 and 1000),
  max_open integer not null check (max_open > 0),
  -- An announcement without a voucher lapses when nothing arrives for so long.
  lapse_ms bigint not null check (lapse_ms > 0),
  -- A price older than this is none.
  max_price_age_ms bigint not null check (max_price_age_ms > 0)
);
insert into ledger.deposit_setting (minimum, two_person_threshold, spread_bps, max_open, lapse_ms, max_price_age_ms)
values (10000000, 300000000, 5, 20, 3 * 86400000, 10000);

-- Whose an address is. Written once, by the role that derives it: who could write here could take what was sent to another.
create table ledger.deposit_address (
  chain ledger.chain not null,
  customer_id bigint not null check (customer_id > 0),
  -- Its place below the extended public key.
  child_index integer not null check (child_index >= 0),
  address text not null check (length(address) between 20 and 100),
  created_ms bigint not null,
  primary key (chain, customer_id)
);
create unique index deposit_address_owner on ledger.deposit_address (chain, lower(address));

create type ledger.transfer_state as enum ('waiting', 'credited', 'dust', 'wrong-token', 'reviewed', 'reversed');

-- What a chain showed at an address of ours. The key is the transaction and the place of the entry in its receipt, which stays the
-- same when the transaction comes into another block.
create table ledger.chain_transfer (
  transfer_id bigint generated always as identity primary key,
  chain ledger.chain not null,
  txid text not null,
  log_index integer not null check (log_index >= 0),
  customer_id bigint not null,
  address text not null,
  token text not null,
  -- In 10^-6 USDT; null for another token.
  units bigint check (units >= 0),
  block_number bigint not null check (block_number >= 0),
  block_hash text not null,
  confirmations integer not null check (confirmations >= 0),
  state ledger.transfer_state not null,
  seen_ms bigint not null,
  changed_ms bigint not null,
  unique (chain, txid, log_index),
  unique (transfer_id, customer_id, chain),
  check ((units is null) <= (state in ('wrong-token', 'reversed')))
) with (fillfactor = 80);
create index chain_transfer_of_customer on ledger.chain_transfer (customer_id, transfer_id desc);
create index chain_transfer_waiting on ledger.chain_transfer (chain, block_number) where state = 'waiting';

create type ledger.deposit_state as enum ('under-review', 'completed', 'rejected', 'failed', 'lapsed');
create type ledger.deposit_reason as enum (
  'voucher-unreadable', 'transfer-not-found', 'quantity-differs', 'wrong-chain', 'already-credited', 'not-your-transfer',
  'transfer-reversed', 'nothing-arrived'
);

create table ledger.deposit (
  deposit_id bigint generated always as identity primary key,
  customer_id bigint not null,
  -- Null where a transfer arrived that nobody had announced.
  request_id uuid,
  chain ledger.chain not null,
  -- What is credited: 1 = USD, 2 = USDT.
  asset smallint not null check (asset in (1, 2)),
  -- Of USDT, in 10^-6.
  quantity bigint not null check (quantity > 0),
  txid text,
  -- The photo in the vault, and the digest of what was sent, which tells a repeat from another request.
  voucher text,
  voucher_digest bytea check (octet_length(voucher_digest) = 32),
  approvals_needed smallint not null check (approvals_needed in (1, 2)),
  state ledger.deposit_state not null default 'under-review',
  reason ledger.deposit_reason,
  -- What it was credited by: the transfer that the watcher saw, or the transaction that operators found.
  transfer_id bigint unique,
  reference text check (length(reference) between 6 and 120),
  credited bigint check (credited > 0),
  -- USD for one USDT, before the spread.
  rate_ticks bigint,
  rate_decimals smallint,
  rate_spread_bps integer,
  created_ms bigint not null,
  decided_ms bigint,
  -- What went from the customer into suspense when the chain took the transfer back; null while it has not.
  suspended bigint check (suspended between 0 and credited),
  unique (request_id, customer_id),
  foreign key (transfer_id, customer_id, chain) references ledger.chain_transfer (transfer_id, customer_id, chain),
  constraint deposit_has_a_source check (request_id is not null or transfer_id is not null),
  constraint credited_by_one_source check ((credited is not null) <= (num_nonnulls(transfer_id, reference) = 1)),
  constraint completed_is_credited check (case when state = 'completed' then credited is not null and suspended is null
    else (credited is null or state = 'failed') end),
  constraint suspended_is_failed check ((suspended is not null) = (state = 'failed' and credited is not null)),
  constraint bad_ends_have_a_reason check ((state in ('rejected', 'failed', 'lapsed')) = (reason is not null)),
  constraint decided_once check ((state = 'under-review') = (decided_ms is null)),
  constraint rate_of_usd check (num_nonnulls(rate_ticks, rate_decimals, rate_spread_bps) = case when asset = 1 and credited is not null then 3 else 0 end)
) with (fillfactor = 80);
-- A transaction is credited once, whoever says so.
create unique index deposit_by_reference on ledger.deposit (chain, reference) where reference is not null;
create index deposit_of_customer on ledger.deposit (customer_id, deposit_id desc);
create index deposit_open on ledger.deposit (created_ms, deposit_id) where state = 'under-review';

-- What operators said of a voucher; nobody twice.
create table ledger.deposit_verdict (
  deposit_id bigint not null references ledger.deposit,
  operator_id bigint not null,
  is_approval boolean not null,
  reference text,
  at_ms bigint not null,
  primary key (deposit_id, operator_id),
  check (is_approval = (reference is not null))
);

-- Whose withdrawals stand still, and since when: a transfer that was credited is no longer there.
create table ledger.withdrawal_freeze (
  freeze_id bigint generated always as identity primary key,
  customer_id bigint not null,
  deposit_id bigint not null references ledger.deposit,
  since_ms bigint not null,
  lifted_ms bigint check (lifted_ms >= since_ms)
);
create unique index withdrawal_freeze_open on ledger.withdrawal_freeze (customer_id, deposit_id) where lifted_ms is null;

create function ledger.is_withdrawal_frozen(p_customer_id bigint) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from ledger.withdrawal_freeze where customer_id = p_customer_id and lifted_ms is null)
$$;

-- A deposit goes on step by step; what it was asked for and what it was credited never change.
create function ledger.require_deposit_step() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_moving constant text[] := array['state', 'reason', 'transfer_id', 'reference', 'credited', 'rate_ticks', 'rate_decimals',
    'rate_spread_bps', 'decided_ms', 'suspended'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'under-review' or new.credited is not null then
      raise exception 'a deposit begins under review' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - v_moving) is distinct from (to_jsonb(old) - v_moving) or (old.credited is not null
    and (new.credited, new.transfer_id, new.reference, new.rate_ticks) is distinct from (old.credited, old.transfer_id, old.reference, old.rate_ticks)) then
    raise exception 'what was asked for or credited never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if (old.state, new.state) not in (('under-review', 'under-review'), ('under-review', 'completed'), ('under-review', 'rejected'),
    ('under-review', 'failed'), ('under-review', 'lapsed'), ('completed', 'failed'), ('failed', 'completed'), ('failed', 'under-review'))
    or (old.state = 'failed' and new.state = 'under-review' and old.credited is not null) then
    raise exception 'a deposit does not go from % to %', old.state, new.state using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;

-- What a voucher alone credits, enough different operators have approved, all of the same transaction.
create function ledger.require_deposit_approvals() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if new.state = 'completed' and new.transfer_id is null and (
    select count(*) from ledger.deposit_verdict as v where v.deposit_id = new.deposit_id and v.is_approval and v.reference = new.reference
  ) < new.approvals_needed then
    raise exception 'deposit % lacks approvals', new.deposit_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

-- A transfer keeps its key; once it is credited, what it says keeps, too.
create function ledger.require_transfer_step() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if (new.transfer_id, new.chain, new.txid, new.log_index) is distinct from (old.transfer_id, old.chain, old.txid, old.log_index)
    or ((new.customer_id, new.address, new.token, new.units) is distinct from (old.customer_id, old.address, old.token, old.units)
      and exists (select from ledger.deposit as d where d.transfer_id = old.transfer_id)) then
    raise exception 'a transfer that a deposit rests on never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;

create trigger deposit_goes_step_by_step before insert or update on ledger.deposit
  for each row execute function ledger.require_deposit_step();
create trigger deposit_is_approved after update on ledger.deposit for each row execute function ledger.require_deposit_approvals();
create trigger deposit_is_kept before delete or truncate on ledger.deposit for each statement execute function ledger.refuse_change();
create trigger transfer_keeps_its_key before update on ledger.chain_transfer for each row execute function ledger.require_transfer_step();
create trigger transfer_is_kept before delete or truncate on ledger.chain_transfer for each statement execute function ledger.refuse_change();
create trigger address_is_never_changed before update or delete or truncate on ledger.deposit_address
  for each statement execute function ledger.refuse_change();
create trigger verdict_is_never_changed before update or delete or truncate on ledger.deposit_verdict
  for each statement execute function ledger.refuse_change();
create trigger freeze_is_kept before delete or truncate on ledger.withdrawal_freeze for each statement execute function ledger.refuse_change();

revoke all on function ledger.fund_house(), ledger.is_withdrawal_frozen(bigint), ledger.require_deposit_step(),
  ledger.require_deposit_approvals(), ledger.require_transfer_step() from public;
grant select on ledger.deposit_chain, ledger.deposit_setting, ledger.deposit_address, ledger.chain_transfer, ledger.deposit,
  ledger.deposit_verdict, ledger.withdrawal_freeze to candor_app;
grant select on ledger.deposit_chain, ledger.deposit_address, ledger.chain_transfer, ledger.deposit to candor_watcher;
grant execute on function ledger.is_withdrawal_frozen(bigint) to candor_app;
