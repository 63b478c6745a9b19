create trigger decision_is_never_changed before update or delete or truncate on kyc.decision
  for each statement execute function ledger.refuse_change();
create trigger photo_view_is_never_changed before update or delete or truncate on kyc.photo_view
  for each statement execute function ledger.refuse_change();

-- The server's roles change everything else of a customer, but not whether they are verified: that is decided in here.
create function kyc.guard_state() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not pg_has_role((select c.relowner from pg_class as c where c.oid = tg_relid), 'member') then
    raise exception 'kyc_state is decided by operators' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger kyc_state_is_decided before update on identity.customer
  for each row when (old.kyc_state is distinct from new.kyc_state) execute function kyc.guard_state();
create trigger newcomers_are_unverified before insert on identity.customer
  for each row when (new.kyc_state <> 'none') execute function kyc.guard_state();
