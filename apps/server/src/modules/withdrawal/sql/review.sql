-- The operators' side of withdrawals: decide, record the payment, complete, or prove that it was never made. Each
-- function determines the caller from the session secret: no argument names the approver. One function is one step: the
-- state, the money, the customer's message and the audit in one transaction. Errors: CO001 not logged in, CO002 role
-- missing, CO003 a second operator is needed, CO004 already decided.

-- Whether payments to a customer are stopped: after a reversed deposit, or while the account is frozen. Internal.
create function withdrawal.is_frozen(p_customer_id bigint, p_account_id bigint) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select deposit.is_withdrawal_frozen(p_customer_id)
    or exists (select from ledger.balance where account_id = p_account_id and is_frozen)
$$;

-- Locks a withdrawal for a step from one of these states, in the common order: the customer's accounts first, of both
-- assets, because withdrawals of both count together. Null when it does not exist; CO004 in another state. Internal.
create function withdrawal.lock_withdrawal(p_id bigint, variadic p_states withdrawal.withdrawal_state[])
returns withdrawal.withdrawal
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  w withdrawal.withdrawal;
begin
  perform ledger.lock_accounts_of((select customer_id from withdrawal.withdrawal where withdrawal_id = p_id),
    'available');
  select * into w from withdrawal.withdrawal where withdrawal_id = p_id for no key update;
  if w.state <> all(p_states) then
    raise exception 'withdrawal % is %', p_id, w.state using errcode = 'CO004';
  end if;
  return w;
end
$$;

-- Notifies the customer of a step and records it in the audit. Last in a transaction: the audit is one chain.
-- Internal.
create function withdrawal.notify_step(p_withdrawal_id bigint, p_operator_id bigint, p_step text, p_reason text)
  returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  w withdrawal.withdrawal;
  v_details jsonb;
begin
  select * into strict w from withdrawal.withdrawal where withdrawal_id = p_withdrawal_id;
  v_details := jsonb_build_object('state', w.state, 'asset', ledger.asset_name(w.asset),
    'amount', ledger.units_text(w.amount), 'fee', ledger.units_text(w.fee));
  -- The first of two approvals, or a report that a payment was not made, is not announced.
  if p_step in ('requested', 'approved', 'rejected', 'cancelled', 'sent', 'completed', 'failed', 'overdue') then
    perform message.add(w.customer_id, 'withdrawal-' || p_step, 'withdrawal:' || p_withdrawal_id,
      v_details || jsonb_build_object('reason', w.reason));
  end if;
  perform operator.append_audit(p_operator_id, 'withdrawal.' || p_step, 'withdrawal:' || p_withdrawal_id,
    coalesce(p_reason, ''),
    v_details || jsonb_build_object('customerId', w.customer_id, 'reason', w.reason, 'reference', w.reference));
end
$$;

-- The canonical bytes of a withdrawal at its end: what the hash of its last batch covers.
create function withdrawal.withdrawal_ended_bytes(w withdrawal.withdrawal) returns bytea
language sql stable
return int8send(w.withdrawal_id) || convert_to(w.state::text, 'UTF8') || int8send(coalesce(w.first_approver, 0))
  || int8send(coalesce(w.second_approver, 0)) || int8send(coalesce(w.first_failer, 0))
  || int8send(coalesce(w.second_failer, 0)) || convert_to(coalesce(w.reason::text, ''), 'UTF8')
  || sha256(convert_to(coalesce(w.reference, ''), 'UTF8')) || int8send(w.ended_ms);

-- Ends a locked withdrawal without a payment: releases the whole amount, and notifies the customer. `p_operator_id` is
-- null where the customer cancels. Internal.
create function withdrawal.release_withdrawal(
  w withdrawal.withdrawal, p_state withdrawal.withdrawal_state, p_reason withdrawal.withdrawal_reason,
  p_operator_id bigint, p_note text
) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_stripe constant ledger.stripe := ledger.lock_stripe(w.stripe);
  v_now_ms constant bigint := clock.now_ms();
  v_ended withdrawal.withdrawal;
