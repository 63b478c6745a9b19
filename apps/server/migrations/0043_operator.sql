-- Operators: accounts that the owner makes at the command line, sessions that only a password and a fresh code of an authenticator
-- open, and what is being looked at by whom. The application executes functions and reads names; it can write nothing, read no
-- secret, and open no session for anybody.
-- Errors that callers tell apart: CO001 no valid session, CO002 role missing, CO003 a second operator is needed, CO004 decided already.

create schema operator;

create type operator.role as enum ('support', 'kyc', 'payments', 'desk', 'risk', 'lead', 'auditor', 'security');

create table operator.account (
  operator_id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z][a-z0-9-]{1,31}$'),
  roles operator.role[] not null check (cardinality(roles) between 1 and 8 and array_position(roles, null) is null),
  -- Argon2id of the password with this salt is a key, which is nowhere: here stands its SHA-256.
  password_salt bytea not null check (octet_length(password_salt) = 16),
  password_check bytea not null check (octet_length(password_check) = 32),
  -- The password that the owner handed over opens nothing but its own replacement.
  is_password_new boolean not null default true,
  totp_secret bytea not null check (octet_length(totp_secret) >= 20),
  -- The newest step of a code that was used: no code opens twice.
  totp_step bigint not null default 0,
  -- The sandbox's reviewers decide by themselves. Where money is real they are refused.
  is_sandbox boolean not null default false,
  disabled_ms bigint,
  created_ms bigint not null
);

create table operator.session (
  session_id bigint generated always as identity primary key,
  operator_id bigint not null references operator.account,
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  device text not null check (length(device) <= 200),
  network text not null check (length(network) <= 64),
  created_ms bigint not null,
  last_used_ms bigint not null,
  ended_ms bigint
);
create index session_of_operator on operator.session (operator_id);

-- Attempts to log in, by the name that was given, whether it exists or not: both look the same.
create table operator.attempt (
  name text primary key,
  failures integer not null check (failures >= 0),
  last_ms bigint not null
);

-- One attempt that was counted, in a transaction of its own, before anything is verified.
create table operator.ticket (
  ticket_hash bytea primary key,
  name text not null,
  transaction_id xid8 not null,
  opened_before bigint not null,
  created_ms bigint not null
);
-- Counts verifications and is never rolled back: a ticket is good for a handful of them, also of those that nobody commits.
create sequence operator.verification as bigint cache 1;

-- Names that do not exist get a salt all the same, always the same one.
create table operator.decoy (
  singleton boolean primary key default true check (singleton),
  key bytea not null
);
insert into operator.decoy (key) values (crypto.gen_random_bytes(32));

-- Somebody looks at this right now. A courtesy that keeps two from doing one thing; it decides nothing.
create table operator.claim (
  subject text primary key check (subject ~ '^[a-z-]+:[0-9]{1,18}$'),
  operator_id bigint not null references operator.account,
  until_ms bigint not null
);

-- What the application may know of the accounts.
create view operator.directory as
  select operator_id, name, roles, is_sandbox, disabled_ms is not null as is_disabled from operator.account;

-- The six digits of a step of 30 seconds (RFC 6238 with SHA-1, which is what authenticators do).
create function operator.totp(p_secret bytea, p_step bigint) returns text
language plpgsql immutable strict
set search_path = pg_catalog, pg_temp
as $$
declare
  v_mac constant bytea := crypto.hmac(int8send(p_step), p_secret, 'sha1');
  v_from constant integer := get_byte(v_mac, 19) & 15;
  v_number constant bigint := ((get_byte(v_mac, v_from) & 127)::bigint << 24) | (get_byte(v_mac, v_from + 1) << 16)
    | (get_byte(v_mac, v_from + 2) << 8) | get_byte(v_mac, v_from + 3);
begin
  return lpad((v_number % 1000000)::text, 6, '0');
end
$$;

-- The step whose code this is, of those around now that are newer than `p_after`; null where it is none of theirs.
create function operator.totp_step_of(p_secret bytea, p_code text, p_after bigint) returns bigint
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select max(step) from generate_series(market.now_ms() / 30000 - 1, market.now_ms() / 30000 + 1) as step
  where step > p_after and operator.totp(p_secret, step) = p_code
$$;

create function operator.is_sandbox() returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from origin.mode where mode = 'sandbox')
$$;

