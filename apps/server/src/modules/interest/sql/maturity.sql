-- Orders of a stripe that are due, oldest expiry first. Those in `p_skipped` are passed over.
create function interest.due_orders(p_stripe smallint, p_limit integer, p_skipped bigint[]) returns bigint[]
language sql set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
  select array(
    select order_id from interest.interest_order
    where stripe = p_stripe and state = 'earning' and expires_ms <= (select clock.now_ms())
      and order_id <> all(p_skipped)
    order by expires_ms, order_id limit p_limit
  )
$$;

-- Repays up to `p_limit` (at most 1,000) due orders of a stripe in one batch, each with its interest, and returns them.
-- Safe to run anywhere, any number of times concurrently: an order ends once. `p_skipped` names orders that failed
-- before: a caller can leave an order waiting, but cannot determine what it pays. Lock order: the customers' accounts,
-- the orders, the stripe, its interest account.
create function interest.mature_orders(p_stripe smallint, p_limit integer, p_skipped bigint[] default '{}')
  returns setof interest.maturity
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $$
declare
  v_due bigint[];
  v_stripe ledger.stripe;
  v_interest_account bigint;
  v_now_ms bigint;
  v_interest bigint;
  v_digest bytea;
  v_lines ledger.line[];
  o interest.interest_order;
begin
  perform ledger.require_batch(p_stripe, p_limit, p_skipped);
  v_due := interest.due_orders(p_stripe, p_limit, p_skipped);
  perform ledger.lock_accounts(array(select unnest(array[due.account_id, due.invested_account_id])
    from interest.interest_order as due where due.order_id = any(v_due)));
  v_due := array(
    select due.order_id from interest.interest_order as due where due.order_id = any(v_due) and state = 'earning'
    order by due.order_id for no key update);
  if cardinality(v_due) = 0 then
    return; -- Nothing is due, or another call was faster.
  end if;
  v_stripe := ledger.lock_stripe(p_stripe);
  v_interest_account := ledger.lock_house('interest', v_stripe.asset, p_stripe);
  v_now_ms := clock.now_ms();
  with ended as (
    update interest.interest_order set state = 'matured', ended_ms = v_now_ms, ended_seq = v_stripe.seq + 1
      where interest_order.order_id = any(v_due) returning *
  )
  select string_agg(interest.order_ended_bytes(ended), ''::bytea order by ended.order_id), sum(ended.interest)::bigint,
    array_agg(row(ended.invested_account_id, ended.order_id, 'term-matured', -ended.amount, 0)::ledger.line
      order by ended.order_id)
      || array_agg(row(ended.account_id, ended.order_id, 'term-matured', ended.amount, 0)::ledger.line
        order by ended.order_id)
      || array_agg(row(ended.account_id, ended.order_id, 'interest-paid', ended.interest, 0)::ledger.line
        order by ended.order_id)
  into v_digest, v_interest, v_lines from ended;
  v_lines := v_lines || row(v_interest_account, null, 'interest-paid', -v_interest, -v_interest)::ledger.line;
  perform ledger.book(v_stripe, 'term-matured', v_now_ms, sha256(v_digest), v_lines);
  for o in select * from interest.interest_order as ended where ended.order_id = any(v_due) order by ended.expires_ms,
    ended.order_id loop
    perform interest.notify_customer(o);
    return next row(o.order_id, o.customer_id)::interest.maturity;
  end loop;
end
$$;
