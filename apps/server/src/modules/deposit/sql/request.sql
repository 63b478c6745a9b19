-- Announcing a deposit, and announcements that lapse.

-- Announces a deposit for a customer. A repeat of the same request returns the first one. Outcomes: 'accepted',
-- 'repeated', 'conflict', 'account-disabled', 'wrong-amount' (below the minimum), 'upper-limit' (too many open),
-- 'self-excluded', 'limit-reached' (the customer's own limit of 24 hours).
create function deposit.request_deposit(
  p_customer_id bigint, p_request_id uuid, p_chain deposit.chain, p_asset smallint, p_quantity bigint, p_txid text,
    p_voucher text, p_voucher_digest bytea
) returns table (outcome text, deposit_id bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_setting deposit.deposit_setting;
  v_past deposit.deposit;
begin
  if not ledger.lock_accounts_of(p_customer_id, 'available') then
    raise exception 'this customer has no accounts' using errcode = 'invalid_parameter_value';
  end if;
  select * into v_past from deposit.deposit as d where d.request_id = p_request_id and d.customer_id = p_customer_id;
  if v_past.deposit_id is not null then
    deposit_id := v_past.deposit_id;
    outcome := case when (v_past.chain, v_past.asset, v_past.quantity, v_past.txid,
      v_past.voucher_digest) is not distinct from
      (p_chain, p_asset, p_quantity, deposit.normal_txid(p_chain, p_txid), p_voucher_digest) then 'repeated'
        else 'conflict' end;
    return next;
    return;
  end if;
  if exists (select from identity.customer as c where c.customer_id = p_customer_id and c.state <> 1) then
    outcome := 'account-disabled';
    return next;
    return;
  end if;
  if security.is_excluded(p_customer_id) then
    outcome := 'self-excluded';
    return next;
    return;
  end if;
  select * into strict v_setting from deposit.deposit_setting;
  if p_quantity < v_setting.minimum or p_quantity > 1000000000000000 then
    outcome := 'wrong-amount';
    return next;
    return;
  end if;
  if deposit.is_above_own_limit(p_customer_id, p_quantity) then
    outcome := 'limit-reached';
    return next;
    return;
  end if;
  perform deposit.lapse_deposits(p_customer_id);
  if (select count(*) from deposit.deposit as d where d.customer_id = p_customer_id
    and d.state = 'under-review') >= v_setting.max_open then
    outcome := 'upper-limit';
    return next;
    return;
  end if;
  insert into deposit.deposit as d (customer_id, request_id, chain, asset, quantity, txid, voucher, voucher_digest,
    approvals_needed, created_ms)
  values (p_customer_id, p_request_id, p_chain, p_asset, p_quantity, deposit.normal_txid(p_chain, p_txid), p_voucher,
    p_voucher_digest,
    case when p_quantity >= v_setting.two_person_threshold then 2 else 1 end, clock.now_ms())
  returning d.deposit_id into deposit_id;
  outcome := 'accepted';
  return next;
end
$$;

-- Whether a further deposit would pass the limit that the customer set. It counts what was announced in 24 hours, in
-- units of USDT and without failed and lapsed ones: all deposits are paid in USDT, also those credited in USD. The
-- customer's accounts are locked. Internal.
create function deposit.is_above_own_limit(p_customer_id bigint, p_quantity bigint) returns boolean
language sql stable as $$
  select coalesce(p_quantity > security.limit_now(p_customer_id, 'deposit') - coalesce((
    select sum(quantity) from deposit.deposit
    where customer_id = p_customer_id and created_ms >= clock.now_ms() - 86400000
      and state in ('under-review', 'completed')), 0), false)
$$;

-- Lapses a customer's announcements that received nothing in time and have no voucher to review. The customer's
-- accounts are locked. Internal.
create function deposit.lapse_deposits(p_customer_id bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_deposit deposit.deposit;
begin
  for v_deposit in
    update deposit.deposit set state = 'lapsed', reason = 'nothing-arrived', decided_ms = clock.now_ms()
    where customer_id = p_customer_id and state = 'under-review' and transfer_id is null and voucher is null
      and created_ms < clock.now_ms() - (select lapse_ms from deposit.deposit_setting)
    returning *
  loop
    perform deposit.notify_customer(v_deposit);
  end loop;
end
$$;

-- Lapses the announcements of every customer whose time is over, at most a hundred customers at once. The server calls
-- it every few minutes.
create function deposit.lapse_old_deposits() returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_customers constant bigint[] := array(
    select distinct customer_id from deposit.deposit
    where state = 'under-review' and transfer_id is null and voucher is null
      and created_ms < clock.now_ms() - (select lapse_ms from deposit.deposit_setting)
    order by customer_id limit 100);
begin
  perform ledger.lock_accounts(array(
    select account_id from ledger.balance where owner_id = any(v_customers) and kind = 'available'));
  perform deposit.lapse_deposits(customer_id) from unnest(v_customers) as customer_id;
  return cardinality(v_customers);
end
$$;
