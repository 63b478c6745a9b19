-- Placing contract orders, set-wise. Nobody passes a fee, a profit, a slot or a time: they follow from stored terms, the
-- stored frames and the clock, read after the last lock.

-- The canonical bytes of an order at acceptance: what the hash of its batch covers.
create function ledger.placed_bytes(o ledger.contract_order) returns bytea
language sql stable
return int8send(o.order_id) || int8send(o.customer_id) || uuid_send(o.request_id) || int8send(o.account_id) || int4send(o.instrument_id)
  || int8send(o.terms_id) || convert_to(o.direction::text, 'UTF8') || int8send(o.stake) || int8send(o.fee) || int8send(o.profit)
  || int8send(o.accepted_ms) || int8send(o.entry_slot) || int8send(o.exit_slot);

-- The answer to one request of a batch. `outcome` is 'accepted', 'repeated' (an earlier acceptance: order_id),
-- 'stripe-limit' (this stripe's bankroll is too small: try another; not stored), or the name of a refusal.
create type ledger.placement as (request_index integer, outcome text, order_id bigint, opens_ms bigint);

-- Stores the refusals of this batch that are new; those beyond a customer's rate become 'frequent-operations' and are not stored.
create function ledger.store_refusals(
  p_now_ms bigint, p_asset smallint, p_customers bigint[], p_requests uuid[], p_instruments integer[], p_durations integer[],
  p_terms bigint[], p_directions ledger.direction[], p_stakes bigint[], p_seen_slots bigint[], p_opens_ms bigint[], p_outcomes text[],
  p_is_new boolean[]
) returns text[]
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
declare
  v_per_minute constant integer := 60;
  v_stored constant text[] := array['insufficient-balance', 'below-minimum', 'above-maximum', 'terms-changed', 'market-closed',
    'market-stale', 'house-limit', 'price-moved'];
  v_outcomes text[] := p_outcomes;
  v_index integer;
begin
  for v_index in
    with refused as (
      select i, row_number() over (partition by p_customers[i] order by i) as nth
      from generate_series(1, cardinality(p_outcomes)) as i where p_is_new[i] and p_outcomes[i] = any(v_stored)
    ), allowed as (
      select i from refused cross join lateral (
        select count(*) as recent from ledger.refusal where customer_id = p_customers[refused.i] and created_ms > p_now_ms - 60000
      ) as past where past.recent + refused.nth <= v_per_minute
    ), stored as (
      insert into ledger.refusal (customer_id, request_id, error, opens_ms, asset, instrument_id, terms_id, duration_slots, direction, stake,
        seen_slot, created_ms)
      select p_customers[i], p_requests[i], p_outcomes[i], p_opens_ms[i], p_asset, p_instruments[i], p_terms[i], p_durations[i],
        p_directions[i], p_stakes[i], p_seen_slots[i], p_now_ms
      from allowed on conflict do nothing
    )
    select i from refused where i not in (select i from allowed)
  loop
    v_outcomes[v_index] := 'frequent-operations';
  end loop;
  return v_outcomes;
end
$$;

-- Places up to 1,000 orders of one asset on a stripe, in the order of the arrays, all in one batch. Any error rolls all of
-- it back. No key (customer, request) may stand twice in the arrays. `p_is_last_stripe` makes a bankroll that is too small a final 'house-limit'.
-- Order of locks: customers (both of their accounts, which makes the keys of their requests wait here and nowhere else), stripe,
-- exposures, house, then the frames' lock shared: no order can commit against a stored frame.
create function ledger.place_orders(
  p_stripe smallint, p_customers bigint[], p_requests uuid[], p_instruments integer[], p_durations integer[], p_terms bigint[],
  p_directions ledger.direction[], p_stakes bigint[], p_seen_slots bigint[], p_is_last_stripe boolean
) returns setof ledger.placement
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
#variable_conflict use_column
declare
  v_slot_ms constant integer := 500;
  v_max_seen_age_slots constant integer := 10;
  v_max_frame_age_ms constant integer := 2000;
  v_max_frame_lead_slots constant integer := 2;
  n constant integer := cardinality(p_customers);
  v_asset smallint;
  v_stripe ledger.stripe;
  v_house_left bigint;
  v_genesis_ms bigint;
  v_now_ms bigint;
  v_now_slot bigint;
  v_frame market.frame;
  v_is_fresh boolean;
  v_outcomes text[];
  v_is_new boolean[] := array_fill(true, array[n]);
  v_order_ids bigint[] := array_fill(null::bigint, array[n]);
  v_opens_ms bigint[] := array_fill(null::bigint, array[n]);
  v_accounts bigint[];
  v_fees bigint[];
  v_profits bigint[];
  v_caps bigint[];
  v_entry_slots bigint[];
  v_first_of_account integer[]; -- the running figures of an account stand at its first request
  v_first_of_instrument integer[];
  v_left bigint[];
  v_open bigint[];
  v_digest bytea;
  v_total bigint;
  v_lines ledger.line[];
  r record;
begin
  perform ledger.require_read_committed();
  if p_stripe is null or p_is_last_stripe is null or n is null or n not between 1 and 1000
    or (array[cardinality(p_requests), cardinality(p_instruments), cardinality(p_durations), cardinality(p_terms), cardinality(p_directions),
      cardinality(p_stakes), cardinality(p_seen_slots)] = array_fill(n, array[7])) is not true
    or array_position(p_customers, null) > 0 or array_position(p_requests, null) > 0 or array_position(p_instruments, null) > 0
    or array_position(p_durations, null) > 0 or array_position(p_terms, null) > 0 or array_position(p_directions, null) > 0
    or array_position(p_stakes, null) > 0 or array_position(p_seen_slots, null) > 0 then
    raise exception 'malformed batch' using errcode = 'invalid_parameter_value';
  end if;
  v_outcomes := array_fill(null::text, array[n]);
  select asset into strict v_asset from ledger.stripe where stripe = p_stripe;

  perform 1 from ledger.account where owner_id = any(p_customers) and owner_id > 0 and kind = 'available'
  order by account_id for no key update;
  insert into ledger.exposure (instrument_id, asset)
  select instrument_id, v_asset from market.instrument
  where instrument_id = any(p_instruments) and not exists (
    select from ledger.exposure as known where known.instrument_id = instrument.instrument_id and known.asset = v_asset)
  order by instrument_id on conflict do nothing;
  v_stripe := ledger.lock_stripe(p_stripe);
  perform 1 from ledger.exposure where instrument_id = any(p_instruments) and asset = v_asset order by instrument_id for no key update;
  select posted - held - floor into strict v_house_left from ledger.account where account_id = v_stripe.house_account for no key update;
  perform pg_advisory_xact_lock_shared(7301);

  -- From here on nothing waits: a customer without an account, on whom nobody could have waited, stores nothing. Each statement
  -- has a fresh snapshot.
  v_now_ms := market.now_ms();
  select genesis_ms into strict v_genesis_ms from market.clock;
  v_now_slot := floor((v_now_ms - v_genesis_ms)::numeric / v_slot_ms);
  select * into v_frame from market.frame order by slot desc limit 1;
  -- A frame from far ahead means that the clock was set back: what the customer saw is not what the clock says.
  v_is_fresh := coalesce(v_now_ms - (v_genesis_ms + (v_frame.slot + 1) * v_slot_ms) <= v_max_frame_age_ms
    and v_frame.slot <= v_now_slot + v_max_frame_lead_slots, false);

  -- Requests that were answered before: the same one gets the same answer, another one under its key is a conflict.
  for r in
    select i::integer, past.* from unnest(p_customers, p_requests) with ordinality as request (customer_id, request_id, i)
    cross join lateral (
      select order_id, null::text as error, null::bigint as opens_ms, 1 as precedence,
        (asset, instrument_id, duration_slots, terms_id, direction, stake, seen_slot) as content
      from ledger.contract_order as o where o.customer_id = request.customer_id and o.request_id = request.request_id
      union all
      select null, error, opens_ms, 2, (asset, instrument_id, duration_slots, terms_id, direction, stake, seen_slot)
      from ledger.refusal as o where o.customer_id = request.customer_id and o.request_id = request.request_id
      offset 0
    ) as past order by i, precedence desc
  loop
    v_is_new[r.i] := false;
    if r.content = (v_asset, p_instruments[r.i], p_durations[r.i], p_terms[r.i], p_directions[r.i], p_stakes[r.i], p_seen_slots[r.i]) then
      v_outcomes[r.i] := coalesce(r.error, 'repeated');
      v_order_ids[r.i] := r.order_id;
      v_opens_ms[r.i] := r.opens_ms;
    else
      v_outcomes[r.i] := 'conflict';
      v_order_ids[r.i] := null;
    end if;
  end loop;

  -- What each new request is worth on its own: terms, market, account.
  with request as (
    select * from unnest(p_customers, p_instruments, p_durations, p_terms, p_stakes, p_seen_slots, v_outcomes, v_opens_ms) with ordinality
      as request (customer_id, instrument_id, duration_slots, terms_id, stake, seen_slot, outcome, opens_ms, i)
  ), offer as materialized (
    select terms.*, timing.entry_slot, session.opens_ms as session_opens_ms,
      terms.offered and not instrument.hidden and not exists (
        select from market.terms as newer where newer.instrument_id = terms.instrument_id
          and newer.duration_slots = terms.duration_slots and newer.version > terms.version) as is_current,
      case
        when not v_is_fresh then 'market-stale'
        when instrument.halted or session.instrument_id is null or session.state = 0
          or coalesce(v_frame.states[terms.instrument_id], 0) = 0 then 'market-closed'
        when v_frame.states[terms.instrument_id] <> 1 then 'market-stale'
        -- A contract may not outlive its session: the frame of its exit slot must end by the close.
        when v_genesis_ms + (timing.entry_slot + terms.duration_slots + 1) * v_slot_ms > session.closes_ms then 'market-closed'
      end as market_refusal
    from (select distinct terms_id from request where outcome is null) as wanted
    join market.terms using (terms_id)
    join market.instrument using (instrument_id)
    left join market.session using (instrument_id)
    cross join lateral (select greatest(v_now_slot, v_frame.slot) + instrument.entry_delay_slots as entry_slot) as timing
  ), judged as (
    select request.*, account.account_id, account.posted - account.held - account.floor as available,
      offer.fee_bps, offer.payout_bps, offer.max_open_payout, offer.entry_slot, offer.session_opens_ms,
      case
        when request.outcome is not null then request.outcome
        when (offer.instrument_id = request.instrument_id and offer.duration_slots = request.duration_slots and offer.is_current) is not true
          then 'terms-changed'
        when request.stake < offer.stake_min then 'below-minimum'
        when request.stake > offer.stake_max then 'above-maximum'
        when offer.market_refusal is not null then offer.market_refusal
        when request.seen_slot < v_now_slot - v_max_seen_age_slots or request.seen_slot > v_now_slot then 'price-moved'
        when account.account_id is null then 'insufficient-balance'
        when account.is_frozen then 'account-disabled'
      end as verdict
    from request
    left join offer using (terms_id)
    left join ledger.account on account.owner_id = request.customer_id and account.owner_id > 0 and account.kind = 'available' and account.asset = v_asset
  )
  select array_agg(verdict order by i), array_agg(account_id order by i), array_agg(available order by i), array_agg(max_open_payout order by i),
    array_agg(entry_slot order by i),
    array_agg(case when outcome is null and verdict = 'market-closed' then session_opens_ms else opens_ms end order by i),
    -- The fee is rounded down to 0.01, the profit up.
    array_agg(case when verdict is null then stake * fee_bps / 100000000 * 10000 end order by i),
    array_agg(case when verdict is null then (stake * payout_bps + 99999999) / 100000000 * 10000 end order by i),
    array_agg(first_of_account order by i), array_agg(first_of_instrument order by i), array_agg(open_payout order by i)
  into v_outcomes, v_accounts, v_left, v_caps, v_entry_slots, v_opens_ms, v_fees, v_profits, v_first_of_account, v_first_of_instrument, v_open
  from (
    select judged.*, exposure.open_payout,
      (min(i) over (partition by account_id))::integer as first_of_account,
      (min(i) over (partition by judged.instrument_id))::integer as first_of_instrument
    from judged left join ledger.exposure on exposure.instrument_id = judged.instrument_id and exposure.asset = v_asset
  ) as ranked;

  -- What the money allows, in the order of arrival.
  for k in 1..n loop
    continue when v_outcomes[k] is not null;
    if p_stakes[k] + v_fees[k] > v_left[v_first_of_account[k]] then
      v_outcomes[k] := 'insufficient-balance';
    elsif v_profits[k] > v_caps[k] - v_open[v_first_of_instrument[k]] then
      v_outcomes[k] := 'house-limit';
    elsif v_profits[k] > v_house_left then
      v_outcomes[k] := case when p_is_last_stripe then 'house-limit' else 'stripe-limit' end;
    else
      v_outcomes[k] := 'accepted';
      v_order_ids[k] := nextval('ledger.order_id');
      v_left[v_first_of_account[k]] := v_left[v_first_of_account[k]] - p_stakes[k] - v_fees[k];
      v_open[v_first_of_instrument[k]] := v_open[v_first_of_instrument[k]] + v_profits[k];
      v_house_left := v_house_left - v_profits[k];
    end if;
  end loop;
  for k in 1..n loop
    v_is_new[k] := v_is_new[k] and v_accounts[k] is not null;
  end loop;
  v_outcomes := ledger.store_refusals(v_now_ms, v_asset, p_customers, p_requests, p_instruments, p_durations, p_terms, p_directions, p_stakes,
    p_seen_slots, v_opens_ms, v_outcomes, v_is_new);

  if array_position(v_outcomes, 'accepted') is not null then
    with placed as (
      insert into ledger.contract_order (order_id, customer_id, request_id, account_id, stripe, asset, instrument_id, terms_id, duration_slots,
        direction, stake, fee, profit, seen_slot, accepted_ms, accepted_slot, entry_slot, exit_slot, placed_seq)
      select v_order_ids[i], p_customers[i], p_requests[i], v_accounts[i], p_stripe, v_asset, p_instruments[i], p_terms[i], p_durations[i],
        p_directions[i], p_stakes[i], v_fees[i], v_profits[i], p_seen_slots[i], v_now_ms, v_now_slot, v_entry_slots[i],
        v_entry_slots[i] + p_durations[i], v_stripe.seq + 1
      from generate_series(1, n) as i where v_outcomes[i] = 'accepted'
      returning *
    )
    select string_agg(ledger.placed_bytes(placed), ''::bytea order by order_id), sum(profit)::bigint,
      array_agg(row(account_id, order_id, 'contract-placed', 0, stake + fee)::ledger.line order by order_id)
    into v_digest, v_total, v_lines from placed;
    update ledger.exposure set open_payout = exposure.open_payout + added.profit
    from (
      select p_instruments[i] as instrument_id, sum(v_profits[i])::bigint as profit
      from generate_series(1, n) as i where v_outcomes[i] = 'accepted' group by 1
    ) as added
    where exposure.instrument_id = added.instrument_id and exposure.asset = v_asset;
    perform ledger.book(v_stripe, 'contract-placed', v_now_ms, sha256(v_digest),
      v_lines || row(v_stripe.house_account, null, 'contract-placed', 0, v_total)::ledger.line);
  end if;
  return query select i, v_outcomes[i], v_order_ids[i], v_opens_ms[i] from generate_series(1, n) as i;
end
$$;
