-- Places the sound requests of a judged batch as one batch of the stripe, all of them in one statement, and stores new
-- refusals; those beyond a customer's rate become 'frequent-operations' and are not stored. `p_refusals` refuses sound
-- requests in addition, by their index. Stores and returns nothing where the money does not suffice for all that are
-- sound. The caller holds the locks. Internal.
create function contract.place_sound_orders(p_stripe ledger.stripe, p_now_ms bigint, p_batch contract.order_batch,
  p_refusals text[])
returns setof contract.placement
language plpgsql as $$
#variable_conflict use_column
declare
  v_refusals_a_minute constant integer := 60;
  v_stored constant text[] := array['insufficient-balance', 'below-minimum', 'above-maximum', 'terms-changed',
    'market-closed', 'market-stale', 'house-limit', 'price-moved'];
  v_seq constant bigint := p_stripe.seq + 1;
  v_asset constant smallint := p_stripe.asset;
begin
  return query
  with judged as materialized (
    select judged.*, coalesce(judged.outcome, p_refusals[judged.request_index]) as refusal
    from contract.judge_orders(p_now_ms, v_asset, p_batch) as judged
  ), sound as materialized (
    select judged.*, version + row_number() over so_far as entry_version,
      (sum(stake + fee) over so_far)::bigint as demand
    from judged where refusal is null
    window so_far as (partition by account_id order by request_index rows unbounded preceding)
  ), payout as materialized (
    select instrument_id, sum(profit)::bigint as profit, min(max_open_payout) as cap from sound group by instrument_id
  ), house as materialized (
    -- One row where the money suffices, otherwise none. Everything below depends on it.
    select account.account_id, account.version + 1 as entry_version, account.posted,
      account.held + total.profit as held_after, total.profit, clock.instant_us() as begin_us
    from ledger.account
    cross join (
      select coalesce(sum(profit), 0)::bigint as profit, coalesce(bool_and(demand <= available), true) as is_covered
        from sound
    ) as total
    where account.account_id = p_stripe.house_account and total.is_covered
      and total.profit <= account.posted - account.held - account.minimum
      -- The lowest cap of an instrument's terms is the strictest test; refuse_in_turn has tested each order against its
      -- own terms.
      and (p_refusals is not null or not exists (
        select from payout left join contract.exposure on exposure.instrument_id = payout.instrument_id
          and exposure.asset = v_asset
        where (payout.profit <= payout.cap - exposure.open_payout) is not true))
  ), placed as materialized (
    select sound.*, clock.batch_record_id(house.begin_us, request_index, p_stripe.stripe) as order_id
    from sound cross join house
  ), stored as (
    insert into contract.contract_order (order_id, customer_id, request_id, account_id, stripe, asset, instrument_id,
      terms_id,
      duration_slots, direction, stake, fee, profit, seen_slot, accepted_ms, accepted_slot, entry_slot, exit_slot,
        placed_seq)
    select order_id, customer_id, request_id, account_id, p_stripe.stripe, v_asset, instrument_id, terms_id,
      duration_slots, direction, stake, fee, profit, seen_slot, p_now_ms, accepted_slot, entry_slot,
        entry_slot + duration_slots, v_seq
    from placed
  ), raised as (
    update contract.exposure set open_payout = exposure.open_payout + payout.profit from payout cross join house
    where exposure.instrument_id = payout.instrument_id and exposure.asset = v_asset
  ), line as materialized (
    select account_id, entry_version, order_id, stake + fee as d_held, posted, held + demand as held_after from placed
    union all
    select account_id, entry_version, null, profit, posted, held_after from house where profit > 0
  ), booked as (
    insert into ledger.entry (account_id, version, at_ms, stripe, seq, ref, kind, asset, d_posted, d_held,
      posted_after, held_after)
    select account_id, entry_version, p_now_ms, p_stripe.stripe, v_seq, order_id, 'contract-placed', v_asset, 0,
      d_held, posted, held_after
    from line
  ), changed as (
    update ledger.account set held = change.held, version = change.version
    from (select account_id, max(held_after) as held, max(entry_version) as version from line
      group by account_id) as change
    where account.account_id = change.account_id
  ), digest as (
    select sha256(string_agg(contract.placed_bytes(order_id, customer_id, request_id, account_id, instrument_id,
      terms_id, direction, stake, fee, profit, p_now_ms, entry_slot, entry_slot + duration_slots), ''::bytea
        order by order_id)) as orders_digest
    from placed
  ), link as materialized (
    select entry_count, orders_digest,
      ledger.batch_hash(p_stripe.head, p_stripe.stripe, v_seq, 'contract-placed', orders_digest, entries) as hash
    from digest cross join (
      select count(*)::integer as entry_count, string_agg(ledger.entry_bytes(account_id, entry_version, p_now_ms,
        order_id, 'contract-placed', v_asset, 0, d_held, posted, held_after), ''::bytea order by account_id,
          entry_version) as entries
      from line
    ) as body
    where entry_count > 0
  ), chained as (
    insert into ledger.batch (stripe, seq, kind, entry_count, at_ms, orders_digest, prev_hash, hash)
    select p_stripe.stripe, v_seq, 'contract-placed', entry_count, p_now_ms, orders_digest, p_stripe.head, hash
      from link
  ), headed as (
    update ledger.stripe set seq = v_seq, head = link.hash from link where stripe.stripe = p_stripe.stripe
  ), refused as (
    select judged.*, row_number() over (partition by customer_id order by request_index) as nth
    from judged where is_new and refusal = any(v_stored)
  ), kept as materialized (
    select refused.* from refused cross join house cross join lateral (
      select count(*) as recent from contract.refusal
      where refusal.customer_id = refused.customer_id and created_ms > p_now_ms - 60000
    ) as past where past.recent + refused.nth <= v_refusals_a_minute
  ), remembered as (
    insert into contract.refusal (customer_id, request_id, error, opens_ms, asset, instrument_id, terms_id,
      duration_slots, direction, stake, seen_slot, created_ms)
    select customer_id, request_id, refusal, opens_ms, v_asset, instrument_id, terms_id, duration_slots, direction,
      stake, seen_slot, p_now_ms
    from kept on conflict do nothing
  )
  select request_index, 'accepted', order_id, null::bigint, p_now_ms, entry_slot, fee, profit, v_seq from placed
  union all
  select judged.request_index, case when judged.is_new and judged.refusal = any(v_stored) and kept.request_index is null
      then 'frequent-operations' else judged.refusal end,
    judged.past_order_id, judged.opens_ms, null, judged.entry_slot, judged.fee, judged.profit, null
  from judged cross join house left join kept using (request_index)
  where judged.refusal is not null;
