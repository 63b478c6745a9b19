-- The batch that accepted an order is part of what placing returns: the server signs it.
alter type contract.placement add attribute placed_seq bigint;

-- Checkpoints that are kept for good, one a minute of each shard at most. A receipt of long ago is built on the one
-- that followed its contract: on a newer one, its proofs would be longer.
create table transparency.kept_checkpoint (
  name text not null,
  shard text not null,
  size bigint not null check (size > 0),
  note text not null check (length(note) between 1 and 4000),
  signed_ms bigint not null,
  primary key (name, shard, size),
  foreign key (name, shard) references transparency.log
);
