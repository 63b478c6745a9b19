create function market.refuse_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception '% of %.% is refused: rows are only added', tg_op, tg_table_schema, tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$$;
create trigger frame_is_never_changed before update or truncate on market.frame
  for each statement execute function market.refuse_change();
create trigger gap_is_never_changed before update or delete or truncate on market.gap
  for each statement execute function market.refuse_change();

-- Retention is the one exception: a frame may go once every contract on it is closed for 7 days.
create function market.refuse_early_delete() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_slot_ms constant integer := 500;
  v_day_ms constant bigint := 86400000;
  v_kept_days constant integer := 8; -- 24 hours, the longest contract, and 7 days
  v_end_ms bigint;
begin
  select genesis_ms + (old.slot + 1) * v_slot_ms into strict v_end_ms from market.clock;
  if v_end_ms > clock.now_ms() - v_kept_days * v_day_ms then
    raise exception 'frame % is still kept', old.slot using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end
$$;
create trigger frame_is_kept before delete on market.frame
  for each row execute function market.refuse_early_delete();

-- Publishes the frame of one slot and records the slots missed before it. Placement holds the same advisory lock
-- shared, so no order can commit against a frame that is already stored.
create function market.publish_frame(
  p_slot bigint,
  p_prices bigint[],
  p_ages_ms integer[],
  p_states smallint[],
  p_epochs integer[],
  p_source_kinds smallint[],
  p_volumes bigint[] default null
) returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_slot_ms constant integer := 500;
  v_max_lead_ms constant bigint := 1000;
  v_last_slot bigint;
  v_now_ms bigint;
  v_end_ms bigint;
begin
  perform pg_advisory_xact_lock(7301);
  select max(slot) into v_last_slot from market.frame;
  if p_slot <= v_last_slot then
    raise exception 'slot % is not after slot %', p_slot, v_last_slot using errcode = 'integrity_constraint_violation';
  end if;
  select genesis_ms + (p_slot + 1) * v_slot_ms into strict v_end_ms from market.clock;
  v_now_ms := clock.now_ms();
  if v_end_ms > v_now_ms + v_max_lead_ms then
    raise exception 'slot % ends % ms after now', p_slot, v_end_ms - v_now_ms
      using errcode = 'integrity_constraint_violation';
  end if;
  if p_slot > v_last_slot + 1 then
    insert into market.gap (from_slot, to_slot) values (v_last_slot + 1, p_slot - 1);
  end if;
  insert into market.frame (slot, prices, ages_ms, states, epochs, source_kinds, published_ms, volumes)
  values (p_slot, p_prices, p_ages_ms, p_states, p_epochs, p_source_kinds, v_now_ms, p_volumes);
  return v_now_ms;
end
$$;

-- Writes when each instrument closes and opens next; placement reads it.
create function market.write_sessions(p_ids integer[], p_states smallint[], p_closes_ms bigint[], p_opens_ms bigint[])
  returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into market.session as current (instrument_id, state, closes_ms, opens_ms, updated_ms)
  select id, state, closes_ms, opens_ms, clock.now_ms()
  from unnest(p_ids, p_states, p_closes_ms, p_opens_ms) as given (id, state, closes_ms, opens_ms)
  on conflict (instrument_id) do update
    set state = excluded.state, closes_ms = excluded.closes_ms, opens_ms = excluded.opens_ms,
      updated_ms = excluded.updated_ms
$$;

