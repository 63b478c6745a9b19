-- Notes that a session was revoked.
create function identity.note_revocation() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into identity.access_change (customer_id, session_id, kind, at_ms)
  values (new.customer_id, new.session_id, 'session-revoked', clock.now_ms());
  return null;
end
$$;
create trigger session_revocation_is_noted after update of revoked_ms on identity.session
  for each row when (old.revoked_ms is null and new.revoked_ms is not null)
  execute function identity.note_revocation();

-- Notes that an account was disabled or enabled, which may end its sessions, or verified.
create function identity.note_customer_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into identity.access_change (customer_id, kind, at_ms)
  values (new.customer_id,
    case when old.state is distinct from new.state then 'session-revoked' else 'customer-changed' end,
    clock.now_ms());
  return null;
end
$$;
create trigger customer_change_is_noted after update of state, kyc_state on identity.customer
  for each row when ((old.state, old.kyc_state) is distinct from (new.state, new.kyc_state))
  execute function identity.note_customer_change();
