-- Witnesses of the logs, and the checkpoints that they cosigned.

-- Replaces the list of witnesses and the policy by those that the log's process has read.
create function transparency.list_witnesses(
  p_vkeys text[], p_names text[], p_places text[], p_independent boolean[], p_policy text
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update transparency.witness set is_listed = false where is_listed and vkey <> all (p_vkeys);
  insert into transparency.witness (vkey, name, place, is_independent, is_listed, listed_ms)
  select vkey, name, place, is_independent, true, clock.now_ms()
  from unnest(p_vkeys, p_names, p_places, p_independent) as each (vkey, name, place, is_independent)
  on conflict (vkey) do update
    set name = excluded.name, place = excluded.place, is_independent = excluded.is_independent, is_listed = true,
      listed_ms = case when witness.is_listed then witness.listed_ms else excluded.listed_ms end;
  insert into transparency.witness_policy (policy) values (p_policy)
  on conflict (is_only) do update set policy = excluded.policy;
end
$$;

-- Whether every witness of a checkpoint has also cosigned a larger one of its shard. Internal.
create function transparency.is_outdone(p_name text, p_shard text, p_size bigint) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from transparency.cosigned_checkpoint as later
    where later.name = p_name and later.shard = p_shard and later.size > p_size and not exists (
      select from transparency.cosignature as own
      where own.name = p_name and own.shard = p_shard and own.size = p_size and not exists (
        select from transparency.cosignature as other
        where other.name = p_name and other.shard = p_shard and other.size = later.size and other.vkey = own.vkey
      )
    )
  )
$$;

-- Keeps a cosignature of a checkpoint of a shard. Removes the checkpoints that no policy needs any more, because a
-- larger one has all of their cosignatures, and at most 256 are kept of a shard.
create function transparency.keep_cosignature(
  p_name text, p_shard text, p_size bigint, p_note text, p_vkey text, p_line text
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- One call at a time for each shard: two that remove at once could each go by what the other removes.
  perform pg_advisory_xact_lock(hashtextextended('transparency.keep_cosignature ' || p_name || '/' || p_shard, 0));
  insert into transparency.cosigned_checkpoint (name, shard, size, note) values (p_name, p_shard, p_size, p_note)
  on conflict (name, shard, size) do update set note = excluded.note;
  insert into transparency.cosignature (name, shard, size, vkey, line, cosigned_ms)
  values (p_name, p_shard, p_size, p_vkey, p_line, clock.now_ms())
  on conflict (name, shard, size, vkey) do update set line = excluded.line, cosigned_ms = excluded.cosigned_ms;
  delete from transparency.cosigned_checkpoint as each
  where each.name = p_name and each.shard = p_shard and transparency.is_outdone(p_name, p_shard, each.size);
  delete from transparency.cosigned_checkpoint as each
  where each.name = p_name and each.shard = p_shard and each.size < (
    select min(size) from (
      select size from transparency.cosigned_checkpoint
      where name = p_name and shard = p_shard order by size desc limit 256
    ) as kept
  );
end
$$;
