-- The newest official price of one USDT in USD, while it is current; otherwise no row.
create function market.usdt_price() returns table (ticks bigint, decimals smallint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select newest.prices[i.instrument_id], i.price_decimals
  from (select * from market.frame order by slot desc limit 1) as newest, market.instrument as i, market.setting as s
  where i.symbol = 'USDTUSD' and newest.states[i.instrument_id] = 1 and newest.prices[i.instrument_id] > 0
    and newest.published_ms > clock.now_ms() - s.max_usdt_price_age_ms
$$;
