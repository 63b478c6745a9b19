-- Crediting what comes in. Order of locks: the customer's accounts, transfer, deposit, stripes, then custody; fx and suspense stand under
-- the lock of their stripe.

-- A transaction id as it is stored: lower case, with 0x on ERC20 and without it on TRC20. Null where the text is none.
create function ledger.normal_txid(p_chain ledger.chain, p_text text) returns text
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when lower(btrim(p_text)) ~ '^(0x)?[0-9a-f]{64}$'
    then case p_chain when 'ERC20' then '0x' else '' end || right(lower(btrim(p_text)), 64) end
$$;

-- The reference of a payment as it is compared: a transaction id where it looks like one, any other text in lower case.
create function ledger.normal_reference(p_chain ledger.chain, p_text text) returns text
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(ledger.normal_txid(p_chain, p_text), lower(btrim(p_text)))
$$;

-- Writes the customer a message about a deposit, in the transaction of what it tells of. The ledger's own tests know customers by
-- number only; these have no messages.
create function ledger.tell_of_deposit(p_deposit ledger.deposit) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from identity.customer where customer_id = p_deposit.customer_id) then
    perform message.add(p_deposit.customer_id, 'recharge-' || p_deposit.state, 'deposit:' || p_deposit.deposit_id,
      jsonb_strip_nulls(jsonb_build_object('chain', p_deposit.chain, 'asset', case p_deposit.asset when 1 then 'USD' else 'USDT' end,
        'quantityUnits', p_deposit.quantity::text, 'creditedUnits', p_deposit.credited::text, 'reason', p_deposit.reason)));
  end if;
end
$$;

-- The newest official price of one USDT in USD, while it is current; otherwise no row.
create function ledger.usdt_price() returns table (ticks bigint, decimals smallint)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select newest.prices[i.instrument_id], i.price_decimals
  from (select * from market.frame order by slot desc limit 1) as newest, market.instrument as i, ledger.deposit_setting as s
  where i.symbol = 'USDTUSD' and newest.states[i.instrument_id] = 1 and newest.prices[i.instrument_id] > 0
    and newest.published_ms > market.now_ms() - s.max_price_age_ms
$$;

-- The stripe of a customer for an asset.
create function ledger.stripe_of(p_customer_id bigint, p_asset smallint) returns smallint
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select ((p_asset - 1) * 4 + 1 + p_customer_id % 4)::smallint
$$;

create function ledger.account_of(p_owner_id bigint, p_kind ledger.account_kind, p_asset smallint, p_stripe smallint) returns bigint
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select account_id from ledger.account where owner_id = p_owner_id and kind = p_kind and asset = p_asset and stripe is not distinct from p_stripe
$$;

-- Credits `p_units` of USDT to the customer of a deposit that is locked with the customer's accounts: as USDT, or as USD at the official
-- price less the spread, which the house's fx accounts give. Answers 'credited', 'no-price' or 'not-covered'; after the last two nothing
-- has changed.
create function ledger.credit_deposit(p_deposit_id bigint, p_units bigint) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_usd constant smallint := 1;
  v_usdt constant smallint := 2;
  v_deposit ledger.deposit;
  v_ticks bigint;
  v_decimals smallint;
  v_spread_bps integer;
  v_credited bigint := p_units;
  v_usdt_stripe smallint;
  v_usd_stripe smallint;
  v_custody bigint;
  v_customer bigint;
  v_at_ms bigint;
