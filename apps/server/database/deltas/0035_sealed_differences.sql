-- Leaves of the logs that differ from what is stored, as the process of the logs found them.
create table transparency.difference (
  difference_id bigint generated always as identity primary key,
  name text not null,
  shard text not null,
  leaf_index bigint not null check (leaf_index >= 0),
  detail text not null,
  found_ms bigint not null,
  -- When what is stored was found to be what is sealed again.
  ended_ms bigint,
  foreign key (name, shard) references transparency.log (name, shard)
);
create unique index difference_open on transparency.difference (name, shard, leaf_index) where ended_ms is null;