begin
  update withdrawal.withdrawal set state = p_state, reason = p_reason, ended_ms = v_now_ms,
    ended_seq = v_stripe.seq + 1, second_failer = case when p_state = 'failed' then p_operator_id end
  where withdrawal_id = w.withdrawal_id returning * into v_ended;
  perform ledger.book(v_stripe, 'withdrawal-released', v_now_ms, sha256(withdrawal.withdrawal_ended_bytes(v_ended)),
    array[row(w.account_id, w.withdrawal_id, 'withdrawal-released', 0, -w.amount)::ledger.line]);
  perform withdrawal.notify_step(w.withdrawal_id, p_operator_id, p_state::text, p_note);
end
$$;

-- Approves or rejects (with a reason). Returns the resulting state: 'under-review' while a second approval is missing;
-- null for an unknown withdrawal, 'frozen' if the account is frozen. Lock order: the withdrawal, the operator's turn.
create function withdrawal.decide_withdrawal(p_secret text, p_id bigint, p_verdict text, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,lead}');
  v_now_ms bigint;
  v_needed smallint;
  w withdrawal.withdrawal;
begin
  if p_verdict is null or p_verdict not in ('approve', 'reject')
    or (p_verdict = 'reject' and coalesce(p_reason, '') in ('', 'payment-returned')) then
    raise exception 'malformed verdict' using errcode = 'invalid_parameter_value';
  end if;
  w := withdrawal.lock_withdrawal(p_id, 'under-review');
  if w.withdrawal_id is null then
    return null;
  elsif p_verdict = 'reject' then
    perform withdrawal.release_withdrawal(w, 'rejected', p_reason::withdrawal.withdrawal_reason, v_operator_id,
      p_reason);
    return 'rejected';
  end if;
  perform operator.require_second_person(v_operator_id, w.first_approver);
  if withdrawal.is_frozen(w.customer_id, w.account_id) then
    return 'frozen';
  end if;
  perform operator.take_turn(v_operator_id);
  v_needed := withdrawal.approvals_needed(w, v_operator_id);
  if v_needed = 2 then
    perform operator.require_confirmation(v_operator_id, 'withdrawal.approve', p_id,
      withdrawal.approval_details(w, v_operator_id));
  end if;
  v_now_ms := clock.now_ms();
  insert into withdrawal.withdrawal_approval (withdrawal_id, operator_id, at_ms) values (p_id, v_operator_id, v_now_ms);
  if v_needed = 2 and w.first_approver is null then
    update withdrawal.withdrawal set first_approver = v_operator_id, approvals_needed = v_needed
      where withdrawal_id = p_id;
    perform withdrawal.notify_step(p_id, v_operator_id, 'approved-first', p_reason);
    return 'under-review';
  end if;
  update withdrawal.withdrawal set state = 'approved', approved_ms = v_now_ms,
    sending_due_ms = v_now_ms + terms.sending_ms, arrival_due_ms = v_now_ms + terms.arrival_ms,
    first_approver = coalesce(w.first_approver, v_operator_id),
    second_approver = case when w.first_approver is not null then v_operator_id end
  from withdrawal.withdrawal_terms as terms where withdrawal_id = p_id and terms.version = w.terms_version;
  perform withdrawal.notify_step(p_id, v_operator_id, 'approved', p_reason);
  return 'approved';
end
$$;

-- Stores the reference of the payment, which must exist before it counts as paid. A repeat with the same reference
-- changes nothing. Returns 'sent', 'reference-taken', 'frozen', or null for an unknown withdrawal.
create function withdrawal.send_withdrawal(p_secret text, p_id bigint, p_reference text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,lead}');
  v_reference constant text := btrim(coalesce(p_reference, ''));
  w withdrawal.withdrawal;
