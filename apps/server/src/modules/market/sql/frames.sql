create trigger frame_is_never_changed before update or truncate on market.frame
  for each statement execute function ledger.refuse_change('rows are only added');
create trigger gap_is_never_changed before update or delete or truncate on market.gap
  for each statement execute function ledger.refuse_change('rows are only added');

-- Retention is the one exception. The argument of the trigger is how many days a row is kept after its slot; for a
-- frame 24 hours, the longest contract, and 7 days.
create function market.refuse_early_delete() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_slot_ms constant integer := 500;
  v_day_ms constant bigint := 86400000;
  v_kept_days constant integer := tg_argv[0];
  v_end_ms bigint;
begin
  select genesis_ms + (old.slot + 1) * v_slot_ms into strict v_end_ms from market.clock;
  if v_end_ms > clock.now_ms() - v_kept_days * v_day_ms then
    raise exception '% % is still kept', tg_table_name, old.slot using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end
$$;
create trigger frame_is_kept before delete on market.frame
  for each row execute function market.refuse_early_delete('8');

-- The running sums of a frame, from those of the frame before it. Internal.
create function market.sums_after(p_last market.frame, p_prices bigint[], p_states smallint[])
  returns market.running_sums
language sql stable as $$
  select
    coalesce(array_agg(coalesce(price_sum, 0) + case when state = 1 then price else 0 end order by instrument_id),
      '{}'),
    coalesce(array_agg(coalesce(open_count, 0) + case when state = 1 then 1 else 0 end order by instrument_id), '{}')
  from unnest(p_prices, p_states, p_last.price_sums, p_last.open_counts) with ordinality
    as cell (price, state, price_sum, open_count, instrument_id)
$$;

-- Raises where a frame does not continue the one before it: the epoch of an instrument steps back, its price steps
-- farther than its bound within an epoch, or is so large that an average might overflow. A price that no tick has set
-- yet (of the greatest age) is no bound. That no instrument is dropped follows from the sums. Internal.
create function market.require_continuation(p_last market.frame, p_prices bigint[], p_epochs integer[]) returns void
language plpgsql stable as $$
declare
  v_max_price constant bigint := 100000000000000000;
  v_max_age_ms constant integer := 2147483647;
  v_wrong integer;
begin
  select instrument_id into v_wrong
  from unnest(p_prices, p_epochs, p_last.prices, p_last.epochs, p_last.ages_ms) with ordinality
    as cell (price, epoch, last_price, last_epoch, last_age_ms, instrument_id)
  where price not between -v_max_price and v_max_price or epoch < last_epoch
    or price <> last_price and epoch = last_epoch and last_age_ms < v_max_age_ms and exists (
      select from market.instrument where instrument.instrument_id = cell.instrument_id
        and abs(price - last_price)::numeric * 10000 > abs(last_price)::numeric * max_step_bps)
  limit 1;
  if found then
    raise exception 'instrument % does not continue slot %', v_wrong, p_last.slot
      using errcode = 'integrity_constraint_violation';
  end if;
end
$$;

-- Publishes the frame of one slot and records the slots missed before it. Placement holds the same advisory lock
-- shared, so no order can commit against a frame that is already stored. The running sums follow from the newest stored
-- frame: no caller passes them. `p_sources` and `p_ticks_digest` name the ticks that the frame is made of. `p_term` is
-- that of the publisher's lease: a process that was paused while another took the lease publishes nothing any more.
create function market.publish_frame(
  p_slot bigint,
  p_prices bigint[],
  p_ages_ms integer[],
  p_states smallint[],
  p_epochs integer[],
  p_source_kinds smallint[],
  p_volumes bigint[],
  p_sources smallint[],
  p_ticks_digest bytea,
  p_term bigint
) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_slot_ms constant integer := 500;
  v_max_lead_ms constant bigint := 1000;
  v_max_lateness_ms constant bigint := 2500;
  v_last market.frame;
  v_now_ms bigint;
  v_end_ms bigint;
  v_sums market.running_sums;
  v_term bigint;
begin
  perform pg_advisory_xact_lock(7301);
  select term into strict v_term from market.lease;
  if p_term is distinct from v_term then
    raise exception 'term % of the market is not the newest, %', p_term, v_term
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  select * into v_last from market.frame order by slot desc limit 1;
  if p_slot <= v_last.slot then
    raise exception 'slot % is not after slot %', p_slot, v_last.slot using errcode = 'integrity_constraint_violation';
  end if;
  select genesis_ms + (p_slot + 1) * v_slot_ms into strict v_end_ms from market.clock;
  v_now_ms := clock.now_ms();
  if v_end_ms > v_now_ms + v_max_lead_ms then
    raise exception 'slot % ends % ms after now', p_slot, v_end_ms - v_now_ms
      using errcode = 'integrity_constraint_violation';
  end if;
  v_sums := market.sums_after(v_last, p_prices, p_states);
  -- The market role gives a frame up 2 s after its slot. A statement that arrives later must not store it: nobody was
  -- shown it.
  if v_end_ms < v_now_ms - v_max_lateness_ms then
    raise exception 'slot % ended % ms ago', p_slot, v_now_ms - v_end_ms
      using errcode = 'integrity_constraint_violation';
  end if;
  if p_slot > v_last.slot + 1 then
    insert into market.gap (from_slot, to_slot) values (v_last.slot + 1, p_slot - 1);
  end if;
  insert into market.frame (slot, prices, ages_ms, states, epochs, source_kinds, published_ms, volumes, price_sums,
    open_counts, sources, ticks_digest, term)
  values (p_slot, p_prices, p_ages_ms, p_states, p_epochs, p_source_kinds, v_now_ms, p_volumes, v_sums.price_sums,
    v_sums.open_counts, p_sources, p_ticks_digest, p_term);
  perform market.require_continuation(v_last, p_prices, p_epochs);
  return v_now_ms;
end
$$;

-- Sets how many slots after its acceptance an order enters, as the lag of the sources needs it, and records each
-- change. Placing reads the delay once, and the order stores its entry slot: a change touches no order.
create function market.set_entry_delays(p_ids integer[], p_slots integer[], p_lags_ms integer[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with given as (
    select id, slots, lag_ms, entry_delay_slots
    from unnest(p_ids, p_slots, p_lags_ms) as given (id, slots, lag_ms)
    join market.instrument on instrument_id = id
    where slots <> entry_delay_slots
  ), change as (
    insert into market.entry_delay_change (instrument_id, set_ms, from_slots, to_slots, lag_ms)
    select id, clock.now_ms(), entry_delay_slots, slots, lag_ms from given
  )
  update market.instrument set entry_delay_slots = given.slots from given where instrument_id = given.id
$$;
create trigger entry_delay_change_is_kept before update or delete or truncate on market.entry_delay_change
  for each statement execute function ledger.refuse_change('rows are only added');

-- Writes when each instrument closes and opens next; placement reads it.
create function market.write_sessions(p_ids integer[], p_states smallint[], p_closes_ms bigint[], p_opens_ms bigint[])
  returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into market.session as current (instrument_id, state, closes_ms, opens_ms, updated_ms)
  select id, state, closes_ms, opens_ms, clock.now_ms()
  from unnest(p_ids, p_states, p_closes_ms, p_opens_ms) as given (id, state, closes_ms, opens_ms)
  on conflict (instrument_id) do update
    set state = excluded.state, closes_ms = excluded.closes_ms, opens_ms = excluded.opens_ms,
      updated_ms = excluded.updated_ms
$$;

