-- Records an act in the audit, in the transaction of the act. A null operator means the system itself.
-- Internal: called by the functions of acts.
create function operator.append_audit(p_operator_id bigint, p_action text, p_subject text, p_reason text,
  p_details jsonb) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_actor text := 'system';
begin
  if p_operator_id is not null then
    select name into strict v_actor from operator.account where operator_id = p_operator_id;
  end if;
  return audit.write(p_operator_id, v_actor, p_action, p_subject, p_reason, p_details, 'database');
end
$$;