begin
  select * into strict v_deposit from ledger.deposit where deposit_id = p_deposit_id;
  v_usdt_stripe := ledger.stripe_of(v_deposit.customer_id, v_usdt);
  if v_deposit.asset = v_usd then
    select ticks, decimals into v_ticks, v_decimals from ledger.usdt_price();
    if v_ticks is null then
      return 'no-price';
    end if;
    select spread_bps into strict v_spread_bps from ledger.deposit_setting;
    v_credited := floor(p_units::numeric * v_ticks * (10000 - v_spread_bps) / (10000 * power(10::numeric, v_decimals)));
    select stripe into v_usd_stripe from ledger.account
    where kind = 'fx' and asset = v_usd and posted - held >= v_credited
    order by stripe <> ledger.stripe_of(v_deposit.customer_id, v_usd), stripe limit 1;
    if v_usd_stripe is null or v_credited <= 0 then
      return 'not-covered';
    end if;
  end if;
  perform 1 from ledger.stripe where stripe in (v_usdt_stripe, v_usd_stripe) order by stripe for no key update;
  v_custody := ledger.account_of(0, 'custody', v_usdt, null);
  perform 1 from ledger.account where account_id = v_custody for no key update;
  v_customer := ledger.account_of(v_deposit.customer_id, 'available', v_deposit.asset, null);
  v_at_ms := market.now_ms();
  perform ledger.book(ledger.lock_stripe(v_usdt_stripe), 'deposit', v_at_ms, ''::bytea, array[
    row(case when v_usd_stripe is null then v_customer else ledger.account_of(0, 'fx', v_usdt, v_usdt_stripe) end,
      p_deposit_id, 'deposit', p_units, 0)::ledger.line,
    row(v_custody, p_deposit_id, 'deposit', -p_units, 0)::ledger.line
  ]);
  if v_usd_stripe is not null then
    perform ledger.book(ledger.lock_stripe(v_usd_stripe), 'deposit', v_at_ms, ''::bytea, array[
      row(v_customer, p_deposit_id, 'deposit', v_credited, 0)::ledger.line,
      row(ledger.account_of(0, 'fx', v_usd, v_usd_stripe), p_deposit_id, 'deposit', -v_credited, 0)::ledger.line
    ]);
  end if;
  update ledger.deposit set state = 'completed', credited = v_credited, decided_ms = v_at_ms,
    rate_ticks = v_ticks, rate_decimals = v_decimals, rate_spread_bps = v_spread_bps
  where deposit_id = p_deposit_id returning * into v_deposit;
  perform ledger.tell_of_deposit(v_deposit);
  return 'credited';
end
$$;

-- Moves what a transfer was credited with, as far as the customer still has it, into suspense or (`p_is_back`) out of it again; the
-- coins leave custody, or are back. What the customer no longer has stands as a claim of the house. Accounts, transfer and deposit are locked.
create function ledger.suspend_deposit(p_deposit_id bigint, p_is_back boolean) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_usdt constant smallint := 2;
  v_sign constant integer := case when p_is_back then -1 else 1 end;
  v_deposit ledger.deposit;
  v_units bigint;
  v_taken bigint;
  v_usdt_stripe smallint;
  v_own_stripe smallint;
  v_custody bigint;
  v_customer bigint;
  v_at_ms bigint;
  v_kind constant ledger.movement := 'deposit-suspended';
  v_coins ledger.line[];
  v_own ledger.line[] := '{}';
begin
  select * into strict v_deposit from ledger.deposit where deposit_id = p_deposit_id;
  select units into strict v_units from ledger.chain_transfer where transfer_id = v_deposit.transfer_id;
  v_usdt_stripe := ledger.stripe_of(v_deposit.customer_id, v_usdt);
  v_own_stripe := ledger.stripe_of(v_deposit.customer_id, v_deposit.asset);
  v_customer := ledger.account_of(v_deposit.customer_id, 'available', v_deposit.asset, null);
  v_custody := ledger.account_of(0, 'custody', v_usdt, null);
  if p_is_back then
    v_taken := v_deposit.suspended;
  else
    select least(posted - held, v_deposit.credited) into strict v_taken from ledger.account where account_id = v_customer;
  end if;
  perform 1 from ledger.stripe where stripe in (v_usdt_stripe, v_own_stripe) order by stripe for no key update;
  perform 1 from ledger.account where account_id = v_custody for no key update;
  v_at_ms := market.now_ms();
  v_coins := array[
    row(v_custody, p_deposit_id, v_kind, v_sign * v_units, 0)::ledger.line,
    row(ledger.account_of(0, 'suspense', v_usdt, v_usdt_stripe), p_deposit_id, v_kind, -v_sign * v_units, 0)::ledger.line
  ];
  if v_taken > 0 then
    v_own := array[
      row(v_customer, p_deposit_id, v_kind, -v_sign * v_taken, 0)::ledger.line,
      row(ledger.account_of(0, 'suspense', v_deposit.asset, v_own_stripe), p_deposit_id, v_kind, v_sign * v_taken, 0)::ledger.line
    ];
  end if;
  perform ledger.book(ledger.lock_stripe(v_usdt_stripe), v_kind, v_at_ms, ''::bytea,
    case when v_own_stripe = v_usdt_stripe then v_coins || v_own else v_coins end);
  if v_own_stripe <> v_usdt_stripe and v_taken > 0 then
    perform ledger.book(ledger.lock_stripe(v_own_stripe), v_kind, v_at_ms, ''::bytea, v_own);
  end if;
  if p_is_back then
    update ledger.deposit set state = 'completed', reason = null, suspended = null where deposit_id = p_deposit_id returning * into v_deposit;
    update ledger.withdrawal_freeze set lifted_ms = v_at_ms where deposit_id = p_deposit_id and lifted_ms is null;
  else
    update ledger.deposit set state = 'failed', reason = 'transfer-reversed', suspended = v_taken
    where deposit_id = p_deposit_id returning * into v_deposit;
    insert into ledger.withdrawal_freeze (customer_id, deposit_id, since_ms) values (v_deposit.customer_id, p_deposit_id, v_at_ms);
  end if;
  perform ledger.tell_of_deposit(v_deposit);
