-- The proceeds of units, in units of the other asset: selling USDT at the price less the spread, buying it at the price
-- plus the spread, rounded down by less than one unit. Overflow returns the largest number. Internal.
create function swap.swapped(p_from smallint, p_units bigint, p_ticks bigint, p_decimals smallint,
  p_spread_bps integer) returns bigint
language sql immutable
return least(9223372036854775807, case p_from
  when 1 then div(p_units::numeric * power(10::numeric, p_decimals) * 10000, p_ticks::numeric * (10000 + p_spread_bps))
  else div(p_units::numeric * p_ticks * (10000 - p_spread_bps), power(10::numeric, p_decimals) * 10000)
end)::bigint;

-- The spread's part of it, in the given asset: the excess over the price without a spread. Rounded down. Internal.
create function swap.swap_spread(p_from smallint, p_units bigint, p_spread_bps integer) returns bigint
language sql immutable
return div(p_units::numeric * p_spread_bps, case p_from when 1 then 10000 + p_spread_bps else 10000 end)::bigint;

-- Internal.
create function swap.current_swap_terms(p_from smallint) returns swap.swap_terms
language sql stable set search_path = pg_catalog, pg_temp as $$
  select * from swap.swap_terms where from_asset = p_from order by version desc limit 1
$$;

-- The current USD proceeds of units of USDT; null without a current price. A higher price for USDT elsewhere could be
-- exploited by swaps. Internal.
create function swap.swap_bid(p_units bigint) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select swap.swapped(2::smallint, p_units, ticks, decimals, (swap.current_swap_terms(2::smallint)).spread_bps)
    from market.usdt_price()
$$;
