-- What the sealer has signed: rows that only grow.

create trigger log_is_kept before delete or truncate on transparency.log
  for each statement execute function ledger.refuse_change('a log only grows');

create function transparency.require_growth() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (new.name, new.shard, new.origin, new.opened_ms) is distinct from (old.name, old.shard, old.origin, old.opened_ms)
    or new.first_slot is distinct from old.first_slot
    or new.size < old.size or new.size = old.size and new.root <> old.root then
    raise exception 'the log %/% does not grow from % leaves', old.name, old.shard, old.size
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger log_only_grows before update on transparency.log
  for each row execute function transparency.require_growth();

-- Begins sealing a log: sealers from before can sign no more, also where their last statement is still under way.
-- Returns the fence of the new one.
create function transparency.begin_sealing(p_name text) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update transparency.sealer set fence = fence + 1 where name = p_name returning fence
$$;

-- Whether a sealer is the newest one of its log; holds that until the end of the transaction. Internal.
create function transparency.is_newest(p_name text, p_fence bigint) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform from transparency.sealer where name = p_name and fence = p_fence for share;
  return found;
end
$$;

-- Opens a shard, which begins empty; the shards before it are closed by that. False where another sealer has begun.
create function transparency.open_shard(
  p_fence bigint, p_name text, p_shard text, p_origin text, p_vkey text, p_first_slot bigint
) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not transparency.is_newest(p_name, p_fence) then
    return false;
  end if;
  if exists (select from transparency.log where name = p_name and shard >= p_shard) then
    raise exception 'the log %/% is not after the shards that exist', p_name, p_shard
      using errcode = 'integrity_constraint_violation';
  end if;
  insert into transparency.log (name, shard, origin, vkey, first_slot, size, root, opened_ms)
  values (p_name, p_shard, p_origin, p_vkey, p_first_slot, 0, sha256(''), clock.now_ms());
  return true;
end
$$;

-- Keeps the newest checkpoint of a shard for good, unless one of the minute before it is kept. Internal.
create function transparency.keep_checkpoint(p_name text, p_shard text) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into transparency.kept_checkpoint (name, shard, size, note, signed_ms)
  select name, shard, size, note, signed_ms from transparency.log
  where name = p_name and shard = p_shard and size > 0 and coalesce((
    select log.signed_ms not between newest.signed_ms and newest.signed_ms + 59999
    from transparency.kept_checkpoint as newest where newest.name = p_name and newest.shard = p_shard
    order by newest.size desc limit 1), true)
  on conflict do nothing
$$;
create trigger kept_checkpoint_is_never_changed before update or delete or truncate on transparency.kept_checkpoint
  for each statement execute function ledger.refuse_change('a log only grows');

-- A time in milliseconds as it is counted: rounded up to whole milliseconds through 100, to tens through a second, to
-- hundreds through ten seconds, to seconds through ten minutes, and to minutes beyond. Internal.
create function transparency.rounded_up_ms(p_ms bigint) returns integer
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select least(2147460000, greatest(1, (p_ms + step - 1) / step * step))::integer
  from (select case when p_ms <= 100 then 1 when p_ms <= 1000 then 10 when p_ms <= 10000 then 100
    when p_ms <= 600000 then 1000 else 60000 end as step) as steps
$$;

-- Counts how long the batches between two heads of the log of events waited for the signature. Those that were booked
-- before the log began, on a first start, waited for none. Internal.
create function transparency.count_signed(p_shard text, p_from_size bigint, p_to_size bigint) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into transparency.signed_time as known (day, within_ms, batches)
  select clock.now_ms() / 86400000, transparency.rounded_up_ms(clock.now_ms() - link.at_ms), count(*)
  from transparency.leaf_of_batch as leaf join ledger.link using (stripe, seq)
  where leaf.shard = p_shard and leaf.leaf_index >= p_from_size and leaf.leaf_index < p_to_size
    and link.at_ms >= (select min(opened_ms) from transparency.log where name = 'events')
  group by 1, 2
  on conflict (day, within_ms) do update set batches = known.batches + excluded.batches
$$;
create trigger signed_time_is_kept before delete or truncate on transparency.signed_time
  for each statement execute function ledger.refuse_change('a log only grows');

-- Compares what is signed of a shard and replaces it by a larger tree with its checkpoint. Returns 'advanced';
-- 'superseded' where another sealer has begun; 'differs' where something else is signed, the shard is closed, or the
-- key is neither that of the shard nor announced. The same size may be signed again, with the same root only.
create function transparency.advance(
  p_fence bigint, p_name text, p_shard text, p_from_size bigint, p_from_root bytea, p_to_size bigint, p_to_root bytea,
  p_note text, p_vkey text
) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not transparency.is_newest(p_name, p_fence) then
    return 'superseded';
  end if;
  -- The last word of a key that is replaced: it contains the announcement of the next one.
  insert into transparency.kept_checkpoint (name, shard, size, note, signed_ms)
  select name, shard, size, note, signed_ms from transparency.log
  where name = p_name and shard = p_shard and size > 0 and note is not null and vkey <> p_vkey
  on conflict do nothing;
  update transparency.log
  set size = p_to_size, root = p_to_root, note = p_note, vkey = p_vkey, signed_ms = clock.now_ms()
  where name = p_name and shard = p_shard and size = p_from_size and root = p_from_root
    and (p_to_size > size or p_to_size = size and p_to_root = root)
    and (vkey = p_vkey or transparency.is_announced(p_name, p_vkey))
    and not exists (select from transparency.log as later where later.name = p_name and later.shard > p_shard);
  if not found then
    return 'differs';
  end if;
  perform transparency.keep_checkpoint(p_name, p_shard);
  if p_name = 'events' then
    perform transparency.count_signed(p_shard, p_from_size, p_to_size);
  end if;
  return 'advanced';
end
$$;

-- A frame is kept until a full bundle of the log holds it, however old it is: retention passes it over. A log that
-- starts makes its last bundle, of 256 leaves, again from the frames.
create function transparency.keep_unsealed() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_bundle_leaves constant integer := 256;
  v_first_needed bigint;
begin
  select first_slot + size / v_bundle_leaves * v_bundle_leaves into v_first_needed
  from transparency.log where name = 'ticks' order by shard desc limit 1;
  return case when old.slot >= v_first_needed then null else old end;
end
$$;
create trigger frame_is_sealed_first before delete on market.frame
  for each row execute function transparency.keep_unsealed();
