-- Sessions of operators. Errors that callers tell apart: CO001 no valid session, CO002 role missing, CO003 a second
-- operator is needed, CO004 decided already.

-- When a session ends without another call. Internal.
create function operator.session_ends_ms(s operator.session) returns bigint
language sql immutable
return least(s.created_ms + 12 * 3600000, s.last_used_ms + 30 * 60000);

-- The session of a secret, with its account's current state. Empty for a secret that is unknown, ended, idle for 30
-- minutes or 12 hours old. Internal.
create function operator.valid_session(p_secret text)
returns table (session_id bigint, operator_id bigint, last_used_ms bigint, expires_ms bigint)
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select s.session_id, s.operator_id, s.last_used_ms, operator.session_ends_ms(s)
  from operator.session as s join operator.account as a using (operator_id)
  where s.secret_hash = sha256(convert_to(coalesce(p_secret, ''), 'UTF8')) and s.ended_ms is null
    and a.disabled_ms is null
    and (not a.is_sandbox or operator.is_sandbox())
    and clock.now_ms() < operator.session_ends_ms(s)
$$;

-- The caller, for the server's gates. Records the session's use at most once a minute.
create function operator.find_session(p_secret text)
returns table (operator_id bigint, name text, roles text[], is_sandbox boolean, expires_ms bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_session record;
begin
  select * into v_session from operator.valid_session(p_secret);
  if v_session.session_id is null then
    return;
  end if;
  if v_session.last_used_ms < clock.now_ms() - 60000 then
    update operator.session as s set last_used_ms = greatest(s.last_used_ms, clock.now_ms())
      where s.session_id = v_session.session_id;
  end if;
  return query select a.operator_id, a.name, a.roles::text[], a.is_sandbox, v_session.expires_ms
    from operator.account as a where a.operator_id = v_session.operator_id;
end
$$;

-- The operator of a session, who must have one of the roles (null: any). Raises CO001 or CO002. Locks the account's
-- state until the transaction ends, so that disabling it waits. For functions of the owner only.
create function operator.require_session(p_secret text, p_roles operator.role[]) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id bigint;
  v_roles operator.role[];
begin
  select a.operator_id into v_operator_id from operator.account as a
  where a.operator_id = (select s.operator_id from operator.valid_session(p_secret) as s) for share;
  -- Read again: the account may have been disabled while we waited for it.
  select a.roles into v_roles from operator.account as a
  where a.operator_id = v_operator_id and a.operator_id = (select s.operator_id
    from operator.valid_session(p_secret) as s);
  if v_roles is null then
    raise exception 'no operator is logged in' using errcode = 'CO001';
  end if;
  if p_roles is not null and not (v_roles && p_roles) then
    raise exception 'this operator has none of the roles %', p_roles using errcode = 'CO002';
  end if;
  return v_operator_id;
end
$$;

-- Ends every session of an account. Internal.
create function operator.end_sessions(p_operator_id bigint) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update operator.session set ended_ms = clock.now_ms() where operator_id = p_operator_id and ended_ms is null
$$;

create function operator.close_session(p_secret text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, null);
begin
  update operator.session set ended_ms = clock.now_ms() where secret_hash = sha256(convert_to(p_secret, 'UTF8'))
    and ended_ms is null;
  perform operator.append_audit(v_operator_id, 'operator.logged-out', 'operator:' || v_operator_id, '', '{}');
end
$$;
