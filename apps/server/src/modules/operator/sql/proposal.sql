-- Approval by two: one operator proposes, a second one confirms. Every table of proposals has the columns state
-- ('proposed' at first), note, proposed_by, proposed_ms, decided_by and decided_ms, and this file's trigger. A function
-- that decides a proposal verifies the session, locks the row, and calls require_decidable before it changes anything.

-- The rule of two operators, for everything that a second operator approves: proposals, withdrawals, merchants, halts
-- and identity checks. CO003 where the first operator, if there is one, acts as the second. Internal.
create function operator.require_second_person(p_operator_id bigint, p_first_operator_id bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if p_operator_id = p_first_operator_id then
    raise exception 'another operator has to confirm' using errcode = 'CO003';
  end if;
end
$$;

-- Lets an operator's approvals happen one at a time, where the sum of what the operator released counts: those at the
-- same moment would each miss the others. Held until the transaction ends; taken after the rows of a case, before
-- stripes. Internal.
create function operator.take_turn(p_operator_id bigint) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into operator.turn as t (operator_id) values (p_operator_id)
  on conflict (operator_id) do update set operator_id = t.operator_id
$$;

-- The operator who decides a proposal to move money: a lead or risk confirms it, and `p_rejecting` may reject it.
-- Raises CO001 or CO002. Internal.
create function operator.require_decider(p_secret text, p_is_confirmed boolean, p_rejecting operator.role[])
returns bigint
language sql set search_path = pg_catalog, pg_temp as $$
  select operator.require_session(p_secret, case when p_is_confirmed then '{lead,risk}' else p_rejecting end)
$$;

-- Whether an operator may decide a proposal, whose row the caller has locked. CO004 where it is decided already, CO003
-- for confirming one's own; rejecting one's own takes it back. `p_what` names the proposal in the error. Internal.
create function operator.require_decidable(
  p_operator_id bigint, p_is_confirmed boolean, p_what text, p_state text, p_proposed_by bigint
) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if p_state <> 'proposed' then
    raise exception 'the % is decided already', p_what using errcode = 'CO004';
  end if;
  if p_is_confirmed then
    perform operator.require_second_person(p_operator_id, p_proposed_by);
  end if;
end
$$;

-- Appends a step of a proposal to the audit, such as 'terms.proposed' of 'terms:7'. Returns the proposal's number.
-- Internal.
create function operator.record_step(
  p_operator_id bigint, p_kind text, p_id bigint, p_step text, p_note text, p_details jsonb
) returns bigint
language sql set search_path = pg_catalog, pg_temp as $$
  select operator.append_audit(p_operator_id, p_kind || '.' || p_step, p_kind || ':' || p_id, p_note, p_details);
  select p_id;
$$;

-- Appends the decision of a proposal to the audit: a confirmation with the note of the proposal, a rejection with the
-- note given for it. Internal.
create function operator.record_decision(
  p_operator_id bigint, p_kind text, p_id bigint, p_is_confirmed boolean, p_proposed text, p_rejected text,
  p_details jsonb
) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select operator.record_step(p_operator_id, p_kind, p_id,
    case when p_is_confirmed then 'confirmed' else 'rejected' end,
    case when p_is_confirmed then p_proposed else p_rejected end, p_details)
$$;

-- What the second operator signs of a proposal: its values, and why it was proposed. Not by whom, so that the second
-- operator decides independently; require_decidable is what keeps the two apart. Internal.
create function operator.signed_proposal(p_values jsonb, p_note text) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select p_values || jsonb_build_object('note', p_note)
$$;

-- A proposal is decided once, and its other columns never change. The trigger's arguments name the columns that a
-- decision sets beside state, decided_by and decided_ms.
create function operator.refuse_redecision() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_decision constant text[] := array['state', 'decided_by', 'decided_ms'] || coalesce(tg_argv[0:], '{}');
begin
  if tg_op <> 'UPDATE' then
    raise exception '% of %.% is refused: proposals are kept', tg_op, tg_table_schema, tg_table_name
      using errcode = 'integrity_constraint_violation';
  end if;
  if old.state <> 'proposed' or (to_jsonb(new) - v_decision) is distinct from (to_jsonb(old) - v_decision) then
    raise exception 'a proposal is decided once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
