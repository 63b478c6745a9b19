-- The market: catalogue, versioned terms, frames, gaps, sessions and candles.
-- Frames are what contracts settle on, so they have one door (publish_frame) and are never changed.

create table market.clock (
  singleton boolean primary key default true check (singleton),
  genesis_ms bigint not null,
  -- Time for tests and simulations; only the owner can set it. Null means the real clock.
  virtual_now_ms bigint,
  -- Candles that start before this instant were generated for the first start, not quoted.
  generated_until_ms bigint
);

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

-- The only clock of decisions about money. Volatile on purpose: it is read again after a lock.
create function market.now_ms() returns bigint
language sql volatile parallel restricted
set search_path = pg_catalog
as $$
  select coalesce(
    (select virtual_now_ms from market.clock),
    floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
$$;

create function market.refuse_change() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  raise exception '% of %.% is refused: rows are only added', tg_op, tg_table_schema, tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$$;

-- Retention is the one exception: a frame may go once every contract on it is closed for 7 days.
create function market.refuse_early_delete() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
declare
  v_kept_days constant integer := 8; -- 24 hours, the longest contract, and 7 days
  v_end_ms bigint;
begin
  select genesis_ms + (old.slot + 1) * 500 into strict v_end_ms from market.clock;
  if v_end_ms > market.now_ms() - v_kept_days * 86400000::bigint then
    raise exception 'frame % is still kept', old.slot using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end
$$;

create trigger frame_is_never_changed before update or truncate on market.frame
  for each statement execute function market.refuse_change();
create trigger frame_is_kept before delete on market.frame
  for each row execute function market.refuse_early_delete();
create trigger gap_is_never_changed before update or delete or truncate on market.gap
  for each statement execute function market.refuse_change();
create trigger terms_are_never_changed before update or delete or truncate on market.terms
  for each statement execute function market.refuse_change();

-- Publishes the frame of one slot and records the slots missed before it. Placement holds the same advisory lock
-- shared, so no order can commit against a frame that is already stored.
create function market.publish_frame(
  p_slot bigint,
  p_prices bigint[],
  p_ages_ms integer[],
  p_states smallint[],
  p_epochs integer[],
  p_source_kinds smallint[],
  p_volumes bigint[] default null
) returns bigint
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_max_lead_ms constant bigint := 1000;
  v_last_slot bigint;
  v_now_ms bigint;
  v_end_ms bigint;
begin
  perform pg_advisory_xact_lock(7301);
  select max(slot) into v_last_slot from market.frame;
  if p_slot <= v_last_slot then
    raise exception 'slot % is not after slot %', p_slot, v_last_slot using errcode = 'integrity_constraint_violation';
  end if;
  select genesis_ms + (p_slot + 1) * 500 into strict v_end_ms from market.clock;
  v_now_ms := market.now_ms();
  if v_end_ms > v_now_ms + v_max_lead_ms then
    raise exception 'slot % ends % ms after now', p_slot, v_end_ms - v_now_ms using errcode = 'integrity_constraint_violation';
  end if;
  if p_slot > v_last_slot + 1 then
    insert into market.gap (from_slot, to_slot) values (v_last_slot + 1, p_slot - 1);
  end if;
  insert into market.frame (slot, prices, ages_ms, states, epochs, source_kinds, published_ms, volumes)
  values (p_slot, p_prices, p_ages_ms, p_states, p_epochs, p_source_kinds, v_now_ms, p_volumes);
  return v_now_ms;
end
$$;

-- Writes when each instrument closes and opens next; placement reads it.
create function market.write_sessions(p_ids integer[], p_states smallint[], p_closes_ms bigint[], p_opens_ms bigint[]) returns void
language sql security definer
set search_path = pg_catalog
as $$
  insert into market.session as current (instrument_id, state, closes_ms, opens_ms, updated_ms)
  select id, state, closes_ms, opens_ms, market.now_ms()
  from unnest(p_ids, p_states, p_closes_ms, p_opens_ms) as given (id, state, closes_ms, opens_ms)
  on conflict (instrument_id) do update
    set state = excluded.state, closes_ms = excluded.closes_ms, opens_ms = excluded.opens_ms, updated_ms = excluded.updated_ms
$$;

-- Stores the finished candles of one minute and folds them into the longer ones. A minute that is stored already is left
-- alone, so a repeat after a crash counts nothing twice. Returns how many minute candles were new.
create function market.store_minute(
  p_start_ms bigint,
  p_ids integer[],
  p_opens bigint[],
  p_highs bigint[],
  p_lows bigint[],
  p_closes bigint[],
  p_volumes bigint[]
) returns integer
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_stored integer;
begin
  if p_start_ms % 60000 <> 0 then
    raise exception 'a minute starts at a multiple of 60000, not %', p_start_ms using errcode = 'check_violation';
  end if;
  with minute as (
    insert into market.candle (instrument_id, interval_seconds, start_ms, open, high, low, close, volume)
    select id, 60, p_start_ms, open, high, low, close, volume
    from unnest(p_ids, p_opens, p_highs, p_lows, p_closes, p_volumes) as given (id, open, high, low, close, volume)
    on conflict do nothing
    returning instrument_id, open, high, low, close, volume
  ), longer as (
    insert into market.candle as kept (instrument_id, interval_seconds, start_ms, open, high, low, close, volume)
    select minute.instrument_id, length.seconds, p_start_ms - p_start_ms % (length.seconds * 1000::bigint),
           minute.open, minute.high, minute.low, minute.close, minute.volume
    from minute cross join unnest(array[300, 900, 3600, 14400, 86400]) as length (seconds)
    order by minute.instrument_id, length.seconds
    on conflict (instrument_id, interval_seconds, start_ms) do update
      set high = greatest(kept.high, excluded.high),
          low = least(kept.low, excluded.low),
          close = excluded.close,
          volume = kept.volume + excluded.volume
    returning 1
  )
  select count(*) into v_stored from minute;
  return v_stored;
end
$$;

-- Takes generated candles in, so that charts are not empty, only before the first frame: afterwards candles come from frames.
-- Every batch names the same end; charts label what starts before it as generated.
create function market.store_history(
  p_until_ms bigint,
  p_ids integer[],
  p_interval_seconds integer[],
  p_starts_ms bigint[],
  p_opens bigint[],
  p_highs bigint[],
  p_lows bigint[],
  p_closes bigint[],
  p_volumes bigint[]
) returns void
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  if exists (select from market.frame) then
    raise exception 'history is generated before the first frame only' using errcode = 'integrity_constraint_violation';
  end if;
  update market.clock set generated_until_ms = p_until_ms where coalesce(generated_until_ms, p_until_ms) = p_until_ms;
  if not found then
    raise exception 'history was generated already' using errcode = 'integrity_constraint_violation';
  end if;
  insert into market.candle (instrument_id, interval_seconds, start_ms, open, high, low, close, volume)
  select id, interval_seconds, start_ms, open, high, low, close, volume
  from unnest(p_ids, p_interval_seconds, p_starts_ms, p_opens, p_highs, p_lows, p_closes, p_volumes)
    as given (id, interval_seconds, start_ms, open, high, low, close, volume)
  where start_ms < p_until_ms;
end
$$;

-- Deletes what need not be kept: frames 7 days past the longest contract (and never one that an open contract needs),
-- candles of one minute after 90 days. At most p_limit frames at a time. Returns how many frames went.
create function market.retain(p_limit integer) returns integer
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_now_ms constant bigint := market.now_ms();
  v_deleted integer;
begin
  delete from market.candle where interval_seconds = 60 and start_ms < v_now_ms - 90 * 86400000::bigint;
  with old as (
    select frame.slot
    from market.frame, market.clock
    where clock.genesis_ms + (frame.slot + 1) * 500 <= v_now_ms - 8 * 86400000::bigint
      and frame.slot < coalesce((select min(entry_slot) from ledger.contract_order where state = 'open'), 9223372036854775807)
    order by frame.slot
    limit p_limit
  )
  delete from market.frame where slot in (select slot from old);
  get diagnostics v_deleted = row_count;
  return v_deleted;
end
$$;

revoke all on all functions in schema market from public;
grant select on all tables in schema market to candor_app, candor_market;
grant execute on function market.now_ms() to candor_app, candor_market;
grant execute on function
  market.publish_frame(bigint, bigint[], integer[], smallint[], integer[], smallint[], bigint[]),
  market.write_sessions(integer[], smallint[], bigint[], bigint[]),
  market.store_minute(bigint, integer[], bigint[], bigint[], bigint[], bigint[], bigint[]),
  market.store_history(bigint, integer[], integer[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[]),
  market.retain(integer)
to candor_market;
