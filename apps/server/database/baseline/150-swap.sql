-- Swaps of one asset into the other: terms, quotes and swaps. A swap follows from its row alone, and the constraints
-- say so: no other result than that of its rate and spread can be stored.

create schema swap;

-- Set by the owner only, as a new version; the newest one of a direction serves new quotes.
create table swap.swap_terms (
  version bigint generated always as identity primary key,
  from_asset smallint not null check (from_asset in (1, 2)),
  -- In the asset given.
  minimum bigint not null check (minimum > 0),
  is_whole_number boolean not null,
  spread_bps integer not null check (spread_bps between 0 and 1000),
  quote_ms bigint not null check (quote_ms > 0),
  created_ms bigint not null,
  unique (version, from_asset, spread_bps)
);
insert into swap.swap_terms (from_asset, minimum, is_whole_number, spread_bps, quote_ms, created_ms)
values (1, 1000000, true, 5, 10000, (extract(epoch from clock_timestamp()) * 1000)::bigint),
  (2, 1000000, false, 5, 10000, (extract(epoch from clock_timestamp()) * 1000)::bigint);

-- The open quote of a customer and direction: a new one replaces it, the swap uses it up.
create table swap.swap_quote (
  customer_id bigint not null,
  from_asset smallint not null check (from_asset in (1, 2)),
  quote_id uuid not null unique,
  gives bigint not null check (gives > 0),
  receives bigint not null check (receives > 0),
  terms_version bigint not null references swap.swap_terms,
  rate_ticks bigint not null,
  rate_decimals smallint not null,
  expires_ms bigint not null,
  primary key (customer_id, from_asset)
);

create table swap.swap (
  swap_id bigint generated always as identity primary key,
  customer_id bigint not null,
  request_id uuid not null,
  quote_id uuid not null unique,
  from_asset smallint not null,
  gives bigint not null check (gives > 0),
  receives bigint not null check (receives > 0),
  -- In the asset given: what the house earned.
  spread bigint not null,
  terms_version bigint not null,
  spread_bps integer not null,
  -- USD for one USDT, before the spread.
  rate_ticks bigint not null check (rate_ticks > 0),
  rate_decimals smallint not null,
  at_ms bigint not null,
  quote_expires_ms bigint not null,
  -- The batches that took one asset and gave the other.
  from_stripe smallint not null references ledger.stripe,
  from_seq bigint not null,
  to_stripe smallint not null references ledger.stripe,
  to_seq bigint not null,
  unique (request_id, customer_id),
  foreign key (terms_version, from_asset, spread_bps) references swap.swap_terms (version, from_asset, spread_bps),
  constraint swapped_while_it_was_quoted check (at_ms < quote_expires_ms)
);
create index swap_of_customer on swap.swap (customer_id, swap_id desc);

create type swap.swap_offer as (
  refusal text, quote_id uuid, receives bigint, spread bigint, rate_ticks bigint, rate_decimals smallint,
    spread_bps integer,
  minimum bigint, is_whole_number boolean, expires_ms bigint, quote_ms bigint
);

-- 'swapped' and 'repeated' name the swap; every other outcome is a refusal.
create type swap.swap_answer as (outcome text, swap_id bigint);

create table swap.swap_proposal (
  proposal_id bigint generated always as identity primary key,
  from_asset smallint not null check (from_asset in (1, 2)),
  -- In the asset given.
  minimum bigint not null check (minimum between 1 and 1000000000000000),
  is_whole_number boolean not null,
  spread_bps integer not null check (spread_bps between 0 and 1000),
  quote_ms bigint not null check (quote_ms between 1000 and 60000),
  -- The version that it would follow: both directions have had one from the start.
  follows bigint not null references swap.swap_terms,
  note text not null check (length(note) between 3 and 500),
  proposed_by bigint not null references operator.account,
  proposed_ms bigint not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'rejected')),
  decided_by bigint references operator.account,
  decided_ms bigint,
  -- The version that it became.
  version bigint unique references swap.swap_terms,
  constraint swap_terms_need_two_operators check (state <> 'confirmed' or decided_by <> proposed_by),
  constraint decided_proposal_is_complete check (
    (state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_ms is null)
      and (state = 'confirmed') = (version is not null))
);
