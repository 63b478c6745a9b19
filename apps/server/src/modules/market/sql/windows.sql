-- Averages over windows of frames. The rule is `windowAverage` of packages/formulas; a property test holds the two
-- together.

-- The mean of open frames in tenths of the official unit, rounded half to even.
create function market.mean_tenths(p_price_sum numeric, p_open_count bigint) returns bigint
language plpgsql immutable as $$
declare
  v_total constant numeric := 10 * p_price_sum;
  v_rest constant numeric := mod(mod(v_total, p_open_count) + p_open_count, p_open_count);
  v_floor constant numeric := div(v_total - v_rest, p_open_count);
begin
  return case
    when 2 * v_rest > p_open_count or 2 * v_rest = p_open_count and mod(v_floor, 2) <> 0 then v_floor + 1
    else v_floor
  end;
end
$$;

-- The average of an instrument over the slots p_from to p_to, null where fewer than half of them have an open frame;
-- the epoch before the window, and at its end. A missing slot is not open: the sums are those of the newest stored
-- frame before the window, and of the newest at or before its end. No row where there is no frame before the window.
-- Without settings of its own, so that the planner inlines it.
create function market.window_average(p_instrument_id integer, p_from bigint, p_to bigint)
  returns table (price bigint, epoch_before integer, epoch_end integer)
language sql stable as $$
  select case when 2 * counted.open_count >= p_to - p_from + 1
      then market.mean_tenths(counted.price_sum, counted.open_count) end, counted.epoch_before, counted.epoch_end
  from (
    select final.price_sum - before.price_sum as price_sum, final.open_count - before.open_count as open_count,
      before.epoch as epoch_before, final.epoch as epoch_end
    from (
      select coalesce(price_sums[p_instrument_id], 0) as price_sum,
        coalesce(open_counts[p_instrument_id], 0) as open_count,
        epochs[p_instrument_id] as epoch
      from market.frame where slot < p_from order by slot desc limit 1
    ) as before
    cross join (
      select coalesce(price_sums[p_instrument_id], 0) as price_sum,
        coalesce(open_counts[p_instrument_id], 0) as open_count,
        epochs[p_instrument_id] as epoch
      from market.frame where slot <= p_to order by slot desc limit 1
    ) as final
  ) as counted
$$;
