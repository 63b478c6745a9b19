-- The price of an advert that stays so far below a bid, of four decimals. Internal.
create function floor.price_below(p_bid bigint, p_below_bps integer) returns bigint
language sql immutable
return (div(p_bid::numeric * (10000 - p_below_bps), 1000000) * 100)::bigint;

-- Replaces one automatic advert that follows the bid and is above it, or three times as far below it as configured, or
-- used up. Returns whether there was one. Callers name nothing: without a current price nothing happens.
create function floor.follow_bid() returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_bid constant bigint := swap.swap_bid(1000000);
  v_id bigint;
  v_price bigint;
  v_successor_id bigint;
  v_merchant floor.merchant;
  a floor.advert;
begin
  -- One a call: the accounts of another merchant would be locked after a stripe.
  select advert_id into v_id from floor.advert
  where closed_ms is null and below_bid_bps is not null
    and (unit_price > v_bid or unit_price < floor.price_below(v_bid, 3 * below_bid_bps) or remaining < minimum)
  order by advert_id limit 1;
  a := floor.lock_advert(v_id);
  v_price := floor.price_below(v_bid, a.below_bid_bps);
  if a.advert_id is null or a.closed_ms is not null or (v_price > 0) is not true then
    return false;
  end if;
  select * into strict v_merchant from floor.merchant where merchant_id = a.merchant_id;
  perform floor.shut_advert(a);
  v_successor_id := floor.put_up_advert(v_merchant, null, v_price, a.total, a.minimum, a.maximum, true, a.below_bid_bps,
    null, null, null);
  update floor.advert set successor_id = v_successor_id where advert_id = v_id;
  return true;
end
$$;