begin
  if length(v_reference) not between 3 and 120 then
    raise exception 'malformed reference' using errcode = 'invalid_parameter_value';
  end if;
  w := withdrawal.lock_withdrawal(p_id, 'approved', 'sent');
  if w.withdrawal_id is null then
    return null;
  elsif w.state = 'sent' and w.reference = v_reference then
    return 'sent';
  elsif w.state = 'sent' then
    raise exception 'withdrawal % was sent under another reference', p_id using errcode = 'CO004';
  elsif withdrawal.is_frozen(w.customer_id, w.account_id) then
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

-- Books a payment as made: the amount leaves the customer, the arriving part leaves custody, the fee stays. CO003 for
-- an operator who approved it. Returns 'completed', also for a repeat; null for an unknown withdrawal.
create function withdrawal.complete_withdrawal(p_secret text, p_id bigint) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,lead}');
  w withdrawal.withdrawal := withdrawal.lock_withdrawal(p_id, 'sent', 'completed');
  v_kind constant ledger.movement := 'withdrawal-completed';
  v_now_ms bigint;
  v_stripe ledger.stripe;
  v_custody bigint;
  v_lines ledger.line[];
begin
  if w.withdrawal_id is null or w.state = 'completed' then
    return w.state;
  end if;
  perform operator.require_second_person(v_operator_id, approver)
  from unnest(array[w.first_approver, w.second_approver]) as approver;
  v_stripe := ledger.lock_stripe(w.stripe);
  perform ledger.lock_house('fees', w.asset, w.stripe);
  v_custody := ledger.lock_house('custody', w.asset, null);
  v_now_ms := clock.now_ms();
  update withdrawal.withdrawal set state = 'completed', ended_ms = v_now_ms, ended_seq = v_stripe.seq + 1,
    completed_by = v_operator_id
  where withdrawal_id = p_id returning * into w;
  v_lines := array[
    row(w.account_id, p_id, v_kind, -w.amount, -w.amount)::ledger.line,
    row(v_custody, p_id, v_kind, w.amount - w.fee, 0)::ledger.line
  ];
  if w.fee > 0 then
    v_lines := v_lines || row(v_stripe.fee_account, p_id, v_kind, w.fee, 0)::ledger.line;
  end if;
  perform ledger.book(v_stripe, v_kind, v_now_ms, sha256(withdrawal.withdrawal_ended_bytes(w)), v_lines);
  perform withdrawal.notify_step(p_id, v_operator_id, 'completed', '');
  return 'completed';
end
$$;

-- Reports, with a text of proof, that a recorded payment never arrived and never will. After two different operators'
-- reports the amount is released. Returns 'sent' after the first, 'failed' after the second; null for an unknown
-- withdrawal.
create function withdrawal.fail_withdrawal(p_secret text, p_id bigint, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,lead}');
  v_proof constant text := btrim(coalesce(p_reason, ''));
  w withdrawal.withdrawal;
begin
  if length(v_proof) not between 10 and 2000 then
    raise exception 'malformed proof' using errcode = 'invalid_parameter_value';
  end if;
  w := withdrawal.lock_withdrawal(p_id, 'sent');
  if w.withdrawal_id is null then
    return null;
  end if;
  perform operator.require_second_person(v_operator_id, w.first_failer);
  perform operator.require_confirmation(v_operator_id, 'withdrawal.fail', p_id, withdrawal.failing_details(w));
  insert into withdrawal.withdrawal_failing (withdrawal_id, operator_id, proof, at_ms)
    values (p_id, v_operator_id, v_proof, clock.now_ms());
  if w.first_failer is null then
    update withdrawal.withdrawal set first_failer = v_operator_id where withdrawal_id = p_id;
    perform withdrawal.notify_step(p_id, v_operator_id, 'failed-first', v_proof);
    return 'sent';
  end if;
  perform withdrawal.release_withdrawal(w, 'failed', 'payment-returned', v_operator_id, v_proof);
  return 'failed';
end
$$;

create trigger withdrawal_approval_is_kept before update or delete or truncate on withdrawal.withdrawal_approval
  for each statement execute function ledger.refuse_change();
create trigger withdrawal_failing_is_kept before update or delete or truncate on withdrawal.withdrawal_failing
  for each statement execute function ledger.refuse_change();
