-- What one operator releases alone is counted, and a withdrawal is completed by an operator who did not approve it.

-- An operator's approvals happen one at a time: the row is locked until the transaction ends.
create table operator.turn (
  operator_id bigint primary key references operator.account
);

alter table withdrawal.withdrawal
  add column completed_by bigint references operator.account,
  drop constraint large_amounts_need_two,
  -- Two also where a sum of 24 hours reaches the threshold.
  add constraint large_amounts_need_two check (approvals_needed = 2
    or (approvals_needed = 1 and amount < two_person_threshold)),
  add constraint completed_by_another check (completed_by <> first_approver and completed_by <> second_approver),
  -- Withdrawals that were completed before have no such operator.
  add constraint completion_has_its_operator check ((state = 'completed') = (completed_by is not null)) not valid;
create index withdrawal_approved_alone on withdrawal.withdrawal (first_approver, approved_ms)
  where second_approver is null and approved_ms is not null;
alter type withdrawal.withdrawal_offer add attribute approvals_needed smallint;

-- The sandbox's third reviewer completes withdrawals.
update operator.account set roles = roles || '{payments}'
where name = 'sandbox-reviewer-3' and is_sandbox and not 'payments' = any (roles);
