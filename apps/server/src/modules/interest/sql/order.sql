-- Interest orders, opened by their customers or taken out early. No caller passes a rate, an interest or a time: they
-- follow from the stored product and the clock.

-- Why a customer may not put so much into a product now, or null. The caller holds the lock of the customer's accounts.
-- Internal.
create function interest.judge_order(p_customer_id bigint, p_product interest.interest_product, p_amount bigint)
  returns text
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_customer identity.customer;
  v_account ledger.balance;
begin
  select * into v_customer from identity.customer where customer_id = p_customer_id;
  select * into v_account from ledger.balance where owner_id = p_customer_id and owner_id > 0 and kind = 'available'
    and asset = p_product.asset;
  return case
    when p_product.product_id is null then 'not-found'
    when v_customer.state is distinct from 1 or v_account.account_id is null
      or v_account.is_frozen then 'account-disabled'
    when v_customer.kyc_state <> 'verified' then 'kyc-not-completed'
    when security.is_excluded(p_customer_id) then 'self-excluded'
    when not p_product.is_open
      or p_product.product_id is distinct from (interest.newest_interest_product(p_product.asset,
        p_product.duration_ms)).product_id
      then 'transaction-closed'
    when p_amount not between p_product.minimum and p_product.maximum then 'wrong-amount'
    when p_amount > v_account.available then 'insufficient-balance'
  end;
end
$$;

-- Opens an order, and holds its full interest at the house. A repeated request returns the same order. Lock order: the
-- customer's accounts, the stripe, its interest account.
create function interest.open_order(p_customer_id bigint, p_request_id uuid, p_product_id bigint, p_amount bigint)
  returns interest.order_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms bigint;
  v_product interest.interest_product;
  v_refusal text;
  v_interest bigint;
  v_stripe ledger.stripe;
  v_kind constant ledger.movement := 'term-opened';
  o interest.interest_order;
begin
  perform ledger.require_given('request', num_nulls(p_customer_id, p_request_id, p_product_id, p_amount));
  perform ledger.lock_accounts_of(p_customer_id, 'available', 'invested');
  select * into o from interest.interest_order where customer_id = p_customer_id and request_id = p_request_id;
  if o.order_id is not null then
    return row(case when (o.product_id, o.amount) = (p_product_id, p_amount) then 'repeated' else 'conflict' end,
      o.order_id)::interest.order_answer;
  end if;
  select * into v_product from interest.interest_product where product_id = p_product_id;
  v_refusal := interest.judge_order(p_customer_id, v_product, p_amount);
  if v_refusal is not null then
    return row(v_refusal, null)::interest.order_answer;
  end if;
  v_interest := interest.interest_of(p_amount, v_product.daily_rate_ppm, v_product.duration_ms);
  perform ledger.open_account(p_customer_id, 'invested', v_product.asset);
  v_stripe := interest.lock_covering_stripe(p_customer_id, v_product.asset, v_interest);
  if v_stripe.stripe is null then
    return row('not-covered', null)::interest.order_answer;
  end if;
  v_now_ms := clock.now_ms();
  insert into interest.interest_order (customer_id, request_id, product_id, account_id, invested_account_id, stripe,
    asset, amount, duration_ms, daily_rate_ppm, interest, start_ms, expires_ms, opened_seq)
  values (p_customer_id, p_request_id, p_product_id,
    ledger.account_of(p_customer_id, 'available', v_product.asset, null),
    ledger.account_of(p_customer_id, 'invested', v_product.asset, null),
    v_stripe.stripe, v_product.asset, p_amount, v_product.duration_ms, v_product.daily_rate_ppm,
    v_interest, v_now_ms, v_now_ms + v_product.duration_ms, v_stripe.seq + 1)
  returning * into o;
  perform ledger.book(v_stripe, v_kind, v_now_ms, sha256(interest.order_opened_bytes(o)), array[
    row(o.account_id, o.order_id, v_kind, -o.amount, 0)::ledger.line,
    row(o.invested_account_id, o.order_id, v_kind, o.amount, 0)::ledger.line,
    row(ledger.account_of(0, 'interest', o.asset, o.stripe), o.order_id, v_kind, 0, o.interest)::ledger.line
  ]);
  return row('opened', o.order_id)::interest.order_answer;
end
$$;

-- Returns the amount of an order before its expiry, without interest, which the house may promise again. A due order is
-- paid with its interest: redeeming it is refused, however late the payment is. Lock order: the customer's accounts,
-- the order, its stripe, the interest account.
create function interest.redeem_order(p_customer_id bigint, p_request_id uuid, p_order_id bigint)
  returns interest.order_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms bigint;
  v_interest_account bigint;
  v_stripe ledger.stripe;
  v_kind constant ledger.movement := 'term-redeemed';
  o interest.interest_order;
begin
  perform ledger.require_given('request', num_nulls(p_customer_id, p_request_id, p_order_id));
  perform ledger.lock_accounts_of(p_customer_id, 'available', 'invested');
  select * into o from interest.interest_order where customer_id = p_customer_id and redeem_request_id = p_request_id;
  if o.order_id is not null then
    return row(case when o.order_id = p_order_id then 'repeated' else 'conflict' end,
      o.order_id)::interest.order_answer;
  end if;
  select * into o from interest.interest_order where order_id = p_order_id and customer_id = p_customer_id
    for no key update;
  if o.order_id is null then
    return row('not-found', null)::interest.order_answer;
  end if;
  v_stripe := ledger.lock_stripe(o.stripe);
  v_interest_account := ledger.lock_house('interest', o.asset, o.stripe);
  v_now_ms := clock.now_ms();
  if o.state <> 'earning' or v_now_ms >= o.expires_ms then
    return row('transaction-closed', o.order_id)::interest.order_answer;
  end if;
  update interest.interest_order set state = 'redeemed', ended_ms = v_now_ms, redeem_request_id = p_request_id,
    ended_seq = v_stripe.seq + 1
  where order_id = o.order_id returning * into o;
  perform ledger.book(v_stripe, v_kind, v_now_ms, sha256(interest.order_ended_bytes(o)), array[
    row(o.invested_account_id, o.order_id, v_kind, -o.amount, 0)::ledger.line,
    row(o.account_id, o.order_id, v_kind, o.amount, 0)::ledger.line,
    row(v_interest_account, o.order_id, v_kind, 0, -o.interest)::ledger.line
  ]);
  perform interest.notify_customer(o);
  return row('redeemed', o.order_id)::interest.order_answer;
end
$$;
