-- Closing an account. Nothing may be left in it but what its customer gives up by naming it exactly, and nothing that
-- the customer asks for is booked afterwards.

create trigger closed_account_stays before update or delete or truncate on closing.closed_account
  for each statement execute function ledger.refuse_change();
create trigger given_up_stays before update or delete or truncate on closing.given_up
  for each statement execute function ledger.refuse_change();

-- The accounts of a customer, and those of the merchant that the customer is. Internal.
create function closing.accounts_of(p_customer_id bigint) returns bigint[]
language sql stable set search_path = pg_catalog, pg_temp as $$
  select array(
    select account_id from ledger.balance
    where owner_id = p_customer_id and owner_id > 0 and kind in ('available', 'invested', 'escrow')
      or kind = 'merchant'
        and owner_id = (select merchant_id from floor.merchant where customer_id = p_customer_id))
$$;

-- The largest balance of an asset that may be given up: less than the smallest withdrawal. Play money may be given up
-- whole. Internal.
create function closing.most_to_give_up(p_asset smallint) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when exists (select from ledger.setting where name = 'opening-balance' and amount > 0)
    then 9223372036854775807
    else coalesce((withdrawal.current_withdrawal_terms(p_asset)).minimum, 1) - 1 end
$$;

-- What is left in an account, each kind with how many: 'balance' and 'small-balance' with their amount, one row an
-- asset. A small balance may be given up, all others must end before the account is closed.
create function closing.open_items(p_customer_id bigint)
  returns table (kind text, items bigint, asset smallint, amount bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with merchant as (select merchant_id from floor.merchant where customer_id = p_customer_id)
  select case when b.posted <= closing.most_to_give_up(b.asset) and b.held = 0
      then 'small-balance' else 'balance' end, 1::bigint, b.asset, b.posted
  from ledger.balance as b
  where b.owner_id = p_customer_id and b.owner_id > 0 and b.kind = 'available' and b.posted <> 0
  union all
  select counted.kind, counted.items, null, null
  from (
    select 'contracts' as kind, (
      select count(*) from contract.contract_order where customer_id = p_customer_id and state = 'open') as items
    union all select 'withdrawals', (
      select count(*) from withdrawal.withdrawal
      where customer_id = p_customer_id and state in ('under-review', 'approved', 'sent'))
    union all select 'recharges', (
      select count(*) from deposit.deposit where customer_id = p_customer_id and state = 'under-review') + (
      select count(*) from deposit.chain_transfer as t
      where t.customer_id = p_customer_id and t.state = 'waiting'
        and not exists (select from deposit.deposit as d where d.transfer_id = t.transfer_id))
    union all select 'sales', (
      select count(*) from floor.sale where customer_id = p_customer_id and state = 'in-progress')
    union all select 'terms', (
      select count(*) from interest.interest_order where customer_id = p_customer_id and state = 'earning')
    union all select 'rewards', (
      select count(*) from invite.invite_reward where inviter_id = p_customer_id and paid_ms is null)
    union all select 'application', (
      select count(*) from floor.merchant_application
      where customer_id = p_customer_id and state in ('waiting', 'endorsed'))
    union all select 'desk', (
      select count(*) from floor.advert join merchant using (merchant_id) where closed_ms is null) + (
      select count(*) from floor.sale join merchant using (merchant_id) where state = 'in-progress') + (
      select count(*) from ledger.balance join merchant on merchant_id = owner_id
      where kind = 'merchant' and posted <> 0)
  ) as counted
  where counted.items > 0
$$;

-- The canonical bytes of what was given up: the input of its batch's hash.
create function closing.given_up_bytes(g closing.given_up) returns bytea
language sql stable
return int8send(g.customer_id) || int2send(g.asset) || int8send(g.amount) || int8send(g.at_ms);

-- Books the balances that a customer gives up to the house's fees, one batch an asset. The customer's accounts are
-- locked. Locks: the stripes by number, with their fees. Internal.
create function closing.give_up_balances(p_customer_id bigint, p_at_ms bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_kind constant ledger.movement := 'given-up';
  v_left ledger.balance;
  v_stripe ledger.stripe;
  g closing.given_up;
begin
  for v_left in
    select * from ledger.balance where owner_id = p_customer_id and kind = 'available' and posted > 0
    order by ledger.stripe_of(p_customer_id, asset)
  loop
    v_stripe := ledger.lock_stripe(ledger.stripe_of(p_customer_id, v_left.asset));
    insert into closing.given_up (customer_id, asset, account_id, amount, stripe, seq, at_ms)
    values (p_customer_id, v_left.asset, v_left.account_id, v_left.posted, v_stripe.stripe, v_stripe.seq + 1, p_at_ms)
    returning * into g;
    perform ledger.book(v_stripe, v_kind, p_at_ms, sha256(closing.given_up_bytes(g)), array[
      row(g.account_id, p_customer_id, v_kind, -g.amount, 0)::ledger.line,
      row(v_stripe.fee_account, p_customer_id, v_kind, g.amount, 0)::ledger.line
    ]);
  end loop;
end
$$;

-- Takes away what would still reach the customer or reveal them to others. What the law asks to keep stays. Returns the
-- sessions that ended. Internal.
create function closing.end_access(p_customer_id bigint, p_at_ms bigint) returns bigint[]
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_ended bigint[];
begin
  with ended as (
    update identity.session set revoked_ms = p_at_ms
    where customer_id = p_customer_id and revoked_ms is null returning session_id
  )
  select coalesce(array_agg(session_id order by session_id), '{}') into v_ended from ended;
  delete from push.subscription where customer_id = p_customer_id;
  delete from alert.price_alert where customer_id = p_customer_id;
  update payout.method set removed_ms = greatest(p_at_ms, added_ms)
  where customer_id = p_customer_id and removed_ms is null;
  delete from invite.shown_name where customer_id = p_customer_id;
  delete from identity.avatar where customer_id = p_customer_id;
  return v_ended;
end
$$;

-- Closes an account for its customer. `p_seen` names, in units of USD and of USDT, the balances that the customer
-- agreed to give up: it is compared with what is there, and never booked. Outcomes: 'closed' with the sessions that
-- ended, 'account-disabled', 'account-not-empty', 'balance-changed'. Lock order: the customer's accounts, the customer,
-- the stripes; the audit last.
create function closing.close_account(p_customer_id bigint, p_seen bigint[])
  returns table (outcome text, sessions bigint[])
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_state smallint;
  v_left bigint[];
  v_now_ms bigint;
begin
  if p_customer_id is null or cardinality(p_seen) is distinct from 2 or array_position(p_seen, null) > 0 then
    raise exception 'malformed request' using errcode = 'invalid_parameter_value';
  end if;
  perform ledger.lock_accounts(closing.accounts_of(p_customer_id));
  select state into v_state from identity.customer where customer_id = p_customer_id for no key update;
  if v_state is distinct from 1 then
    return query select 'account-disabled', null::bigint[];
    return;
  end if;
  if exists (select from closing.open_items(p_customer_id) as item where item.kind <> 'small-balance') then
    return query select 'account-not-empty', null::bigint[];
    return;
  end if;
  v_left := array(
    select coalesce((select b.posted from ledger.balance as b
      where b.owner_id = p_customer_id and b.kind = 'available' and b.asset = each.asset), 0)
    from generate_series(1, 2) as each (asset) order by each.asset);
  if v_left <> p_seen then
    return query select 'balance-changed', null::bigint[];
    return;
  end if;
  v_now_ms := clock.now_ms();
  insert into closing.closed_account (customer_id, closed_ms) values (p_customer_id, v_now_ms);
  perform closing.give_up_balances(p_customer_id, v_now_ms);
  perform ledger.freeze_accounts(closing.accounts_of(p_customer_id));
  update identity.customer set state = 2 where customer_id = p_customer_id;
  outcome := 'closed';
  sessions := closing.end_access(p_customer_id, v_now_ms);
  perform audit.write(null, 'customer', 'customer.closed', 'customer:' || p_customer_id, '', jsonb_build_object(
    'sessions', cardinality(sessions), 'gaveUpUsd', ledger.units_text(v_left[1]),
    'gaveUpUsdt', ledger.units_text(v_left[2])), 'database');
  return next;
end
$$;
