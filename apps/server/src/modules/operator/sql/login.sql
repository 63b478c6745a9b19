-- A session opens only with a password and a fresh code of an authenticator.

-- Internal.
create function operator.is_sandbox() returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from origin.mode where mode = 'sandbox')
$$;

-- Counts a login attempt and returns the parameters of the key derivation, or until when this name is locked. The
-- transaction must be committed before the ticket is valid: rolling back later steps does not undo the count.
create function operator.begin_login(p_name text) returns table (ticket text, salt bytea, locked_until_ms bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_free constant integer := 5;
  v_lock_ms constant bigint := 15 * 60000;
  v_forget_ms constant bigint := 60 * 60000;
  v_now_ms constant bigint := clock.now_ms();
  v_name constant text := left(lower(coalesce(p_name, '')), 32);
  v_attempt operator.attempt;
begin
  delete from operator.attempt where last_ms < v_now_ms - v_forget_ms;
  delete from operator.ticket where created_ms < v_now_ms - 60000;
  insert into operator.attempt (name, failures, last_ms) values (v_name, 0, v_now_ms) on conflict do nothing;
  select * into strict v_attempt from operator.attempt where name = v_name for update;
  if v_attempt.failures >= v_free and v_attempt.last_ms + v_lock_ms > v_now_ms then
    locked_until_ms := v_attempt.last_ms + v_lock_ms;
    return next;
    return;
  end if;
  update operator.attempt set last_ms = v_now_ms, failures = case when failures >= v_free then 1 else failures + 1 end
    where name = v_name;
  select a.password_salt into salt from operator.account as a where a.name = v_name;
  if salt is null then
    select substring(crypto.hmac(convert_to(v_name, 'UTF8'), d.key, 'sha256') from 1 for 16) into strict salt
      from operator.decoy as d;
  end if;
  ticket := encode(crypto.gen_random_bytes(24), 'hex');
  insert into operator.ticket (ticket_hash, name, transaction_id, opened_before, created_ms)
  select sha256(convert_to(ticket, 'UTF8')), v_name, pg_current_xact_id(), s.last_value, v_now_ms
    from operator.verification as s;
  return next;
end
$$;

-- The account proven by a ticket, a key and a code, or none. It stays locked until the transaction ends; the code is
-- not consumed yet. Internal.
create function operator.proven(p_ticket text, p_key bytea, p_code text) returns operator.account
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_tries constant integer := 16;
  v_ticket operator.ticket;
  v_account operator.account;
begin
  select * into v_ticket from operator.ticket where ticket_hash = sha256(convert_to(coalesce(p_ticket, ''), 'UTF8'));
  if v_ticket.name is null or v_ticket.transaction_id = pg_current_xact_id()
    or nextval('operator.verification') - v_ticket.opened_before > v_tries then
    return null;
  end if;
  select * into v_account from operator.account where name = v_ticket.name for no key update;
  if v_account.operator_id is null or v_account.disabled_ms is not null
    or (v_account.is_sandbox and not operator.is_sandbox())
    or v_account.password_check is distinct from sha256(coalesce(p_key, ''::bytea))
    or operator.totp_step_of(v_account.totp_secret, p_code, v_account.totp_step) is null then
    return null;
  end if;
  return v_account;
end
$$;

-- Opens a session, given a password (as the key derived from it) and a fresh code, and returns its secret, which is
-- stored nowhere. A password set by the owner must be replaced in the same call: without `p_new_salt` and `p_new_key`
-- the outcome is 'new-password-required', and only the ticket's tries are consumed.
create function operator.open_session(
  p_ticket text, p_key bytea, p_code text, p_device text, p_network text, p_new_salt bytea default null,
    p_new_key bytea default null
) returns table (outcome text, secret text, operator_id bigint, name text, roles text[], is_sandbox boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_account operator.account;
begin
  if num_nulls(p_new_salt, p_new_key) = 1 then
    raise exception 'a new key comes with its salt' using errcode = 'invalid_parameter_value';
  end if;
  v_account := operator.proven(p_ticket, p_key, p_code);
  if v_account.operator_id is null then
    outcome := 'wrong-credentials';
    return next;
    return;
  end if;
  if v_account.is_password_new and p_new_key is null then
    outcome := 'new-password-required';
    return next;
    return;
  end if;
  delete from operator.ticket as t where t.ticket_hash = sha256(convert_to(p_ticket, 'UTF8'));
  delete from operator.attempt as t where t.name = v_account.name;
  update operator.account as a set
    totp_step = operator.totp_step_of(a.totp_secret, p_code, a.totp_step),
    is_password_new = false,
    password_salt = coalesce(p_new_salt, a.password_salt),
    password_check = coalesce(sha256(p_new_key), a.password_check)
  where a.operator_id = v_account.operator_id;
  secret := translate(rtrim(encode(crypto.gen_random_bytes(32), 'base64'), '='), '+/', '-_');
  insert into operator.session (operator_id, secret_hash, device, network, created_ms, last_used_ms)
  values (v_account.operator_id, sha256(convert_to(secret, 'UTF8')), left(coalesce(p_device, ''), 200),
    left(coalesce(p_network, ''), 64), v_now_ms, v_now_ms);
  outcome := 'logged-in';
  operator_id := v_account.operator_id;
  name := v_account.name;
  roles := v_account.roles::text[];
  is_sandbox := v_account.is_sandbox;
  perform operator.append_audit(v_account.operator_id, 'operator.logged-in', 'operator:' || v_account.operator_id, '',
    jsonb_build_object('network', left(coalesce(p_network, ''), 64), 'newPassword', p_new_key is not null));
  return next;
end
$$;
