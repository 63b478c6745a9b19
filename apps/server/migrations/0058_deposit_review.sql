-- Announcing a deposit, and deciding one by its voucher.

-- Announces a deposit for a customer. A repeat of the same request answers the first one. Outcomes: 'accepted', 'repeated', 'conflict',
-- 'wrong-amount' (below the minimum), 'upper-limit' (too many open).
create function ledger.request_deposit(
  p_customer_id bigint, p_request_id uuid, p_chain ledger.chain, p_asset smallint, p_quantity bigint, p_txid text, p_voucher text, p_voucher_digest bytea
) returns table (outcome text, deposit_id bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_setting ledger.deposit_setting;
  v_past ledger.deposit;
begin
  perform ledger.require_read_committed();
  perform 1 from ledger.account as a where a.owner_id = p_customer_id and a.kind = 'available' order by a.account_id for no key update;
  if not found or p_customer_id <= 0 then
    raise exception 'this customer has no accounts' using errcode = 'invalid_parameter_value';
  end if;
  select * into v_past from ledger.deposit as d where d.request_id = p_request_id and d.customer_id = p_customer_id;
  if v_past.deposit_id is not null then
    deposit_id := v_past.deposit_id;
    outcome := case when (v_past.chain, v_past.asset, v_past.quantity, v_past.txid, v_past.voucher_digest) is not distinct from
      (p_chain, p_asset, p_quantity, ledger.normal_txid(p_chain, p_txid), p_voucher_digest) then 'repeated' else 'conflict' end;
    return next;
    return;
  end if;
  select * into strict v_setting from ledger.deposit_setting;
  if p_quantity < v_setting.minimum or p_quantity > 1000000000000000 then
    outcome := 'wrong-amount';
    return next;
    return;
  end if;
  perform ledger.lapse_deposits(p_customer_id);
  if (select count(*) from ledger.deposit as d where d.customer_id = p_customer_id and d.state = 'under-review') >= v_setting.max_open then
    outcome := 'upper-limit';
    return next;
    return;
  end if;
  insert into ledger.deposit as d (customer_id, request_id, chain, asset, quantity, txid, voucher, voucher_digest, approvals_needed, created_ms)
  values (p_customer_id, p_request_id, p_chain, p_asset, p_quantity, ledger.normal_txid(p_chain, p_txid), p_voucher, p_voucher_digest,
    case when p_quantity >= v_setting.two_person_threshold then 2 else 1 end, market.now_ms())
  returning d.deposit_id into deposit_id;
  outcome := 'accepted';
  return next;
end
$$;

-- Lets a customer's announcements lapse for which nothing arrived in time and that nobody reviews, having no voucher. The customer's
-- accounts are locked.
create function ledger.lapse_deposits(p_customer_id bigint) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  update ledger.deposit set state = 'lapsed', reason = 'nothing-arrived', decided_ms = market.now_ms()
  where customer_id = p_customer_id and state = 'under-review' and transfer_id is null and voucher is null
    and created_ms < market.now_ms() - (select lapse_ms from ledger.deposit_setting)
$$;

-- What one operator says of a deposit by its voucher: 'approve' with the reference of the one transaction that it shows, or 'reject'
-- with a reason. Credits exactly the quantity asked for, once enough different operators have approved the same reference. Outcomes:
-- 'completed', 'approved' (another has to follow), 'rejected'; refused are 'not-found', 'transaction-closed', 'already-decided' (by this
-- operator), 'voucher-required', 'transfer-known' (the watcher saw the transaction: it credits by itself), 'reference-used',
-- 'reference-differs' (from that of the first), 'no-price', 'not-covered'. Raises CO001 and CO002.
create function ledger.decide_deposit(p_secret text, p_id bigint, p_verdict text, p_reference text, p_reason text)
returns table (outcome text, customer_id bigint, deposit_state ledger.deposit_state)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_operator_id bigint;
  v_deposit ledger.deposit;
  v_reference text;
begin
  v_operator_id := operator.require_session(p_secret, array['payments']::operator.role[]);
  perform ledger.require_read_committed();
  if coalesce(p_verdict, '') not in ('approve', 'reject') or (p_verdict = 'reject') <> (p_reason is not null)
    or (p_verdict = 'approve') <> (p_reference is not null) then
    raise exception 'malformed verdict' using errcode = 'invalid_parameter_value';
  end if;
  select * into v_deposit from ledger.deposit as d where d.deposit_id = p_id;
  perform 1 from ledger.account as a where a.owner_id = v_deposit.customer_id and a.kind = 'available' order by a.account_id for no key update;
  select * into v_deposit from ledger.deposit as d where d.deposit_id = p_id for no key update;
  customer_id := v_deposit.customer_id;
  v_reference := ledger.normal_reference(v_deposit.chain, p_reference);
  outcome := case
    when v_deposit.deposit_id is null then 'not-found'
    when v_deposit.state <> 'under-review' then 'transaction-closed'
    when exists (select from ledger.deposit_verdict as v where v.deposit_id = p_id and v.operator_id = v_operator_id) then 'already-decided'
    when p_verdict = 'approve' then ledger.refuse_reference(v_deposit, v_reference)
  end;
  if outcome is not null then
    deposit_state := v_deposit.state;
    return next;
    return;
  end if;

  insert into ledger.deposit_verdict (deposit_id, operator_id, is_approval, reference, at_ms)
  values (p_id, v_operator_id, p_verdict = 'approve', v_reference, market.now_ms());
  if p_verdict = 'reject' then
    update ledger.deposit as d set state = 'rejected', reason = p_reason::ledger.deposit_reason, decided_ms = market.now_ms()
    where d.deposit_id = p_id returning * into v_deposit;
    perform ledger.tell_of_deposit(v_deposit);
    outcome := 'rejected';
  elsif (select count(*) from ledger.deposit_verdict as v where v.deposit_id = p_id and v.is_approval) < v_deposit.approvals_needed then
    outcome := 'approved';
  else
    update ledger.deposit as d set reference = v_reference where d.deposit_id = p_id;
    outcome := ledger.credit_deposit(p_id, v_deposit.quantity);
    if outcome <> 'credited' then
      -- Nothing of this approval stays: it is given again when there is a price, or cover.
      raise exception 'deposit % cannot be credited: %', p_id, outcome using errcode = case outcome when 'no-price' then 'CD001' else 'CD002' end;
    end if;
    outcome := 'completed';
  end if;
  select d.state into strict deposit_state from ledger.deposit as d where d.deposit_id = p_id;
  perform audit.append(v_operator_id, 'deposit.' || outcome, 'deposit:' || p_id, coalesce(p_reason, ''),
    jsonb_strip_nulls(jsonb_build_object('reference', v_reference, 'quantity', v_deposit.quantity::text, 'chain', v_deposit.chain)));
  return next;
end
$$;

-- Why a deposit cannot be approved by this reference; null where it can.
create function ledger.refuse_reference(p_deposit ledger.deposit, p_reference text) returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when p_deposit.voucher is null then 'voucher-required'
    when p_deposit.transfer_id is not null or exists (
      select from ledger.chain_transfer as t where t.chain = p_deposit.chain and t.txid = p_reference and t.state <> 'reversed') then 'transfer-known'
    when exists (select from ledger.deposit as d where d.chain = p_deposit.chain and d.reference = p_reference) then 'reference-used'
    when exists (select from ledger.deposit_verdict as v
      where v.deposit_id = p_deposit.deposit_id and v.is_approval and v.reference <> p_reference) then 'reference-differs'
  end
$$;

revoke all on function
  ledger.request_deposit(bigint, uuid, ledger.chain, smallint, bigint, text, text, bytea),
  ledger.lapse_deposits(bigint), ledger.decide_deposit(text, bigint, text, text, text), ledger.refuse_reference(ledger.deposit, text)
from public;
grant execute on function
  ledger.request_deposit(bigint, uuid, ledger.chain, smallint, bigint, text, text, bytea),
  ledger.decide_deposit(text, bigint, text, text, text)
to candor_app;
