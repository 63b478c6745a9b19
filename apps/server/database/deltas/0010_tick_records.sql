-- A frame names the ticks that it is made of, the ticks themselves are kept for 30 days, and a simulation commits to
-- the seed of a day before it draws from it.
create table market.source (
  -- Marks the source in frames and in records of ticks: never reused.
  number smallint primary key check (number between 1 and 15),
  name text not null unique check (name ~ '^[a-z][a-z0-9-]{0,30}$')
);

alter table market.frame
  -- Per instrument, the sources that sent a tick since the frame before: source n is the bit n - 1. Array index =
  -- instrument_id. Null in frames from before the records.
  add column sources smallint[],
  -- SHA-256 of the record of these ticks.
  add column ticks_digest bytea,
  add constraint frame_has_sources check (
    sources is not null and cardinality(sources) = cardinality(prices) and array_position(sources, null) is null
      and 0 <= all (sources)) not valid,
  add constraint frame_has_digest check (ticks_digest is not null and octet_length(ticks_digest) = 32) not valid;

-- The ticks of a frame. A slot with a frame and without a row here lost its ticks in a crash.
create table market.tick_record (
  slot bigint primary key,
  -- Raw deflate (RFC 1951) of the bytes whose SHA-256 the frame has.
  deflated bytea not null check (octet_length(deflated) between 1 and 4000000)
);
-- It is compressed already.
alter table market.tick_record alter column deflated set storage external;

-- The seeds of the simulation. The commitment is stored before the day's first tick is drawn; the seed follows when
-- every contract of the day is over.
create table market.seed_commitment (
  -- Counted since 1970-01-01, in UTC.
  day integer primary key,
  commitment bytea not null check (octet_length(commitment) = 32),
  committed_ms bigint not null,
  seed bytea,
  revealed_ms bigint,
  constraint revealed_seed_is_the_committed_one check (sha256(seed) = commitment),
  constraint reveal_is_complete check (num_nulls(seed, revealed_ms) in (0, 2)),
  -- 24 hours of the day, 24 of the longest contract, and one for entry delays and late frames.
  constraint reveal_is_not_early check (revealed_ms >= (day * 24::bigint + 49) * 3600000)
);

-- Readable by no role: the seed of a day is enough to compute its prices.
create table market.secret_seed (
  day integer primary key references market.seed_commitment,
  seed bytea not null check (octet_length(seed) = 32)
);

-- Where each run of the simulation begins, and each of its days.
create table market.simulation_start (
  -- The start of the first step.
  start_ms bigint primary key,
  -- The walk of each instrument before that step, in exchange ticks. Array index = instrument_id.
  ticks double precision[] not null check (cardinality(ticks) > 0 and array_position(ticks, null) is null)
);