end
$$;

-- Decides sound requests in the order of arrival where the money does not suffice for all of them, or customers limit
-- themselves. Returns the refusal of each that the money or its customer's limit does not suffice for, by its index.
-- `p_is_last_stripe` makes a bankroll that is too small a final 'house-limit'. Internal.
create function contract.refuse_in_turn(p_stripe ledger.stripe, p_now_ms bigint, p_batch contract.order_batch,
  p_is_last_stripe boolean)
returns text[]
language plpgsql as $$
declare
  v_count constant integer := cardinality(p_batch.customers);
  -- The running figures of an account, and of an instrument, are kept at the index of its first request.
  v_demand bigint[] := array_fill(0::bigint, array[v_count]);
  v_stake bigint[] := array_fill(0::bigint, array[v_count]);
  v_payout bigint[] := array_fill(0::bigint, array[v_count]);
  v_refusals text[] := array_fill(null::text, array[v_count]);
  v_house_left bigint;
  v_order record;
begin
  select posted - held - minimum into strict v_house_left from ledger.account where account_id = p_stripe.house_account;
  for v_order in
    select judged.request_index as i, judged.stake, judged.stake + judged.fee as demand, judged.available,
      judged.profit, own.stake_left, own.loss_left,
      judged.max_open_payout - exposure.open_payout as payout_left,
      min(judged.request_index) over (partition by judged.account_id) as account_i,
      min(judged.request_index) over (partition by judged.instrument_id) as instrument_i
    from contract.judge_orders(p_now_ms, p_stripe.asset, p_batch) as judged
    left join contract.exposure on exposure.instrument_id = judged.instrument_id and exposure.asset = p_stripe.asset
    left join contract.own_limits_left(p_now_ms, p_stripe.asset, p_batch.customers) as own
      on own.customer_id = judged.customer_id
    where judged.outcome is null
    order by judged.request_index
  loop
    if v_order.stake > v_order.stake_left - v_stake[v_order.account_i] then
      v_refusals[v_order.i] := 'own-stake-limit';
    elsif v_order.demand > v_order.loss_left - v_demand[v_order.account_i] then
      v_refusals[v_order.i] := 'own-loss-limit';
    elsif v_order.demand > v_order.available - v_demand[v_order.account_i] then
      v_refusals[v_order.i] := 'insufficient-balance';
    elsif (v_order.profit <= v_order.payout_left - v_payout[v_order.instrument_i]) is not true then
      v_refusals[v_order.i] := 'house-limit';
    elsif v_order.profit > v_house_left then
      v_refusals[v_order.i] := case when p_is_last_stripe then 'house-limit' else 'stripe-limit' end;
    else
      v_demand[v_order.account_i] := v_demand[v_order.account_i] + v_order.demand;
      v_stake[v_order.account_i] := v_stake[v_order.account_i] + v_order.stake;
      v_payout[v_order.instrument_i] := v_payout[v_order.instrument_i] + v_order.profit;
      v_house_left := v_house_left - v_order.profit;
    end if;
  end loop;
  return v_refusals;
end
$$;
