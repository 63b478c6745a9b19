-- Settling contract orders, set-wise. No caller passes an outcome: it follows from the stored frames, the order's
-- direction and the amounts fixed at acceptance. The rule is `settle` of packages/formulas; a property test holds the
-- two together.

-- Open orders of a stripe whose result is decided, oldest exit first. It is decided once a frame at or after the exit
-- slot is open, or the whole exit window has passed: frames only ever arrive in order. Orders in `p_skipped` are
-- skipped.
create function contract.decided_orders(p_stripe smallint, p_limit integer, p_skipped bigint[]) returns bigint[]
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set jit = off
as $$
declare
  v_window_slots constant integer := 20;
  v_last_slot bigint;
  v_last_open bigint[];
begin
  select max(slot) into v_last_slot from market.frame;
  if v_last_slot is null or not exists (
    select from contract.contract_order where stripe = p_stripe and state = 'open' and exit_slot <= v_last_slot) then
    return array[]::bigint[];
  end if;
  -- For each instrument the newest slot, within a window's length, at which it was open.
  select array_agg(newest order by instrument_id) into v_last_open
  from (
    select instrument_id, max(slot) filter (where instrument_state = 1) as newest
    from market.frame cross join unnest(states) with ordinality as point (instrument_state, instrument_id)
    where slot > v_last_slot - v_window_slots group by instrument_id
  ) as recent;
  return array(
    select order_id from contract.contract_order
    where stripe = p_stripe and state = 'open' and exit_slot <= v_last_slot
      and (exit_slot <= v_last_slot - v_window_slots or v_last_open[instrument_id] >= exit_slot)
      and order_id <> all(p_skipped)
    order by exit_slot, order_id limit p_limit
  );
end
$$;

-- Settles up to `p_limit` (at most 1,000) due orders of a stripe in one batch, and returns them. Safe to run anywhere,
-- any number of times concurrently: an order closes once. `p_skipped` names orders that failed before, so that they do
-- not block others: a caller can leave an order open, but cannot determine its result. Lock order: customers, orders,
-- stripe, exposures, house, fees.
create function contract.settle_due(p_stripe smallint, p_limit integer, p_skipped bigint[] default '{}')
  returns setof contract.settlement
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  v_window_slots constant integer := 20;
  v_order_ids bigint[];
  v_accounts bigint[];
  v_stripe ledger.stripe;
  v_now_ms bigint;
  v_digest bytea;
  v_lines ledger.line[];
  v_house_posted bigint;
  v_house_released bigint;
  v_fees bigint;
