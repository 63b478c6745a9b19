-- The moment at which requests are judged: the clock's slot, and the newest frame. Inlined like judge_orders. Internal.
create function contract.judging_moment(p_now_ms bigint) returns table (slot_ms integer, max_seen_age_slots integer,
  genesis_ms bigint, now_slot bigint, newest_slot bigint, states smallint[], is_fresh boolean)
language sql stable as $$
  select slot_ms, max_seen_age_slots, clock.genesis_ms, clock.now_slot, greatest(clock.now_slot, frame.slot),
    frame.states,
    -- A frame far ahead of the clock means that the clock was set back: the customer saw a different time than the
    -- clock shows.
    coalesce(p_now_ms - (clock.genesis_ms + (frame.slot + 1) * slot_ms) <= max_frame_age_ms
      and frame.slot <= clock.now_slot + max_frame_lead_slots, false)
  from (
    select 500 as slot_ms, 10 as max_seen_age_slots, 2000 as max_frame_age_ms, 2 as max_frame_lead_slots
  ) as rule
  cross join lateral (
    select genesis_ms, floor((p_now_ms - genesis_ms)::numeric / slot_ms)::bigint as now_slot from market.clock
  ) as clock
  left join (select slot, states from market.frame order by slot desc limit 1) as frame on true
$$;

-- What terms offer at a moment, and why not; no row for unknown terms. Inlined like judge_orders. Internal.
create function contract.judged_offer(p_terms_id bigint, p_slot_ms integer, p_genesis_ms bigint, p_newest_slot bigint,
  p_states smallint[], p_is_fresh boolean)
returns table (terms_id bigint, instrument_id integer, duration_slots integer, stake_min bigint, stake_max bigint,
  fee_bps integer, payout_bps integer, max_open_payout bigint, entry_slot bigint, opens_ms bigint, is_current boolean,
  refusal text)
language sql stable as $$
  select terms.terms_id, terms.instrument_id, terms.duration_slots, terms.stake_min, terms.stake_max, terms.fee_bps,
    terms.payout_bps, terms.max_open_payout, timing.entry_slot, session.opens_ms,
    terms.offered and not instrument.hidden and not exists (
      select from market.terms as newer where newer.instrument_id = terms.instrument_id
        and newer.duration_slots = terms.duration_slots and newer.version > terms.version),
    case
      when not p_is_fresh then 'market-stale'
      when instrument.halted or session.instrument_id is null or session.state = 0
        or coalesce(p_states[terms.instrument_id], 0) = 0 then 'market-closed'
      when p_states[terms.instrument_id] <> 1 then 'market-stale'
      -- A contract may not outlive its session: the frame of its exit slot must end by the close.
      when p_genesis_ms + (timing.entry_slot + terms.duration_slots + 1) * p_slot_ms > session.closes_ms
        then 'market-closed'
    end
  from market.terms
  join market.instrument using (instrument_id)
  left join market.session using (instrument_id)
  cross join lateral (select p_newest_slot + instrument.entry_delay_slots as entry_slot) as timing
  where terms.terms_id = p_terms_id
$$;

-- The requests with these ids that were decided before, of any customer. Inlined like judge_orders. Internal.
create function contract.decided_requests(p_requests uuid[]) returns table (customer_id bigint, request_id uuid,
  order_id bigint, outcome text, opens_ms bigint, asset smallint, instrument_id integer, duration_slots integer,
  terms_id bigint, direction contract.direction, stake bigint, seen_slot bigint)
language sql stable as $$
  select customer_id, request_id, order_id, 'repeated', null::bigint, asset, instrument_id, duration_slots, terms_id,
    direction, stake, seen_slot
  from contract.contract_order where request_id = any(p_requests)
  union all
  select customer_id, request_id, null, error, opens_ms, asset, instrument_id, duration_slots, terms_id, direction,
    stake, seen_slot
  from contract.refusal where request_id = any(p_requests)
$$;

-- Judges each request of a batch on its own. `outcome` is null where it is sound: its money suffices unless another
-- request takes it. A request that was decided before keeps its decision; another request under its key is a conflict.
-- Without settings of its own, so that the planner inlines it; the caller holds the locks. Internal.
create function contract.judge_orders(p_now_ms bigint, p_asset smallint, p_batch contract.order_batch) returns table (
  request_index integer, customer_id bigint, request_id uuid, instrument_id integer, duration_slots integer,
  terms_id bigint, direction contract.direction, stake bigint, seen_slot bigint, fee bigint, profit bigint,
  max_open_payout bigint, accepted_slot bigint, entry_slot bigint, account_id bigint, posted bigint, held bigint,
  version bigint, available bigint, outcome text, opens_ms bigint, past_order_id bigint, is_new boolean
)
language sql stable as $$
  with request as materialized (
    select * from unnest(p_batch.customers, p_batch.requests, p_batch.instruments, p_batch.durations, p_batch.terms,
      p_batch.directions, p_batch.stakes, p_batch.seen_slots) with ordinality
      as request (customer_id, request_id, instrument_id, duration_slots, terms_id, direction, stake, seen_slot,
        request_index)
  ), moment as materialized (
    select * from contract.judging_moment(p_now_ms)
  ), offer as materialized (
    select offer.* from (select distinct terms_id from request) as wanted cross join moment
    cross join lateral contract.judged_offer(wanted.terms_id, slot_ms, genesis_ms, newest_slot, states, is_fresh)
      as offer
  ), account as materialized (
    select owner_id, account_id, posted, held, version, available, is_frozen from ledger.balance
    where owner_id = any(p_batch.customers) and owner_id > 0 and kind = 'available' and asset = p_asset
  ), exclusion as materialized (
    select customer_id from security.exclusion where customer_id = any(p_batch.customers) and until_ms > p_now_ms
  ), past as materialized (
    select * from contract.decided_requests(p_batch.requests)
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
    select compared.*, offer.entry_slot, offer.max_open_payout, offer.stake_min, offer.stake_max,
      offer.opens_ms as session_opens_ms, offer.refusal,
      offer.is_current and offer.instrument_id = compared.instrument_id
        and offer.duration_slots = compared.duration_slots as is_offered,
      case when stake between stake_min and stake_max then stake * fee_bps / 100000000 * 10000 end as fee,
      case when stake between stake_min and stake_max then (stake * payout_bps + 99999999) / 100000000 * 10000
      end as profit
    from compared left join offer using (terms_id)
  ), judged as (
    select priced.*, account.account_id, account.posted, account.held, account.version, account.available,
      moment.now_slot,
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
    from priced cross join moment
    left join account on account.owner_id = priced.customer_id
    left join exclusion on exclusion.customer_id = priced.customer_id
  )
  select request_index::integer, customer_id, request_id, instrument_id, duration_slots, terms_id, direction, stake,
    seen_slot, fee, profit, max_open_payout, now_slot, entry_slot, account_id, posted, held, version, available,
    outcome, case when is_same then past_opens_ms when outcome = 'market-closed' then session_opens_ms end,
    case when is_same then past_order_id end, is_same is null and account_id is not null
  from judged
$$;
