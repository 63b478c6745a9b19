-- The role of the sealer, which signs the price log. Roles belong to the whole cluster: it may exist already.
do $$
begin
  create role candor_log nologin;
exception when duplicate_object or unique_violation then
  null;
end
$$;

create schema transparency;

create table transparency.sealer (
  name text primary key check (name in ('ticks', 'events')),
  -- Grows with each sealer of the log that begins: only the newest one may sign.
  fence bigint not null check (fence >= 0)
);
insert into transparency.sealer (name, fence) values ('ticks', 0), ('events', 0);

-- What is signed of each log, outside of the folder with its files: a sealer compares and replaces this row before a
-- checkpoint is published, so that no second history is signed.
create table transparency.log (
  shard_id bigint generated always as identity unique,
  name text not null check (name in ('ticks', 'events')),
  -- The half-year, such as 2026h2.
  shard text not null check (shard ~ '^[0-9]{4}h[12]$'),
  origin text not null check (length(origin) between 1 and 200),
  -- The key that verifies the notes, as a verifier's line of a signed note.
  vkey text not null check (length(vkey) between 1 and 400),
  -- The slot of the first leaf.
  first_slot bigint check (first_slot >= 0),
  size bigint not null check (size >= 0),
  root bytea not null check (octet_length(root) = 32),
  -- The newest checkpoint with its signature.
  note text check (length(note) between 1 and 4000),
  signed_ms bigint,
  opened_ms bigint not null,
  primary key (name, shard),
  constraint ticks_have_slots check ((name = 'ticks') = (first_slot is not null)),
  constraint signed_at_a_time check ((note is null) = (signed_ms is null)),
  constraint grown_by_signing check (note is not null or size = 0)
);
