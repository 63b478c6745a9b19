-- The ledger: accounts, entries, batches, contract orders and what guards them. Money is int8 in 10^-6 units.
-- Asset codes: 1 = USD, 2 = USDT. `posted` is credit-positive and sums to zero per asset; holds live in `held`.
-- The application reads these tables and executes the functions of the files 0021 to 0023; it can write nothing itself.

create type ledger.account_kind as enum ('available', 'bankroll', 'fees', 'custody');

-- What moved money, in the words of the statement. The house books a whole batch of settlements as one line.
create type ledger.movement as enum (
  'grant', 'house-funding', 'contract-placed', 'contract-settled',
  'contract-won', 'contract-lost', 'contract-tie', 'contract-void'
);
create type ledger.direction as enum ('up', 'down');
create type ledger.order_state as enum ('open', 'closed');
create type ledger.order_result as enum ('won', 'lost', 'tie', 'void');
create type ledger.void_reason as enum ('entry-not-open', 'no-exit-price', 'feed-changed');

create table ledger.account (
  account_id bigint generated always as identity primary key,
  -- The customer, or 0 for the house and for what lies outside (custody).
  owner_id bigint not null check (owner_id >= 0),
  kind ledger.account_kind not null,
  asset smallint not null check (asset in (1, 2)),
  -- House accounts are striped, so that placing on one stripe does not wait for another.
  stripe smallint,
  posted bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  -- Null: no floor. Only custody may go below zero: it is the mirror of what everybody else holds.
  floor bigint default 0,
  -- Counts the account's entries.
  version bigint not null default 0 check (version >= 0),
  is_frozen boolean not null default false,
  unique nulls not distinct (owner_id, kind, asset, stripe),
  constraint account_not_overdrawn check (floor is null or posted - held >= floor),
  check ((owner_id > 0) = (kind = 'available')),
  check ((kind in ('bankroll', 'fees')) = (stripe is not null)),
  check ((kind = 'custody') = (floor is null))
) with (fillfactor = 50);

create table ledger.stripe (
  stripe smallint primary key,
  asset smallint not null check (asset in (1, 2)),
  house_account bigint not null references ledger.account,
  fee_account bigint not null references ledger.account,
  -- The newest batch and its hash: the head of this stripe's chain.
  seq bigint not null default 0,
  head bytea not null default decode(repeat('00', 32), 'hex') check (length(head) = 32),
  -- Set when the checker finds a mismatch: placing and settling on this stripe stop until the owner resumes it.
  halted_reason text
) with (fillfactor = 10);

create table ledger.batch (
  stripe smallint not null,
  seq bigint not null check (seq > 0),
  kind ledger.movement not null,
  entry_count integer not null check (entry_count > 0),
  at_ms bigint not null,
  -- Digest of the orders placed or settled by this batch; empty where it has none.
  orders_digest bytea not null,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (stripe, seq)
);

-- Partitioned by day (UTC) of at_ms. There is no default partition: rows can only lie where they belong, and
-- prepare_entry_days creates days ahead. The after-balances make the statement and any balance-at-time a lookup.
create table ledger.entry (
  account_id bigint not null,
  version bigint not null check (version > 0),
  at_ms bigint not null,
  stripe smallint not null,
  seq bigint not null,
  -- The order of a contract movement, the transfer of a grant; null where the house books a batch as one line.
  ref bigint,
  kind ledger.movement not null,
  asset smallint not null,
  d_posted bigint not null,
  d_held bigint not null,
  posted_after bigint not null,
  held_after bigint not null check (held_after >= 0),
  primary key (account_id, version, at_ms),
  check (d_posted <> 0 or d_held <> 0)
) partition by range (at_ms);
create index entry_batch on ledger.entry (stripe, seq);

create sequence ledger.order_id as bigint;

