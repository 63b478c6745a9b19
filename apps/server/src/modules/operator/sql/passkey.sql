-- The operators' passkeys, with which they confirm; they do not log in with them.

-- The passkeys of the session's operator, newest first.
create function operator.passkeys(p_secret text)
returns table (passkey_id bigint, name text, created_ms bigint, last_used_ms bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_operator_id constant bigint := operator.require_session(p_secret, null);
begin
  return query select p.passkey_id, p.name, p.created_ms, p.last_used_ms from operator.passkey as p
    where p.operator_id = v_operator_id and p.removed_ms is null order by p.passkey_id desc;
end
$$;

-- Begins to add a passkey to the session's operator: what it is bound to, and the passkeys that there are.
create function operator.begin_passkey(p_secret text)
returns table (confirmation_id bigint, bytes text, credential_ids text[])
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, null);
begin
  return query select * from operator.open_confirmation(v_operator_id, 'passkey.add', v_operator_id, '{}');
end
$$;

-- Permits a person to add one passkey within a day, with the code that this key is derived from. For the owner only.
-- Null for an unknown name.
create function operator.allow_passkey(p_name text, p_key bytea) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id bigint;
begin
  select operator_id into v_operator_id from operator.account where name = p_name and not is_sandbox;
  if v_operator_id is null then
    return null;
  end if;
  insert into operator.passkey_code (operator_id, key, expires_ms)
  values (v_operator_id, p_key, clock.now_ms() + 86400000)
  on conflict (operator_id) do update set key = excluded.key, expires_ms = excluded.expires_ms;
  return operator.record_by_owner(v_operator_id, 'operator.passkey-allowed', p_name, '{}');
end
$$;

-- Removes all passkeys of a person, and the code that would add one. For the owner only. Null for an unknown name.
create function operator.remove_passkeys(p_name text) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id bigint;
begin
  select operator_id into v_operator_id from operator.account where name = p_name and not is_sandbox for update;
  if v_operator_id is null then
    return null;
  end if;
  update operator.passkey set removed_ms = clock.now_ms() where operator_id = v_operator_id and removed_ms is null;
  delete from operator.passkey_code where operator_id = v_operator_id;
  return operator.record_by_owner(v_operator_id, 'operator.passkeys-removed', p_name, '{}');
end
$$;