end
$$;

-- The deposit that a transfer belongs to: the open one of its customer and chain that names it, else one of its quantity, else the
-- oldest, else a new one in USDT. Null where the transfer counts for none. Accounts and transfer are locked; the deposit is from here on.
create function ledger.deposit_for(p_transfer ledger.chain_transfer) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_deposit_id bigint;
begin
  select deposit_id into v_deposit_id from ledger.deposit where transfer_id = p_transfer.transfer_id for no key update;
  if v_deposit_id is not null then
    return v_deposit_id;
  end if;
  select deposit_id into v_deposit_id from ledger.deposit
  where customer_id = p_transfer.customer_id and chain = p_transfer.chain and state = 'under-review' and transfer_id is null
    and (txid is null or txid = p_transfer.txid)
  order by txid is null, quantity <> p_transfer.units, deposit_id limit 1 for no key update;
  if v_deposit_id is not null then
    update ledger.deposit set transfer_id = p_transfer.transfer_id where deposit_id = v_deposit_id;
    return v_deposit_id;
  end if;
  insert into ledger.deposit (customer_id, chain, asset, quantity, approvals_needed, transfer_id, created_ms)
  values (p_transfer.customer_id, p_transfer.chain, 2, p_transfer.units, 1, p_transfer.transfer_id, market.now_ms())
  returning deposit_id into v_deposit_id;
  return v_deposit_id;
end
$$;

-- What a chain shows of one token transfer to an address of ours. For the watcher's role only, any number of times at once, in any order:
-- a final one is credited once, to the owner of the address. Outcomes: 'waiting' (not final), 'credited' (now), 'known' (credited
-- before), 'dust', 'wrong-token', 'reviewed' (an operator credited it), 'no-price' and 'not-covered' (say it again later), 'changed' (it is
-- credited, and the chain now shows another in its place: report it as missing), 'unknown-address'.
create function ledger.record_transfer(
  p_chain ledger.chain, p_txid text, p_log_index integer, p_address text, p_token text, p_units bigint,
  p_block_number bigint, p_block_hash text, p_confirmations integer, p_is_final boolean
) returns table (outcome text, customer_id bigint, deposit_id bigint, deposit_state ledger.deposit_state)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_txid constant text := ledger.normal_txid(p_chain, p_txid);
  v_now_ms bigint;
  v_customer_id bigint;
  v_is_token boolean;
  v_minimum bigint;
  v_was ledger.chain_transfer;
  v_transfer ledger.chain_transfer;
  v_deposit ledger.deposit;
