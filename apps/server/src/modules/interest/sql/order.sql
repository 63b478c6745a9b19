-- Interest orders, opened by their customers or taken out early. No caller passes a rate, an interest or a time: they
-- follow from the stored product and the clock.

-- Why a customer may not put so much into a product now, or null. The caller holds the lock of the customer's accounts.
-- Internal.
create function interest.judge_term(p_customer_id bigint, p_product interest.interest_product, p_amount bigint)
  returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
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
create function interest.open_term(p_customer_id bigint, p_request_id uuid, p_product_id bigint, p_amount bigint)
  returns interest.term_answer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now_ms bigint;
  v_product interest.interest_product;
  v_refusal text;
  v_interest bigint;
  v_stripe ledger.stripe;
  v_kind constant ledger.movement := 'term-opened';
  t interest.term;
begin
  perform ledger.require_read_committed();
  if num_nulls(p_customer_id, p_request_id, p_product_id, p_amount) > 0 then
    raise exception 'malformed request' using errcode = 'invalid_parameter_value';
  end if;
  perform interest.lock_term_accounts(p_customer_id);
  select * into t from interest.term where customer_id = p_customer_id and request_id = p_request_id;
  if t.term_id is not null then
    return row(case when (t.product_id, t.amount) = (p_product_id, p_amount) then 'repeated' else 'conflict' end,
      t.term_id)::interest.term_answer;
  end if;
  select * into v_product from interest.interest_product where product_id = p_product_id;
  v_refusal := interest.judge_term(p_customer_id, v_product, p_amount);
  if v_refusal is not null then
    return row(v_refusal, null)::interest.term_answer;
  end if;
  v_interest := interest.interest_of(p_amount, v_product.daily_rate_ppm, v_product.duration_ms);
  perform ledger.open_account(p_customer_id, 'term', v_product.asset);
  v_stripe := interest.lock_covering_stripe(p_customer_id, v_product.asset, v_interest);
  if v_stripe.stripe is null then
    return row('not-covered', null)::interest.term_answer;
  end if;
  v_now_ms := clock.now_ms();
  insert into interest.term (customer_id, request_id, product_id, account_id, term_account_id, stripe, asset, amount,
    duration_ms, daily_rate_ppm, interest, start_ms, expires_ms, opened_seq)
  values (p_customer_id, p_request_id, p_product_id, ledger.account_of(p_customer_id, 'available', v_product.asset,
    null), ledger.account_of(p_customer_id, 'term', v_product.asset, null), v_stripe.stripe, v_product.asset, p_amount,
      v_product.duration_ms,
    v_product.daily_rate_ppm, v_interest, v_now_ms, v_now_ms + v_product.duration_ms, v_stripe.seq + 1)
  returning * into t;
  perform ledger.book(v_stripe, v_kind, v_now_ms, sha256(interest.term_opened_bytes(t)), array[
    row(t.account_id, t.term_id, v_kind, -t.amount, 0)::ledger.line,
    row(t.term_account_id, t.term_id, v_kind, t.amount, 0)::ledger.line,
    row(ledger.account_of(0, 'interest', t.asset, t.stripe), t.term_id, v_kind, 0, t.interest)::ledger.line
  ]);
  return row('opened', t.term_id)::interest.term_answer;
end
$$;

-- Returns the amount of an order before its expiry, without interest, which the house may promise again. A due order is
-- paid with its interest: redeeming it is refused, however late the payment is. Lock order: the customer's accounts,
-- the order, its stripe, the interest account.
create function interest.redeem_term(p_customer_id bigint, p_request_id uuid, p_term_id bigint)
  returns interest.term_answer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now_ms bigint;
  v_interest_account bigint;
  v_stripe ledger.stripe;
  v_kind constant ledger.movement := 'term-redeemed';
  t interest.term;
begin
  perform ledger.require_read_committed();
  if num_nulls(p_customer_id, p_request_id, p_term_id) > 0 then
    raise exception 'malformed request' using errcode = 'invalid_parameter_value';
  end if;
  perform interest.lock_term_accounts(p_customer_id);
  select * into t from interest.term where customer_id = p_customer_id and redeem_request_id = p_request_id;
  if t.term_id is not null then
    return row(case when t.term_id = p_term_id then 'repeated' else 'conflict' end, t.term_id)::interest.term_answer;
  end if;
  select * into t from interest.term where term_id = p_term_id and customer_id = p_customer_id for no key update;
  if t.term_id is null then
    return row('not-found', null)::interest.term_answer;
  end if;
  v_stripe := ledger.lock_stripe(t.stripe);
  v_interest_account := ledger.account_of(0, 'interest', t.asset, t.stripe);
  perform 1 from ledger.balance where account_id = v_interest_account for no key update;
  v_now_ms := clock.now_ms();
  if t.state <> 'earning' or v_now_ms >= t.expires_ms then
    return row('transaction-closed', t.term_id)::interest.term_answer;
  end if;
  update interest.term set state = 'redeemed', ended_ms = v_now_ms, redeem_request_id = p_request_id,
    ended_seq = v_stripe.seq + 1
  where term_id = t.term_id returning * into t;
  perform ledger.book(v_stripe, v_kind, v_now_ms, sha256(interest.term_ended_bytes(t)), array[
    row(t.term_account_id, t.term_id, v_kind, -t.amount, 0)::ledger.line,
    row(t.account_id, t.term_id, v_kind, t.amount, 0)::ledger.line,
    row(v_interest_account, t.term_id, v_kind, 0, -t.interest)::ledger.line
  ]);
  perform interest.tell_of_term(t);
  return row('redeemed', t.term_id)::interest.term_answer;
end
$$;
