-- Deciding a deposit by its voucher.

-- Why a deposit cannot be approved by this reference; null where it can. Internal.
create function deposit.refuse_reference(p_deposit deposit.deposit, p_held deposit.chain_transfer,
  p_reference text) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case
    when p_held.transfer_id is not null then case when p_held.txid <> p_reference then 'reference-differs' end
    when p_deposit.voucher is null then 'voucher-required'
    when p_deposit.transfer_id is not null or exists (
      select from deposit.chain_transfer as t where t.chain = p_deposit.chain and t.txid = p_reference
        and t.state <> 'reversed') or exists (
      select from deposit.earlier_transfer as e where e.chain = p_deposit.chain and e.txid = p_reference)
      then 'transfer-known'
    when exists (select from deposit.deposit as d where d.chain = p_deposit.chain and d.reference = p_reference)
      then 'reference-used'
    when exists (select from deposit.deposit_verdict as v
      where v.deposit_id = p_deposit.deposit_id and v.is_approval and v.reference <> p_reference)
        then 'reference-differs'
  end
$$;

-- Credits a deposit that enough operators have approved: what the held transfer brought, or what was asked for. Where
-- there is no price or no cover, it raises CD001 or CD002; then the approval is rolled back and given again. Internal.
create function deposit.credit_approved(p_deposit deposit.deposit, p_held deposit.chain_transfer, p_reference text)
  returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_outcome text;
begin
  if p_held.transfer_id is null then
    update deposit.deposit set reference = p_reference where deposit_id = p_deposit.deposit_id;
  end if;
  v_outcome := deposit.credit_deposit(p_deposit.deposit_id, coalesce(p_held.units, p_deposit.quantity));
  if v_outcome <> 'credited' then
    raise exception 'deposit % cannot be credited: %', p_deposit.deposit_id, v_outcome
      using errcode = case v_outcome when 'no-price' then 'CD001' else 'CD002' end;
  end if;
  update deposit.chain_transfer set state = 'credited' where transfer_id = p_held.transfer_id;
end
$$;

-- One operator's verdict on a deposit's voucher, or on its transfer that is held: 'approve' with the id of the one
-- transaction that it shows, or 'reject' with a reason. Credits exactly the requested quantity, or what the
-- transfer brought, once enough different operators have approved the same reference. Outcomes: 'completed',
-- 'approved' (another has to follow), 'rejected'; refused are 'not-found', 'transaction-closed', 'already-decided' (by
-- this operator), 'voucher-required', 'transfer-known' (the watcher saw the transaction and credits it itself, or it is
-- held and cannot be rejected: the coins are there), 'reference-used', 'reference-differs' (from the transfer
-- or the first approval), 'no-price', 'not-covered'. Raises CO001 and CO002. Lock order: the customer's accounts, the
-- transfer, the deposit, the operator's turn, the stripes.
create function deposit.decide_deposit(p_secret text, p_id bigint, p_verdict text, p_reference text, p_reason text)
returns table (outcome text, customer_id bigint, deposit_state deposit.deposit_state)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_operator_id bigint;
  v_deposit deposit.deposit;
  v_held deposit.chain_transfer;
  v_reference text;
  v_needed smallint;
begin
  v_operator_id := operator.require_session(p_secret, array['payments']::operator.role[]);
  if coalesce(p_verdict, '') not in ('approve', 'reject') or (p_verdict = 'reject') <> (p_reason is not null)
    or (p_verdict = 'approve') <> (p_reference is not null) then
    raise exception 'malformed verdict' using errcode = 'invalid_parameter_value';
  end if;
  perform ledger.lock_accounts_of((select d.customer_id from deposit.deposit as d where d.deposit_id = p_id),
    'available');
  v_held := deposit.lock_held_transfer(p_id);
  select * into v_deposit from deposit.deposit as d where d.deposit_id = p_id for no key update;
  customer_id := v_deposit.customer_id;
  v_reference := deposit.normal_txid(v_deposit.chain, p_reference);
  if v_deposit.deposit_id is not null and p_reference is not null and v_reference is null then
    raise exception 'malformed reference' using errcode = 'invalid_parameter_value';
  end if;
  outcome := case
    when v_deposit.deposit_id is null then 'not-found'
    when v_deposit.state <> 'under-review' then 'transaction-closed'
    when exists (select from deposit.deposit_verdict as v where v.deposit_id = p_id and v.operator_id = v_operator_id)
      then 'already-decided'
    when p_verdict = 'approve' then deposit.refuse_reference(v_deposit, v_held, v_reference)
    when v_held.transfer_id is not null then 'transfer-known'
  end;
  if outcome is not null then
    deposit_state := v_deposit.state;
    return next;
    return;
  end if;

  perform operator.take_turn(v_operator_id);
  v_needed := deposit.needed_approvals(v_deposit, v_operator_id);
  if v_needed = 2 and p_verdict = 'approve' then
    perform operator.require_confirmation(v_operator_id, 'deposit.approve', p_id,
      deposit.approval_details(v_deposit, v_held, v_operator_id, p_reference));
  end if;
  insert into deposit.deposit_verdict (deposit_id, operator_id, is_approval, reference, at_ms)
  values (p_id, v_operator_id, p_verdict = 'approve', v_reference, clock.now_ms());
  if p_verdict = 'reject' then
    update deposit.deposit as d set state = 'rejected', reason = p_reason::deposit.deposit_reason,
      decided_ms = clock.now_ms()
    where d.deposit_id = p_id returning * into v_deposit;
    perform deposit.notify_customer(v_deposit);
    outcome := 'rejected';
  elsif (select count(*) from deposit.deposit_verdict as v where v.deposit_id = p_id
    and v.is_approval) < v_needed then
    update deposit.deposit as d set approvals_needed = v_needed where d.deposit_id = p_id;
    outcome := 'approved';
  else
    perform deposit.credit_approved(v_deposit, v_held, v_reference);
    outcome := 'completed';
  end if;
  select d.state into strict deposit_state from deposit.deposit as d where d.deposit_id = p_id;
  perform operator.append_audit(v_operator_id, 'deposit.' || outcome, 'deposit:' || p_id, coalesce(p_reason, ''),
    jsonb_strip_nulls(jsonb_build_object('reference', v_reference, 'quantity', v_deposit.quantity::text, 'chain',
      v_deposit.chain)));
  return next;
end
$$;

create trigger verdict_is_never_changed before update or delete or truncate on deposit.deposit_verdict
  for each statement execute function ledger.refuse_change();
