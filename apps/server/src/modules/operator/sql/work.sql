-- The roles whose acts of this kind the server reports; null for every other action. What the database does itself has
-- other names, so that no report can pass for it. Internal.
create function operator.roles_reporting(p_action text) returns operator.role[]
language sql immutable
return case p_action
  when 'audit.exported' then '{auditor,security}'
  when 'customer.viewed' then '{support,kyc,payments,risk,lead,auditor,security}'
  when 'deposit.voucher-opened' then '{payments,lead}'
  when 'support.conversation-viewed' then '{support,lead}'
  when 'support.photo-viewed' then '{support,lead}'
  when 'withdrawal.destination-viewed' then '{payments,lead}'
end::operator.role[];

-- Writes an act that the server reports: access to data, which has no function of its own. 42501 for an action that is
-- not the server's to report; CO002 without one of its roles.
create function operator.record(p_secret text, p_action text, p_subject text, p_reason text, p_details jsonb)
returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_roles constant operator.role[] := operator.roles_reporting(p_action);
  v_operator_id bigint;
  v_name text;
begin
  if v_roles is null then
    raise exception 'the server does not report %', p_action using errcode = 'insufficient_privilege';
  end if;
  v_operator_id := operator.require_session(p_secret, v_roles);
  select name into strict v_name from operator.account where operator_id = v_operator_id;
  return audit.write(v_operator_id, v_name, p_action, p_subject, p_reason, p_details, 'server');
end
$$;

-- Claims a subject for ten minutes, or extends the caller's own claim. Returns the holder.
create function operator.claim(p_secret text, p_subject text)
  returns table (operator_id bigint, name text, until_ms bigint, is_own boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, null);
  v_now_ms constant bigint := clock.now_ms();
  v_held operator.claim;
begin
  delete from operator.claim as c where c.until_ms <= v_now_ms;
  insert into operator.claim as c (subject, operator_id, until_ms) values (p_subject, v_operator_id, v_now_ms + 600000)
  on conflict (subject) do nothing returning * into v_held;
  if v_held.subject is not null then
    perform operator.append_audit(v_operator_id, 'claim.taken', p_subject, '', '{}');
  else
    update operator.claim as c set until_ms = v_now_ms + 600000 where c.subject = p_subject
      and c.operator_id = v_operator_id;
  end if;
  return query select c.operator_id, a.name, c.until_ms, c.operator_id = v_operator_id
    from operator.claim as c join operator.account as a using (operator_id) where c.subject = p_subject;
end
$$;

-- Releases a claim. False when the caller did not hold it.
create function operator.release(p_secret text, p_subject text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, null);
begin
  delete from operator.claim where subject = p_subject and operator_id = v_operator_id;
  if not found then
    return false;
  end if;
  perform operator.append_audit(v_operator_id, 'claim.released', p_subject, '', '{}');
  return true;
end
$$;
