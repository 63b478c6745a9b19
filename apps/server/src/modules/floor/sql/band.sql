-- How far an advert's price may stand from the official one. The one place that decides it: outside the band two
-- operators publish, nobody sells, and the publisher does not confirm.

-- The current official price of one USDT, in 10^-6 USD, rounded down; null without a current one. Internal.
create function floor.official_price() returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select div(ticks::numeric * 1000000, power(10::numeric, decimals))::bigint from market.usdt_price()
$$;

-- Whether a price stands farther from another one than the band; true where either is missing. Internal.
create function floor.is_outside_band(p_price bigint, p_official_price bigint) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select (abs(p_price - p_official_price)::numeric * 10000 <= p_official_price::numeric * band_bps) is not true
  from floor.current_advert_terms()
$$;

-- Whether an advert's price no longer stands as it was judged: it is outside the band of the official price now, or,
-- where two operators judged it, the official price has left the band around the one that they saw. Internal.
create function floor.has_left_band(a floor.advert) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when a.approved_by is null then floor.is_outside_band(a.unit_price, floor.official_price())
    else floor.is_outside_band(floor.official_price(), a.official_price) end
$$;

-- Refuses (CO003) that the operator who published an advert also confirms its sale, where two operators published it or
-- its price has left the band meanwhile. Internal.
create function floor.require_other_dealer(a floor.advert, p_operator_id bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if a.approved_by is not null or floor.has_left_band(a) then
    perform operator.require_second_person(p_operator_id, a.published_by);
  end if;
end
$$;
