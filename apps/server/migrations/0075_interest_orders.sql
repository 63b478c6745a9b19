-- What becomes of interest orders: opened by their customers, taken out early, or paid back with interest at their expiry. Nobody passes a
-- rate, an interest or a time: they follow from the stored product and the clock.

-- 'opened', 'redeemed' and 'repeated' name the order; every other word is a refusal.
create type ledger.term_answer as (outcome text, term_id bigint);
create type ledger.maturity as (term_id bigint, customer_id bigint);

-- The version of a product that serves new orders.
create function ledger.newest_interest_product(p_asset smallint, p_duration_ms bigint) returns ledger.interest_product
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select * from ledger.interest_product where asset = p_asset and duration_ms = p_duration_ms order by version desc limit 1
$$;

-- Locks a stripe whose interest account covers the amount, the customer's own before the others. Null if none covers it; SQLSTATE CL001
-- if every stripe that covers it is halted. A stripe that was emptied meanwhile is released before another is tried, so that no
-- transaction holds two out of order.
create function ledger.lock_covering_stripe(p_customer_id bigint, p_asset smallint, p_interest bigint) returns ledger.stripe
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_candidate smallint;
  v_stripe ledger.stripe;
begin
  loop
    select s.stripe into v_candidate from ledger.stripe as s join ledger.account as a on a.kind = 'interest' and a.stripe = s.stripe
    where s.asset = p_asset and a.posted - a.held - a.floor >= p_interest
    order by s.halted_reason is not null, s.stripe <> ledger.stripe_of(p_customer_id, p_asset), s.stripe limit 1;
    if v_candidate is null then
      return null;
    end if;
    begin
      v_stripe := ledger.lock_stripe(v_candidate);
      perform 1 from ledger.account
      where account_id = ledger.account_of(0, 'interest', p_asset, v_candidate) for no key update;
      if exists (select from ledger.account
        where account_id = ledger.account_of(0, 'interest', p_asset, v_candidate) and posted - held - floor >= p_interest) then
        return v_stripe;
      end if;
      raise exception 'stripe % was emptied meanwhile', v_candidate using errcode = 'CL002';
    exception when sqlstate 'CL002' then
      null; -- and its locks are released
    end;
  end loop;
end
$$;

-- Locks every account of a customer that an interest order moves, in the order that everybody follows.
create function ledger.lock_term_accounts(p_customer_id bigint) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  select from ledger.account where owner_id = p_customer_id and owner_id > 0 and kind in ('available', 'term') order by account_id for no key update
$$;

-- Why somebody may not put so much into a product now, or null. The caller holds the lock of the customer's accounts.
create function ledger.judge_term(p_customer_id bigint, p_product ledger.interest_product, p_amount bigint) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_customer identity.customer;
  v_account ledger.account;
begin
  select * into v_customer from identity.customer where customer_id = p_customer_id;
  select * into v_account from ledger.account where owner_id = p_customer_id and owner_id > 0 and kind = 'available' and asset = p_product.asset;
  return case
    when p_product.product_id is null then 'not-found'
    when v_customer.state is distinct from 1 or v_account.account_id is null or v_account.is_frozen then 'account-disabled'
    when v_customer.kyc_state <> 'verified' then 'kyc-not-completed'
    when not p_product.is_open
      or p_product.product_id is distinct from (ledger.newest_interest_product(p_product.asset, p_product.duration_ms)).product_id
      then 'transaction-closed'
    when p_amount not between p_product.minimum and p_product.maximum then 'wrong-amount'
    when p_amount > v_account.posted - v_account.held - v_account.floor then 'insufficient-balance'
  end;
end
$$;

-- Tells the customer how an interest order ended. The ledger's own tests know customers by number only; these have no messages.
create function ledger.tell_of_term(t ledger.term) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from identity.customer where customer_id = t.customer_id) then
    perform message.add(t.customer_id, 'term-' || t.state, 'term:' || t.term_id, jsonb_build_object(
      'asset', case t.asset when 1 then 'USD' else 'USDT' end, 'amount', trim_scale(t.amount / 1000000.0)::text,
      'interest', trim_scale(case when t.state = 'matured' then t.interest else 0 end / 1000000.0)::text, 'durationMs', t.duration_ms));
  end if;
end
$$;

-- Puts an amount into a product, and holds its full interest at the house. A repeat of a request answers the same order.
-- Order of locks: the customer's accounts, the stripe, its interest account.
create function ledger.open_term(p_customer_id bigint, p_request_id uuid, p_product_id bigint, p_amount bigint) returns ledger.term_answer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now_ms bigint;
  v_product ledger.interest_product;
  v_refusal text;
  v_interest bigint;
  v_stripe ledger.stripe;
  v_kind constant ledger.movement := 'term-opened';
  t ledger.term;
