-- Placing in one statement: judging, orders, entries, balances, exposures, refusals and the hash chain. A batch whose money does not
-- suffice for all of its sound orders is decided in turn first; a lone order takes a few small statements, which start faster.

-- The canonical bytes of an entry: what the hash of its batch covers. Every other rendering calls this function. It is declared
-- stable, as convert_to is, so that the planner inlines it.
create function ledger.entry_bytes(
  p_account_id bigint, p_version bigint, p_at_ms bigint, p_ref bigint, p_kind ledger.movement, p_asset smallint,
  p_d_posted bigint, p_d_held bigint, p_posted_after bigint, p_held_after bigint
) returns bytea
language sql stable
return int8send(p_account_id) || int8send(p_version) || int8send(p_at_ms) || int8send(coalesce(p_ref, -1))
  || convert_to(p_kind::text, 'UTF8') || int2send(p_asset) || int8send(p_d_posted) || int8send(p_d_held)
  || int8send(p_posted_after) || int8send(p_held_after);

create or replace function ledger.entry_bytes(e ledger.entry) returns bytea
language sql stable
return ledger.entry_bytes(
  e.account_id, e.version, e.at_ms, e.ref, e.kind, e.asset, e.d_posted, e.d_held, e.posted_after, e.held_after);

-- The canonical bytes of an order at acceptance: what the hash of its batch covers.
create function ledger.placed_bytes(
  p_order_id bigint, p_customer_id bigint, p_request_id uuid, p_account_id bigint, p_instrument_id integer, p_terms_id bigint,
  p_direction ledger.direction, p_stake bigint, p_fee bigint, p_profit bigint, p_accepted_ms bigint, p_entry_slot bigint,
  p_exit_slot bigint
) returns bytea
language sql stable
return int8send(p_order_id) || int8send(p_customer_id) || uuid_send(p_request_id) || int8send(p_account_id)
  || int4send(p_instrument_id) || int8send(p_terms_id) || convert_to(p_direction::text, 'UTF8') || int8send(p_stake)
  || int8send(p_fee) || int8send(p_profit) || int8send(p_accepted_ms) || int8send(p_entry_slot) || int8send(p_exit_slot);

create or replace function ledger.placed_bytes(o ledger.contract_order) returns bytea
language sql stable
return ledger.placed_bytes(
  o.order_id, o.customer_id, o.request_id, o.account_id, o.instrument_id, o.terms_id, o.direction, o.stake, o.fee, o.profit,
  o.accepted_ms, o.entry_slot, o.exit_slot);

-- The requests of a batch, each field an array in their order.
create type ledger.order_batch as (
  customers bigint[], requests uuid[], instruments integer[], durations integer[], terms bigint[],
  directions ledger.direction[], stakes bigint[], seen_slots bigint[]
);

