-- The canonical bytes of a swap: the inputs of its two batches' hashes.
create function swap.swap_bytes(s swap.swap) returns bytea
language sql stable
return int8send(s.swap_id) || int8send(s.customer_id) || uuid_send(s.request_id) || uuid_send(s.quote_id)
  || int2send(s.from_asset)
  || int8send(s.gives) || int8send(s.receives) || int8send(s.spread) || int8send(s.terms_version)
    || int8send(s.rate_ticks)
  || int2send(s.rate_decimals) || int8send(s.at_ms);

-- Books a swap whose accounts and stripes are locked, as two batches: the customer's payment with the spread named as a
-- fee, and the customer's proceeds. Internal.
create function swap.book_swap(s swap.swap) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_to constant smallint := 3 - s.from_asset;
  v_from_stripe constant ledger.stripe := ledger.lock_stripe(s.from_stripe);
  v_digest constant bytea := sha256(swap.swap_bytes(s));
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

-- How far the official price has moved from a quote's rate, either way, in basis points; null without a current price.
-- A quote that outlives a move beyond its spread would be a free option on that move. Internal.
create function swap.rate_drift_bps(q swap.swap_quote) returns numeric
language sql stable set search_path = pg_catalog, pg_temp as $$
  select abs(ticks * power(10::numeric, q.rate_decimals) / (q.rate_ticks * power(10::numeric, decimals)) - 1) * 10000
  from market.usdt_price()
$$;

-- Executes exactly what was quoted. A repeated request returns the same swap; a quote is valid for one swap of its
-- customer, while it lasts and the official price is current and within the spread of its rate. Lock order: the
-- customer's accounts, the quote, the stripes; fx and fees are locked by their stripe.
create function swap.execute_swap(p_customer_id bigint, p_request_id uuid, p_quote_id uuid) returns swap.swap_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms bigint;
  v_quote swap.swap_quote;
  v_terms swap.swap_terms;
  v_from_stripe smallint;
  v_to_stripe smallint;
  s swap.swap;
begin
  perform ledger.require_given('request', num_nulls(p_customer_id, p_request_id, p_quote_id));
  perform ledger.lock_accounts_of(p_customer_id, 'available');
  select * into s from swap.swap where request_id = p_request_id and customer_id = p_customer_id;
  if s.swap_id is not null then
    return row(case when s.quote_id = p_quote_id then 'repeated' else 'conflict' end, s.swap_id)::swap.swap_answer;
  end if;
  v_now_ms := clock.now_ms();
  select * into v_quote from swap.swap_quote where customer_id = p_customer_id and quote_id = p_quote_id for update;
  if v_quote.quote_id is null or v_quote.expires_ms <= v_now_ms then
    return row('quote-expired', null)::swap.swap_answer;
  elsif not swap.may_swap(p_customer_id) then
    return row('account-disabled', null)::swap.swap_answer;
  end if;
  select * into strict v_terms from swap.swap_terms where version = v_quote.terms_version;
  if not exists (select from market.usdt_price()) then
    return row('market-stale', null)::swap.swap_answer;
  elsif swap.rate_drift_bps(v_quote) > v_terms.spread_bps then
    return row('quote-expired', null)::swap.swap_answer;
  elsif v_quote.gives > (select available from ledger.balance
    where owner_id = p_customer_id and kind = 'available' and asset = v_quote.from_asset) then
    return row('insufficient-balance', null)::swap.swap_answer;
  end if;

  v_from_stripe := ledger.stripe_of(p_customer_id, v_quote.from_asset);
  v_to_stripe := swap.lock_paying_stripe(p_customer_id, (3 - v_quote.from_asset)::smallint, v_quote.receives,
    v_from_stripe);
  if v_to_stripe is null then
    return row('not-covered', null)::swap.swap_answer;
  end if;

  insert into swap.swap (customer_id, request_id, quote_id, from_asset, gives, receives, spread, terms_version,
    spread_bps, rate_ticks, rate_decimals, at_ms, quote_expires_ms, from_stripe, from_seq, to_stripe, to_seq)
  select p_customer_id, p_request_id, p_quote_id, v_quote.from_asset, v_quote.gives, v_quote.receives,
    swap.swap_spread(v_quote.from_asset, v_quote.gives, v_terms.spread_bps), v_terms.version, v_terms.spread_bps,
    v_quote.rate_ticks, v_quote.rate_decimals, v_now_ms, v_quote.expires_ms, source.stripe, source.seq + 1,
    target.stripe, target.seq + 1
  from ledger.stripe as source, ledger.stripe as target where source.stripe = v_from_stripe
    and target.stripe = v_to_stripe
  returning * into s;
  delete from swap.swap_quote where customer_id = p_customer_id and from_asset = v_quote.from_asset;
  perform swap.book_swap(s);
  return row('swapped', s.swap_id)::swap.swap_answer;
end
$$;

create trigger swap_is_never_changed before update or delete or truncate on swap.swap
  for each statement execute function ledger.refuse_change();
