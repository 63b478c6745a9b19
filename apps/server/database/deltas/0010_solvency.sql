-- The proof of liabilities: snapshots of what the house owes every customer, and what their proofs are made from.

create schema solvency;

create sequence solvency.snapshot_number;

create table solvency.snapshot (
  snapshot_id bigint primary key,
  -- The UTC day of a daily snapshot, counted from 1970; null for one that was asked for.
  day integer unique check (day > 0),
  at_ms bigint not null check (at_ms > 0),
  customers integer not null check (customers >= 0),
  -- The entry for the events log, as packages/proof encodes it.
  event bytea not null check (octet_length(event) between 18 and 65535),
  -- Where the entry is in the events log. No proof is served before.
  logged_shard text check (length(logged_shard) between 1 and 20),
  logged_index bigint check (logged_index >= 0),
  logged_ms bigint,
  constraint logged_at_once check (num_nonnulls(logged_shard, logged_index, logged_ms) in (0, 3))
);

-- The secrets and nonces of all leaves follow from it. It is deleted with them.
create table solvency.snapshot_key (
  snapshot_id bigint primary key references solvency.snapshot,
  key bytea not null check (octet_length(key) = 32)
);

-- The balances and positions of up to 512 customers a row, from first_customer_id on.
create table solvency.leaf (
  snapshot_id bigint not null references solvency.snapshot,
  first_customer_id bigint not null,
  records bytea not null,
  primary key (snapshot_id, first_customer_id)
);
-- Digests do not compress.
alter table solvency.leaf alter column records set storage external;

-- Up to 256 neighbouring nodes a row, at height 8 * level.
create table solvency.tile (
  snapshot_id bigint not null references solvency.snapshot,
  asset smallint not null check (asset in (1, 2)),
  level smallint not null check (level >= 0),
  position integer not null check (position >= 0),
  nodes bytea not null check (octet_length(nodes) between 80 and 10240),
  primary key (snapshot_id, asset, level, position)
);
alter table solvency.tile alter column nodes set storage external;

-- When a customer's app last read their own proof: how likely it is that an omission is noticed.
create table solvency.proof_reading (
  customer_id bigint primary key,
  read_ms bigint not null
);
create index proof_reading_by_time on solvency.proof_reading (read_ms);