begin
  perform ledger.require_read_committed();
  if p_stripe is null or p_limit is null or p_limit not between 1 and 1000 or p_skipped is null
    or array_position(p_skipped, null) > 0 then
    raise exception 'malformed batch' using errcode = 'invalid_parameter_value';
  end if;
  v_order_ids := contract.decided_orders(p_stripe, p_limit, p_skipped);
  if cardinality(v_order_ids) = 0 then
    return;
  end if;
  v_accounts := array(select distinct account_id from contract.contract_order where order_id = any(v_order_ids));
  perform 1 from ledger.balance where account_id = any(v_accounts) order by account_id for no key update;
  v_order_ids := array(
    select order_id from contract.contract_order where order_id = any(v_order_ids) and state = 'open' order by order_id
      for no key update
  );
  if cardinality(v_order_ids) = 0 then
    return; -- another settler was faster
  end if;
  v_stripe := ledger.lock_stripe(p_stripe);
  perform 1 from contract.exposure
  where asset = v_stripe.asset and instrument_id = any(array(select instrument_id from contract.contract_order
    where order_id = any(v_order_ids)))
  order by instrument_id for no key update;
  perform 1 from ledger.balance where account_id in (v_stripe.house_account, v_stripe.fee_account) order by account_id
    for no key update;
  v_now_ms := clock.now_ms();

  with due as (
    select * from contract.contract_order where order_id = any(v_order_ids)
  ), entry_point as materialized (
    select instrument_id, entry_slot, frame.prices[instrument_id] as price, frame.epochs[instrument_id] as epoch,
      coalesce(frame.states[instrument_id] = 1, false) as is_open
    from (select distinct instrument_id, entry_slot from due) as wanted
      left join market.frame on frame.slot = wanted.entry_slot
  ), exit_point as materialized (
    select instrument_id, exit_slot, found.slot, found.prices[instrument_id] as price,
      found.epochs[instrument_id] as epoch
    from (select distinct instrument_id, exit_slot from due) as wanted
    left join lateral (
      select * from market.frame
      where frame.slot between wanted.exit_slot and wanted.exit_slot + v_window_slots
        and frame.states[wanted.instrument_id] = 1
      order by frame.slot limit 1
    ) as found on true
  ), ruled as (
    select due.order_id, reason, entry_point.is_open as has_entry, entry_point.price as entry_price,
      exit_point.price as exit_price, exit_point.slot,
      case
        when reason is not null then 'void'
        when entry_point.price = exit_point.price then 'tie'
        when (exit_point.price > entry_point.price) = (due.direction = 'up') then 'won'
        else 'lost'
      end::contract.order_result as result
    from due join entry_point using (instrument_id, entry_slot) join exit_point using (instrument_id, exit_slot)
    cross join lateral (
      select case
        when not entry_point.is_open then 'entry-not-open'
        when exit_point.slot is null then 'no-exit-price'
        when entry_point.epoch <> exit_point.epoch then 'feed-changed'
      end::contract.void_reason as reason
    ) as cause
  ), closed as (
    update contract.contract_order as o
    set state = 'closed', result = ruled.result, void_reason = ruled.reason,
      entry_price = case when ruled.has_entry then ruled.entry_price end,
      exit_price = case when ruled.has_entry then ruled.exit_price end,
      settled_slot = case when ruled.has_entry then ruled.slot end,
      net = case ruled.result when 'won' then o.profit - o.fee when 'lost' then -(o.stake + o.fee) else 0 end,
      settled_ms = v_now_ms, settled_seq = v_stripe.seq + 1
    from ruled where o.order_id = ruled.order_id
    returning o.*
  )
  select string_agg(contract.settled_bytes(closed), ''::bytea order by order_id),
    array_agg(row(account_id, order_id, ('contract-' || result)::ledger.movement, net, -(stake + fee))::ledger.line
      order by order_id),
    (coalesce(sum(stake) filter (where result = 'lost'), 0) - coalesce(sum(profit) filter (where result = 'won'),
      0))::bigint, sum(profit)::bigint, coalesce(sum(fee) filter (where result in ('won', 'lost')), 0)::bigint
  into v_digest, v_lines, v_house_posted, v_house_released, v_fees from closed;
  if cardinality(v_lines) <> cardinality(v_order_ids) then
    raise exception 'an order was not ruled' using errcode = 'integrity_constraint_violation';
  end if;
  update contract.exposure set open_payout = exposure.open_payout - released.profit
  from (
    select instrument_id, sum(profit)::bigint as profit from contract.contract_order where order_id = any(v_order_ids)
      group by instrument_id
  ) as released
  where exposure.instrument_id = released.instrument_id and exposure.asset = v_stripe.asset;
  v_lines := v_lines || row(v_stripe.house_account, null, 'contract-settled', v_house_posted,
    -v_house_released)::ledger.line;
  if v_fees > 0 then
    v_lines := v_lines || row(v_stripe.fee_account, null, 'contract-settled', v_fees, 0)::ledger.line;
  end if;
  perform ledger.book(v_stripe, 'contract-settled', v_now_ms, sha256(v_digest), v_lines);
  return query select order_id, customer_id, result, void_reason from contract.contract_order
    where order_id = any(v_order_ids) order by exit_slot, order_id;
end
$$;
