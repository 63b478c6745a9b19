-- Selling into an advert. No caller passes a total, a price that counts or a time: they follow from the stored advert
-- and the clock. Order of locks: accounts of customers and merchant, the advert, the sale, the stripes. The parts of a
-- batch have no settings of their own: they run under those of sell_to_advert, whose plans fit any size of the tables.

-- Locks the accounts that a batch of sales moves, then the advert, and returns it as it is then; null when it does not
-- exist. A seller without an escrow account gets one where a person confirms. Internal.
create function floor.lock_for_selling(p_advert_id bigint, p_customers bigint[]) returns floor.advert
language plpgsql as $$
declare
  v_usdt constant smallint := 2;
  a floor.advert;
begin
  select * into a from floor.advert where advert_id = p_advert_id;
  if not a.is_auto then
    perform ledger.open_account(given.owner_id, 'escrow', v_usdt) from ledger.balance as given
    where given.owner_id = any(p_customers) and given.owner_id > 0 and given.kind = 'available'
      and given.asset = v_usdt and not exists (
        select from ledger.balance as e
        where e.owner_id = given.owner_id and e.kind = 'escrow' and e.asset = v_usdt and e.stripe is null)
    order by given.owner_id;
  end if;
  perform ledger.lock_accounts(array(
    select account_id from ledger.balance where owner_id = any(p_customers) and owner_id > 0
      and kind in ('available', 'escrow')
    union all select account_id from ledger.balance where owner_id = a.merchant_id and kind = 'merchant'
      and a.is_auto));
  select * into a from floor.advert where advert_id = p_advert_id for no key update;
  return a;
end
$$;

-- Why nothing can be sold into a locked advert now, or null. Internal.
create function floor.refusal_of_selling(a floor.advert) returns text
language plpgsql stable as $$
declare
  v_bid constant bigint := case when a.is_auto then swap.swap_bid(1000000) end;
begin
  return case
    when a.advert_id is null then 'unknown-advert'
    when a.successor_id is not null then 'price-changed'
    when a.closed_ms is not null then 'transaction-closed'
    when a.is_auto and v_bid is null then 'market-stale'
    -- Above the swap price, swapping back and forth would drain the merchant's money.
    when a.is_auto and a.unit_price > v_bid then 'price-changed'
    when not a.is_auto and floor.official_price() is null then 'market-stale'
    when not a.is_auto and floor.has_left_band(a) then 'price-outside-band'
  end;
end
$$;

-- Judges the requests of a batch in their order, under the locks of accounts and advert. The outcome of a request that
-- can be sold is null; `past_ids` name the sales of repeated requests. Internal.
create function floor.judge_sales(
  a floor.advert, p_customers bigint[], p_requests uuid[], p_quantities bigint[], p_unit_prices bigint[],
  out outcomes text[], out past_ids bigint[]
)
language plpgsql as $$
declare
  v_refusal constant text := floor.refusal_of_selling(a);
  v_remaining bigint := a.remaining;
  v_merchant floor.merchant;
  v_request record;
