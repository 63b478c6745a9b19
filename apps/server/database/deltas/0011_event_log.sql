-- The leaves of the log of events, in the order that the sealer gave them: it cannot be computed again from what other
-- tables hold.
create table transparency.event (
  shard text not null check (shard ~ '^[0-9]{4}h[12]$'),
  leaf_index bigint not null check (leaf_index >= 0),
  -- Version, type and fields, as packages/proof writes them.
  entry bytea not null check (octet_length(entry) between 2 and 65535),
  primary key (shard, leaf_index)
);

-- Where each batch of the ledger is in the log.
create table transparency.leaf_of_batch (
  stripe smallint not null,
  seq bigint not null check (seq > 0),
  shard text not null,
  leaf_index bigint not null,
  primary key (stripe, seq),
  foreign key (shard, leaf_index) references transparency.event
);

-- Keys that replace those of a log. Its next checkpoints are signed by a new key once the log of events, by the key
-- from before, has signed that it does.
create table transparency.key_change (
  change_id bigint generated always as identity primary key,
  name text not null check (name in ('ticks', 'events', 'acceptance')),
  vkey text not null check (length(vkey) between 1 and 400),
  from_ms bigint not null,
  unique (name, vkey)
);

-- Where every other record is: a shard, a new key, a version of terms, a halt and its lifting, the newest link of the
-- audit, a snapshot of liabilities, the commitment to a day's seed and the seed itself (by the day).
create table transparency.leaf_of_record (
  kind text not null check (kind in ('shard', 'key', 'terms', 'halt', 'lift', 'audit', 'snapshot', 'seed', 'revealed')),
  record_id bigint not null,
  shard text not null,
  leaf_index bigint not null,
  primary key (kind, record_id),
  foreign key (shard, leaf_index) references transparency.event
);

-- A customer's secret, from which the salts of what is sealed of them are made: nobody guesses an item from its hash.
-- Without it nobody can compute the items again; their root stays in the log.
create table transparency.customer_secret (
  customer_id bigint primary key,
  secret bytea not null check (octet_length(secret) = 32)
);