-- Locks what placing needs and returns the stripe. Order of locks: customers (both of their accounts, so that equal keys of requests wait
-- here and nowhere else), stripe (it stands for the house's accounts, which move only under it), exposures, then the frames' lock
-- shared: no order can commit against a stored frame.
create function ledger.lock_for_placing(p_stripe smallint, p_customers bigint[], p_instruments integer[]) returns ledger.stripe
language plpgsql
as $$
declare
  v_stripe ledger.stripe;
  v_locked bigint;
begin
  perform 1 from ledger.account where owner_id = any(p_customers) and owner_id > 0 and kind = 'available'
  order by account_id for no key update;
  v_stripe := ledger.lock_stripe(p_stripe);
  perform 1 from ledger.exposure where instrument_id = any(p_instruments) and asset = v_stripe.asset
  order by instrument_id for no key update;
  get diagnostics v_locked = row_count;
  if v_locked < cardinality(p_instruments) and v_locked < (select count(distinct id) from unnest(p_instruments) as id) then
    insert into ledger.exposure (instrument_id, asset)
    select instrument_id, v_stripe.asset from market.instrument where instrument_id = any(p_instruments)
    order by instrument_id on conflict do nothing;
    perform 1 from ledger.exposure where instrument_id = any(p_instruments) and asset = v_stripe.asset
    order by instrument_id for no key update;
  end if;
  perform pg_advisory_xact_lock_shared(7301);
  return v_stripe;
end
$$;

-- Judges each request of a batch on its own. `outcome` is null where it is sound: its money suffices unless another request takes it.
-- A request that was decided before keeps its decision; another request under its key is a conflict. Without settings of its own, so
-- that the planner inlines it; the caller holds the locks.
create function ledger.judge_orders(p_now_ms bigint, p_asset smallint, p_batch ledger.order_batch) returns table (
  request_index integer, customer_id bigint, request_id uuid, instrument_id integer, duration_slots integer, terms_id bigint,
  direction ledger.direction, stake bigint, seen_slot bigint, fee bigint, profit bigint, max_open_payout bigint,
  accepted_slot bigint, entry_slot bigint, account_id bigint, posted bigint, held bigint, version bigint, available bigint,
  outcome text, opens_ms bigint, past_order_id bigint, is_new boolean
)
language sql stable
as $$
  with request as materialized (
    select * from unnest(p_batch.customers, p_batch.requests, p_batch.instruments, p_batch.durations, p_batch.terms,
      p_batch.directions, p_batch.stakes, p_batch.seen_slots) with ordinality
      as request (customer_id, request_id, instrument_id, duration_slots, terms_id, direction, stake, seen_slot, request_index)
  ), rule as (
    select 500 as slot_ms, 10 as max_seen_age_slots, 2000 as max_frame_age_ms, 2 as max_frame_lead_slots
  ), moment as materialized (
    select rule.*, clock.genesis_ms, clock.now_slot, frame.states, greatest(clock.now_slot, frame.slot) as newest_slot,
      -- A frame from far ahead means that the clock was set back: what the customer saw is not what the clock says.
      coalesce(p_now_ms - (clock.genesis_ms + (frame.slot + 1) * slot_ms) <= max_frame_age_ms
        and frame.slot <= clock.now_slot + max_frame_lead_slots, false) as is_fresh
    from rule
    cross join lateral (
      select genesis_ms, floor((p_now_ms - genesis_ms)::numeric / slot_ms)::bigint as now_slot from market.clock
    ) as clock
    left join (select slot, states from market.frame order by slot desc limit 1) as frame on true
  ), offer as materialized (
    select terms.*, timing.entry_slot, session.opens_ms,
      terms.offered and not instrument.hidden and not exists (
        select from market.terms as newer where newer.instrument_id = terms.instrument_id
          and newer.duration_slots = terms.duration_slots and newer.version > terms.version) as is_current,
      case
        when not moment.is_fresh then 'market-stale'
        when instrument.halted or session.instrument_id is null or session.state = 0
          or coalesce(moment.states[terms.instrument_id], 0) = 0 then 'market-closed'
        when moment.states[terms.instrument_id] <> 1 then 'market-stale'
        -- A contract may not outlive its session: the frame of its exit slot must end by the close.
        when genesis_ms + (timing.entry_slot + terms.duration_slots + 1) * slot_ms > session.closes_ms then 'market-closed'
      end as refusal
    from (select distinct terms_id from request) as wanted
    join market.terms using (terms_id)
    join market.instrument using (instrument_id)
    left join market.session using (instrument_id)
    cross join moment
    cross join lateral (select moment.newest_slot + instrument.entry_delay_slots as entry_slot) as timing
  ), account as materialized (
    select owner_id, account_id, posted, held, version, posted - held - floor as available, is_frozen from ledger.account
    where owner_id = any(p_batch.customers) and owner_id > 0 and kind = 'available' and asset = p_asset
  ), exclusion as materialized (
    select customer_id from security.exclusion where customer_id = any(p_batch.customers) and until_ms > p_now_ms
  ), past as materialized (
    select customer_id, request_id, order_id, 'repeated' as outcome, null::bigint as opens_ms,
      asset, instrument_id, duration_slots, terms_id, direction, stake, seen_slot
    from ledger.contract_order where request_id = any(p_batch.requests)
    union all
    select customer_id, request_id, null, error, opens_ms,
      asset, instrument_id, duration_slots, terms_id, direction, stake, seen_slot
    from ledger.refusal where request_id = any(p_batch.requests)
  ), compared as (
    select request.*, past.order_id as past_order_id, past.outcome as past_outcome, past.opens_ms as past_opens_ms,
      case when past.request_id is not null then
        (past.asset, past.instrument_id, past.duration_slots, past.terms_id, past.direction, past.stake, past.seen_slot)
          = (p_asset, request.instrument_id, request.duration_slots, request.terms_id, request.direction, request.stake,
            request.seen_slot)
      end as is_same
    from request left join past using (customer_id, request_id)
  ), priced as (
    -- The fee is rounded down to 0.01, the profit up.
    select compared.*, offer.entry_slot, offer.max_open_payout, offer.stake_min, offer.stake_max, offer.opens_ms as session_opens_ms,
      offer.refusal, offer.is_current and offer.instrument_id = compared.instrument_id
        and offer.duration_slots = compared.duration_slots as is_offered,
      case when stake between stake_min and stake_max then stake * fee_bps / 100000000 * 10000 end as fee,
      case when stake between stake_min and stake_max then (stake * payout_bps + 99999999) / 100000000 * 10000 end as profit
    from compared left join offer using (terms_id)
  ), judged as (
    select priced.*, account.account_id, account.posted, account.held, account.version, account.available, moment.now_slot,
      case
        when is_same then past_outcome
        when not is_same then 'conflict'
        when exclusion.customer_id is not null then 'self-excluded'
        when is_offered is not true then 'terms-changed'
        when stake < stake_min then 'below-minimum'
        when stake > stake_max then 'above-maximum'
        when refusal is not null then refusal
        when seen_slot < now_slot - max_seen_age_slots or seen_slot > now_slot then 'price-moved'
        when account.account_id is null then 'insufficient-balance'
        when account.is_frozen then 'account-disabled'
        when stake + fee > available then 'insufficient-balance'
      end as outcome
    from priced
    cross join moment
    left join account on account.owner_id = priced.customer_id
    left join exclusion on exclusion.customer_id = priced.customer_id
  )
  select request_index::integer, customer_id, request_id, instrument_id, duration_slots, terms_id, direction, stake, seen_slot,
    fee, profit, max_open_payout, now_slot, entry_slot, account_id, posted, held, version, available, outcome,
    case when is_same then past_opens_ms when outcome = 'market-closed' then session_opens_ms end,
    case when is_same then past_order_id end, is_same is null and account_id is not null
  from judged
$$;

-- Places the sound requests of a judged batch as one batch of the stripe, all of them in one statement, and stores new refusals; those
-- beyond a customer's rate become 'frequent-operations' and are not stored. `p_refusals` refuses sound requests in addition, by their
-- index. Stores and returns nothing where the money does not suffice for all that are sound. The caller holds the locks.
create function ledger.place_sound_orders(p_stripe ledger.stripe, p_now_ms bigint, p_batch ledger.order_batch, p_refusals text[])
returns setof ledger.placement
language plpgsql
as $$
#variable_conflict use_column
declare
  v_refusals_a_minute constant integer := 60;
  v_stored constant text[] := array['insufficient-balance', 'below-minimum', 'above-maximum', 'terms-changed', 'market-closed',
    'market-stale', 'house-limit', 'price-moved'];
  v_seq constant bigint := p_stripe.seq + 1;
  v_asset constant smallint := p_stripe.asset;
begin
  return query
  with judged as materialized (
    select judged.*, coalesce(judged.outcome, p_refusals[judged.request_index]) as refusal
    from ledger.judge_orders(p_now_ms, v_asset, p_batch) as judged
  ), sound as materialized (
    select judged.*, version + row_number() over so_far as entry_version, (sum(stake + fee) over so_far)::bigint as demand
    from judged where refusal is null
    window so_far as (partition by account_id order by request_index rows unbounded preceding)
  ), payout as materialized (
    select instrument_id, sum(profit)::bigint as profit, min(max_open_payout) as cap from sound group by instrument_id
  ), house as materialized (
    -- One row where the money suffices, otherwise none. Everything below depends on it.
    select account.account_id, account.version + 1 as entry_version, account.posted, account.held + total.profit as held_after, total.profit
    from ledger.account
    cross join (
      select coalesce(sum(profit), 0)::bigint as profit, coalesce(bool_and(demand <= available), true) as is_covered from sound
    ) as total
    where account.account_id = p_stripe.house_account and total.is_covered
      and total.profit <= account.posted - account.held - account.floor
      -- The lowest cap of an instrument's terms is the strictest test; refuse_in_turn has tested each order against its own terms.
      and (p_refusals is not null or not exists (
        select from payout left join ledger.exposure on exposure.instrument_id = payout.instrument_id and exposure.asset = v_asset
        where (payout.profit <= payout.cap - exposure.open_payout) is not true))
  ), placed as materialized (
    select sound.*, nextval('ledger.order_id') as order_id from sound cross join house
  ), stored as (
    insert into ledger.contract_order (order_id, customer_id, request_id, account_id, stripe, asset, instrument_id, terms_id,
      duration_slots, direction, stake, fee, profit, seen_slot, accepted_ms, accepted_slot, entry_slot, exit_slot, placed_seq)
    select order_id, customer_id, request_id, account_id, p_stripe.stripe, v_asset, instrument_id, terms_id,
      duration_slots, direction, stake, fee, profit, seen_slot, p_now_ms, accepted_slot, entry_slot, entry_slot + duration_slots, v_seq
    from placed
  ), raised as (
    update ledger.exposure set open_payout = exposure.open_payout + payout.profit from payout cross join house
    where exposure.instrument_id = payout.instrument_id and exposure.asset = v_asset
  ), line as materialized (
    select account_id, entry_version, order_id, stake + fee as d_held, posted, held + demand as held_after from placed
    union all
    select account_id, entry_version, null, profit, posted, held_after from house where profit > 0
  ), booked as (
    insert into ledger.entry (account_id, version, at_ms, stripe, seq, ref, kind, asset, d_posted, d_held, posted_after, held_after)
    select account_id, entry_version, p_now_ms, p_stripe.stripe, v_seq, order_id, 'contract-placed', v_asset, 0, d_held, posted, held_after
    from line
  ), changed as (
    update ledger.account set held = change.held, version = change.version
    from (select account_id, max(held_after) as held, max(entry_version) as version from line group by account_id) as change
    where account.account_id = change.account_id
  ), digest as (
    select sha256(string_agg(ledger.placed_bytes(order_id, customer_id, request_id, account_id, instrument_id, terms_id, direction,
      stake, fee, profit, p_now_ms, entry_slot, entry_slot + duration_slots), ''::bytea order by order_id)) as orders_digest
    from placed
  ), link as materialized (
    select entry_count, orders_digest,
      ledger.batch_hash(p_stripe.head, p_stripe.stripe, v_seq, 'contract-placed', orders_digest, entries) as hash
    from digest cross join (
      select count(*)::integer as entry_count, string_agg(ledger.entry_bytes(account_id, entry_version, p_now_ms, order_id,
        'contract-placed', v_asset, 0, d_held, posted, held_after), ''::bytea order by account_id, entry_version) as entries
      from line
    ) as body
    where entry_count > 0
  ), chained as (
    insert into ledger.batch (stripe, seq, kind, entry_count, at_ms, orders_digest, prev_hash, hash)
    select p_stripe.stripe, v_seq, 'contract-placed', entry_count, p_now_ms, orders_digest, p_stripe.head, hash from link
  ), headed as (
    update ledger.stripe set seq = v_seq, head = link.hash from link where stripe.stripe = p_stripe.stripe
  ), refused as (
    select judged.*, row_number() over (partition by customer_id order by request_index) as nth
    from judged where is_new and refusal = any(v_stored)
  ), kept as materialized (
    select refused.* from refused cross join house cross join lateral (
      select count(*) as recent from ledger.refusal
      where refusal.customer_id = refused.customer_id and created_ms > p_now_ms - 60000
    ) as past where past.recent + refused.nth <= v_refusals_a_minute
  ), remembered as (
    insert into ledger.refusal (customer_id, request_id, error, opens_ms, asset, instrument_id, terms_id, duration_slots, direction,
      stake, seen_slot, created_ms)
    select customer_id, request_id, refusal, opens_ms, v_asset, instrument_id, terms_id, duration_slots, direction,
      stake, seen_slot, p_now_ms
    from kept on conflict do nothing
  )
  select request_index, 'accepted', order_id, null::bigint, p_now_ms, entry_slot, fee, profit from placed
  union all
  select judged.request_index, case when judged.is_new and judged.refusal = any(v_stored) and kept.request_index is null
      then 'frequent-operations' else judged.refusal end,
    judged.past_order_id, judged.opens_ms, null, judged.entry_slot, judged.fee, judged.profit
  from judged cross join house left join kept using (request_index)
  where judged.refusal is not null;
end
$$;

-- Decides sound requests in the order of arrival where the money does not suffice for all of them. Returns the refusal of each that
-- it does not suffice for, by its index. `p_is_last_stripe` makes a bankroll that is too small a final 'house-limit'.
create function ledger.refuse_in_turn(p_stripe ledger.stripe, p_now_ms bigint, p_batch ledger.order_batch, p_is_last_stripe boolean)
returns text[]
language plpgsql
as $$
declare
  v_count constant integer := cardinality(p_batch.customers);
  -- The running figures of an account, and of an instrument, stand at its first request.
  v_demand bigint[] := array_fill(0::bigint, array[v_count]);
  v_payout bigint[] := array_fill(0::bigint, array[v_count]);
  v_refusals text[] := array_fill(null::text, array[v_count]);
  v_house_left bigint;
  v_order record;
begin
  select posted - held - floor into strict v_house_left from ledger.account where account_id = p_stripe.house_account;
  for v_order in
    select judged.request_index as i, judged.stake + judged.fee as demand, judged.available, judged.profit,
      judged.max_open_payout - exposure.open_payout as payout_left,
      min(judged.request_index) over (partition by judged.account_id) as account_i,
      min(judged.request_index) over (partition by judged.instrument_id) as instrument_i
    from ledger.judge_orders(p_now_ms, p_stripe.asset, p_batch) as judged
    left join ledger.exposure on exposure.instrument_id = judged.instrument_id and exposure.asset = p_stripe.asset
    where judged.outcome is null
    order by judged.request_index
  loop
    if v_order.demand > v_order.available - v_demand[v_order.account_i] then
      v_refusals[v_order.i] := 'insufficient-balance';
    elsif (v_order.profit <= v_order.payout_left - v_payout[v_order.instrument_i]) is not true then
      v_refusals[v_order.i] := 'house-limit';
    elsif v_order.profit > v_house_left then
      v_refusals[v_order.i] := case when p_is_last_stripe then 'house-limit' else 'stripe-limit' end;
    else
      v_demand[v_order.account_i] := v_demand[v_order.account_i] + v_order.demand;
      v_payout[v_order.instrument_i] := v_payout[v_order.instrument_i] + v_order.profit;
      v_house_left := v_house_left - v_order.profit;
    end if;
  end loop;
  return v_refusals;
end
$$;

-- Places a lone order by small statements. Stores and returns nothing where it is not sound or the house's money does not suffice. The
-- caller holds the locks.
create function ledger.place_lone_order(p_stripe ledger.stripe, p_now_ms bigint, p_batch ledger.order_batch) returns setof ledger.placement
language plpgsql
as $$
#variable_conflict use_column
declare
  v_seq constant bigint := p_stripe.seq + 1;
  v_asset constant smallint := p_stripe.asset;
  v_kind constant ledger.movement := 'contract-placed';
  v_order record;
  v_house ledger.account;
  v_order_id bigint;
  v_demand bigint;
  v_exit_slot bigint;
  v_digest bytea;
  v_own_bytes bytea;
  v_house_bytes bytea;
  v_hash bytea;
begin
  select judged.*, judged.max_open_payout - exposure.open_payout as payout_left into v_order
  from ledger.judge_orders(p_now_ms, v_asset, p_batch) as judged
  join ledger.exposure on exposure.instrument_id = judged.instrument_id and exposure.asset = v_asset
  where judged.outcome is null;
  select * into strict v_house from ledger.account where account_id = p_stripe.house_account;
  if v_order.profit is null or v_order.profit > v_order.payout_left or v_order.profit > v_house.posted - v_house.held - v_house.floor then
    return;
  end if;
  v_order_id := nextval('ledger.order_id');
  v_demand := v_order.stake + v_order.fee;
  v_exit_slot := v_order.entry_slot + v_order.duration_slots;
  insert into ledger.contract_order (order_id, customer_id, request_id, account_id, stripe, asset, instrument_id, terms_id,
    duration_slots, direction, stake, fee, profit, seen_slot, accepted_ms, accepted_slot, entry_slot, exit_slot, placed_seq)
  values (v_order_id, v_order.customer_id, v_order.request_id, v_order.account_id, p_stripe.stripe, v_asset, v_order.instrument_id,
    v_order.terms_id, v_order.duration_slots, v_order.direction, v_order.stake, v_order.fee, v_order.profit, v_order.seen_slot,
    p_now_ms, v_order.accepted_slot, v_order.entry_slot, v_exit_slot, v_seq);
  update ledger.exposure set open_payout = open_payout + v_order.profit where instrument_id = v_order.instrument_id and asset = v_asset;
  insert into ledger.entry (account_id, version, at_ms, stripe, seq, ref, kind, asset, d_posted, d_held, posted_after, held_after)
  values
    (v_order.account_id, v_order.version + 1, p_now_ms, p_stripe.stripe, v_seq, v_order_id, v_kind, v_asset, 0, v_demand,
      v_order.posted, v_order.held + v_demand),
    (v_house.account_id, v_house.version + 1, p_now_ms, p_stripe.stripe, v_seq, null, v_kind, v_asset, 0, v_order.profit,
      v_house.posted, v_house.held + v_order.profit);
  update ledger.account set version = version + 1, held = held + case account_id when v_house.account_id then v_order.profit else v_demand end
  where account_id in (v_order.account_id, v_house.account_id);
  v_digest := sha256(ledger.placed_bytes(v_order_id, v_order.customer_id, v_order.request_id, v_order.account_id,
    v_order.instrument_id, v_order.terms_id, v_order.direction, v_order.stake, v_order.fee, v_order.profit, p_now_ms,
    v_order.entry_slot, v_exit_slot));
  v_own_bytes := ledger.entry_bytes(v_order.account_id, v_order.version + 1, p_now_ms, v_order_id, v_kind, v_asset, 0, v_demand,
    v_order.posted, v_order.held + v_demand);
  v_house_bytes := ledger.entry_bytes(v_house.account_id, v_house.version + 1, p_now_ms, null, v_kind, v_asset, 0, v_order.profit,
    v_house.posted, v_house.held + v_order.profit);
  v_hash := ledger.batch_hash(p_stripe.head, p_stripe.stripe, v_seq, v_kind, v_digest,
    case when v_order.account_id < v_house.account_id then v_own_bytes || v_house_bytes else v_house_bytes || v_own_bytes end);
  insert into ledger.batch (stripe, seq, kind, entry_count, at_ms, orders_digest, prev_hash, hash)
  values (p_stripe.stripe, v_seq, v_kind, 2, p_now_ms, v_digest, p_stripe.head, v_hash);
  update ledger.stripe set seq = v_seq, head = v_hash where stripe = p_stripe.stripe;
  return next (1, 'accepted', v_order_id, null, p_now_ms, v_order.entry_slot, v_order.fee, v_order.profit)::ledger.placement;
end
$$;

-- Places up to 1,000 orders of one asset on a stripe, in the order of the arrays, all in one batch. Any error rolls all of it back. No
-- key (customer, request) may stand twice in the arrays. The locks, and their order, are those of lock_for_placing.
create or replace function ledger.place_orders(
  p_stripe smallint, p_customers bigint[], p_requests uuid[], p_instruments integer[], p_durations integer[], p_terms bigint[],
  p_directions ledger.direction[], p_stakes bigint[], p_seen_slots bigint[], p_is_last_stripe boolean
) returns setof ledger.placement
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
  v_batch constant ledger.order_batch :=
    row(p_customers, p_requests, p_instruments, p_durations, p_terms, p_directions, p_stakes, p_seen_slots);
  v_stripe ledger.stripe;
  v_now_ms bigint;
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
  v_stripe := ledger.lock_for_placing(p_stripe, p_customers, p_instruments);
  -- From here on nothing waits: the time of acceptance is read after the last lock.
  v_now_ms := market.now_ms();
  -- The name that create_entry_days gives a day.
  if to_regclass('ledger.entry_' || to_char(to_timestamp(v_now_ms / 1000) at time zone 'UTC', 'YYYYMMDD')) is null then
    perform ledger.create_entry_days(v_now_ms, 0);
  end if;
  if n = 1 then
    return query select * from ledger.place_lone_order(v_stripe, v_now_ms, v_batch);
    if found then
      return;
    end if;
  end if;
  return query select * from ledger.place_sound_orders(v_stripe, v_now_ms, v_batch, null);
  if not found then
    return query select * from ledger.place_sound_orders(v_stripe, v_now_ms, v_batch,
      ledger.refuse_in_turn(v_stripe, v_now_ms, v_batch, p_is_last_stripe));
    if not found then
      raise exception 'orders that were decided in turn do not fit the money' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
end
$$;

drop function ledger.store_refusals(
  bigint, smallint, bigint[], uuid[], integer[], integer[], bigint[], ledger.direction[], bigint[], bigint[], bigint[], text[], boolean[]);

-- One index lists a customer's orders of a state; `listOrders` asks for each state.
drop index ledger.contract_order_open;
drop index ledger.contract_order_list;
create index contract_order_list on ledger.contract_order (customer_id, state, order_id);

revoke all on function
  ledger.entry_bytes(bigint, bigint, bigint, bigint, ledger.movement, smallint, bigint, bigint, bigint, bigint),
  ledger.placed_bytes(bigint, bigint, uuid, bigint, integer, bigint, ledger.direction, bigint, bigint, bigint, bigint, bigint, bigint),
  ledger.lock_for_placing(smallint, bigint[], integer[]),
  ledger.judge_orders(bigint, smallint, ledger.order_batch),
  ledger.place_sound_orders(ledger.stripe, bigint, ledger.order_batch, text[]),
  ledger.refuse_in_turn(ledger.stripe, bigint, ledger.order_batch, boolean),
  ledger.place_lone_order(ledger.stripe, bigint, ledger.order_batch)
from public;
-- The checker renders entries and orders.
grant execute on function
  ledger.entry_bytes(bigint, bigint, bigint, bigint, ledger.movement, smallint, bigint, bigint, bigint, bigint),
  ledger.placed_bytes(bigint, bigint, uuid, bigint, integer, bigint, ledger.direction, bigint, bigint, bigint, bigint, bigint, bigint)
to candor_app;
