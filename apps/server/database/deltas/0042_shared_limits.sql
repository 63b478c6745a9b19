-- Counts of rate limits that several processes share. A crash empties the table, and with it the running windows.
create schema rate;
create unlogged table rate.counter (
  key bytea not null check (octet_length(key) = 16),
  start_ms bigint not null,
  expires_ms bigint not null,
  count integer not null check (count >= 0),
  primary key (key, start_ms)
);
