-- Places a lone order by small statements. Stores and returns nothing where it is not sound or the house's money does
-- not suffice. The caller holds the locks. Internal.
create function contract.place_lone_order(p_stripe ledger.stripe, p_now_ms bigint, p_batch contract.order_batch)
  returns setof contract.placement
language plpgsql as $$
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
  from contract.judge_orders(p_now_ms, v_asset, p_batch) as judged
  join contract.exposure on exposure.instrument_id = judged.instrument_id and exposure.asset = v_asset
  where judged.outcome is null;
  select * into strict v_house from ledger.account where account_id = p_stripe.house_account;
  if v_order.profit is null or v_order.profit > v_order.payout_left
    or v_order.profit > v_house.posted - v_house.held - v_house.minimum then
    return;
  end if;
  v_order_id := clock.batch_record_id(clock.instant_us(), 1, p_stripe.stripe);
  v_demand := v_order.stake + v_order.fee;
  v_exit_slot := v_order.entry_slot + v_order.duration_slots;
  insert into contract.contract_order (order_id, customer_id, request_id, account_id, stripe, asset, instrument_id,
    terms_id,
    duration_slots, direction, stake, fee, profit, seen_slot, accepted_ms, accepted_slot, entry_slot, exit_slot,
      placed_seq)
  values (v_order_id, v_order.customer_id, v_order.request_id, v_order.account_id, p_stripe.stripe, v_asset,
    v_order.instrument_id,
    v_order.terms_id, v_order.duration_slots, v_order.direction, v_order.stake, v_order.fee, v_order.profit,
      v_order.seen_slot, p_now_ms, v_order.accepted_slot, v_order.entry_slot, v_exit_slot, v_seq);
  update contract.exposure set open_payout = open_payout + v_order.profit where instrument_id = v_order.instrument_id
    and asset = v_asset;
  insert into ledger.entry (account_id, version, at_ms, stripe, seq, ref, kind, asset, d_posted, d_held, posted_after,
    held_after)
  values
    (v_order.account_id, v_order.version + 1, p_now_ms, p_stripe.stripe, v_seq, v_order_id, v_kind, v_asset, 0,
      v_demand, v_order.posted, v_order.held + v_demand),
    (v_house.account_id, v_house.version + 1, p_now_ms, p_stripe.stripe, v_seq, null, v_kind, v_asset, 0,
      v_order.profit, v_house.posted, v_house.held + v_order.profit);
  update ledger.account set version = version + 1, held = held + case account_id
    when v_house.account_id then v_order.profit else v_demand end
  where account_id in (v_order.account_id, v_house.account_id);
  v_digest := sha256(contract.placed_bytes(v_order_id, v_order.customer_id, v_order.request_id, v_order.account_id,
    v_order.instrument_id, v_order.terms_id, v_order.direction, v_order.stake, v_order.fee, v_order.profit, p_now_ms,
    v_order.entry_slot, v_exit_slot));
  v_own_bytes := ledger.entry_bytes(v_order.account_id, v_order.version + 1, p_now_ms, v_order_id, v_kind, v_asset, 0,
    v_demand, v_order.posted, v_order.held + v_demand);
  v_house_bytes := ledger.entry_bytes(v_house.account_id, v_house.version + 1, p_now_ms, null, v_kind, v_asset, 0,
    v_order.profit, v_house.posted, v_house.held + v_order.profit);
  v_hash := ledger.batch_hash(p_stripe.head, p_stripe.stripe, v_seq, v_kind, v_digest,
    case when v_order.account_id < v_house.account_id then v_own_bytes || v_house_bytes
      else v_house_bytes || v_own_bytes end);
  insert into ledger.batch (stripe, seq, kind, entry_count, at_ms, orders_digest, prev_hash, hash)
  values (p_stripe.stripe, v_seq, v_kind, 2, p_now_ms, v_digest, p_stripe.head, v_hash);
  update ledger.stripe set seq = v_seq, head = v_hash where stripe = p_stripe.stripe;
  return next (1, 'accepted', v_order_id, null, p_now_ms, v_order.entry_slot, v_order.fee,
    v_order.profit, v_seq)::contract.placement;
end
$$;
