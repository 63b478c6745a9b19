-- The order of the log of events, and the secrets behind its salts.

create trigger event_is_never_changed before update or delete or truncate on transparency.event
  for each statement execute function ledger.refuse_change('a log only grows');
create trigger leaf_of_batch_is_never_changed before update or delete or truncate on transparency.leaf_of_batch
  for each statement execute function ledger.refuse_change('a log only grows');
create trigger leaf_of_record_is_never_changed before update or delete or truncate on transparency.leaf_of_record
  for each statement execute function ledger.refuse_change('a log only grows');

-- Raises where batches do not continue those that a stripe has in the log: none is left out. Internal.
create function transparency.require_next_batches(p_stripes smallint[], p_seqs bigint[]) returns void
language plpgsql stable as $$
declare
  v_stripe smallint;
begin
  select given.stripe into v_stripe
  from (
    select stripe, min(seq) as first_seq, max(seq) as last_seq, count(*) as batches
    from unnest(p_stripes, p_seqs) as each (stripe, seq) where stripe is not null
    group by stripe
  ) as given
  where first_seq <> 1 + coalesce(
      (select max(seq) from transparency.leaf_of_batch where leaf_of_batch.stripe = given.stripe), 0)
    or last_seq - first_seq + 1 <> batches
  limit 1;
  if found then
    raise exception 'the batches of stripe % do not continue those in the log', v_stripe
      using errcode = 'integrity_constraint_violation';
  end if;
end
$$;

-- Appends entries to a shard of the log of events, from an index on, each of a batch (stripe and number) or of another
-- record (kind and id), or of neither. False where another sealer has begun.
create function transparency.append_events(
  p_fence bigint, p_shard text, p_first_index bigint, p_entries bytea[], p_stripes smallint[], p_seqs bigint[],
  p_kinds text[], p_record_ids bigint[]
) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not transparency.is_newest('events', p_fence) then
    return false;
  end if;
  if p_first_index <> coalesce((select max(leaf_index) + 1 from transparency.event where shard = p_shard), 0) then
    raise exception 'leaf % is not the next one of events/%', p_first_index, p_shard
      using errcode = 'integrity_constraint_violation';
  end if;
  perform transparency.require_next_batches(p_stripes, p_seqs);
  insert into transparency.event (shard, leaf_index, entry)
  select p_shard, p_first_index + place - 1, entry from unnest(p_entries) with ordinality as each (entry, place);
  insert into transparency.leaf_of_batch (stripe, seq, shard, leaf_index)
  select stripe, seq, p_shard, p_first_index + place - 1
  from unnest(p_stripes, p_seqs) with ordinality as each (stripe, seq, place) where stripe is not null;
  delete from transparency.item_root using (
    select stripe, max(seq) as seq from unnest(p_stripes, p_seqs) as each (stripe, seq) group by stripe
  ) as sealed where item_root.stripe = sealed.stripe and item_root.seq <= sealed.seq;
  insert into transparency.leaf_of_record (kind, record_id, shard, leaf_index)
  select kind, record_id, p_shard, p_first_index + place - 1
  from unnest(p_kinds, p_record_ids) with ordinality as each (kind, record_id, place) where kind is not null;
  perform solvency.mark_logged(record_id, p_shard, p_first_index + place - 1)
  from unnest(p_kinds, p_record_ids) with ordinality as each (kind, record_id, place) where kind = 'snapshot';
  return true;
end
$$;

-- Remembers the tree over the items of a batch, for the sealer. A batch that has a leaf needs none.
create function transparency.remember_items(p_stripe smallint, p_seq bigint, p_item_count integer, p_items_root bytea)
returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into transparency.item_root (stripe, seq, item_count, items_root)
  select p_stripe, p_seq, p_item_count, p_items_root
  where not exists (select from transparency.leaf_of_batch where stripe = p_stripe and seq = p_seq)
  on conflict do nothing
$$;

-- The secrets of customers; one is drawn for each that has none yet.
create function transparency.customer_secrets(p_customers bigint[]) returns table (customer_id bigint, secret bytea)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  insert into transparency.customer_secret (customer_id, secret)
  select distinct given.id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
  from unnest(p_customers) as given (id)
  where not exists (select from transparency.customer_secret as known where known.customer_id = given.id)
  on conflict do nothing;
  return query
  select known.customer_id, known.secret from transparency.customer_secret as known
  where known.customer_id = any (p_customers);
end
$$;

-- Whether a checkpoint of the log of events covers that a key replaces the one of a log. Internal.
create function transparency.is_announced(p_name text, p_vkey text) returns boolean
language sql stable as $$
  select exists (
    select from transparency.key_change
    join transparency.leaf_of_record as leaf on leaf.kind = 'key' and leaf.record_id = key_change.change_id
    join transparency.log on log.name = 'events' and log.shard = leaf.shard and leaf.leaf_index < log.size
    where key_change.name = p_name and key_change.vkey = p_vkey)
$$;

-- Announces that a key replaces the one of a log, once. Returns whether that is signed already, so that the log may be
-- signed by the key; null where another sealer has begun.
create function transparency.announce_key(p_fence bigint, p_name text, p_vkey text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not transparency.is_newest(p_name, p_fence) then
    return null;
  end if;
  insert into transparency.key_change (name, vkey, from_ms) values (p_name, p_vkey, clock.now_ms())
  on conflict do nothing;
  return transparency.is_announced(p_name, p_vkey);
end
$$;
-- Announces the key that signs acceptances, once. Every key that was announced stays trusted for what it signed. At
-- most 100 in all: a server that somebody has taken over shall not fill the log with keys.
create function transparency.announce_acceptance_key(p_vkey text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from transparency.key_change where name = 'acceptance' and vkey = p_vkey) then
    return;
  end if;
  if (select count(*) from transparency.key_change where name = 'acceptance') >= 100 then
    raise exception 'too many keys of acceptances are announced' using errcode = 'program_limit_exceeded';
  end if;
  insert into transparency.key_change (name, vkey, from_ms) values ('acceptance', p_vkey, clock.now_ms())
  on conflict do nothing;
end
$$;
create trigger key_change_is_never_changed before update or delete or truncate on transparency.key_change
  for each statement execute function ledger.refuse_change('a log only grows');