begin
  perform ledger.require_read_committed();
  if num_nulls(p_customer_id, p_request_id, p_product_id, p_amount) > 0 then
    raise exception 'malformed request' using errcode = 'invalid_parameter_value';
  end if;
  perform ledger.lock_term_accounts(p_customer_id);
  select * into t from ledger.term where customer_id = p_customer_id and request_id = p_request_id;
  if t.term_id is not null then
    return row(case when (t.product_id, t.amount) = (p_product_id, p_amount) then 'repeated' else 'conflict' end, t.term_id)::ledger.term_answer;
  end if;
  select * into v_product from ledger.interest_product where product_id = p_product_id;
  v_refusal := ledger.judge_term(p_customer_id, v_product, p_amount);
  if v_refusal is not null then
    return row(v_refusal, null)::ledger.term_answer;
  end if;
  v_interest := ledger.interest_of(p_amount, v_product.daily_rate_ppm, v_product.duration_ms);
  insert into ledger.account (owner_id, kind, asset) values (p_customer_id, 'term', v_product.asset) on conflict do nothing;
  v_stripe := ledger.lock_covering_stripe(p_customer_id, v_product.asset, v_interest);
  if v_stripe.stripe is null then
    return row('not-covered', null)::ledger.term_answer;
  end if;
  v_now_ms := market.now_ms();
  insert into ledger.term (customer_id, request_id, product_id, account_id, term_account_id, stripe, asset, amount, duration_ms,
    daily_rate_ppm, interest, start_ms, expires_ms, opened_seq)
  values (p_customer_id, p_request_id, p_product_id, ledger.account_of(p_customer_id, 'available', v_product.asset, null),
    ledger.account_of(p_customer_id, 'term', v_product.asset, null), v_stripe.stripe, v_product.asset, p_amount, v_product.duration_ms,
    v_product.daily_rate_ppm, v_interest, v_now_ms, v_now_ms + v_product.duration_ms, v_stripe.seq + 1)
  returning * into t;
  perform ledger.book(v_stripe, v_kind, v_now_ms, sha256(ledger.term_opened_bytes(t)), array[
    row(t.account_id, t.term_id, v_kind, -t.amount, 0)::ledger.line,
    row(t.term_account_id, t.term_id, v_kind, t.amount, 0)::ledger.line,
    row(ledger.account_of(0, 'interest', t.asset, t.stripe), t.term_id, v_kind, 0, t.interest)::ledger.line
  ]);
  return row('opened', t.term_id)::ledger.term_answer;
end
$$;

-- Gives the amount of an order back before its expiry, without interest, which the house may promise again. Once it is due it is paid
-- with its interest: taking it out is refused, however late the payment is.
-- Order of locks: the customer's accounts, the order, its stripe, the interest account.
create function ledger.redeem_term(p_customer_id bigint, p_request_id uuid, p_term_id bigint) returns ledger.term_answer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now_ms bigint;
  v_interest_account bigint;
  v_stripe ledger.stripe;
  v_kind constant ledger.movement := 'term-redeemed';
  t ledger.term;
begin
  perform ledger.require_read_committed();
  if num_nulls(p_customer_id, p_request_id, p_term_id) > 0 then
    raise exception 'malformed request' using errcode = 'invalid_parameter_value';
  end if;
  perform ledger.lock_term_accounts(p_customer_id);
  select * into t from ledger.term where customer_id = p_customer_id and redeem_request_id = p_request_id;
  if t.term_id is not null then
    return row(case when t.term_id = p_term_id then 'repeated' else 'conflict' end, t.term_id)::ledger.term_answer;
  end if;
  select * into t from ledger.term where term_id = p_term_id and customer_id = p_customer_id for no key update;
  if t.term_id is null then
    return row('not-found', null)::ledger.term_answer;
  end if;
  v_stripe := ledger.lock_stripe(t.stripe);
  v_interest_account := ledger.account_of(0, 'interest', t.asset, t.stripe);
  perform 1 from ledger.account where account_id = v_interest_account for no key update;
  v_now_ms := market.now_ms();
  if t.state <> 'earning' or v_now_ms >= t.expires_ms then
    return row('transaction-closed', t.term_id)::ledger.term_answer;
  end if;
  update ledger.term set state = 'redeemed', ended_ms = v_now_ms, redeem_request_id = p_request_id, ended_seq = v_stripe.seq + 1
  where term_id = t.term_id returning * into t;
  perform ledger.book(v_stripe, v_kind, v_now_ms, sha256(ledger.term_ended_bytes(t)), array[
    row(t.term_account_id, t.term_id, v_kind, -t.amount, 0)::ledger.line,
    row(t.account_id, t.term_id, v_kind, t.amount, 0)::ledger.line,
    row(v_interest_account, t.term_id, v_kind, 0, -t.interest)::ledger.line
  ]);
  perform ledger.tell_of_term(t);
  return row('redeemed', t.term_id)::ledger.term_answer;
