-- The invitation code that the registration offers to everybody. It is a code of the house: nobody is the inviter, so
-- it brings no reward. Every step is in the audit.

-- The published codes that are not withdrawn: one, or none.
create function identity.open_codes() returns setof identity.published_code
language sql stable set search_path = pg_catalog, pg_temp as $$
  select * from identity.published_code as p
  where p.state = 'confirmed' and not exists (select from identity.withdrawn_code as w where w.code_id = p.code_id)
$$;

create function identity.propose_code(p_secret text, p_code text, p_note text) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with proposed as (
    insert into identity.published_code (code, note, proposed_by, proposed_ms)
    values (p_code, p_note, operator.require_session(p_secret, '{support,lead}'), clock.now_ms())
    returning code_id, proposed_by)
  select operator.record_step(proposed_by, 'published-code', code_id, 'proposed', p_note,
    jsonb_build_object('code', p_code))
  from proposed
$$;

-- Ends the codes that are published: they invite nobody any more. Internal.
create function identity.withdraw_codes(p_operator_id bigint, p_note text) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  with withdrawn as (
    insert into identity.withdrawn_code (code_id, withdrawn_by, withdrawn_ms)
    select code_id, p_operator_id, clock.now_ms() from identity.open_codes() returning code_id)
  select operator.record_step(p_operator_id, 'published-code', code_id, 'withdrawn', p_note,
    jsonb_build_object('code', code))
  from withdrawn join identity.published_code using (code_id)
$$;

-- Publishes a code in the place of the former one, or rejects it. Returns 'decided' or 'not-found'. Errors: CO001 to
-- CO004.
create function identity.decide_code(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
  v_code identity.published_code;
begin
  -- One decision at a time: at most one code is published.
  lock table identity.withdrawn_code in share row exclusive mode;
  select * into v_code from identity.published_code where code_id = p_id for update;
  if v_code.code_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(v_operator_id, p_is_confirmed, 'code', v_code.state, v_code.proposed_by);
  if p_is_confirmed then
    perform identity.withdraw_codes(v_operator_id, v_code.note);
  end if;
  update identity.published_code set state = case when p_is_confirmed then 'confirmed' else 'rejected' end,
    decided_by = v_operator_id, decided_ms = clock.now_ms()
  where code_id = p_id;
  perform operator.record_decision(v_operator_id, 'published-code', p_id, p_is_confirmed, v_code.note, p_note,
    jsonb_build_object('code', v_code.code));
  return 'decided';
end
$$;

-- Withdraws a published code at once. False where it is not published.
create function identity.withdraw_code(p_secret text, p_id bigint, p_note text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
begin
  lock table identity.withdrawn_code in share row exclusive mode;
  if not exists (select from identity.open_codes() where code_id = p_id) then
    return false;
  end if;
  perform identity.withdraw_codes(v_operator_id, p_note);
  return true;
end
$$;

create trigger published_code_is_decided_once before update or delete on identity.published_code
  for each row execute function operator.refuse_redecision();
create trigger published_code_is_kept before truncate on identity.published_code
  for each statement execute function operator.refuse_redecision();
create trigger withdrawn_code_is_kept before delete or truncate on identity.withdrawn_code
  for each statement execute function operator.refuse_redecision();
