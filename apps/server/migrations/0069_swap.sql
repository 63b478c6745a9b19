-- What a customer does with swaps: ask for a quote, take it. Nobody passes a rate, a spread or a time: they follow from the official
-- price, the stored terms and the clock, and what was quoted is what is booked.

create type ledger.swap_offer as (
  refusal text, quote_id uuid, receives bigint, spread bigint, rate_ticks bigint, rate_decimals smallint, spread_bps integer,
  minimum bigint, is_whole_number boolean, expires_ms bigint, quote_ms bigint
);
-- 'swapped' and 'repeated' name the swap; every other word is a refusal.
create type ledger.swap_answer as (outcome text, swap_id bigint);

-- The fx account that pays so much of an asset to a customer: the one of the customer's own stripe, or else the first that can. Null where none can.
create function ledger.paying_fx(p_customer_id bigint, p_asset smallint, p_units bigint) returns ledger.account
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select * from ledger.account where owner_id = 0 and kind = 'fx' and asset = p_asset and posted - held - floor >= p_units
  order by stripe <> ledger.stripe_of(p_customer_id, p_asset), stripe limit 1
$$;

-- Whether a customer may swap at all, whatever the amount.
create function ledger.may_swap(p_customer_id bigint) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from identity.customer where customer_id = p_customer_id and state = 1 and kyc_state = 'verified')
    and (select count(*) = 2 from ledger.account where owner_id = p_customer_id and owner_id > 0 and kind = 'available' and not is_frozen)
$$;

-- Quotes a swap at the price and under the terms of now, in place of the customer's last quote of this direction. Stores nothing where it refuses.
create function ledger.quote_swap(p_customer_id bigint, p_from smallint, p_wanted bigint) returns ledger.swap_offer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_coin constant bigint := 1000000;
  v_terms constant ledger.swap_terms := ledger.current_swap_terms(p_from);
  v_now_ms constant bigint := market.now_ms();
  v_offer ledger.swap_offer;
begin
  if p_customer_id is null or p_wanted is null or v_terms.version is null then
    raise exception 'malformed quote' using errcode = 'invalid_parameter_value';
  end if;
  v_offer.minimum := v_terms.minimum;
  v_offer.is_whole_number := v_terms.is_whole_number;
  v_offer.spread_bps := v_terms.spread_bps;
  if not ledger.may_swap(p_customer_id) then
    v_offer.refusal := 'account-disabled';
    return v_offer;
  elsif p_wanted < v_terms.minimum or (v_terms.is_whole_number and p_wanted % v_coin <> 0) then
    v_offer.refusal := 'wrong-amount';
    return v_offer;
  end if;
  select ticks, decimals into v_offer.rate_ticks, v_offer.rate_decimals from ledger.usdt_price();
  if v_offer.rate_ticks is null then
    v_offer.refusal := 'market-stale';
    return v_offer;
  end if;
  v_offer.receives := ledger.swapped(p_from, p_wanted, v_offer.rate_ticks, v_offer.rate_decimals, v_terms.spread_bps);
  if v_offer.receives <= 0 or (ledger.paying_fx(p_customer_id, (3 - p_from)::smallint, v_offer.receives)).account_id is null then
    v_offer.refusal := 'not-covered';
    return v_offer;
  end if;
  v_offer.spread := ledger.swap_spread(p_from, p_wanted, v_terms.spread_bps);
  v_offer.quote_id := gen_random_uuid();
  v_offer.quote_ms := v_terms.quote_ms;
  v_offer.expires_ms := v_now_ms + v_terms.quote_ms;
  insert into ledger.swap_quote as q (customer_id, from_asset, quote_id, gives, receives, terms_version, rate_ticks, rate_decimals, expires_ms)
  values (p_customer_id, p_from, v_offer.quote_id, p_wanted, v_offer.receives, v_terms.version, v_offer.rate_ticks, v_offer.rate_decimals,
    v_offer.expires_ms)
  on conflict (customer_id, from_asset) do update set quote_id = excluded.quote_id, gives = excluded.gives, receives = excluded.receives,
    terms_version = excluded.terms_version, rate_ticks = excluded.rate_ticks, rate_decimals = excluded.rate_decimals,
    expires_ms = excluded.expires_ms;
  return v_offer;
end
$$;

-- Books a swap whose accounts and stripes are locked, as two batches: the customer's payment with the spread named as a fee, and what
-- the customer gets.
create function ledger.book_swap(s ledger.swap) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_to constant smallint := 3 - s.from_asset;
  v_from_stripe constant ledger.stripe := ledger.lock_stripe(s.from_stripe);
  v_digest constant bytea := sha256(ledger.swap_bytes(s));
  v_taken ledger.line[] := array[
    row(ledger.account_of(s.customer_id, 'available', s.from_asset, null), s.swap_id, 'swap', -s.gives, 0)::ledger.line,
    row(ledger.account_of(0, 'fx', s.from_asset, s.from_stripe), s.swap_id, 'swap', s.gives - s.spread, 0)::ledger.line
  ];