end
$$;

-- Orders of a stripe that are due, oldest expiry first. Those in `p_skipped` are passed over.
create function ledger.due_terms(p_stripe smallint, p_limit integer, p_skipped bigint[]) returns bigint[]
language sql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
  select array(
    select term_id from ledger.term
    where stripe = p_stripe and state = 'earning' and expires_ms <= (select market.now_ms()) and term_id <> all(p_skipped)
    order by expires_ms, term_id limit p_limit
  )
$$;

-- Pays up to `p_limit` (at most 1,000) due orders of a stripe back in one batch, each with its interest, and answers them. Safe to run
-- anywhere, any number of times at once: an order ends once. `p_skipped` names orders that failed before: whoever calls can leave an
-- order waiting, and cannot say what it pays.
-- Order of locks: the customers' accounts, the orders, the stripe, its interest account.
create function ledger.mature_terms(p_stripe smallint, p_limit integer, p_skipped bigint[] default '{}') returns setof ledger.maturity
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set jit = off
as $$
declare
  v_due bigint[];
  v_stripe ledger.stripe;
  v_interest_account bigint;
  v_now_ms bigint;
  v_interest bigint;
  v_digest bytea;
  v_lines ledger.line[];
  t ledger.term;
begin
  perform ledger.require_read_committed();
  if p_stripe is null or p_limit is null or p_limit not between 1 and 1000 or p_skipped is null or array_position(p_skipped, null) > 0 then
    raise exception 'malformed batch' using errcode = 'invalid_parameter_value';
  end if;
  v_due := ledger.due_terms(p_stripe, p_limit, p_skipped);
  if cardinality(v_due) = 0 then
    return;
  end if;
  perform 1 from ledger.account
  where account_id = any(array(select unnest(array[due.account_id, due.term_account_id]) from ledger.term as due where due.term_id = any(v_due)))
  order by account_id for no key update;
  v_due := array(select due.term_id from ledger.term as due where due.term_id = any(v_due) and state = 'earning' order by due.term_id for no key update);
  if cardinality(v_due) = 0 then
    return; -- another one was faster
  end if;
  v_stripe := ledger.lock_stripe(p_stripe);
  v_interest_account := ledger.account_of(0, 'interest', v_stripe.asset, p_stripe);
  perform 1 from ledger.account where account_id = v_interest_account for no key update;
  v_now_ms := market.now_ms();
  with ended as (
    update ledger.term set state = 'matured', ended_ms = v_now_ms, ended_seq = v_stripe.seq + 1 where term.term_id = any(v_due) returning *
  )
  select string_agg(ledger.term_ended_bytes(ended), ''::bytea order by ended.term_id), sum(ended.interest)::bigint,
    array_agg(row(ended.term_account_id, ended.term_id, 'term-matured', -ended.amount, 0)::ledger.line order by ended.term_id)
      || array_agg(row(ended.account_id, ended.term_id, 'term-matured', ended.amount, 0)::ledger.line order by ended.term_id)
      || array_agg(row(ended.account_id, ended.term_id, 'interest-paid', ended.interest, 0)::ledger.line order by ended.term_id)
  into v_digest, v_interest, v_lines from ended;
  v_lines := v_lines || row(v_interest_account, null, 'interest-paid', -v_interest, -v_interest)::ledger.line;
  perform ledger.book(v_stripe, 'term-matured', v_now_ms, sha256(v_digest), v_lines);
  for t in select * from ledger.term as ended where ended.term_id = any(v_due) order by ended.expires_ms, ended.term_id loop
    perform ledger.tell_of_term(t);
    return next row(t.term_id, t.customer_id)::ledger.maturity;
  end loop;
end
$$;

revoke all on function
  ledger.newest_interest_product(smallint, bigint),
  ledger.lock_covering_stripe(bigint, smallint, bigint),
  ledger.lock_term_accounts(bigint),
  ledger.judge_term(bigint, ledger.interest_product, bigint),
  ledger.tell_of_term(ledger.term),
  ledger.open_term(bigint, uuid, bigint, bigint),
  ledger.redeem_term(bigint, uuid, bigint),
  ledger.due_terms(smallint, integer, bigint[]),
  ledger.mature_terms(smallint, integer, bigint[])
from public;
grant execute on function
  ledger.open_term(bigint, uuid, bigint, bigint),
  ledger.redeem_term(bigint, uuid, bigint),
  -- Reads only: names the order that paying back failed at.
  ledger.due_terms(smallint, integer, bigint[]),
  ledger.mature_terms(smallint, integer, bigint[])
to candor_app;
