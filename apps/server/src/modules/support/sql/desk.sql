-- The agents' acts. Each function verifies the session first; claiming, transferring and closing a conversation is
-- recorded in the audit.

-- A conversation with messages, locked; no row when there is none, or for a visitor's that was forgotten. Internal.
create function support.hold_known(p_conversation_id bigint) returns support.conversation
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select * from support.conversation as c where c.conversation_id = p_conversation_id and c.newest_seq > 0
    and (c.customer_id is not null
      or exists (select from support.visit as v where v.conversation_id = p_conversation_id))
  for update
$$;

-- Begins an agent's act on a conversation: verifies the session, then locks the conversation. `refusal` is 'not-found'
-- where there is none with messages, 'not-allowed' where the conversation is not the caller's. Internal.
create function support.hold_for_agent(
  p_secret text, p_conversation_id bigint, out operator_id bigint, out refusal text, out customer_id bigint,
  out state text, out waiting_since_ms bigint
)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_conversation support.conversation;
begin
  operator_id := operator.require_session(p_secret, '{support,lead}');
  v_conversation := support.hold_known(p_conversation_id);
  customer_id := v_conversation.customer_id;
  state := v_conversation.state;
  waiting_since_ms := v_conversation.waiting_since_ms;
  refusal := case
    when v_conversation.conversation_id is null then 'not-found'
    when v_conversation.operator_id is distinct from hold_for_agent.operator_id then 'not-allowed'
  end;
end
$$;

-- Outcomes: claimed, own, taken (by another agent), not-found.
create function support.claim(p_secret text, p_conversation_id bigint) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_held constant record := support.hold_for_agent(p_secret, p_conversation_id);
begin
  if v_held.refusal = 'not-found' then
    return 'not-found';
  elsif v_held.state = 'answering' then
    return case when v_held.refusal is null then 'own' else 'taken' end;
  end if;
  if v_held.state = 'waiting' then
    insert into support.wait (claimed_ms, wait_ms)
    values (clock.now_ms(), greatest(0, clock.now_ms() - v_held.waiting_since_ms));
  end if;
  update support.conversation set state = 'answering', operator_id = v_held.operator_id
    where conversation_id = p_conversation_id;
  perform support.add_event(p_conversation_id, 'agent-joined', v_held.operator_id);
  perform operator.append_audit(v_held.operator_id, 'support.claimed', 'conversation:' || p_conversation_id, '', '{}');
  return 'claimed';
end
$$;

-- The body of an agent's draft: a text, or a photo. Null for a photo that is not the agent's, or was sent. Internal.
create function support.agent_body_of(p_operator_id bigint, p_draft jsonb) returns jsonb
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if p_draft ->> 'kind' not in ('text', 'image') then
    raise exception 'an agent sends no %', p_draft ->> 'kind' using errcode = 'invalid_parameter_value';
  end if;
  return case p_draft ->> 'kind' when 'text' then p_draft
    else support.photo_body(p_draft ->> 'imageId', null, p_operator_id) end;
end
$$;

