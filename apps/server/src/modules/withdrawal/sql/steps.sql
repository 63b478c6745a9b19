-- What the database itself keeps of withdrawals, for every writer: the order of their steps, and their destinations.

create function withdrawal.require_withdrawal_step() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_moving constant text[] := array['state', 'approved_ms', 'sending_due_ms', 'arrival_due_ms', 'sent_ms', 'reference',
    'ended_ms', 'reason', 'approvals_needed', 'first_approver', 'second_approver', 'completed_by', 'first_failer',
    'second_failer', 'ended_seq'];
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
  if new.approvals_needed < old.approvals_needed
    or (new.approvals_needed > old.approvals_needed and old.first_approver is not null) then
    raise exception 'the approvals that a withdrawal needs are raised by the first one only'
      using errcode = 'integrity_constraint_violation';
  end if;
  -- Written values are kept: an approval cannot be removed, and a payment cannot be sent again under another reference.
  if exists (
    select from jsonb_each(to_jsonb(old)) as was
    where was.key not in ('state', 'approvals_needed') and was.value <> 'null'
      and to_jsonb(new) -> was.key <> was.value) then
    raise exception 'a step of a withdrawal is only ever taken, not changed'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger withdrawal_goes_step_by_step before insert or update on withdrawal.withdrawal
  for each row execute function withdrawal.require_withdrawal_step();

create trigger withdrawal_is_kept before delete or truncate on withdrawal.withdrawal for each statement
  execute function ledger.refuse_change();

-- Keeps a payout method while an open withdrawal goes to it: skips its removal, which payout.remove_method reports.
-- Internal: a trigger function.
create function withdrawal.keep_method_in_use() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return case when new.removed_ms is null or not exists (
    select from withdrawal.withdrawal
    where method_id = old.method_id and state in ('under-review', 'approved', 'sent')) then new end;
end
$$;
create trigger method_in_use_stays before update on payout.method
  for each row execute function withdrawal.keep_method_in_use();