begin
  select * into v_merchant from floor.merchant where merchant_id = a.merchant_id;
  for v_request in
    select given.*, account.available, account.is_frozen,
      customer.state is not distinct from 1 and customer.kyc_state is not distinct from 'verified' as may_sell,
      past.sale_id as past_id, (past.advert_id, past.quantity, past.unit_price)
        is not distinct from (a.advert_id, given.quantity, given.unit_price) as is_same
    from unnest(p_customers, p_requests, p_quantities, p_unit_prices) with ordinality
      as given (customer_id, request_id, quantity, unit_price, i)
    left join ledger.balance as account on account.owner_id = given.customer_id and account.owner_id > 0
      and account.kind = 'available' and account.asset = 2 and account.stripe is null
    left join identity.customer as customer on customer.customer_id = given.customer_id
    -- By its own key, for each request: a joint plan made while there are few sales would read all of them for each.
    left join lateral (select * from floor.sale where sale.request_id = given.request_id offset 0) as past
      on past.customer_id = given.customer_id
    order by given.i
  loop
    past_ids[v_request.i] := case when v_request.is_same then v_request.past_id end;
    outcomes[v_request.i] := case
      when v_request.past_id is not null then case when v_request.is_same then 'repeated' else 'conflict' end
      when v_merchant.merchant_id is not null and v_merchant.approved_ms is null then
        case when v_merchant.customer_id = v_request.customer_id then 'application-not-approved'
          else 'unknown-advert' end
      when v_refusal is not null then v_refusal
      when v_request.unit_price <> a.unit_price then 'price-changed'
      when v_request.quantity > a.maximum or v_request.quantity <= 0 then 'wrong-amount'
      -- A remainder below the minimum could otherwise never be sold.
      when v_request.quantity < a.minimum and v_remaining >= a.minimum then 'wrong-amount'
      when v_request.quantity > v_remaining then 'not-enough-quantity'
      when v_request.quantity::numeric * a.unit_price < 1000000 then 'wrong-amount'
      when not v_request.may_sell or v_request.is_frozen then 'account-disabled'
      when (v_request.quantity <= v_request.available) is not true then 'insufficient-usdt-balance'
    end;
    if outcomes[v_request.i] is null then
      v_remaining := v_remaining - v_request.quantity;
    end if;
  end loop;
end
$$;

-- Sells into one advert, in array order, all in one batch per asset: a popular advert is locked once for all of them. A
-- customer may appear once in the arrays. Any error rolls all of it back.
create function floor.sell_to_advert(
  p_advert_id bigint, p_customers bigint[], p_requests uuid[], p_quantities bigint[], p_unit_prices bigint[]
) returns setof floor.sale_answer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  n constant integer := cardinality(p_customers);
  v_advert floor.advert;
  v_judged record;
  v_sale_ids bigint[];
begin
  if p_advert_id is null or n is null or n not between 1 and 500
    or (array[cardinality(p_requests), cardinality(p_quantities), cardinality(p_unit_prices)] = array_fill(n,
      array[3])) is not true
    or array_position(p_customers, null) > 0 or array_position(p_requests, null) > 0
    or array_position(p_quantities, null) > 0 or array_position(p_unit_prices, null) > 0
    or (select count(distinct id) from unnest(p_customers) as id) <> n then
    raise exception 'malformed batch' using errcode = 'invalid_parameter_value';
  end if;
  v_advert := floor.lock_for_selling(p_advert_id, p_customers);
  v_judged := floor.judge_sales(v_advert, p_customers, p_requests, p_quantities, p_unit_prices);
  if array_position(v_judged.outcomes, null) > 0 then
    v_sale_ids := floor.book_sales(v_advert, v_judged.outcomes, p_customers, p_requests, p_quantities);
  end if;
  -- The sales have their numbers in the order of their requests.
  return query select given.i::integer, coalesce(given.outcome, 'sold'),
    case when given.outcome is null then v_sale_ids[count(*)
      filter (where given.outcome is null) over (order by given.i)] else given.past_id end
  from unnest(v_judged.outcomes, v_judged.past_ids) with ordinality as given (outcome, past_id, i)
  order by given.i;
end
$$;

-- The requests of a batch that can be sold, with the accounts that each moves. The planner inlines it. Internal.
create function floor.sellers_of(
  p_is_auto boolean, p_outcomes text[], p_customers bigint[], p_requests uuid[], p_quantities bigint[]
) returns table (
  i bigint, customer_id bigint, request_id uuid, quantity bigint, usdt_account bigint, escrow_account bigint,
  usd_account bigint
)
language sql stable as $$
  select i, given.customer_id, given.request_id, given.quantity, usdt.account_id, escrow.account_id, usd.account_id
  from unnest(p_outcomes, p_customers, p_requests, p_quantities)
    with ordinality as given (outcome, customer_id, request_id, quantity, i)
  join ledger.balance as usdt on usdt.owner_id = given.customer_id and usdt.kind = 'available' and usdt.asset = 2
    and usdt.stripe is null
  join ledger.balance as usd on usd.owner_id = given.customer_id and usd.kind = 'available' and usd.asset = 1
    and usd.stripe is null
  left join ledger.balance as escrow on not p_is_auto and escrow.owner_id = given.customer_id
    and escrow.kind = 'escrow' and escrow.asset = 2 and escrow.stripe is null
  where given.outcome is null
