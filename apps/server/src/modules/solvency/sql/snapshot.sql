-- Snapshots: stored whole, logged once, never changed. Leaves and keys are kept for the newest only.

-- The number of the next snapshot, which its leaves contain.
create function solvency.next_number() returns bigint
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select nextval('solvency.snapshot_number')
$$;

-- Stores a snapshot with its key, unless its day has one. The leaves and tiles follow in the same transaction.
create function solvency.store_snapshot(p_snapshot_id bigint, p_day integer, p_at_ms bigint, p_customers integer,
  p_event bytea, p_key bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_event is null or substr(p_event, 1, 18) <> '\x0114'::bytea || int8send(p_snapshot_id) || int8send(p_at_ms) then
    raise exception 'the event is of another snapshot' using errcode = 'invalid_parameter_value';
  end if;
  insert into solvency.snapshot (snapshot_id, day, at_ms, customers, event)
  values (p_snapshot_id, p_day, p_at_ms, p_customers, p_event) on conflict (day) do nothing;
  if not found then
    return false;
  end if;
  insert into solvency.snapshot_key (snapshot_id, key) values (p_snapshot_id, p_key);
  return true;
end
$$;

-- Records where the events log holds a snapshot. From then on its proofs are served. A repeat changes nothing.
-- For the owner only, until the process that seals the log has a role of its own.
create function solvency.mark_logged(p_snapshot_id bigint, p_shard text, p_index bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform ledger.require_given('request', num_nulls(p_snapshot_id, p_shard, p_index));
  update solvency.snapshot set logged_shard = p_shard, logged_index = p_index, logged_ms = clock.now_ms()
  where snapshot_id = p_snapshot_id and logged_index is null;
  if not exists (select from solvency.snapshot where snapshot_id = p_snapshot_id
    and (logged_shard, logged_index) = (p_shard, p_index)) then
    raise exception 'snapshot % is unknown, or logged elsewhere', p_snapshot_id
      using errcode = 'invalid_parameter_value';
  end if;
end
$$;

-- Deletes leaves, tiles and keys, except those of the two newest snapshots and of the two newest that are logged.
create function solvency.prune() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_kept constant bigint[] := array(select snapshot_id from solvency.snapshot order by snapshot_id desc limit 2)
    || array(select snapshot_id from solvency.snapshot where logged_index is not null
      order by snapshot_id desc limit 2);
begin
  delete from solvency.leaf where snapshot_id <> all(v_kept);
  delete from solvency.tile where snapshot_id <> all(v_kept);
  delete from solvency.snapshot_key where snapshot_id <> all(v_kept);
end
$$;

create trigger snapshot_is_logged_once before update on solvency.snapshot for each row
  execute function ledger.require_single_step('logged_index', 'logged_shard', 'logged_ms');
create trigger snapshot_is_kept before delete or truncate on solvency.snapshot for each statement
  execute function ledger.refuse_change();
