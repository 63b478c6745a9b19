create function withdrawal.require_withdrawal_step() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_moving constant text[] := array['state', 'approved_ms', 'sending_due_ms', 'arrival_due_ms', 'sent_ms', 'reference',
    'ended_ms', 'reason', 'first_approver', 'second_approver', 'first_failer', 'second_failer', 'ended_seq'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'under-review' or new.first_approver is not null then
      raise exception 'a withdrawal begins under review' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - v_moving) is distinct from (to_jsonb(old) - v_moving) then
    raise exception 'what was asked for in a withdrawal never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if (old.state, new.state) not in (
    ('under-review', 'under-review'), ('under-review', 'approved'), ('under-review', 'rejected'),
      ('under-review', 'cancelled'),
    ('approved', 'sent'), ('sent', 'sent'), ('sent', 'completed'), ('sent', 'failed')) then
    raise exception 'a withdrawal does not go from % to %', old.state,
      new.state using errcode = 'integrity_constraint_violation';
  end if;
  -- Written values are kept: an approval cannot be removed, and a payment cannot be sent again under another reference.
  if exists (
    select from jsonb_each(to_jsonb(old)) as was where was.key <> 'state' and was.value <> 'null'
      and to_jsonb(new) -> was.key <> was.value) then
    raise exception 'a step of a withdrawal is only ever taken, not changed'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger withdrawal_goes_step_by_step before insert or update on withdrawal.withdrawal
  for each row execute function withdrawal.require_withdrawal_step();

-- The canonical bytes of a withdrawal at its request: what the hash of its first batch covers.
create function withdrawal.withdrawal_asked_bytes(w withdrawal.withdrawal) returns bytea
language sql stable
return int8send(w.withdrawal_id) || int8send(w.customer_id) || uuid_send(w.request_id) || int2send(w.asset)
  || int8send(w.amount)
  || int8send(w.fee) || int8send(w.terms_version) || int8send(w.method_id) || w.destination || int8send(w.created_ms);

-- The canonical bytes of a withdrawal at its end: what the hash of its last batch covers.
create function withdrawal.withdrawal_ended_bytes(w withdrawal.withdrawal) returns bytea
language sql stable
return int8send(w.withdrawal_id) || convert_to(w.state::text, 'UTF8') || int8send(coalesce(w.first_approver, 0))
  || int8send(coalesce(w.second_approver, 0)) || int8send(coalesce(w.first_failer,
    0)) || int8send(coalesce(w.second_failer, 0))
  || convert_to(coalesce(w.reason::text, ''), 'UTF8') || sha256(convert_to(coalesce(w.reference, ''),
    'UTF8')) || int8send(w.ended_ms);

-- Notifies the customer of a step and records it in the audit. Last in a transaction: the audit is one chain.
-- Internal.
create function withdrawal.notify_step(p_withdrawal_id bigint, p_operator_id bigint, p_step text, p_reason text)
  returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
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

-- Locks a withdrawal in the common order: its account first. Null when it does not exist. Internal.
create function withdrawal.lock_withdrawal(p_id bigint) returns withdrawal.withdrawal
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  w withdrawal.withdrawal;
begin
  perform ledger.lock_accounts(array(select account_id from withdrawal.withdrawal where withdrawal_id = p_id));
  select * into w from withdrawal.withdrawal where withdrawal_id = p_id for no key update;
  return w;
end
$$;

-- Ends a withdrawal locked by the caller, and releases the whole amount. Internal.
create function withdrawal.release_withdrawal(w withdrawal.withdrawal, p_state withdrawal.withdrawal_state,
  p_reason withdrawal.withdrawal_reason) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stripe constant ledger.stripe := ledger.lock_stripe(w.stripe);
  v_now_ms constant bigint := clock.now_ms();
  v_ended withdrawal.withdrawal;
begin
  update withdrawal.withdrawal set state = p_state, reason = p_reason, second_failer = w.second_failer,
    ended_ms = v_now_ms, ended_seq = v_stripe.seq + 1
  where withdrawal_id = w.withdrawal_id returning * into v_ended;
  perform ledger.book(v_stripe, 'withdrawal-released', v_now_ms, sha256(withdrawal.withdrawal_ended_bytes(v_ended)),
    array[row(w.account_id, w.withdrawal_id, 'withdrawal-released', 0, -w.amount)::ledger.line]);
end
$$;

create trigger withdrawal_is_kept before delete or truncate on withdrawal.withdrawal for each statement
  execute function ledger.refuse_change();
