-- An exclusion is kept by the ledger itself: while it lasts it accepts no contract, announces no deposit and opens no interest order, whoever
-- asks. What arrives on a chain all the same is the customer's money, and is credited.

-- Whether a customer has excluded themselves as of now. Whoever holds the lock of the customer's accounts knows that it stays so.
create function security.is_excluded(p_customer_id bigint) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from security.exclusion where customer_id = p_customer_id and until_ms > market.now_ms())
$$;
revoke all on function security.is_excluded(bigint) from public;

-- The customer's accounts first: once this is committed, nothing that began before it is still to come.
create or replace function security.exclude(p_customer_id bigint, p_kind text, p_now_ms bigint, p_until_ms bigint) returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  select from ledger.account where owner_id = p_customer_id and owner_id > 0 and kind = 'available' order by account_id for no key update;
  insert into security.exclusion as present (customer_id, kind, since_ms, until_ms) values (p_customer_id, p_kind, p_now_ms, p_until_ms)
  on conflict (customer_id) do update set kind = excluded.kind, since_ms = excluded.since_ms, until_ms = excluded.until_ms
    where excluded.until_ms > present.until_ms
$$;

-- 0040, and 'self-excluded' for new requests. It is not stored: it says nothing of the request.
create or replace function ledger.place_orders(
  p_stripe smallint, p_customers bigint[], p_requests uuid[], p_instruments integer[], p_durations integer[], p_terms bigint[],
  p_directions ledger.direction[], p_stakes bigint[], p_seen_slots bigint[], p_is_last_stripe boolean
) returns setof ledger.placement
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  v_slot_ms constant integer := 500;
  v_max_seen_age_slots constant integer := 10;
  v_max_frame_age_ms constant integer := 2000;
  v_max_frame_lead_slots constant integer := 2;
  n constant integer := cardinality(p_customers);
  n_left integer := n; -- to be decided one by one
  v_asset smallint;
  v_stripe ledger.stripe;
  v_house_left bigint;
  v_genesis_ms bigint;
  v_now_ms bigint;
  v_now_slot bigint;
  v_frame_slot bigint;
  v_frame_states smallint[];
  v_is_fresh boolean;
  v_is_unknown boolean;
  v_fits boolean;
  v_has_new_refusals boolean := false;
  v_outcomes text[];
  v_is_new boolean[];
  v_is_accepted boolean[] := array_fill(false, array[n]);
  v_order_ids bigint[];
  v_opens_ms bigint[];
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
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform ledger.require_read_committed();
  end if;
  if p_stripe is null or p_is_last_stripe is null or n is null or n not between 1 and 1000
    or (array[cardinality(p_requests), cardinality(p_instruments), cardinality(p_durations), cardinality(p_terms), cardinality(p_directions),
      cardinality(p_stakes), cardinality(p_seen_slots)] = array_fill(n, array[7])) is not true
    or array_position(p_customers, null) > 0 or array_position(p_requests, null) > 0 or array_position(p_instruments, null) > 0
    or array_position(p_durations, null) > 0 or array_position(p_terms, null) > 0 or array_position(p_directions, null) > 0
    or array_position(p_stakes, null) > 0 or array_position(p_seen_slots, null) > 0 then
    raise exception 'malformed batch' using errcode = 'invalid_parameter_value';
  end if;

  select asset, exists (
    select from unnest(p_instruments) as wanted (instrument_id)
    where not exists (select from ledger.exposure where exposure.instrument_id = wanted.instrument_id and exposure.asset = stripe.asset)
  ) into strict v_asset, v_is_unknown from ledger.stripe where stripe = p_stripe;
  perform 1 from ledger.account where owner_id = any(p_customers) and owner_id > 0 and kind = 'available'
  order by account_id for no key update;
  if v_is_unknown then
    insert into ledger.exposure (instrument_id, asset)
    select instrument_id, v_asset from market.instrument where instrument_id = any(p_instruments)
    order by instrument_id on conflict do nothing;
  end if;
  v_stripe := ledger.lock_stripe(p_stripe);
  perform 1 from ledger.exposure where instrument_id = any(p_instruments) and asset = v_asset order by instrument_id for no key update;
  perform pg_advisory_xact_lock_shared(7301);

  -- From here on nothing waits: a customer without an account, on whom nobody could have waited, stores nothing. Each statement
  -- has a fresh snapshot.
  select market.now_ms(), clock.genesis_ms, house.posted - house.held - house.floor, frame.slot, frame.states
  into strict v_now_ms, v_genesis_ms, v_house_left, v_frame_slot, v_frame_states
  from market.clock cross join ledger.account as house
  left join lateral (select slot, states from market.frame order by slot desc limit 1) as frame on true
  where house.account_id = v_stripe.house_account;
  v_now_slot := floor((v_now_ms - v_genesis_ms)::numeric / v_slot_ms);
  -- A frame from far ahead means that the clock was set back: what the customer saw is not what the clock says.
  v_is_fresh := coalesce(v_now_ms - (v_genesis_ms + (v_frame_slot + 1) * v_slot_ms) <= v_max_frame_age_ms
    and v_frame_slot <= v_now_slot + v_max_frame_lead_slots, false);

  -- A request that was answered before: the same one gets the same answer, another one under its key is a conflict. A new one is
  -- judged on its own: terms, market, account.
  with request as materialized (
    select * from unnest(p_customers, p_requests, p_instruments, p_durations, p_terms, p_directions, p_stakes, p_seen_slots) with ordinality
      as request (customer_id, request_id, instrument_id, duration_slots, terms_id, direction, stake, seen_slot, i)
  ), offer as materialized (
    select terms.*, timing.entry_slot, session.opens_ms as session_opens_ms,
      terms.offered and not instrument.hidden and not exists (
        select from market.terms as newer where newer.instrument_id = terms.instrument_id
          and newer.duration_slots = terms.duration_slots and newer.version > terms.version) as is_current,
      case
        when not v_is_fresh then 'market-stale'
        when instrument.halted or session.instrument_id is null or session.state = 0
          or coalesce(v_frame_states[terms.instrument_id], 0) = 0 then 'market-closed'
        when v_frame_states[terms.instrument_id] <> 1 then 'market-stale'
        -- A contract may not outlive its session: the frame of its exit slot must end by the close.
        when v_genesis_ms + (timing.entry_slot + terms.duration_slots + 1) * v_slot_ms > session.closes_ms then 'market-closed'
      end as market_refusal
    from (select distinct terms_id from request) as wanted
    join market.terms using (terms_id)
    join market.instrument using (instrument_id)
    left join market.session using (instrument_id)
    cross join lateral (select greatest(v_now_slot, v_frame_slot) + instrument.entry_delay_slots as entry_slot) as timing
  ), judged as (
    select request.i, request.instrument_id, request.stake, account.account_id, account.posted - account.held - account.floor as available,
      offer.fee_bps, offer.payout_bps, offer.max_open_payout, offer.entry_slot, offer.session_opens_ms,
      past.is_same, ordered.order_id as past_order_id, refused.opens_ms as past_opens_ms,
      case
        when past.is_same then case when ordered.order_id is null then refused.error else 'repeated' end
        when not past.is_same then 'conflict'
        when exclusion.customer_id is not null then 'self-excluded'
        when (offer.is_current and offer.instrument_id = request.instrument_id and offer.duration_slots = request.duration_slots) is not true
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
    left join security.exclusion on exclusion.customer_id = request.customer_id and exclusion.until_ms > v_now_ms
    -- Adding 0 keeps the planner from indexes of the customer, and an offset from reading the whole table once for all.
    left join lateral (
      select * from ledger.contract_order as o where o.request_id = request.request_id and o.customer_id + 0 = request.customer_id offset 0
    ) as ordered on true
    left join lateral (
      select * from ledger.refusal as o where o.request_id = request.request_id and o.customer_id + 0 = request.customer_id offset 0
    ) as refused on true
    cross join lateral (
      select case
        when ordered.order_id is not null then
          (ordered.asset, ordered.instrument_id, ordered.duration_slots, ordered.terms_id, ordered.direction, ordered.stake, ordered.seen_slot)
            = (v_asset, request.instrument_id, request.duration_slots, request.terms_id, request.direction, request.stake, request.seen_slot)
        when refused.request_id is not null then
          (refused.asset, refused.instrument_id, refused.duration_slots, refused.terms_id, refused.direction, refused.stake, refused.seen_slot)
            = (v_asset, request.instrument_id, request.duration_slots, request.terms_id, request.direction, request.stake, request.seen_slot)
      end as is_same
    ) as past
  ), priced as (
    -- The fee is rounded down to 0.01, the profit up.
    select *, case when verdict is null then stake * fee_bps / 100000000 * 10000 end as fee,
      case when verdict is null then (stake * payout_bps + 99999999) / 100000000 * 10000 end as profit
    from judged
  )
  select array_agg(verdict order by i), array_agg(account_id order by i), array_agg(available order by i), array_agg(max_open_payout order by i),
    array_agg(entry_slot order by i),
    array_agg(case when is_same then past_opens_ms when verdict = 'market-closed' then session_opens_ms end order by i),
    array_agg(case when is_same then past_order_id end order by i),
    array_agg(is_same is null and account_id is not null order by i),
    array_agg(fee order by i), array_agg(profit order by i),
    array_agg(first_of_account order by i), array_agg(first_of_instrument order by i), array_agg(open_payout order by i),
    bool_and(verdict is not null or coalesce(account_demand <= available and instrument_demand <= max_open_payout - open_payout, false))
      and coalesce(sum(profit), 0) <= v_house_left
  into v_outcomes, v_accounts, v_left, v_caps, v_entry_slots, v_opens_ms, v_order_ids, v_is_new, v_fees, v_profits,
    v_first_of_account, v_first_of_instrument, v_open, v_fits
  from (
    select priced.*, exposure.open_payout,
      (min(i) over of_account)::integer as first_of_account, sum(stake + fee) over of_account as account_demand,
      (min(i) over of_instrument)::integer as first_of_instrument, sum(profit) over of_instrument as instrument_demand
    from priced left join ledger.exposure on exposure.instrument_id = priced.instrument_id and exposure.asset = v_asset
    window of_account as (partition by account_id), of_instrument as (partition by priced.instrument_id)
  ) as ranked;

  -- What the money allows: everything, or else one after the other in the order of arrival. A lone order goes that way too, which is
  -- a statement less.
  if v_fits and n > 1 then
    select array_agg(coalesce(outcome, 'accepted') order by i), array_agg(outcome is null order by i), bool_or(outcome is not null and is_new),
      array_agg(case when outcome is null then nextval('ledger.order_id') else order_id end order by i)
    into v_outcomes, v_is_accepted, v_has_new_refusals, v_order_ids
    from unnest(v_outcomes, v_order_ids, v_is_new) with ordinality as given (outcome, order_id, is_new, i);
    n_left := 0;
  end if;
  for k in 1..n_left loop
    if v_outcomes[k] is not null then
      v_has_new_refusals := v_has_new_refusals or v_is_new[k];
    elsif p_stakes[k] + v_fees[k] > v_left[v_first_of_account[k]] then
      v_outcomes[k] := 'insufficient-balance';
      v_has_new_refusals := true;
    elsif (v_profits[k] <= v_caps[k] - v_open[v_first_of_instrument[k]]) is not true then
      v_outcomes[k] := 'house-limit';
      v_has_new_refusals := true;
    elsif v_profits[k] > v_house_left then
      v_outcomes[k] := case when p_is_last_stripe then 'house-limit' else 'stripe-limit' end;
      v_has_new_refusals := true;
    else
      v_outcomes[k] := 'accepted';
      v_is_accepted[k] := true;
      v_order_ids[k] := nextval('ledger.order_id');
      v_left[v_first_of_account[k]] := v_left[v_first_of_account[k]] - p_stakes[k] - v_fees[k];
      v_open[v_first_of_instrument[k]] := v_open[v_first_of_instrument[k]] + v_profits[k];
      v_house_left := v_house_left - v_profits[k];
    end if;
  end loop;
  if v_has_new_refusals then
    v_outcomes := ledger.store_refusals(v_now_ms, v_asset, p_customers, p_requests, p_instruments, p_durations, p_terms, p_directions, p_stakes,
      p_seen_slots, v_opens_ms, v_outcomes, v_is_new);
  end if;

  if array_position(v_is_accepted, true) is not null then
    with placed as (
      insert into ledger.contract_order (order_id, customer_id, request_id, account_id, stripe, asset, instrument_id, terms_id, duration_slots,
        direction, stake, fee, profit, seen_slot, accepted_ms, accepted_slot, entry_slot, exit_slot, placed_seq)
      select order_id, customer_id, request_id, account_id, p_stripe, v_asset, instrument_id, terms_id, duration_slots, direction, stake, fee, profit,
        seen_slot, v_now_ms, v_now_slot, entry_slot, entry_slot + duration_slots, v_stripe.seq + 1
      from unnest(v_order_ids, p_customers, p_requests, v_accounts, p_instruments, p_terms, p_durations, p_directions, p_stakes, v_fees, v_profits,
        p_seen_slots, v_entry_slots, v_is_accepted)
        as decided (order_id, customer_id, request_id, account_id, instrument_id, terms_id, duration_slots, direction, stake, fee, profit,
          seen_slot, entry_slot, is_accepted)
      where is_accepted
      returning *
    ), raised as (
      update ledger.exposure set open_payout = exposure.open_payout + added.profit
      from (select instrument_id, sum(profit)::bigint as profit from placed group by instrument_id) as added
      where exposure.instrument_id = added.instrument_id and exposure.asset = v_asset
    )
    select string_agg(ledger.placed_bytes(placed), ''::bytea order by order_id), sum(profit)::bigint,
      array_agg(row(account_id, order_id, 'contract-placed', 0, stake + fee)::ledger.line order by order_id)
    into v_digest, v_total, v_lines from placed;
    perform ledger.book(v_stripe, 'contract-placed', v_now_ms, sha256(v_digest),
      v_lines || row(v_stripe.house_account, null, 'contract-placed', 0, v_total)::ledger.line);
  end if;
  return query select i::integer, outcome, order_id, opens_ms, case when is_accepted then v_now_ms end, entry_slot, fee, profit
  from unnest(v_outcomes, v_order_ids, v_opens_ms, v_is_accepted, v_entry_slots, v_fees, v_profits) with ordinality
    as decided (outcome, order_id, opens_ms, is_accepted, entry_slot, fee, profit, i);