begin
  if s.spread > 0 then
    v_taken := v_taken || row(v_from_stripe.fee_account, s.swap_id, 'swap', s.spread, 0)::ledger.line;
  end if;
  perform ledger.book(v_from_stripe, 'swap', s.at_ms, v_digest, v_taken);
  perform ledger.book(ledger.lock_stripe(s.to_stripe), 'swap', s.at_ms, v_digest, array[
    row(ledger.account_of(s.customer_id, 'available', v_to, null), s.swap_id, 'swap', s.receives, 0)::ledger.line,
    row(ledger.account_of(0, 'fx', v_to, s.to_stripe), s.swap_id, 'swap', -s.receives, 0)::ledger.line
  ]);
end
$$;

-- Swaps exactly what was quoted. A repeat of a request answers the same swap; a quote is good for one, of its customer, while it lasts
-- and the official price is current. Order of locks: the customer's accounts, the quote, the stripes; fx and fees stand under their stripe.
create function ledger.execute_swap(p_customer_id bigint, p_request_id uuid, p_quote_id uuid) returns ledger.swap_answer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now_ms bigint;
  v_quote ledger.swap_quote;
  v_terms ledger.swap_terms;
  v_from_stripe smallint;
  v_to smallint;
  v_payers smallint[];
  v_fx ledger.account;
  s ledger.swap;
begin
  perform ledger.require_read_committed();
  if num_nulls(p_customer_id, p_request_id, p_quote_id) > 0 then
    raise exception 'malformed request' using errcode = 'invalid_parameter_value';
  end if;
  perform 1 from ledger.account where owner_id = p_customer_id and owner_id > 0 and kind = 'available' order by account_id for no key update;
  select * into s from ledger.swap where request_id = p_request_id and customer_id = p_customer_id;
  if s.swap_id is not null then
    return row(case when s.quote_id = p_quote_id then 'repeated' else 'conflict' end, s.swap_id)::ledger.swap_answer;
  end if;
  v_now_ms := market.now_ms();
  select * into v_quote from ledger.swap_quote where customer_id = p_customer_id and quote_id = p_quote_id for update;
  if v_quote.quote_id is null or v_quote.expires_ms <= v_now_ms then
    return row('quote-expired', null)::ledger.swap_answer;
  elsif not ledger.may_swap(p_customer_id) then
    return row('account-disabled', null)::ledger.swap_answer;
  elsif not exists (select from ledger.usdt_price()) then
    return row('market-stale', null)::ledger.swap_answer;
  elsif v_quote.gives > (select posted - held - floor from ledger.account
    where owner_id = p_customer_id and kind = 'available' and asset = v_quote.from_asset) then
    return row('insufficient-balance', null)::ledger.swap_answer;
  end if;

  v_to := 3 - v_quote.from_asset;
  v_from_stripe := ledger.stripe_of(p_customer_id, v_quote.from_asset);
  v_payers := array[ledger.stripe_of(p_customer_id, v_to)];
  -- The customer's own stripe pays, and rarely another: then all are locked that might. What was covered may be gone under the lock.
  if (ledger.paying_fx(p_customer_id, v_to, v_quote.receives)).stripe is distinct from v_payers[1] then
    v_payers := array(select stripe from ledger.stripe where asset = v_to);
  end if;
  perform 1 from ledger.stripe where stripe = any (v_from_stripe || v_payers) order by stripe for no key update;
  v_fx := ledger.paying_fx(p_customer_id, v_to, v_quote.receives);
  if v_fx.account_id is null or v_fx.stripe <> all (v_payers) then
    return row('not-covered', null)::ledger.swap_answer;
  end if;

  select * into strict v_terms from ledger.swap_terms where version = v_quote.terms_version;
  insert into ledger.swap (customer_id, request_id, quote_id, from_asset, gives, receives, spread, terms_version, spread_bps, rate_ticks,
    rate_decimals, at_ms, quote_expires_ms, from_stripe, from_seq, to_stripe, to_seq)
  select p_customer_id, p_request_id, p_quote_id, v_quote.from_asset, v_quote.gives, v_quote.receives,
    ledger.swap_spread(v_quote.from_asset, v_quote.gives, v_terms.spread_bps), v_terms.version, v_terms.spread_bps, v_quote.rate_ticks,
    v_quote.rate_decimals, v_now_ms, v_quote.expires_ms, source.stripe, source.seq + 1, target.stripe, target.seq + 1
  from ledger.stripe as source, ledger.stripe as target where source.stripe = v_from_stripe and target.stripe = v_fx.stripe
  returning * into s;
  delete from ledger.swap_quote where customer_id = p_customer_id and from_asset = v_quote.from_asset;
  perform ledger.book_swap(s);
  return row('swapped', s.swap_id)::ledger.swap_answer;
end
$$;

revoke all on function ledger.paying_fx(bigint, smallint, bigint), ledger.may_swap(bigint), ledger.quote_swap(bigint, smallint, bigint),
  ledger.book_swap(ledger.swap), ledger.execute_swap(bigint, uuid, uuid) from public;
grant execute on function ledger.quote_swap(bigint, smallint, bigint), ledger.execute_swap(bigint, uuid, uuid) to candor_app;
