-- Deletes market data past its retention: frames 7 days after the longest contract (never one needed by an open
-- contract, whose entry also needs the running sums of the newest frame before it), one-minute candles after 90 days.
-- At most p_limit frames per call. Returns the number of deleted frames.
create function contract.retain_market(p_limit integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_slot_ms constant integer := 500;
  v_day_ms constant bigint := 86400000;
  v_now_ms constant bigint := clock.now_ms();
  v_deleted integer;
begin
  delete from market.candle where interval_seconds = 60 and start_ms < v_now_ms - 90 * v_day_ms;
  with old as (
    select frame.slot
    from market.frame, market.clock,
      (select min(entry_slot) as slot from contract.contract_order where state = 'open') as first_entry
    where clock.genesis_ms + (frame.slot + 1) * v_slot_ms <= v_now_ms - 8 * v_day_ms
      and frame.slot < coalesce(
        (select max(before.slot) from market.frame as before where before.slot < first_entry.slot), first_entry.slot,
        9223372036854775807)
    order by frame.slot
    limit p_limit
  )
  delete from market.frame where slot in (select slot from old);
  get diagnostics v_deleted = row_count;
  return v_deleted;
end
$$;