$$;

-- Stores and books the requests whose outcome is null. The caller has judged them under the locks of accounts and
-- advert. Internal.
create function floor.book_sales(
  p_advert floor.advert, p_outcomes text[], p_customers bigint[], p_requests uuid[], p_quantities bigint[]
) returns bigint[]
language plpgsql as $$
declare
  v_is_auto constant boolean := p_advert.is_auto;
  v_kind constant ledger.movement := case when v_is_auto then 'sale-completed' else 'sale-escrowed' end;
  v_now_ms constant bigint := clock.now_ms();
  v_lapses_ms bigint;
  v_usd ledger.stripe;
  v_usdt ledger.stripe;
  v_sale_ids bigint[];
  v_sold bigint;
  v_paid bigint;
  v_digest bytea;
  v_coins ledger.line[];
  v_dollars ledger.line[];
begin
  if v_is_auto then
    v_usd := ledger.lock_stripe(ledger.stripe_of(p_advert.merchant_id, 1::smallint));
  else
    select v_now_ms + lapse_ms into strict v_lapses_ms from floor.floor_setting;
  end if;
  v_usdt := ledger.lock_stripe(ledger.stripe_of(p_advert.merchant_id, 2::smallint));
  with sold as (
    insert into floor.sale (customer_id, request_id, advert_id, merchant_id, quantity, unit_price, total, rounded_off,
      is_auto, usdt_account, escrow_account, usd_account, usdt_stripe, usd_stripe, state, created_ms, lapses_ms,
      asked_seq, ended_ms, ended_seq, usd_seq)
    select given.customer_id, given.request_id, p_advert.advert_id, p_advert.merchant_id, given.quantity,
      p_advert.unit_price, div(value, 1000000)::bigint, mod(value, 1000000)::integer, v_is_auto,
      given.usdt_account, given.escrow_account, given.usd_account, v_usdt.stripe, p_advert.stripe,
      case when v_is_auto then 'completed' else 'in-progress' end::floor.sale_state, v_now_ms, v_lapses_ms,
      v_usdt.seq + 1, case when v_is_auto then v_now_ms end, case when v_is_auto then v_usdt.seq + 1 end, v_usd.seq + 1
    from floor.sellers_of(v_is_auto, p_outcomes, p_customers, p_requests, p_quantities) as given
    cross join lateral (select given.quantity::numeric * p_advert.unit_price as value) as exact
    order by given.i
    returning *
  )
  select array_agg(sale_id order by sale_id), sum(quantity)::bigint, sum(total)::bigint,
    string_agg(case when is_auto then floor.sale_ended_bytes(sold) else floor.sale_asked_bytes(sold) end, ''::bytea
      order by sale_id),
    array_agg(row(usdt_account, sale_id, v_kind, -quantity, 0)::ledger.line order by sale_id)
      || array_agg(row(escrow_account, sale_id, v_kind, quantity, 0)::ledger.line order by sale_id)
        filter (where not is_auto),
    array_agg(row(usd_account, sale_id, v_kind, total, 0)::ledger.line order by sale_id)
  into v_sale_ids, v_sold, v_paid, v_digest, v_coins, v_dollars from sold;
  update floor.advert set remaining = remaining - v_sold, reserved = reserved - v_paid
    where advert_id = p_advert.advert_id;
  if v_is_auto then
    -- The merchant's side of a whole batch is one line.
    perform ledger.book(v_usd, v_kind, v_now_ms, sha256(v_digest),
      v_dollars || row(p_advert.account_id, null, v_kind, -v_paid, -v_paid)::ledger.line);
    v_coins := v_coins || row(ledger.account_of(p_advert.merchant_id, 'merchant', 2::smallint, null), null, v_kind,
      v_sold, 0)::ledger.line;
  end if;
  perform ledger.book(v_usdt, v_kind, v_now_ms, sha256(v_digest), v_coins);
  if v_is_auto then
    perform floor.notify_sellers(v_sale_ids);
  end if;
  return v_sale_ids;
end
$$;