begin
  perform ledger.require_read_committed();
  if v_txid is null or num_nulls(p_log_index, p_address, p_token, p_block_number, p_block_hash, p_confirmations, p_is_final) > 0 then
    raise exception 'malformed transfer' using errcode = 'invalid_parameter_value';
  end if;
  select a.customer_id into v_customer_id from ledger.deposit_address as a where a.chain = p_chain and lower(a.address) = lower(p_address);
  if v_customer_id is null then
    outcome := 'unknown-address';
    return next;
    return;
  end if;
  select lower(c.token) = lower(p_token) into strict v_is_token from ledger.deposit_chain as c where c.chain = p_chain;
  v_is_token := coalesce(v_is_token, false);
  if v_is_token and p_units is null then
    raise exception 'a transfer of USDT has an amount' using errcode = 'invalid_parameter_value';
  end if;
  select minimum into strict v_minimum from ledger.deposit_setting;
  customer_id := v_customer_id;

  perform 1 from ledger.account as a where a.owner_id = v_customer_id and a.kind = 'available' order by a.account_id for no key update;
  v_now_ms := market.now_ms();
  insert into ledger.chain_transfer as t (chain, txid, log_index, customer_id, address, token, units, block_number, block_hash, confirmations,
    state, seen_ms, changed_ms)
  values (p_chain, v_txid, p_log_index, v_customer_id, p_address, p_token, case when v_is_token then p_units end, p_block_number, p_block_hash,
    p_confirmations, case when v_is_token then 'waiting' else 'wrong-token' end::ledger.transfer_state, v_now_ms, v_now_ms)
  on conflict (chain, txid, log_index) do nothing;
  select * into strict v_was from ledger.chain_transfer as t where t.chain = p_chain and t.txid = v_txid and t.log_index = p_log_index for no key update;
  select * into v_deposit from ledger.deposit as d where d.transfer_id = v_was.transfer_id for no key update;
  if v_deposit.deposit_id is not null
    and (v_was.customer_id, lower(v_was.token), v_was.units) is distinct from (v_customer_id, lower(p_token), case when v_is_token then p_units end) then
    outcome := 'changed';
    return next;
    return;
  end if;
  if v_was.state = 'credited' then
    update ledger.chain_transfer as t set block_number = p_block_number, block_hash = p_block_hash, confirmations = greatest(t.confirmations, p_confirmations)
    where t.transfer_id = v_was.transfer_id and (t.block_hash <> p_block_hash or t.confirmations < p_confirmations);
    return query select 'known'::text, v_customer_id, v_deposit.deposit_id, v_deposit.state;
    return;
  end if;

  update ledger.chain_transfer as t set customer_id = v_customer_id, address = p_address, token = p_token, units = case when v_is_token then p_units end,
    block_number = p_block_number, block_hash = p_block_hash, confirmations = p_confirmations, changed_ms = v_now_ms,
    state = case
      when not v_is_token then 'wrong-token'
      when p_units < v_minimum then 'dust'
      when v_deposit.deposit_id is null and exists (
        select from ledger.deposit as d where d.chain = p_chain and d.reference = v_txid and d.customer_id = v_customer_id) then 'reviewed'
      else 'waiting'
    end::ledger.transfer_state
  where t.transfer_id = v_was.transfer_id returning * into v_transfer;
  outcome := v_transfer.state;
  if v_transfer.state <> 'waiting' then
    return next;
    return;
  end if;
  deposit_id := ledger.deposit_for(v_transfer);
  select * into strict v_deposit from ledger.deposit as d where d.deposit_id = record_transfer.deposit_id;
  if v_deposit.state = 'failed' and v_deposit.credited is null then
    -- It had come from the transfer alone, and went with it.
    update ledger.deposit as d set state = 'under-review', reason = null, decided_ms = null where d.deposit_id = v_deposit.deposit_id returning * into v_deposit;
  end if;
  if p_is_final and v_deposit.credited is not null then
    perform ledger.suspend_deposit(v_deposit.deposit_id, true);
    outcome := 'credited';
  elsif p_is_final then
    outcome := ledger.credit_deposit(v_deposit.deposit_id, v_transfer.units);
  end if;
  if outcome = 'credited' then
    update ledger.chain_transfer as t set state = 'credited' where t.transfer_id = v_transfer.transfer_id;
  end if;
  select d.state into strict deposit_state from ledger.deposit as d where d.deposit_id = v_deposit.deposit_id;
  return next;
end
$$;