-- Adds an agent's message, once per client id. A disconnected customer gets one unread line in the inbox. Outcomes:
-- posted, repeated, conflict, not-found (of a conversation or photo), not-allowed (the conversation is not the
-- caller's).
create function support.answer(p_secret text, p_conversation_id bigint, p_client_id uuid, p_body jsonb,
  p_is_there boolean)
returns table (outcome text, seq integer, at_ms bigint, body jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_held constant record := support.hold_for_agent(p_secret, p_conversation_id);
  v_body jsonb;
  v_agent text;
begin
  return query select * from support.repeat_of(p_conversation_id, 'agent', v_held.operator_id, p_client_id, p_body);
  if found then
    return;
  end if;
  v_body := support.agent_body_of(v_held.operator_id, p_body);
  outcome := coalesce(v_held.refusal, case when v_body is null then 'not-found'
    -- A visitor has no way to a photo.
    when v_held.customer_id is null and v_body ->> 'kind' = 'image' then 'not-allowed' end);
  if outcome is not null then
    return next;
    return;
  end if;
  return query select 'posted', m.seq, m.at_ms, m.body
    from support.append(p_conversation_id, 'agent', v_held.operator_id, p_client_id, v_body) as m;
  update support.conversation as c set waiting_since_ms = null where c.conversation_id = p_conversation_id;
  if not p_is_there and v_held.customer_id is not null then
    select a.name into strict v_agent from operator.account as a where a.operator_id = v_held.operator_id;
    perform support.notify_reply(v_held.customer_id, p_conversation_id, v_agent);
  end if;
end
$$;

-- The agent in charge has read everything up to a number. False when it is not the caller's.
create function support.agent_read(p_secret text, p_conversation_id bigint, p_seq integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (support.hold_for_agent(p_secret, p_conversation_id)).refusal is not null then
    return false;
  end if;
  update support.conversation set agent_read_seq = least(p_seq, newest_seq), agent_read_ms = clock.now_ms()
  where conversation_id = p_conversation_id and agent_read_seq < least(p_seq, newest_seq);
  return true;
end
$$;

-- Transfers a conversation to another agent on duty, or (null) back to the queue. Outcomes: transferred, not-found (of
-- a conversation, or of an agent on duty), not-allowed.
create function support.transfer(p_secret text, p_conversation_id bigint, p_operator_id bigint) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_held constant record := support.hold_for_agent(p_secret, p_conversation_id);
begin
  if v_held.refusal is not null then
    return v_held.refusal;
  elsif p_operator_id is not null and not (support.is_on_duty(p_operator_id)
      and exists (select from operator.account where operator_id = p_operator_id
        and roles && '{support,lead}'::operator.role[])) then
    return 'not-found';
  end if;
  update support.conversation set operator_id = p_operator_id,
    state = case when p_operator_id is null then 'waiting' else 'answering' end,
    waiting_since_ms = case when p_operator_id is null then coalesce(waiting_since_ms, clock.now_ms())
      else waiting_since_ms end
  where conversation_id = p_conversation_id;
  perform support.add_event(p_conversation_id, case when p_operator_id is null then 'returned' else 'transferred' end,
    p_operator_id);
  perform operator.append_audit(v_held.operator_id, 'support.transferred', 'conversation:' || p_conversation_id, '',
    jsonb_build_object('operatorId', p_operator_id::text));
  return 'transferred';
end
$$;

-- Outcomes: closed, not-found, not-allowed.
create function support.close(p_secret text, p_conversation_id bigint) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_held constant record := support.hold_for_agent(p_secret, p_conversation_id);
begin
  if v_held.refusal is not null then
    return v_held.refusal;
  end if;
  perform support.shut(p_conversation_id, v_held.operator_id);
  perform operator.append_audit(v_held.operator_id, 'support.closed', 'conversation:' || p_conversation_id, '', '{}');
  return 'closed';
end
$$;

-- The note's number; null for an unknown conversation.
create function support.add_note(p_secret text, p_conversation_id bigint, p_text text)
  returns table (note_id bigint, operator text, at_ms bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
begin
  return query
    with added as (
      insert into support.note (conversation_id, operator_id, at_ms, text)
      select c.conversation_id, v_operator_id, clock.now_ms(), p_text from support.conversation as c
      where c.conversation_id = p_conversation_id and c.newest_seq > 0
      returning note.note_id, note.operator_id, note.at_ms
    )
    select n.note_id, a.name, n.at_ms from added as n join operator.account as a using (operator_id);
end
$$;

create function support.set_duty(p_secret text, p_is_on_duty boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
begin
  insert into support.presence as p (operator_id, is_on_duty, seen_ms)
    values (v_operator_id, p_is_on_duty, clock.now_ms())
  on conflict (operator_id) do update set is_on_duty = excluded.is_on_duty, seen_ms = excluded.seen_ms;
  perform operator.append_audit(v_operator_id, case when p_is_on_duty then 'support.duty-begun'
    else 'support.duty-ended' end, 'operator:' || v_operator_id, '', '{}');
end
$$;

-- Records an agent's poll of the desk, which keeps them on duty.
create function support.see_desk(p_secret text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
begin
  update support.presence set seen_ms = clock.now_ms() where operator_id = v_operator_id
    and seen_ms < clock.now_ms() - 15000
    -- An agent who was away too long must go on duty explicitly.
    and support.is_on_duty(v_operator_id);
  return v_operator_id;
end
$$;
