-- Who works here, as far as operators may see it of one another.

-- When a session ends without another call.
create function operator.session_ends_ms(s operator.session) returns bigint
language sql immutable
return least(s.created_ms + 12 * 3600000, s.last_used_ms + 30 * 60000);

create or replace function operator.valid_session(p_secret text)
returns table (session_id bigint, operator_id bigint, last_used_ms bigint, expires_ms bigint)
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select s.session_id, s.operator_id, s.last_used_ms, operator.session_ends_ms(s)
  from operator.session as s join operator.account as a using (operator_id)
  where s.secret_hash = sha256(convert_to(coalesce(p_secret, ''), 'UTF8')) and s.ended_ms is null and a.disabled_ms is null
    and (not a.is_sandbox or operator.is_sandbox())
    and market.now_ms() < operator.session_ends_ms(s)
$$;

-- Every account by its name, for who may read the audit. `last_seen_ms` is null where nobody has ever signed in; `sessions` are the open
-- ones as JSON, the newest first.
create function operator.team(p_secret text)
returns table (
  operator_id bigint, name text, roles text[], is_sandbox boolean, is_disabled boolean, created_ms bigint, last_seen_ms bigint, sessions jsonb
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform operator.require_session(p_secret, '{auditor,lead,security}');
  return query
    select a.operator_id, a.name, a.roles::text[], a.is_sandbox, a.disabled_ms is not null, a.created_ms, used.last_seen_ms, used.sessions
    from operator.account as a cross join lateral (
      select max(s.last_used_ms) as last_seen_ms,
        coalesce(jsonb_agg(jsonb_build_object('device', s.device, 'network', s.network, 'createdMs', s.created_ms, 'lastUsedMs', s.last_used_ms)
          order by s.session_id desc) filter (
            where s.ended_ms is null and a.disabled_ms is null and market.now_ms() < operator.session_ends_ms(s)), '[]') as sessions
      from operator.session as s where s.operator_id = a.operator_id
    ) as used
    order by a.name;
end
$$;

revoke all on function operator.session_ends_ms(operator.session), operator.team(text) from public;
grant execute on function operator.team(text) to candor_app;
