-- The witnesses that the log's process asks for cosignatures, as its settings list them.
create table transparency.witness (
  -- A verifier's line of a signed note.
  vkey text primary key check (length(vkey) between 1 and 2500),
  name text not null check (length(name) between 1 and 200),
  -- 'own' is the one that the sandbox runs itself; 'this-machine' has an address on loopback.
  place text not null check (place in ('own', 'this-machine', 'elsewhere')),
  is_independent boolean not null,
  -- False for one that is not asked any more. Its cosignatures remain.
  is_listed boolean not null,
  listed_ms bigint not null,
  constraint own_is_not_independent check (place <> 'own' or not is_independent)
);

-- The operator's policy (c2sp.org/tlog-policy): one row once the log's process has read it.
create table transparency.witness_policy (
  is_only boolean primary key default true check (is_only),
  policy text not null check (length(policy) <= 500000)
);

-- Checkpoints that witnesses have cosigned. A cosignature is over the text of the checkpoint, so that it holds for
-- each note with that text.
create table transparency.cosigned_checkpoint (
  name text not null,
  shard text not null,
  size bigint not null check (size >= 0),
  -- Signed by the log, without cosignatures.
  note text not null check (length(note) between 1 and 8000),
  primary key (name, shard, size),
  foreign key (name, shard) references transparency.log
);

create table transparency.cosignature (
  name text not null,
  shard text not null,
  size bigint not null,
  vkey text not null check (length(vkey) between 1 and 2500),
  -- A line of a signed note, without the newline.
  line text not null check (length(line) between 1 and 5000),
  -- When it was received.
  cosigned_ms bigint not null,
  primary key (name, shard, size, vkey),
  foreign key (name, shard, size) references transparency.cosigned_checkpoint on delete cascade
);