-- A transfer that was shown is not in the chain any more. For the watcher's role only. One that was credited goes into suspense and freezes
-- the customer's withdrawals; an announcement waits again, and what came from the transfer alone has failed. 'none': nothing to take back.
create function ledger.report_missing_transfer(p_chain ledger.chain, p_txid text, p_log_index integer)
returns table (outcome text, customer_id bigint, deposit_id bigint, deposit_state ledger.deposit_state)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_txid constant text := ledger.normal_txid(p_chain, p_txid);
  v_transfer ledger.chain_transfer;
  v_deposit ledger.deposit;
begin
  perform ledger.require_read_committed();
  select * into v_transfer from ledger.chain_transfer as t where t.chain = p_chain and t.txid = v_txid and t.log_index = p_log_index;
  perform 1 from ledger.account as a where a.owner_id = v_transfer.customer_id and a.kind = 'available' order by a.account_id for no key update;
  select * into v_transfer from ledger.chain_transfer as t where t.transfer_id = v_transfer.transfer_id for no key update;
  outcome := 'none';
  customer_id := v_transfer.customer_id;
  if v_transfer.transfer_id is null or v_transfer.state in ('reversed', 'reviewed') then
    return next;
    return;
  end if;
  select * into v_deposit from ledger.deposit as d where d.transfer_id = v_transfer.transfer_id for no key update;
  if v_transfer.state = 'credited' then
    perform ledger.suspend_deposit(v_deposit.deposit_id, false);
  elsif v_deposit.credited is not null then
    null; -- suspended before: it was waiting to be final again
  elsif v_deposit.request_id is not null then
    update ledger.deposit as d set transfer_id = null where d.deposit_id = v_deposit.deposit_id;
  elsif v_deposit.deposit_id is not null then
    update ledger.deposit as d set state = 'failed', reason = 'transfer-reversed', decided_ms = market.now_ms() where d.deposit_id = v_deposit.deposit_id;
  end if;
  update ledger.chain_transfer as t set state = 'reversed', confirmations = 0, changed_ms = market.now_ms() where t.transfer_id = v_transfer.transfer_id;
  outcome := case when v_transfer.state = 'credited' then 'suspended' else 'reversed' end;
  deposit_id := v_deposit.deposit_id;
  select d.state into deposit_state from ledger.deposit as d where d.deposit_id = v_deposit.deposit_id;
  return next;
end
$$;

-- Writes down whose an address is. For the watcher's role only. A repeat with the same address changes nothing; another one is refused.
create function ledger.assign_address(p_chain ledger.chain, p_customer_id bigint, p_child_index integer, p_address text) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_address text;
begin
  insert into ledger.deposit_address (chain, customer_id, child_index, address, created_ms)
  values (p_chain, p_customer_id, p_child_index, p_address, market.now_ms()) on conflict (chain, customer_id) do nothing;
  select address into strict v_address from ledger.deposit_address where chain = p_chain and customer_id = p_customer_id;
  return v_address;
end
$$;

-- How far a chain has been read. For the watcher's role only. It may go back: after a reorganisation the blocks are read again.
create function ledger.note_scanned(p_chain ledger.chain, p_block_number bigint, p_block_hash text) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  update ledger.deposit_chain set scanned_block = p_block_number, scanned_hash = p_block_hash where chain = p_chain
$$;

revoke all on function ledger.normal_txid(ledger.chain, text), ledger.normal_reference(ledger.chain, text),
  ledger.tell_of_deposit(ledger.deposit), ledger.usdt_price(), ledger.stripe_of(bigint, smallint),
  ledger.account_of(bigint, ledger.account_kind, smallint, smallint), ledger.credit_deposit(bigint, bigint),
  ledger.suspend_deposit(bigint, boolean), ledger.deposit_for(ledger.chain_transfer),
  ledger.record_transfer(ledger.chain, text, integer, text, text, bigint, bigint, text, integer, boolean),
  ledger.report_missing_transfer(ledger.chain, text, integer), ledger.assign_address(ledger.chain, bigint, integer, text),
  ledger.note_scanned(ledger.chain, bigint, text)
from public;
grant execute on function
  ledger.record_transfer(ledger.chain, text, integer, text, text, bigint, bigint, text, integer, boolean),
  ledger.report_missing_transfer(ledger.chain, text, integer),
  ledger.assign_address(ledger.chain, bigint, integer, text),
  ledger.note_scanned(ledger.chain, bigint, text)
to candor_watcher;
grant execute on function ledger.usdt_price() to candor_app;
