-- Creates every missing entry partition from the day of `p_from_ms` on, with its own guards: a statement on the
-- partition itself does not fire the parent's. Internal.
create function ledger.create_entry_days(p_from_ms bigint, p_days integer) returns integer
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_day_ms constant bigint := 86400000;
  v_start_ms bigint;
  v_name text;
  v_created integer := 0;
begin
  for v_ahead in 0..p_days loop
    v_start_ms := p_from_ms - p_from_ms % v_day_ms + v_ahead * v_day_ms;
    v_name := 'entry_' || to_char(to_timestamp(v_start_ms / 1000) at time zone 'UTC', 'YYYYMMDD');
    continue when to_regclass('ledger.' || v_name) is not null;
    perform pg_advisory_xact_lock(7302);
    continue when to_regclass('ledger.' || v_name) is not null;
    -- Attaching a table, unlike creating it as a partition, does not block writers.
    execute format('create table ledger.%I (like ledger.entry including all)', v_name);
    execute format('create trigger entries_sum_to_zero after insert on ledger.%I referencing new table as added '
      'for each statement execute function ledger.require_zero_sum()', v_name);
    execute format('create trigger entry_is_never_changed before update or delete or truncate on ledger.%I '
      'for each statement execute function ledger.refuse_change()', v_name);
    execute format('grant select on ledger.%I to candor_app', v_name);
    execute format('alter table ledger.entry attach partition ledger.%I for values from (%s) to (%s)',
      v_name, v_start_ms, v_start_ms + v_day_ms);
    v_created := v_created + 1;
  end loop;
  return v_created;
end
$$;

-- The server calls it at start and daily; booking does so too for a day that is missing. Returns how many it created.
create function ledger.prepare_entry_days(p_days_ahead integer) returns integer
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select ledger.create_entry_days(clock.now_ms(), least(greatest(p_days_ahead, 0), 60))
$$;
