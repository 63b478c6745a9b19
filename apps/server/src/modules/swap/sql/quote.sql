-- Quotes of swaps. No caller passes a rate, a spread or a time: they follow from the official price, the stored terms
-- and the clock, and what was quoted is what is booked.

-- The fx account that pays an amount of an asset to a customer: that of the customer's own stripe, or else the first
-- that can. Null when none can. Internal.
create function swap.paying_fx(p_customer_id bigint, p_asset smallint, p_units bigint) returns ledger.balance
language sql stable set search_path = pg_catalog, pg_temp as $$
  select * from ledger.balance where owner_id = 0 and kind = 'fx' and asset = p_asset and available >= p_units
  order by stripe <> ledger.stripe_of(p_customer_id, p_asset), stripe limit 1
$$;

-- Locks a stripe together with those whose fx account may pay an amount of an asset to a customer: the customer's own,
-- and rarely another, for which all are locked. Returns the stripe that pays; null where none covers the amount, as
-- what was covered may be gone under the lock. Internal.
create function swap.lock_paying_stripe(p_customer_id bigint, p_asset smallint, p_units bigint, p_with smallint)
returns smallint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_payers smallint[] := array[ledger.stripe_of(p_customer_id, p_asset)];
  v_paying smallint;
begin
  if (swap.paying_fx(p_customer_id, p_asset, p_units)).stripe is distinct from v_payers[1] then
    v_payers := array(select stripe from ledger.stripe where asset = p_asset);
  end if;
  perform 1 from ledger.stripe where stripe = any (p_with || v_payers) order by stripe for no key update;
  v_paying := (swap.paying_fx(p_customer_id, p_asset, p_units)).stripe;
  return case when v_paying = any (v_payers) then v_paying end;
end
$$;

-- Whether a customer may swap at all, whatever the amount. Internal.
create function swap.may_swap(p_customer_id bigint) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from identity.customer where customer_id = p_customer_id and state = 1
    and kyc_state = 'verified')
    and (select count(*) = 2 from ledger.balance where owner_id = p_customer_id and owner_id > 0 and kind = 'available'
      and not is_frozen)
$$;

-- Quotes a swap at the current price and terms, replacing the customer's last quote of this direction. Stores nothing
-- when it refuses.
create function swap.quote_swap(p_customer_id bigint, p_from smallint, p_wanted bigint) returns swap.swap_offer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_coin constant bigint := 1000000;
  v_terms constant swap.swap_terms := swap.current_swap_terms(p_from);
  v_now_ms constant bigint := clock.now_ms();
  v_offer swap.swap_offer;
begin
  if p_customer_id is null or p_wanted is null or v_terms.version is null then
    raise exception 'malformed quote' using errcode = 'invalid_parameter_value';
  end if;
  v_offer.minimum := v_terms.minimum;
  v_offer.is_whole_number := v_terms.is_whole_number;
  v_offer.spread_bps := v_terms.spread_bps;
  if not swap.may_swap(p_customer_id) then
    v_offer.refusal := 'account-disabled';
    return v_offer;
  elsif p_wanted < v_terms.minimum or (v_terms.is_whole_number and p_wanted % v_coin <> 0) then
    v_offer.refusal := 'wrong-amount';
    return v_offer;
  end if;
  select ticks, decimals into v_offer.rate_ticks, v_offer.rate_decimals from market.usdt_price();
  if v_offer.rate_ticks is null then
    v_offer.refusal := 'market-stale';
    return v_offer;
  end if;
  v_offer.receives := swap.swapped(p_from, p_wanted, v_offer.rate_ticks, v_offer.rate_decimals, v_terms.spread_bps);
  if v_offer.receives <= 0 or (swap.paying_fx(p_customer_id, (3 - p_from)::smallint,
    v_offer.receives)).account_id is null then
    v_offer.refusal := 'not-covered';
    return v_offer;
  end if;
  v_offer.spread := swap.swap_spread(p_from, p_wanted, v_terms.spread_bps);
  v_offer.quote_id := gen_random_uuid();
  v_offer.quote_ms := v_terms.quote_ms;
  v_offer.expires_ms := v_now_ms + v_terms.quote_ms;
  insert into swap.swap_quote as q (customer_id, from_asset, quote_id, gives, receives, terms_version, rate_ticks,
    rate_decimals, expires_ms)
  values (p_customer_id, p_from, v_offer.quote_id, p_wanted, v_offer.receives, v_terms.version, v_offer.rate_ticks,
    v_offer.rate_decimals, v_offer.expires_ms)
  on conflict (customer_id, from_asset) do update set quote_id = excluded.quote_id, gives = excluded.gives,
    receives = excluded.receives,
    terms_version = excluded.terms_version, rate_ticks = excluded.rate_ticks, rate_decimals = excluded.rate_decimals,
    expires_ms = excluded.expires_ms;
  return v_offer;
end
$$;
