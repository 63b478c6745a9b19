-- How the house conducts itself, in figures that anybody may read: what contracts came to, what went wrong, and the
-- rules that are published.

create schema conduct;

create table conduct.setting (
  singleton boolean primary key default true check (singleton),
  -- Of fewer, a figure says more about chance than about the house, and is not shown.
  min_customers integer not null check (min_customers > 0),
  min_contracts integer not null check (min_contracts > 0),
  min_group_contracts integer not null check (min_group_contracts > 0),
  min_accepted_orders integer not null check (min_accepted_orders > 0),
  -- Longer without a frame, without a price of one instrument, or without a new checkpoint is an incident.
  outage_slots integer not null check (outage_slots > 0),
  stale_slots integer not null check (stale_slots > 0),
  log_late_ms integer not null check (log_late_ms > 0)
);
insert into conduct.setting (min_customers, min_contracts, min_group_contracts, min_accepted_orders, outage_slots,
  stale_slots, log_late_ms)
values (500, 10000, 1000, 100, 20, 600, 60000);

-- Contracts are counted by the band of their stake: from this amount up to the next one, the same for both assets.
create table conduct.stake_band (
  stake_from bigint primary key check (stake_from >= 0)
);
insert into conduct.stake_band values (0), (10000000), (50000000), (200000000), (1000000000);

-- The newest batch of each stripe whose settled contracts are counted.
create table conduct.counted_batch (
  stripe smallint primary key,
  seq bigint not null
);

-- The contracts that were settled on a UTC day, counted from 1970. Sums are over contracts that were won or lost.
create table conduct.contract_day (
  day integer not null,
  stake_from bigint not null,
  duration_slots integer not null,
  won bigint not null check (won >= 0),
  lost bigint not null check (lost >= 0),
  tied bigint not null check (tied >= 0),
  voided bigint not null check (voided >= 0),
  staked bigint not null check (staked >= 0),
  fees bigint not null check (fees >= 0),
  -- What winning all of them would have paid above the stakes: with it, the rate of wins that breaks even.
  profits bigint not null check (profits >= 0),
  -- What customers gained.
  net bigint not null,
  primary key (day, stake_from, duration_slots)
);

create table conduct.void_day (
  day integer not null,
  reason contract.void_reason not null,
  contracts bigint not null check (contracts > 0),
  -- What the customers' result would have been by the prices that were shown at entry and exit.
  house_gain bigint not null,
  primary key (day, reason)
);

-- What each customer gained on a day by contracts that were won or lost. Kept for 90 days.
create table conduct.customer_day (
  day integer not null,
  customer_id bigint not null,
  net bigint not null,
  primary key (day, customer_id)
);

-- Days whose contracts are all counted.
create table conduct.closed_day (
  day integer primary key,
  closed_ms bigint not null
);

-- How many customers with a contract that was won or lost lost money, over the days that end with this one.
create table conduct.customer_share (
  day integer not null references conduct.closed_day,
  days smallint not null check (days in (30, 90)),
  customers bigint not null check (customers >= 0),
  lost bigint not null check (lost between 0 and customers),
  primary key (day, days)
);

-- How long the server took to accept orders, as it measured: orders by milliseconds, rounded up.
create table conduct.acceptance_day (
  day integer not null,
  stake_from bigint not null,
  within_ms integer not null check (within_ms > 0),
  orders bigint not null check (orders > 0),
  primary key (day, stake_from, within_ms)
);

-- Times without prices, without a price of one instrument, or without a checkpoint.
create table conduct.incident (
  incident_id bigint generated always as identity primary key,
  kind text not null check (kind in ('no-prices', 'stale', 'log-late')),
  -- The symbol of an instrument, or the name of a log; empty where it is all.
  subject text not null,
  started_ms bigint not null,
  ended_ms bigint check (ended_ms >= started_ms),
  unique (kind, subject, started_ms)
);
create unique index incident_under_way on conduct.incident (kind, subject) where ended_ms is null;
create index incident_by_time on conduct.incident (started_ms);

-- The published rules, each version with its text.
create table conduct.rule (
  rule_id bigint generated always as identity primary key,
  name text not null check (name ~ '^[a-z-]{3,40}$'),
  version integer not null check (version > 0),
  body text not null check (length(body) between 20 and 10000),
  text_hash bytea not null check (text_hash = sha256(convert_to(body, 'UTF8'))),
  in_force_ms bigint not null,
  unique (name, version)
);

alter table transparency.leaf_of_record drop constraint leaf_of_record_kind_check;
alter table transparency.leaf_of_record add constraint leaf_of_record_kind_check check (kind in ('shard', 'key',
  'terms', 'halt', 'lift', 'audit', 'snapshot', 'seed', 'revealed', 'rule', 'figures'));
