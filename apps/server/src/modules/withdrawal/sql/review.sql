-- The operators' side of withdrawals: decide, record the payment, complete, or prove that it was never made. Each
-- function determines the caller from the session secret: no argument names the approver. One function is one step: the
-- state, the money, the customer's message and the audit in one transaction. Errors: CO001 not logged in, CO002 role
-- missing, CO003 a second operator is needed, CO004 already decided.

-- Approves or rejects (with a reason). Returns the resulting state: 'under-review' while a second approval is missing;
-- null for an unknown withdrawal, 'frozen' if the account is frozen.
create function withdrawal.decide_withdrawal(p_secret text, p_id bigint, p_verdict text, p_reason text) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['payments', 'lead']::operator.role[]);
  v_now_ms bigint;
  v_terms withdrawal.withdrawal_terms;
  w withdrawal.withdrawal;
begin
  if p_verdict is null or p_verdict not in ('approve', 'reject')
    or (p_verdict = 'reject' and coalesce(p_reason, '') in ('', 'payment-returned')) then
    raise exception 'malformed verdict' using errcode = 'invalid_parameter_value';
  end if;
  w := withdrawal.lock_withdrawal(p_id);
  if w.withdrawal_id is null then
    return null;
  end if;
  if w.state <> 'under-review' then
    raise exception 'withdrawal % is % already', p_id, w.state using errcode = 'CO004';
  end if;
  if p_verdict = 'reject' then
    perform withdrawal.release_withdrawal(w, 'rejected', p_reason::withdrawal.withdrawal_reason);
    perform withdrawal.notify_step(p_id, v_operator_id, 'rejected', p_reason);
    return 'rejected';
  end if;
  perform operator.require_second_person(v_operator_id, w.first_approver);
  if deposit.is_withdrawal_frozen(w.customer_id) or exists (select from ledger.balance where account_id = w.account_id
    and is_frozen) then
    return 'frozen';
  end if;
  v_now_ms := clock.now_ms();
  insert into withdrawal.withdrawal_approval (withdrawal_id, operator_id, at_ms) values (p_id, v_operator_id, v_now_ms);
  if w.approvals_needed = 2 and w.first_approver is null then
    update withdrawal.withdrawal set first_approver = v_operator_id where withdrawal_id = p_id;
    perform withdrawal.notify_step(p_id, v_operator_id, 'approved-first', p_reason);
    return 'under-review';
  end if;
  select * into strict v_terms from withdrawal.withdrawal_terms where version = w.terms_version;
  update withdrawal.withdrawal set state = 'approved', approved_ms = v_now_ms,
    sending_due_ms = v_now_ms + v_terms.sending_ms, arrival_due_ms = v_now_ms + v_terms.arrival_ms,
    first_approver = coalesce(w.first_approver, v_operator_id),
    second_approver = case when w.first_approver is not null then v_operator_id end
  where withdrawal_id = p_id;
  perform withdrawal.notify_step(p_id, v_operator_id, 'approved', p_reason);
  return 'approved';
end
$$;

-- Stores the reference of the payment, which must exist before it counts as paid. A repeat with the same reference
-- changes nothing. Returns 'sent', 'reference-taken', 'frozen', or null for an unknown withdrawal.
create function withdrawal.send_withdrawal(p_secret text, p_id bigint, p_reference text) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['payments', 'lead']::operator.role[]);
  v_reference constant text := btrim(coalesce(p_reference, ''));
  w withdrawal.withdrawal;
begin
  if length(v_reference) not between 3 and 120 then
    raise exception 'malformed reference' using errcode = 'invalid_parameter_value';
  end if;
  w := withdrawal.lock_withdrawal(p_id);
  if w.withdrawal_id is null then
    return null;
  end if;
  if w.state = 'sent' and w.reference = v_reference then
    return 'sent';
  end if;
  if w.state <> 'approved' then
    raise exception 'withdrawal % is %', p_id, w.state using errcode = 'CO004';
  end if;
  if deposit.is_withdrawal_frozen(w.customer_id) or exists (select from ledger.balance where account_id = w.account_id
    and is_frozen) then
    return 'frozen';
  end if;
  begin
    update withdrawal.withdrawal set state = 'sent', sent_ms = clock.now_ms(), reference = v_reference
      where withdrawal_id = p_id;
  exception when unique_violation then
    return 'reference-taken';
  end;
  perform withdrawal.notify_step(p_id, v_operator_id, 'sent', v_reference);
  return 'sent';
