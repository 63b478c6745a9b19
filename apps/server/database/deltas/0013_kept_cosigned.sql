-- Cosigned checkpoints that are kept for good, one in 20 seconds of each shard at most: the others are removed once
-- larger ones have all of their cosignatures. A receipt of long ago is built on one from then.
create table transparency.kept_cosigned (
  name text not null,
  shard text not null,
  size bigint not null check (size > 0),
  note text not null check (length(note) between 1 and 8000),
  -- Lines of a signed note, without their newlines.
  lines text[] not null check (cardinality(lines) > 0 and array_position(lines, null) is null),
  cosigned_ms bigint not null,
  primary key (name, shard, size),
  foreign key (name, shard) references transparency.log
);
