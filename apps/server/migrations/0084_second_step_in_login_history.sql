-- A wrong second step comes after the right password: of all failures the one that its owner should see first.

alter table identity.login drop constraint login_outcome_check;
alter table identity.login add constraint login_outcome_check
  check (outcome in ('logged-in', 'wrong-password', 'wrong-second-step', 'disabled'));
