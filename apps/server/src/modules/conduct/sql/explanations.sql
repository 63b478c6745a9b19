-- Explanations of incidents, which two operators publish. Every step is in the audit with the text, and the log of
-- events seals the newest link of the audit: no version changes or disappears unnoticed.

-- Null for an unknown incident.
create function conduct.propose_explanation(p_secret text, p_incident_id bigint, p_note text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk,lead}');
  v_id bigint;
begin
  insert into conduct.explanation (incident_id, note, proposed_by, proposed_ms)
  select incident_id, p_note, v_operator_id, clock.now_ms() from conduct.incident where incident_id = p_incident_id
  returning explanation_id into v_id;
  if v_id is null then
    return null;
  end if;
  return operator.record_step(v_operator_id, 'explanation', v_id, 'proposed', p_note,
    jsonb_build_object('incidentId', p_incident_id));
end
$$;

-- Publishes an explanation as the next version of its incident, or rejects it. Returns 'decided' or 'not-found'.
-- Errors: CO001 to CO004. Locks: the explanation, then its incident.
create function conduct.decide_explanation(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text)
returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk,lead}');
  v_explanation conduct.explanation;
  v_version integer;
begin
  select * into v_explanation from conduct.explanation where explanation_id = p_id for update;
  if v_explanation.explanation_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(
    v_operator_id, p_is_confirmed, 'explanation', v_explanation.state, v_explanation.proposed_by);
  if p_is_confirmed then
    perform from conduct.incident where incident_id = v_explanation.incident_id for no key update;
    select coalesce(max(version), 0) + 1 into v_version from conduct.explanation
    where incident_id = v_explanation.incident_id;
  end if;
  update conduct.explanation set state = case when p_is_confirmed then 'confirmed' else 'rejected' end,
    decided_by = v_operator_id, decided_ms = clock.now_ms(), version = v_version
  where explanation_id = p_id;
  perform operator.record_decision(v_operator_id, 'explanation', p_id, p_is_confirmed, v_explanation.note, p_note,
    jsonb_build_object('incidentId', v_explanation.incident_id, 'version', v_version));
  return 'decided';
end
$$;

create trigger explanation_is_decided_once before update or delete on conduct.explanation
  for each row execute function operator.refuse_redecision('version');
create trigger explanation_is_kept before truncate on conduct.explanation
  for each statement execute function operator.refuse_redecision();