-- Both slots are known when an order is stored; the entry price *is* the frame of the entry slot. One insert at
-- acceptance, one update at settlement. No foreign keys: placing derives each reference from the row itself, and four
-- checks an order would cost more than the order.
create table ledger.contract_order (
  order_id bigint primary key default nextval('ledger.order_id'),
  customer_id bigint not null,
  request_id uuid not null,
  account_id bigint not null,
  stripe smallint not null,
  asset smallint not null,
  instrument_id integer not null,
  terms_id bigint not null,
  duration_slots integer not null,
  direction ledger.direction not null,
  stake bigint not null check (stake > 0),
  fee bigint not null check (fee >= 0),
  profit bigint not null check (profit > 0),
  seen_slot bigint not null,
  accepted_ms bigint not null,
  accepted_slot bigint not null,
  entry_slot bigint not null,
  exit_slot bigint not null,
  placed_seq bigint not null,
  state ledger.order_state not null default 'open',
  result ledger.order_result,
  void_reason ledger.void_reason,
  entry_price bigint,
  exit_price bigint,
  -- The slot whose frame settled it: the exit slot, or the first open one after it.
  settled_slot bigint,
  net bigint,
  settled_ms bigint,
  settled_seq bigint,
  -- The key of a request is (customer, operation, requestId); this table is the operation.
  unique (customer_id, request_id),
  check (entry_slot > accepted_slot and exit_slot = entry_slot + duration_slots),
  check (settled_slot between exit_slot and exit_slot + 20),
  constraint closed_order_is_complete check (
    case when state = 'open'
      then num_nonnulls(result, void_reason, entry_price, exit_price, settled_slot, net, settled_ms, settled_seq) = 0
      else num_nulls(result, net, settled_ms, settled_seq) = 0
        and (result = 'void') = (void_reason is not null)
        and (result = 'void' or num_nulls(entry_price, exit_price, settled_slot) = 0)
        and net = case result when 'won' then profit - fee when 'lost' then -(stake + fee) else 0 end
    end)
) with (fillfactor = 80);
create index contract_order_due on ledger.contract_order (stripe, exit_slot, order_id) where state = 'open';
create index contract_order_open on ledger.contract_order (customer_id, order_id) where state = 'open';
create index contract_order_list on ledger.contract_order (customer_id, order_id);
create index contract_order_void on ledger.contract_order (asset, void_reason) where result = 'void';

-- How many contracts were void, why, and what was staked on them: a void gives the stake back, and a house that voids what it
-- would lose shows here.
create view ledger.void_statistics as
  select asset, void_reason, count(*) as orders, sum(stake)::bigint as stake
  from ledger.contract_order where result = 'void' group by asset, void_reason;

-- The house's open payouts per instrument and asset, capped by the terms' max_open_payout.
create table ledger.exposure (
  instrument_id integer not null references market.instrument,
  asset smallint not null,
  open_payout bigint not null default 0 check (open_payout >= 0),
  primary key (instrument_id, asset)
) with (fillfactor = 50);

-- Refused requests, kept 24 hours: a repeat of the same request answers the first refusal.
create table ledger.refusal (
  customer_id bigint not null,
  request_id uuid not null,
  error text not null,
  opens_ms bigint,
  asset smallint not null,
  instrument_id integer not null,
  terms_id bigint not null,
  duration_slots integer not null,
  direction ledger.direction not null,
  stake bigint not null,
  seen_slot bigint not null,
  created_ms bigint not null,
  primary key (customer_id, request_id)
);
create index refusal_age on ledger.refusal (created_ms);
create index refusal_rate on ledger.refusal (customer_id, created_ms);

-- Money that comes in from outside, each source once.
create table ledger.transfer (
  transfer_id bigint generated always as identity primary key,
  source text not null unique,
  kind ledger.movement not null,
  account_id bigint not null references ledger.account,
  asset smallint not null,
  amount bigint not null check (amount > 0),
  stripe smallint not null,
  seq bigint not null,
  at_ms bigint not null
);

-- Set by the owner only. Both are zero until open_sandbox_books: money that nobody paid in exists in the sandbox alone.
create table ledger.setting (
  name text primary key check (name in ('opening-balance', 'house-funding')),
  amount bigint not null check (amount >= 0)
);
insert into ledger.setting (name, amount) values ('opening-balance', 0), ('house-funding', 0);

-- Custody of both assets, and four stripes an asset with a bankroll and a fee account each.
insert into ledger.account (owner_id, kind, asset, floor) values (0, 'custody', 1, null), (0, 'custody', 2, null);
insert into ledger.account (owner_id, kind, asset, stripe)
select 0, kind, (1 + (stripe - 1) / 4)::smallint, stripe::smallint
from generate_series(1, 8) as stripe cross join unnest(array['bankroll', 'fees']::ledger.account_kind[]) as kind
order by stripe, kind;
insert into ledger.stripe (stripe, asset, house_account, fee_account)
select house.stripe, house.asset, house.account_id, fees.account_id
from ledger.account as house join ledger.account as fees on fees.stripe = house.stripe and fees.kind = 'fees'
where house.kind = 'bankroll';