end
$$;

-- 0058, and 'self-excluded' for new requests.
create or replace function ledger.request_deposit(
  p_customer_id bigint, p_request_id uuid, p_chain ledger.chain, p_asset smallint, p_quantity bigint, p_txid text, p_voucher text, p_voucher_digest bytea
) returns table (outcome text, deposit_id bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_setting ledger.deposit_setting;
  v_past ledger.deposit;
begin
  perform ledger.require_read_committed();
  perform 1 from ledger.account as a where a.owner_id = p_customer_id and a.kind = 'available' order by a.account_id for no key update;
  if not found or p_customer_id <= 0 then
    raise exception 'this customer has no accounts' using errcode = 'invalid_parameter_value';
  end if;
  select * into v_past from ledger.deposit as d where d.request_id = p_request_id and d.customer_id = p_customer_id;
  if v_past.deposit_id is not null then
    deposit_id := v_past.deposit_id;
    outcome := case when (v_past.chain, v_past.asset, v_past.quantity, v_past.txid, v_past.voucher_digest) is not distinct from
      (p_chain, p_asset, p_quantity, ledger.normal_txid(p_chain, p_txid), p_voucher_digest) then 'repeated' else 'conflict' end;
    return next;
    return;
  end if;
  if security.is_excluded(p_customer_id) then
    outcome := 'self-excluded';
    return next;
    return;
  end if;
  select * into strict v_setting from ledger.deposit_setting;
  if p_quantity < v_setting.minimum or p_quantity > 1000000000000000 then
    outcome := 'wrong-amount';
    return next;
    return;
  end if;
  perform ledger.lapse_deposits(p_customer_id);
  if (select count(*) from ledger.deposit as d where d.customer_id = p_customer_id and d.state = 'under-review') >= v_setting.max_open then
    outcome := 'upper-limit';
    return next;
    return;
  end if;
  insert into ledger.deposit as d (customer_id, request_id, chain, asset, quantity, txid, voucher, voucher_digest, approvals_needed, created_ms)
  values (p_customer_id, p_request_id, p_chain, p_asset, p_quantity, ledger.normal_txid(p_chain, p_txid), p_voucher, p_voucher_digest,
    case when p_quantity >= v_setting.two_person_threshold then 2 else 1 end, market.now_ms())
  returning d.deposit_id into deposit_id;
  outcome := 'accepted';
  return next;
end
$$;

-- 0075, and 'self-excluded'.
create or replace function ledger.judge_term(p_customer_id bigint, p_product ledger.interest_product, p_amount bigint) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_customer identity.customer;
  v_account ledger.account;
begin
  select * into v_customer from identity.customer where customer_id = p_customer_id;
  select * into v_account from ledger.account where owner_id = p_customer_id and owner_id > 0 and kind = 'available' and asset = p_product.asset;
  return case
    when p_product.product_id is null then 'not-found'
    when v_customer.state is distinct from 1 or v_account.account_id is null or v_account.is_frozen then 'account-disabled'
    when v_customer.kyc_state <> 'verified' then 'kyc-not-completed'
    when security.is_excluded(p_customer_id) then 'self-excluded'
    when not p_product.is_open
      or p_product.product_id is distinct from (ledger.newest_interest_product(p_product.asset, p_product.duration_ms)).product_id
      then 'transaction-closed'
    when p_amount not between p_product.minimum and p_product.maximum then 'wrong-amount'
    when p_amount > v_account.posted - v_account.held - v_account.floor then 'insufficient-balance'
  end;
end
$$;
