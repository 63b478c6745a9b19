-- Settling contract orders, set-wise. No caller passes an outcome: it follows from the stored frames, the order's
-- direction and the amounts fixed at acceptance. The rule is `settle` of packages/formulas; a property test holds the
-- two together.

-- Open orders of a stripe whose result is decided, oldest exit first: frames only ever arrive in order. An average is
-- decided once a frame at or after the exit slot is stored. Under the old rule, a frame at or after the exit slot is
-- open, or the wait for one is over. Orders in `p_skipped` are skipped.
create function contract.decided_orders(p_stripe smallint, p_limit integer, p_skipped bigint[]) returns bigint[]
language plpgsql set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $$
declare
  v_wait_slots constant integer := 20;
  v_last_slot bigint;
  v_last_open bigint[];
begin
  select max(slot) into v_last_slot from market.frame;
  if v_last_slot is null or not exists (
    select from contract.contract_order where stripe = p_stripe and state = 'open' and exit_slot <= v_last_slot) then
    return array[]::bigint[];
  end if;
  -- For each instrument the newest slot, within the wait, at which it was open.
  select array_agg(newest order by instrument_id) into v_last_open
  from (
    select instrument_id, max(slot) filter (where instrument_state = 1) as newest
    from market.frame cross join unnest(states) with ordinality as point (instrument_state, instrument_id)
    where slot > v_last_slot - v_wait_slots group by instrument_id
  ) as recent;
  return array(
    -- The first two conditions decide an average as well: the terms are read only while an instrument is not open. A
    -- join would read and sort every due order before the limit.
    select order_id from contract.contract_order as o
    where stripe = p_stripe and state = 'open' and exit_slot <= v_last_slot
      and (exit_slot <= v_last_slot - v_wait_slots or v_last_open[instrument_id] >= exit_slot
        or (select exit_window_slots from market.terms where terms.terms_id = o.terms_id) > 1)
      and order_id <> all(p_skipped)
    order by exit_slot, order_id limit p_limit
  );
end
$$;

-- The result of each of these orders, from the stored frames and its terms. Its prices are averages over the windows of
-- its terms. Where these are 1, the old rule holds: the entry frame, and the first open frame from the exit slot on.
-- Without settings of its own, so that the planner inlines it. Internal.
create function contract.rule_orders(p_order_ids bigint[]) returns table (
  order_id bigint, entry_price bigint, exit_price bigint, price_scale smallint, settled_slot bigint,
  result contract.order_result, reason contract.void_reason
)
language sql stable as $$
  with due as materialized (
    select o.order_id, o.instrument_id, o.direction, o.entry_slot, o.exit_slot,
      terms.entry_window_slots as entry_window, terms.exit_window_slots as exit_window
    from contract.contract_order as o join market.terms using (terms_id) where o.order_id = any(p_order_ids)
  ), entry_point as materialized (
    select instrument_id, entry_slot, entry_window,
      case when entry_window > 1 then mean.price when single.states[instrument_id] = 1
        then single.prices[instrument_id] end as price,
      case when entry_window > 1 then mean.epoch_before else single.epochs[instrument_id] end as epoch
    from (select distinct instrument_id, entry_slot, entry_window from due) as wanted
    left join market.frame as single on entry_window = 1 and single.slot = entry_slot
    left join lateral (
      select average.* from market.window_average(instrument_id, entry_slot, entry_slot + entry_window - 1) as average
      where entry_window > 1
    ) as mean on true
  ), exit_point as materialized (
    select instrument_id, exit_slot, exit_window,
      case when exit_window > 1 then mean.price else single.prices[instrument_id] end as price,
      case when exit_window > 1 then mean.epoch_end else single.epochs[instrument_id] end as epoch,
      case when exit_window = 1 then single.slot when mean.price is not null then exit_slot end as slot
    from (select distinct instrument_id, exit_slot, exit_window from due) as wanted
    left join lateral (
      select * from market.frame
      where exit_window = 1 and frame.slot between exit_slot and exit_slot + 20 and frame.states[instrument_id] = 1
      order by frame.slot limit 1
    ) as single on true
    left join lateral (
      select average.* from market.window_average(instrument_id, exit_slot - exit_window + 1, exit_slot) as average
      where exit_window > 1
    ) as mean on true
  )
  select due.order_id, entry_point.price, case when entry_point.price is not null then exit_point.price end,
    case when entry_window > 1 then 1 else 0 end::smallint,
    case when entry_point.price is not null then exit_point.slot end,
    case
      when cause.reason is not null then 'void'
      when entry_point.price = exit_point.price then 'tie'
      when (exit_point.price > entry_point.price) = (due.direction = 'up') then 'won'
      else 'lost'
    end::contract.order_result, cause.reason
  from due join entry_point using (instrument_id, entry_slot, entry_window)
    join exit_point using (instrument_id, exit_slot, exit_window)
  cross join lateral (
    select case
      when entry_point.price is null then 'entry-not-open'
      when exit_point.price is null then 'no-exit-price'
      when entry_point.epoch <> exit_point.epoch then 'feed-changed'
    end::contract.void_reason as reason
  ) as cause
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
  perform ledger.require_batch(p_stripe, p_limit, p_skipped);
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

  with closed as (
    update contract.contract_order as o
    set state = 'closed', result = ruled.result, void_reason = ruled.reason, entry_price = ruled.entry_price,
      exit_price = ruled.exit_price, settled_slot = ruled.settled_slot, price_scale = ruled.price_scale,
      net = case ruled.result when 'won' then o.profit - o.fee when 'lost' then -(o.stake + o.fee) else 0 end,
      settled_ms = v_now_ms, settled_seq = v_stripe.seq + 1
    from contract.rule_orders(v_order_ids) as ruled where o.order_id = ruled.order_id
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
