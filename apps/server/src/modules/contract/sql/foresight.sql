-- The lower end of the 95 % confidence interval of a share (Wilson), in basis points.
create function contract.share_at_least_bps(p_right bigint, p_all bigint) returns integer
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select floor(10000 * (share + z * z / (2 * n) - z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)))
    / (1 + z * z / n))::integer
  from (select p_right::float8 / p_all as share, p_all::float8 as n, 1.96::float8 as z) as given
$$;

-- Counts, for at most p_limit orders since the last count, whether the price of the 5 s after the acceptance went in
-- their direction: a customer who sees a faster price knows it. Orders whose price did not move, or was not open, say
-- nothing. Settlement depends on none of it. Ids are drawn in order but may commit out of it, so that orders younger
-- than a minute are left for later. Returns how many orders it went through.
create function contract.watch_foresight(p_limit integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_ahead_slots constant integer := 10;
  v_settled_ms constant bigint := 60000;
  v_day_ms constant bigint := 86400000;
  v_kept_days constant integer := 30;
  v_now_ms constant bigint := clock.now_ms();
  v_cursor bigint;
  v_last bigint;
  v_orders integer;
begin
  select order_id into strict v_cursor from contract.foresight_cursor for update;
  select count(*), max(order_id) into v_orders, v_last
  from (
    select order_id, bool_and(accepted_ms <= v_now_ms - v_settled_ms) over (order by order_id) as is_settled
    from (select * from contract.contract_order where order_id > v_cursor order by order_id limit p_limit) as next
  ) as ordered
  where is_settled;
  if v_orders > 0 then
    insert into contract.foresight as known (day, instrument_id, customer_id, contracts, right_contracts,
      break_even_bps)
    select accepted_ms / v_day_ms, placed.instrument_id, customer_id, count(*),
      count(*) filter (where (ahead.price > seen.price) = (direction = 'up')),
      sum(10000 * (stake + fee) / (stake + profit))
    from contract.contract_order as placed
    cross join lateral (
      select prices[instrument_id] as price, states[instrument_id] as state, epochs[instrument_id] as epoch
      from market.frame where slot < accepted_slot order by slot desc limit 1) as seen
    cross join lateral (
      select prices[instrument_id] as price, states[instrument_id] as state, epochs[instrument_id] as epoch
      from market.frame where slot <= accepted_slot + v_ahead_slots order by slot desc limit 1) as ahead
    where order_id > v_cursor and order_id <= v_last and seen.state = 1 and ahead.state = 1
      and seen.epoch = ahead.epoch and seen.price <> ahead.price
    group by accepted_ms / v_day_ms, placed.instrument_id, customer_id
    on conflict (day, instrument_id, customer_id) do update
      set contracts = known.contracts + excluded.contracts,
        right_contracts = known.right_contracts + excluded.right_contracts,
        break_even_bps = known.break_even_bps + excluded.break_even_bps;
    update contract.foresight_cursor set order_id = v_last;
  end if;
  delete from contract.foresight where day < v_now_ms / v_day_ms - v_kept_days;
  return v_orders;
end
$$;
