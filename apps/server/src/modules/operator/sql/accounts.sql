-- The application's view of the accounts.
create view operator.directory as
  select operator_id, name, roles, is_sandbox, disabled_ms is not null as is_disabled from operator.account;

-- Creates an account, or updates the credentials of the sandbox's reviewer of that name. For the owner only.
create function operator.add_account(
  p_name text, p_roles operator.role[], p_salt bytea, p_check bytea, p_totp_secret bytea, p_totp_key bytea,
    p_is_password_new boolean, p_is_sandbox boolean
) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id bigint;
begin
  if p_is_sandbox and not operator.is_sandbox() then
    raise exception 'only a sandbox has reviewers of its own' using errcode = 'integrity_constraint_violation';
  end if;
  insert into operator.account (name, roles, password_salt, password_check, sealed_totp, is_password_new,
    password_handed_ms, is_sandbox, created_ms)
  values (p_name, p_roles, p_salt, p_check, operator.sealed_totp(p_name, p_totp_secret, p_totp_key),
    p_is_password_new, clock.now_ms(), p_is_sandbox, clock.now_ms())
  returning operator_id into v_operator_id;
  return operator.record_by_owner(v_operator_id, 'operator.added', p_name,
    jsonb_build_object('roles', p_roles, 'isSandbox', p_is_sandbox));
end
$$;

-- Disables an account and ends its sessions, or enables it again. For the owner only. Null for an unknown name.
create function operator.set_enabled(p_name text, p_is_enabled boolean) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id bigint;
begin
  update operator.account set disabled_ms = case when p_is_enabled then null else clock.now_ms() end
  where name = p_name returning operator_id into v_operator_id;
  if v_operator_id is null then
    return null;
  end if;
  if p_is_enabled then
    return operator.record_by_owner(v_operator_id, 'operator.enabled', p_name, '{}');
  end if;
  perform operator.end_sessions(v_operator_id);
  return operator.record_by_owner(v_operator_id, 'operator.disabled', p_name, '{}');
end
$$;

-- Disables a colleague's account at once and ends its sessions. Only the owner enables it again. False for a name that
-- no enabled account has. CO003 for one's own account. Locks both accounts by their numbers, so that two operators who
-- disable each other wait instead of blocking each other.
create function operator.disable_colleague(p_secret text, p_name text, p_reason text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_colleague_id constant bigint :=
    (select operator_id from operator.account where name = p_name and disabled_ms is null);
  v_operator_id bigint;
begin
  perform 1 from operator.account where operator_id = v_colleague_id
    or operator_id = (select s.operator_id from operator.valid_session(p_secret) as s)
    order by operator_id for no key update;
  v_operator_id := operator.require_session(p_secret, '{lead,security}');
  if v_colleague_id is null then
    return false;
  end if;
  perform operator.require_second_person(v_operator_id, v_colleague_id);
  update operator.account set disabled_ms = clock.now_ms() where operator_id = v_colleague_id and disabled_ms is null;
  if not found then
    return false;
  end if;
  perform operator.end_sessions(v_colleague_id);
  perform operator.append_audit(v_operator_id, 'operator.disabled', 'operator:' || v_colleague_id, p_reason,
    jsonb_build_object('name', p_name));
  return true;
end
$$;

-- Replaces the password, the authenticator or both (null keeps it), ends the sessions and lifts a lock. For the owner
-- only. Internal.
create function operator.reset_account(p_name text, p_salt bytea, p_check bytea, p_totp_secret bytea,
  p_totp_key bytea) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id bigint;
begin
  update operator.account set
    password_salt = coalesce(p_salt, password_salt), password_check = coalesce(p_check, password_check),
    is_password_new = is_password_new or p_check is not null,
    password_handed_ms = case when p_check is null then password_handed_ms else clock.now_ms() end,
    totp_secret = case when p_totp_secret is null then totp_secret end,
    sealed_totp = case when p_totp_secret is null then sealed_totp
      else operator.sealed_totp(p_name, p_totp_secret, p_totp_key) end,
    totp_step = case
      when p_totp_secret is null then totp_step else 0 end
  where name = p_name and not is_sandbox returning operator_id into v_operator_id;
  if v_operator_id is null then
    return null;
  end if;
  perform operator.end_sessions(v_operator_id);
  delete from operator.attempt where name = p_name;
  delete from operator.ticket where name = p_name;
  delete from operator.device where operator_id = v_operator_id;
  return operator.record_by_owner(v_operator_id, 'operator.reset', p_name,
    jsonb_build_object('password', p_check is not null, 'authenticator', p_totp_secret is not null));
end
$$;

-- All accounts by name, for operators who may read the audit. `last_seen_ms` is null before the first sign-in;
-- `sessions` are the open ones as JSON, newest first.
create function operator.team(p_secret text)
returns table (
  operator_id bigint, name text, roles text[], is_sandbox boolean, is_disabled boolean, created_ms bigint,
    last_seen_ms bigint, sessions jsonb
)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform operator.require_session(p_secret, '{auditor,lead,security}');
  return query
    select a.operator_id, a.name, a.roles::text[], a.is_sandbox, a.disabled_ms is not null, a.created_ms,
      used.last_seen_ms, used.sessions
    from operator.account as a cross join lateral (
      select max(s.last_used_ms) as last_seen_ms,
        coalesce(jsonb_agg(jsonb_build_object('device', s.device, 'network', s.network, 'createdMs', s.created_ms,
          'lastUsedMs', s.last_used_ms)
          order by s.session_id desc) filter (
            where s.ended_ms is null and a.disabled_ms is null and clock.now_ms() < operator.session_ends_ms(s)),
              '[]') as sessions
      from operator.session as s where s.operator_id = a.operator_id
    ) as used
    order by a.name;
end
$$;
