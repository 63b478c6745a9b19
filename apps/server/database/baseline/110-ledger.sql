-- The ledger: accounts, entries and batches. Money is int8 in 10^-6 units.
-- Asset codes: 1 = USD, 2 = USDT. `posted` is credit-positive and sums to zero per asset; holds live in `held`.
-- The application reads these tables and executes functions; it can write nothing itself.

create schema ledger;

create type ledger.account_kind as enum ('available', 'bankroll', 'fees', 'custody', 'fx', 'suspense', 'term',
  'escrow', 'desk', 'interest', 'reward');

-- The kinds of movements, as statements name them. The house books a whole batch of settlements as one line.
create type ledger.movement as enum (
  'grant', 'house-funding', 'contract-placed', 'contract-settled',
  'contract-won', 'contract-lost', 'contract-tie', 'contract-void', 'deposit', 'deposit-suspended', 'withdrawal-held',
    'withdrawal-released', 'withdrawal-completed', 'correction', 'swap', 'desk-funded', 'advert-held',
      'advert-released', 'sale-escrowed', 'sale-completed', 'sale-lapsed', 'term-opened', 'term-matured',
        'term-redeemed', 'interest-paid', 'invite-reward'
);

create table ledger.account (
  account_id bigint generated always as identity primary key,
  -- The customer, or 0 for the house and for outside accounts (custody).
  owner_id bigint not null check (owner_id >= 0),
  kind ledger.account_kind not null,
  asset smallint not null check (asset in (1, 2)),
  -- House accounts are striped, so that placing on one stripe does not wait for another.
  stripe smallint,
  posted bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  -- Null: no minimum. Only custody may go below zero: it mirrors all other balances.
  floor bigint default 0,
  -- Counts the account's entries.
  version bigint not null default 0 check (version >= 0),
  is_frozen boolean not null default false,
  unique nulls not distinct (owner_id, kind, asset, stripe),
  constraint account_not_overdrawn check (floor is null or posted - held >= floor),
  constraint account_has_an_owner check ((owner_id > 0) = (kind in ('available', 'term', 'escrow', 'desk'))),
  constraint account_of_the_house_is_striped
    check ((kind in ('bankroll', 'fees', 'fx', 'suspense', 'interest', 'reward')) = (stripe is not null)),
  -- Below zero, suspense is owed to the house.
  constraint account_without_floor check ((kind in ('custody', 'suspense')) = (floor is null))
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
  -- Digest of the orders placed or settled by this batch; empty when there are none.
  orders_digest bytea not null,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (stripe, seq)
);

-- Partitioned by day (UTC) of at_ms. There is no default partition: rows can only be stored in their own day's, and
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

-- Money received from outside, each source once.
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

-- Set by the owner only. Both are zero until open_sandbox_books: unfunded money exists in the sandbox alone.
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

-- One movement of one account, before it is part of a batch.
create type ledger.line as (account_id bigint, ref bigint, kind ledger.movement, d_posted bigint, d_held bigint);

insert into ledger.account (owner_id, kind, asset, stripe, floor)
select 0, kind, stripe.asset, stripe.stripe, case when kind = 'fx' then 0 end
from ledger.stripe cross join unnest(array['fx', 'suspense']::ledger.account_kind[]) as kind
order by stripe.stripe, kind;
insert into ledger.account (owner_id, kind, asset, stripe, floor)
select 0, kind, stripe.asset, stripe.stripe, 0
from ledger.stripe cross join unnest(array['interest', 'reward']::ledger.account_kind[]) as kind
order by stripe.stripe, kind;

-- The kinds that customers filter by are rare compared with contracts, of which many are placed per second: those are
-- excluded, so that placing and settling write no further index. The filter “contracts” reads along the primary key.
create index entry_kind on ledger.entry (account_id, kind, version)
  where kind not in ('contract-placed', 'contract-settled', 'contract-won', 'contract-lost');
