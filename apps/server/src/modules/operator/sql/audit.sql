-- Records an act in the audit, in the transaction of the act. A null operator means the system itself.
-- Internal: called by the functions of acts.
create function operator.append_audit(p_operator_id bigint, p_action text, p_subject text, p_reason text,
  p_details jsonb) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_actor text := 'system';
begin
  if p_operator_id is not null then
    select name into strict v_actor from operator.account where operator_id = p_operator_id;
  end if;
  return audit.write(p_operator_id, v_actor, p_action, p_subject, p_reason, p_details, 'database');
end
$$;

-- Records an act of the owner on an operator's account. Returns the account's number. Internal.
create function operator.record_by_owner(p_operator_id bigint, p_action text, p_name text, p_details jsonb)
returns bigint
language sql set search_path = pg_catalog, pg_temp as $$
  select audit.write(null, 'owner', p_action, 'operator:' || p_operator_id, '',
    jsonb_build_object('name', p_name) || p_details, 'database');
  select p_operator_id;
$$;

-- Records a login that was refused, as an act of nobody: its name was only claimed. What no account is called is
-- recorded without the name, which may be a mistyped password, and up to twenty times a minute, so that a stranger
-- cannot fill the audit. Internal.
create function operator.audit_refused_login(p_action text, p_name text, p_details jsonb) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := (select operator_id from operator.account where name = p_name);
  v_twentieth_ms constant bigint :=
    (select at_ms from audit.entry where subject = 'operator:0' order by seq desc offset 19 limit 1);
begin
  if v_operator_id is null and v_twentieth_ms > clock.now_ms() - 60000 then
    return;
  end if;
  perform audit.write(null, 'nobody', p_action, 'operator:' || coalesce(v_operator_id, 0), '', p_details, 'database');
end
$$;
