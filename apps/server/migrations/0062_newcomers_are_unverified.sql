-- Whoever registers is not verified, in the sandbox as well: only the functions of the review change that.
alter table identity.customer alter column kyc_state set default 'none';

create trigger newcomers_are_unverified before insert on identity.customer
  for each row when (new.kyc_state <> 'none') execute function kyc.guard_state();