end
$$;

-- Books a payment as made: the amount leaves the customer, the arriving part leaves custody, the fee stays. Returns
-- 'completed', also for a repeat; null for an unknown withdrawal.
create function withdrawal.complete_withdrawal(p_secret text, p_id bigint) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['payments', 'lead']::operator.role[]);
  v_now_ms bigint;
  v_stripe ledger.stripe;
  v_custody bigint;
  v_lines ledger.line[];
  w withdrawal.withdrawal;
begin
  w := withdrawal.lock_withdrawal(p_id);
  if w.withdrawal_id is null or w.state = 'completed' then
    return w.state;
  end if;
  if w.state <> 'sent' then
    raise exception 'withdrawal % is %', p_id, w.state using errcode = 'CO004';
  end if;
  v_stripe := ledger.lock_stripe(w.stripe);
  perform ledger.lock_house('fees', w.asset, w.stripe);
  v_custody := ledger.lock_house('custody', w.asset, null);
  v_now_ms := clock.now_ms();
  update withdrawal.withdrawal set state = 'completed', ended_ms = v_now_ms, ended_seq = v_stripe.seq + 1
    where withdrawal_id = p_id returning * into w;
  v_lines := array[
    row(w.account_id, p_id, 'withdrawal-completed', -w.amount, -w.amount)::ledger.line,
    row(v_custody, p_id, 'withdrawal-completed', w.amount - w.fee, 0)::ledger.line
  ];
  if w.fee > 0 then
    v_lines := v_lines || row(v_stripe.fee_account, p_id, 'withdrawal-completed', w.fee, 0)::ledger.line;
  end if;
  perform ledger.book(v_stripe, 'withdrawal-completed', v_now_ms, sha256(withdrawal.withdrawal_ended_bytes(w)),
    v_lines);
  perform withdrawal.notify_step(p_id, v_operator_id, 'completed', '');
  return 'completed';
end
$$;

-- Reports, with a text of proof, that a recorded payment never arrived and never will. After two different operators'
-- reports the amount is released. Returns 'sent' after the first, 'failed' after the second; null for an unknown
-- withdrawal.
create function withdrawal.fail_withdrawal(p_secret text, p_id bigint, p_reason text) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['payments', 'lead']::operator.role[]);
  v_proof constant text := btrim(coalesce(p_reason, ''));
  w withdrawal.withdrawal;
begin
  if length(v_proof) not between 10 and 2000 then
    raise exception 'malformed proof' using errcode = 'invalid_parameter_value';
  end if;
  w := withdrawal.lock_withdrawal(p_id);
  if w.withdrawal_id is null then
    return null;
  end if;
  if w.state <> 'sent' then
    raise exception 'withdrawal % is %', p_id, w.state using errcode = 'CO004';
  end if;
  perform operator.require_second_person(v_operator_id, w.first_failer);
  insert into withdrawal.withdrawal_failing (withdrawal_id, operator_id, proof, at_ms)
    values (p_id, v_operator_id, v_proof, clock.now_ms());
  if w.first_failer is null then
    update withdrawal.withdrawal set first_failer = v_operator_id where withdrawal_id = p_id;
    perform withdrawal.notify_step(p_id, v_operator_id, 'failed-first', v_proof);
    return 'sent';
  end if;
  w.second_failer := v_operator_id;
  perform withdrawal.release_withdrawal(w, 'failed', 'payment-returned');
  perform withdrawal.notify_step(p_id, v_operator_id, 'failed', v_proof);
  return 'failed';
end
$$;

create trigger withdrawal_approval_is_kept before update or delete or truncate on withdrawal.withdrawal_approval
  for each statement execute function ledger.refuse_change();
create trigger withdrawal_failing_is_kept before update or delete or truncate on withdrawal.withdrawal_failing
  for each statement execute function ledger.refuse_change();