-- Counts an attempt to log in and answers what deriving the key takes, or until when this name is locked. The transaction has to be
-- committed before the ticket opens anything: whoever rolls back what follows has been counted all the same.
create function operator.begin_login(p_name text) returns table (ticket text, salt bytea, locked_until_ms bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_free constant integer := 5;
  v_lock_ms constant bigint := 15 * 60000;
  v_forget_ms constant bigint := 60 * 60000;
  v_now_ms constant bigint := market.now_ms();
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
  update operator.attempt set last_ms = v_now_ms, failures = case when failures >= v_free then 1 else failures + 1 end where name = v_name;
  select a.password_salt into salt from operator.account as a where a.name = v_name;
  if salt is null then
    select substring(crypto.hmac(convert_to(v_name, 'UTF8'), d.key, 'sha256') from 1 for 16) into strict salt from operator.decoy as d;
  end if;
  ticket := encode(crypto.gen_random_bytes(24), 'hex');
  insert into operator.ticket (ticket_hash, name, transaction_id, opened_before, created_ms)
  select sha256(convert_to(ticket, 'UTF8')), v_name, pg_current_xact_id(), s.last_value, v_now_ms from operator.verification as s;
  return next;
end
$$;

-- The account that a ticket, a key and a code prove, or none. It stays locked until the transaction ends; the code is not used up yet.
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
  if v_account.operator_id is null or v_account.disabled_ms is not null or (v_account.is_sandbox and not operator.is_sandbox())
    or v_account.password_check is distinct from sha256(coalesce(p_key, ''::bytea))
    or operator.totp_step_of(v_account.totp_secret, p_code, v_account.totp_step) is null then
    return null;
  end if;
  return v_account;
end
$$;

-- Opens a session for whoever proves a password (as the key derived from it) and a fresh code, and answers its secret, which is
-- nowhere from then on. A password that the owner handed over has to be replaced in the same call: without `p_new_salt` and
-- `p_new_key` the outcome is 'new-password-required', and nothing is used up but the ticket's tries.
create function operator.open_session(
  p_ticket text, p_key bytea, p_code text, p_device text, p_network text, p_new_salt bytea default null, p_new_key bytea default null
) returns table (outcome text, secret text, operator_id bigint, name text, roles text[], is_sandbox boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now_ms constant bigint := market.now_ms();
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
  values (v_account.operator_id, sha256(convert_to(secret, 'UTF8')), left(coalesce(p_device, ''), 200), left(coalesce(p_network, ''), 64),
    v_now_ms, v_now_ms);
  outcome := 'logged-in';
  operator_id := v_account.operator_id;
  name := v_account.name;
  roles := v_account.roles::text[];
  is_sandbox := v_account.is_sandbox;
  perform audit.append(v_account.operator_id, 'operator.logged-in', 'operator:' || v_account.operator_id, '',
    jsonb_build_object('network', left(coalesce(p_network, ''), 64), 'newPassword', p_new_key is not null));
  return next;
end
$$;

-- The session of a secret, with its account as it is now. Empty for a secret that is unknown, ended, idle for 30 minutes or 12 hours old.
create function operator.valid_session(p_secret text) returns table (session_id bigint, operator_id bigint, last_used_ms bigint, expires_ms bigint)
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select s.session_id, s.operator_id, s.last_used_ms, least(s.created_ms + 12 * 3600000, s.last_used_ms + 30 * 60000)
  from operator.session as s join operator.account as a using (operator_id)
  where s.secret_hash = sha256(convert_to(coalesce(p_secret, ''), 'UTF8')) and s.ended_ms is null and a.disabled_ms is null
    and (not a.is_sandbox or operator.is_sandbox())
    and market.now_ms() < least(s.created_ms + 12 * 3600000, s.last_used_ms + 30 * 60000)
$$;

-- Who calls, for the server's gates. Writes down at most once a minute that the session is used.
create function operator.find_session(p_secret text)
returns table (operator_id bigint, name text, roles text[], is_sandbox boolean, expires_ms bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_session record;
begin
  select * into v_session from operator.valid_session(p_secret);
  if v_session.session_id is null then
    return;
  end if;
  if v_session.last_used_ms < market.now_ms() - 60000 then
    update operator.session as s set last_used_ms = greatest(s.last_used_ms, market.now_ms()) where s.session_id = v_session.session_id;
  end if;
  return query select a.operator_id, a.name, a.roles::text[], a.is_sandbox, v_session.expires_ms
    from operator.account as a where a.operator_id = v_session.operator_id;
end
$$;

-- The operator of a session, who has one of the roles (null: any). Raises CO001 or CO002. The account stays as it is until the
-- transaction ends: whoever is disabled meanwhile waits for it. For functions of the owner only.
create function operator.require_session(p_secret text, p_roles operator.role[]) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id bigint;
  v_roles operator.role[];
begin
  select a.operator_id into v_operator_id from operator.account as a
  where a.operator_id = (select s.operator_id from operator.valid_session(p_secret) as s) for share;
  -- Read again: the account may have been disabled while we waited for it.
  select a.roles into v_roles from operator.account as a
  where a.operator_id = v_operator_id and a.operator_id = (select s.operator_id from operator.valid_session(p_secret) as s);
  if v_roles is null then
    raise exception 'no operator is logged in' using errcode = 'CO001';
  end if;
  if p_roles is not null and not (v_roles && p_roles) then
    raise exception 'this operator has none of the roles %', p_roles using errcode = 'CO002';
  end if;
  return v_operator_id;
end
$$;

create function operator.close_session(p_secret text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, null);
begin
  update operator.session set ended_ms = market.now_ms() where secret_hash = sha256(convert_to(p_secret, 'UTF8')) and ended_ms is null;
  perform audit.append(v_operator_id, 'operator.logged-out', 'operator:' || v_operator_id, '', '{}');
end
$$;

-- Writes down an act that has no function of its own here, such as that a photo was looked at. Its row says that the server says so.
create function operator.record(p_secret text, p_roles operator.role[], p_action text, p_subject text, p_reason text, p_details jsonb)
returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, p_roles);
  v_name text;
begin
  select name into strict v_name from operator.account where operator_id = v_operator_id;
  return audit.write(v_operator_id, v_name, p_action, p_subject, p_reason, p_details, 'server');
end
$$;

-- Takes a subject for ten minutes, or longer if it is the caller's already. Answers who has it now.
create function operator.claim(p_secret text, p_subject text) returns table (operator_id bigint, name text, until_ms bigint, is_own boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, null);
  v_now_ms constant bigint := market.now_ms();
  v_held operator.claim;
begin
  delete from operator.claim as c where c.until_ms <= v_now_ms;
  insert into operator.claim as c (subject, operator_id, until_ms) values (p_subject, v_operator_id, v_now_ms + 600000)
  on conflict (subject) do nothing returning * into v_held;
  if v_held.subject is not null then
    perform audit.append(v_operator_id, 'claim.taken', p_subject, '', '{}');
  else
    update operator.claim as c set until_ms = v_now_ms + 600000 where c.subject = p_subject and c.operator_id = v_operator_id;
  end if;
  return query select c.operator_id, a.name, c.until_ms, c.operator_id = v_operator_id
    from operator.claim as c join operator.account as a using (operator_id) where c.subject = p_subject;
end
$$;

-- Releases a claim. False when the caller did not hold it.
create function operator.release(p_secret text, p_subject text) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, null);
begin
  delete from operator.claim where subject = p_subject and operator_id = v_operator_id;
  if not found then
    return false;
  end if;
  perform audit.append(v_operator_id, 'claim.released', p_subject, '', '{}');
  return true;
end
$$;

-- Makes an account, or gives the sandbox's reviewer of that name what it logs in with today. For the owner only.
create function operator.add_account(
  p_name text, p_roles operator.role[], p_salt bytea, p_check bytea, p_totp_secret bytea, p_is_password_new boolean, p_is_sandbox boolean
) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id bigint;
begin
  if p_is_sandbox and not operator.is_sandbox() then
    raise exception 'only a sandbox has reviewers of its own' using errcode = 'integrity_constraint_violation';
  end if;
  insert into operator.account (name, roles, password_salt, password_check, totp_secret, is_password_new, is_sandbox, created_ms)
  values (p_name, p_roles, p_salt, p_check, p_totp_secret, p_is_password_new, p_is_sandbox, market.now_ms())
  returning operator_id into v_operator_id;
  perform audit.write(null, 'owner', 'operator.added', 'operator:' || v_operator_id, '',
    jsonb_build_object('name', p_name, 'roles', p_roles, 'isSandbox', p_is_sandbox), 'database');
  return v_operator_id;
end
$$;

-- Disables an account and ends its sessions, or enables it again. For the owner only. Null where nobody has that name.
create function operator.set_enabled(p_name text, p_is_enabled boolean) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id bigint;
begin
  update operator.account set disabled_ms = case when p_is_enabled then null else market.now_ms() end
  where name = p_name returning operator_id into v_operator_id;
  if v_operator_id is null then
    return null;
  end if;
  update operator.session set ended_ms = market.now_ms() where operator_id = v_operator_id and ended_ms is null and not p_is_enabled;
  perform audit.write(null, 'owner', case when p_is_enabled then 'operator.enabled' else 'operator.disabled' end,
    'operator:' || v_operator_id, '', jsonb_build_object('name', p_name), 'database');
  return v_operator_id;
end
$$;

-- Replaces the password, the authenticator or both (null keeps it), ends the sessions and lifts a lock. For the owner only.
create function operator.reset_account(p_name text, p_salt bytea, p_check bytea, p_totp_secret bytea) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id bigint;
begin
  update operator.account set
    password_salt = coalesce(p_salt, password_salt), password_check = coalesce(p_check, password_check),
    is_password_new = is_password_new or p_check is not null,
    totp_secret = coalesce(p_totp_secret, totp_secret), totp_step = case when p_totp_secret is null then totp_step else 0 end
  where name = p_name and not is_sandbox returning operator_id into v_operator_id;
  if v_operator_id is null then
    return null;
  end if;
  update operator.session set ended_ms = market.now_ms() where operator_id = v_operator_id and ended_ms is null;
  delete from operator.attempt where name = p_name;
  perform audit.write(null, 'owner', 'operator.reset', 'operator:' || v_operator_id, '',
    jsonb_build_object('name', p_name, 'password', p_check is not null, 'authenticator', p_totp_secret is not null), 'database');
  return v_operator_id;
end
$$;

-- The wall.
revoke all on all functions in schema operator from public;
grant usage on schema operator to candor_app;
grant select on operator.directory, operator.claim to candor_app;
grant execute on function
  operator.begin_login(text),
  operator.open_session(text, bytea, text, text, text, bytea, bytea),
  operator.find_session(text),
  operator.close_session(text),
  operator.record(text, operator.role[], text, text, text, jsonb),
  operator.claim(text, text),
  operator.release(text, text)
to candor_app;
