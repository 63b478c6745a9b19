-- Placing contract orders, set-wise. No caller passes a fee, a profit, a slot or a time: they follow from stored terms,
-- the stored frames and the clock, read after the last lock. A batch is judged, ordered and booked in one statement; a
-- batch whose money does not suffice for all of its sound orders, or with customers who limit themselves, is decided in
-- turn first; a lone order takes a few small statements, which start faster.

-- Locks what placing needs and returns the stripe. Order of locks: customers (both of their accounts, so that equal
-- keys of requests wait here and nowhere else), stripe (it stands for the house's accounts, which move only under it),
-- exposures, then the frames' lock shared: no order can commit against a stored frame. Internal.
create function contract.lock_for_placing(p_stripe smallint, p_customers bigint[], p_instruments integer[])
  returns ledger.stripe
language plpgsql as $$
declare
  v_stripe ledger.stripe;
  v_locked bigint;
begin
  perform 1 from ledger.balance where owner_id = any(p_customers) and owner_id > 0 and kind = 'available'
  order by account_id for no key update;
  v_stripe := ledger.lock_stripe(p_stripe);
  perform 1 from contract.exposure where instrument_id = any(p_instruments) and asset = v_stripe.asset
  order by instrument_id for no key update;
  get diagnostics v_locked = row_count;
  if v_locked < cardinality(p_instruments) and v_locked < (select count(distinct id) from unnest(p_instruments) as id)
    then
    insert into contract.exposure (instrument_id, asset)
    select instrument_id, v_stripe.asset from market.instrument where instrument_id = any(p_instruments)
    order by instrument_id on conflict do nothing;
    perform 1 from contract.exposure where instrument_id = any(p_instruments) and asset = v_stripe.asset
    order by instrument_id for no key update;
  end if;
  perform pg_advisory_xact_lock_shared(7301);
  return v_stripe;
end
$$;

-- Places up to 1,000 orders of one asset on a stripe, in the order of the arrays, all in one batch. Any error rolls all
-- of it back. The arrays hold no key (customer, request) twice. The locks, and their order, are those of
-- lock_for_placing. SQLSTATE CD003: this cell lacks the newest terms, as the router refuses it.
create function contract.place_orders(
  p_stripe smallint, p_customers bigint[], p_requests uuid[], p_instruments integer[], p_durations integer[],
    p_terms bigint[],
  p_directions contract.direction[], p_stakes bigint[], p_seen_slots bigint[], p_is_last_stripe boolean
) returns setof contract.placement
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_mergejoin = off
set enable_bitmapscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  n constant integer := cardinality(p_customers);
  v_batch constant contract.order_batch :=
    row(p_customers, p_requests, p_instruments, p_durations, p_terms, p_directions, p_stakes, p_seen_slots);
  v_stripe ledger.stripe;
  v_now_ms bigint;
  v_has_own_limits boolean;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform ledger.require_read_committed();
  end if;
  if p_stripe is null or p_is_last_stripe is null or n is null or n not between 1 and 1000
    or (array[cardinality(p_requests), cardinality(p_instruments), cardinality(p_durations), cardinality(p_terms),
      cardinality(p_directions),
      cardinality(p_stakes), cardinality(p_seen_slots)] = array_fill(n, array[7])) is not true
    or array_position(p_customers, null) > 0 or array_position(p_requests, null) > 0
      or array_position(p_instruments, null) > 0
    or array_position(p_durations, null) > 0 or array_position(p_terms, null) > 0
      or array_position(p_directions, null) > 0
    or array_position(p_stakes, null) > 0 or array_position(p_seen_slots, null) > 0 then
    raise exception 'malformed batch' using errcode = 'invalid_parameter_value';
  end if;
  v_stripe := contract.lock_for_placing(p_stripe, p_customers, p_instruments);
  if v_stripe.refuses_orders then
    raise exception 'this cell lacks the newest terms' using errcode = 'CD003';
  end if;
  -- From here on nothing waits: the time of acceptance is read after the last lock.
  v_now_ms := clock.now_ms();
  -- The day's partition name, as create_entry_days gives it.
  if to_regclass('ledger.entry_' || to_char(to_timestamp(v_now_ms / 1000) at time zone 'UTC', 'YYYYMMDD')) is null then
    perform ledger.create_entry_days(v_now_ms, 0);
  end if;
  -- Only customers who have set a limit pay for it: their orders are decided in turn.
  v_has_own_limits := contract.has_own_limits(p_customers);
  if n = 1 and not v_has_own_limits then
    return query select * from contract.place_lone_order(v_stripe, v_now_ms, v_batch);
    if found then
      return;
    end if;
  end if;
  if not v_has_own_limits then
    return query select * from contract.place_sound_orders(v_stripe, v_now_ms, v_batch, null);
    if found then
      return;
    end if;
  end if;
  return query select * from contract.place_sound_orders(v_stripe, v_now_ms, v_batch,
    contract.refuse_in_turn(v_stripe, v_now_ms, v_batch, p_is_last_stripe));
  if not found then
    raise exception 'orders that were decided in turn do not fit the money'
      using errcode = 'integrity_constraint_violation';
  end if;
end
$$;
