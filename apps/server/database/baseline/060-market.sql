-- The market: catalogue, versioned terms, frames, gaps, sessions and candles. Contracts settle on frames, so frames are
-- written only by publish_frame and never change.

create schema market;

create table market.clock (
  singleton boolean primary key default true check (singleton),
  genesis_ms bigint not null,
  -- Candles that start before this instant were generated for the first start, not quoted.
  generated_until_ms bigint
);

create table market.setting (
  singleton boolean primary key default true check (singleton),
  -- An older price of USDT does not count where money is converted.
  max_usdt_price_age_ms bigint not null check (max_usdt_price_age_ms > 0)
);
insert into market.setting (max_usdt_price_age_ms) values (10000);

create table market.instrument (
  -- The 1-based position in every frame array: never reused.
  instrument_id integer primary key check (instrument_id between 1 and 10000),
  symbol text not null unique check (symbol ~ '^[A-Z0-9]{3,20}$'),
  category text not null check (category in ('futures', 'forex', 'crypto')),
  base text not null,
  quote text not null,
  name text not null,
  exchange text not null,
  exchange_symbol text not null default '',
  -- The exchange's tick is tick_units * 10^-tick_decimals.
  tick_decimals smallint not null check (tick_decimals between 0 and 12),
  tick_units bigint not null check (tick_units > 0),
  -- Digits of the official price: one more than the exchange tick, so that a mid of two ticks is exact.
  price_decimals smallint not null check (price_decimals = tick_decimals + 1),
  calendar_id text not null,
  entry_delay_slots integer not null default 1 check (entry_delay_slots between 1 and 20),
  stale_after_ms integer not null check (stale_after_ms between 500 and 600000),
  max_spread_bps integer not null check (max_spread_bps between 1 and 10000),
  outlier_bps integer not null check (outlier_bps between 1 and 10000),
  hidden boolean not null default false,
  -- An operator's halt refuses new orders and never touches a frame.
  halted boolean not null default false,
  simulation jsonb not null
);

create table market.terms (
  terms_id bigint generated always as identity primary key,
  instrument_id integer not null references market.instrument,
  duration_slots integer not null check (duration_slots > 0),
  version integer not null check (version > 0),
  offered boolean not null,
  -- Money in 10^-6 units, the same for both assets.
  stake_min bigint not null check (stake_min > 0),
  stake_max bigint not null check (stake_max >= stake_min),
  fee_bps integer not null check (fee_bps between 0 and 1000),
  payout_bps integer not null check (payout_bps between 1 and 10000),
  max_open_payout bigint not null check (max_open_payout > 0),
  created_at timestamptz not null default clock_timestamp(),
  unique (instrument_id, duration_slots, version)
);

create table market.frame (
  slot bigint primary key check (slot >= 0),
  -- Array index = instrument_id.
  prices bigint[] not null,
  ages_ms integer[] not null,
  states smallint[] not null, -- 0 closed, 1 open, 2 stale
  epochs integer[] not null, -- a contract must not span two
  source_kinds smallint[] not null, -- 0 simulated, 1 replay, 2 live
  published_ms bigint not null,
  -- Traded in this slot, in 10^-6 units: for charts only, decides nothing.
  volumes bigint[],
  check (cardinality(prices) > 0),
  check (cardinality(ages_ms) = cardinality(prices)),
  check (cardinality(states) = cardinality(prices)),
  check (cardinality(epochs) = cardinality(prices)),
  check (cardinality(source_kinds) = cardinality(prices)),
  check (volumes is null or cardinality(volumes) = cardinality(prices)),
  check (array_position(prices, null) is null),
  check (states <@ array[0, 1, 2]::smallint[]),
  check (source_kinds <@ array[0, 1, 2]::smallint[])
);

-- Slots that were missed, both ends included. A gap is never filled afterwards.
create table market.gap (
  from_slot bigint primary key,
  to_slot bigint not null check (to_slot >= from_slot)
);

create table market.session (
  instrument_id integer primary key references market.instrument,
  state smallint not null check (state in (0, 1, 2)),
  closes_ms bigint,
  opens_ms bigint,
  updated_ms bigint not null
);

-- Candles of one minute and longer. Candles of one second are read from the frames themselves.
create table market.candle (
  instrument_id integer not null,
  interval_seconds integer not null check (interval_seconds in (60, 300, 900, 3600, 14400, 86400)),
  start_ms bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume bigint not null check (volume >= 0),
  primary key (instrument_id, interval_seconds, start_ms),
  check (low <= open and low <= close and high >= open and high >= close)
);
create index candle_age on market.candle (start_ms) where interval_seconds = 60;

create table market.terms_proposal (
  proposal_id bigint generated always as identity primary key,
  instrument_id integer not null references market.instrument,
  duration_slots integer not null check (duration_slots > 0),
  offered boolean not null,
  stake_min bigint not null check (stake_min > 0),
  stake_max bigint not null check (stake_max >= stake_min),
  fee_bps integer not null check (fee_bps between 0 and 1000),
  payout_bps integer not null check (payout_bps between 1 and 10000),
  max_open_payout bigint not null check (max_open_payout > 0),
  -- The terms in force when proposed; null when the duration has none.
  follows bigint references market.terms,
  note text not null check (length(note) between 3 and 500),
  proposed_by bigint not null references operator.account,
  proposed_ms bigint not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'rejected')),
  decided_by bigint references operator.account,
  decided_ms bigint,
  -- The version that it became.
  terms_id bigint unique references market.terms,
  constraint terms_need_two_operators check (state <> 'confirmed' or decided_by <> proposed_by),
  constraint decided_proposal_is_complete check (
    (state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_ms is null)
      and (state = 'confirmed') = (terms_id is not null))
);

create table market.halt (
  halt_id bigint generated always as identity primary key,
  instrument_id integer not null references market.instrument,
  reason text not null check (reason in ('price-doubt', 'source-failure', 'exchange-halt', 'exposure', 'other')),
  note text not null check (length(note) between 3 and 500),
  halted_by bigint not null references operator.account,
  halted_ms bigint not null,
  -- The operator who requested the lift; emptied when the second operator declines.
  lift_note text check (length(lift_note) between 3 and 500),
  lift_requested_by bigint references operator.account,
  lift_requested_ms bigint,
  lifted_by bigint references operator.account,
  lifted_ms bigint,
  constraint lifting_needs_two_operators check (lifted_by is null
    or (lift_requested_by is not null and lifted_by <> lift_requested_by)),
  constraint lift_request_is_complete check (num_nulls(lift_note, lift_requested_by, lift_requested_ms) in (0, 3)),
  constraint lift_is_complete check (num_nulls(lifted_by, lifted_ms) in (0, 2))
);
create unique index halt_in_force on market.halt (instrument_id) where lifted_ms is null;
