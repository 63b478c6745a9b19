-- A session opens only with a password and a fresh code of an authenticator.

-- Internal.
create function operator.is_sandbox() returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from origin.mode where mode = 'sandbox')
$$;

-- The device of an account that keeps this secret, or null. It is forgotten after 90 days without a login. Internal.
create function operator.device_of(p_name text, p_device text) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select d.device_id from operator.device as d join operator.account as a using (operator_id)
  where d.secret_hash = sha256(convert_to(p_device, 'UTF8')) and a.name = p_name
    and d.last_used_ms > clock.now_ms() - 90 * 86400000::bigint
$$;

-- Until when attempts under a name wait that come from a source: a quarter of an hour after five failures. Null: they
-- do not. Internal.
create function operator.locked_until_ms(p_name text, p_source text) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select last_ms + 15 * 60000 from operator.attempt
  where name = p_name and source = p_source and failures >= 5 and last_ms + 15 * 60000 > clock.now_ms()
$$;

-- Counts a login attempt for its source, the caller's network or a known device, and returns the parameters of the key
-- derivation, or until when this source is locked. The transaction must be committed before the ticket is valid:
-- rolling back later steps does not undo the count.
create function operator.begin_login(p_name text, p_network text, p_device text)
returns table (ticket text, salt bytea, is_known_device boolean, locked_until_ms bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_name constant text := left(lower(coalesce(p_name, '')), 32);
  v_device_id constant bigint := operator.device_of(v_name, p_device);
  v_source constant text := coalesce('device:' || v_device_id, 'network:' || left(coalesce(p_network, ''), 64));
begin
  delete from operator.attempt where last_ms < v_now_ms - 60 * 60000;
  delete from operator.ticket where created_ms < v_now_ms - 60000;
  insert into operator.attempt (name, source, failures, last_ms) values (v_name, v_source, 0, v_now_ms)
    on conflict do nothing;
  perform from operator.attempt as a where a.name = v_name and a.source = v_source for update;
  is_known_device := v_device_id is not null;
  locked_until_ms := operator.locked_until_ms(v_name, v_source);
  if locked_until_ms is not null then
    -- Recorded once for each lock.
    update operator.attempt as a set failures = 6 where a.name = v_name and a.source = v_source and a.failures = 5;
    if found then
      perform operator.audit_refused_login('operator.login-locked', v_name, jsonb_build_object('source', v_source));
    end if;
    return next;
    return;
  end if;
  update operator.attempt as a set last_ms = v_now_ms, failures = case when failures >= 5 then 1 else failures + 1 end
    where a.name = v_name and a.source = v_source;
  select a.password_salt into salt from operator.account as a where a.name = v_name;
  if salt is null then
    select substring(crypto.hmac(convert_to(v_name, 'UTF8'), d.key, 'sha256') from 1 for 16) into strict salt
      from operator.decoy as d;
  end if;
  ticket := encode(crypto.gen_random_bytes(24), 'hex');
  insert into operator.ticket (ticket_hash, name, source, device_id, transaction_id, opened_before, created_ms)
  select sha256(convert_to(ticket, 'UTF8')), v_name, v_source, v_device_id, pg_current_xact_id(), s.last_value, v_now_ms
    from operator.verification as s;
  return next;
end
$$;

-- Verifies a key and a code, once for a ticket, and tells the caller nothing: only another transaction learns the
-- outcome, by `open_session`, so that guesses cannot be rolled back. An attempt from an unknown device that has one
-- factor of two right is counted against the whole account. Writes the same rows for every outcome. `p_totp_key` opens
-- the authenticators' secrets: the server keeps it and cannot read them, the database has them and not the key.
create function operator.prove_login(p_ticket text, p_key bytea, p_code text, p_totp_key bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_ticket operator.ticket;
  v_account operator.account;
  v_step bigint;
  v_is_password boolean;
  v_is_half boolean;
begin
  select * into v_ticket from operator.ticket
    where ticket_hash = sha256(convert_to(coalesce(p_ticket, ''), 'UTF8')) for update;
  if v_ticket.name is null or v_ticket.transaction_id = pg_current_xact_id()
    or v_ticket.proof_transaction_id is not null
    or nextval('operator.verification') - v_ticket.opened_before > 16 then
    return;
  end if;
  select * into v_account from operator.account
  where name = v_ticket.name and disabled_ms is null and (not is_sandbox or operator.is_sandbox());
  v_step := operator.totp_step_of(operator.opened_totp(v_account.name, v_account.sealed_totp, p_totp_key), p_code,
    v_account.totp_step);
  v_is_password := coalesce(v_account.password_check = sha256(coalesce(p_key, ''::bytea)), false);
  v_is_half := v_is_password <> (v_step is not null) and v_ticket.device_id is null;
  update operator.ticket set proof_transaction_id = pg_current_xact_id(),
    password_check = case when v_is_password then v_account.password_check end, totp_step = v_step
  where ticket_hash = v_ticket.ticket_hash;
  insert into operator.attempt as a (name, source, failures, last_ms)
  values (v_ticket.name, 'anywhere', v_is_half::integer, v_now_ms)
  on conflict (name, source) do update set
    failures = case when a.last_ms < v_now_ms - 15 * 60000 then 0 else least(a.failures, 5) end + v_is_half::integer,
    last_ms = case when v_is_half then v_now_ms else a.last_ms end;
end
$$;

-- The account whose password and code a ticket has proven, in an earlier transaction, or none; none either where the
-- password was handed over more than a day ago. It stays locked until the transaction ends; the code is not consumed
-- yet. Internal.
create function operator.proven(p_ticket text) returns operator.account
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_ticket operator.ticket;
  v_account operator.account;
begin
  select * into v_ticket from operator.ticket where ticket_hash = sha256(convert_to(coalesce(p_ticket, ''), 'UTF8'));
  if num_nulls(v_ticket.totp_step, v_ticket.password_check) > 0
    or v_ticket.proof_transaction_id = pg_current_xact_id() then
    return null;
  end if;
  select * into v_account from operator.account where name = v_ticket.name for no key update;
  if v_account.disabled_ms is not null or v_account.password_check is distinct from v_ticket.password_check
    or v_account.totp_step >= v_ticket.totp_step
    or v_account.is_password_new and v_account.password_handed_ms <= clock.now_ms() - 86400000 then
    return null;
  end if;
  return v_account;
end
$$;

-- Remembers the device of a login, and returns the secret of a new one; null for a known device, and for the sandbox's
-- reviewers. An account has at most twenty. Internal.
create function operator.keep_device(p_account operator.account, p_device_id bigint) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_secret constant text := encode(crypto.gen_random_bytes(24), 'hex');
begin
  update operator.device set last_used_ms = clock.now_ms() where device_id = p_device_id;
  if found or p_account.is_sandbox then
    return null;
  end if;
  insert into operator.device (operator_id, secret_hash, last_used_ms)
  values (p_account.operator_id, sha256(convert_to(v_secret, 'UTF8')), clock.now_ms());
  delete from operator.device where operator_id = p_account.operator_id and device_id not in (
    select device_id from operator.device where operator_id = p_account.operator_id
    order by last_used_ms desc, device_id desc limit 20);
  return v_secret;
end
$$;

-- Records that a ticket has not proven a login, once: it is used up by it. A ticket that was not tried in an earlier
-- transaction stays as it is. Internal.
create function operator.refuse_login(p_ticket text, p_network text) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_ticket operator.ticket;
begin
  delete from operator.ticket where ticket_hash = sha256(convert_to(coalesce(p_ticket, ''), 'UTF8'))
    and proof_transaction_id <> pg_current_xact_id()
  returning * into v_ticket;
  if found then
    perform operator.audit_refused_login('operator.login-failed', v_ticket.name,
      jsonb_build_object('network', left(coalesce(p_network, ''), 64), 'newDevice', v_ticket.device_id is null));
  end if;
end
$$;

-- Opens a session for a proven ticket, and returns its secret, which is stored nowhere. A password set by the owner
-- must be replaced in the same call: without `p_new_salt` and `p_new_key` the outcome is 'new-password-required'. It is
-- 'locked' where others have tried with one factor of two, on a device that has not logged in before.
create function operator.open_session(
  p_ticket text, p_device text, p_network text, p_new_salt bytea default null, p_new_key bytea default null
) returns table (outcome text, secret text, device_secret text, locked_until_ms bigint, operator_id bigint, name text,
    roles text[], is_sandbox boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_account constant operator.account := operator.proven(p_ticket);
  v_ticket operator.ticket;
begin
  if num_nulls(p_new_salt, p_new_key) = 1 then
    raise exception 'a new key comes with its salt' using errcode = 'invalid_parameter_value';
  end if;
  outcome := 'wrong-credentials';
  if v_account.operator_id is null then
    perform operator.refuse_login(p_ticket, p_network);
    return next;
    return;
  end if;
  select * into strict v_ticket from operator.ticket as t where t.ticket_hash = sha256(convert_to(p_ticket, 'UTF8'));
  if v_ticket.device_id is null then
    locked_until_ms := operator.locked_until_ms(v_account.name, 'anywhere');
  end if;
  if locked_until_ms is not null or (v_account.is_password_new and p_new_key is null) then
    outcome := case when locked_until_ms is null then 'new-password-required' else 'locked' end;
    if outcome = 'locked' then
      perform operator.audit_refused_login('operator.login-locked', v_account.name,
        jsonb_build_object('network', left(coalesce(p_network, ''), 64), 'newDevice', true));
    end if;
    return next;
    return;
  end if;
  delete from operator.ticket as t where t.ticket_hash = v_ticket.ticket_hash;
  delete from operator.attempt as t where t.name = v_account.name and t.source in (v_ticket.source, 'anywhere');
  update operator.account as a set
    totp_step = v_ticket.totp_step,
    is_password_new = false,
    password_salt = coalesce(p_new_salt, a.password_salt),
    password_check = coalesce(sha256(p_new_key), a.password_check)
  where a.operator_id = v_account.operator_id;
  secret := translate(rtrim(encode(crypto.gen_random_bytes(32), 'base64'), '='), '+/', '-_');
  insert into operator.session (operator_id, secret_hash, device, network, created_ms, last_used_ms)
  values (v_account.operator_id, sha256(convert_to(secret, 'UTF8')), left(coalesce(p_device, ''), 200),
    left(coalesce(p_network, ''), 64), v_now_ms, v_now_ms);
  device_secret := operator.keep_device(v_account, v_ticket.device_id);
  outcome := 'logged-in';
  operator_id := v_account.operator_id;
  name := v_account.name;
  roles := v_account.roles::text[];
  is_sandbox := v_account.is_sandbox;
  perform operator.append_audit(v_account.operator_id, 'operator.logged-in', 'operator:' || v_account.operator_id, '',
    jsonb_build_object('network', left(coalesce(p_network, ''), 64), 'newPassword', p_new_key is not null,
      'newDevice', v_ticket.device_id is null));
  return next;
end
$$;
