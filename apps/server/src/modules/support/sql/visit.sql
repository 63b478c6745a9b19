-- Conversations of visitors, who have no account: their browser's token is the only way to one.

-- The number of visitors' conversations that wait for an agent. Internal.
create function support.waiting_visits() returns bigint
language sql volatile
set search_path = pg_catalog, pg_temp
as $$ select count(*) from support.conversation where state = 'waiting' and customer_id is null $$;

-- Makes room for one more visitor in the queue. False when it is full: customers wait in the same one, and agents must
-- see them. Visitors take turns here, so that no two take the last place. Internal.
create function support.is_room_for_visit() returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_most_waiting constant integer := 100;
begin
  perform from support.setting for no key update;
  return support.waiting_visits() < v_most_waiting;
end
$$;

-- A week after the last look a token opens nothing. Internal.
create function support.visit_lasts_ms() returns bigint
language sql immutable set search_path = pg_catalog, pg_temp as $$ select 7 * 86400000::bigint $$;

-- Begins a visitor's conversation; it is invisible to agents until something is written. Returns until when its token
-- opens it; null when too many were begun within an hour, or wait.
create function support.begin_visit(p_token_hash bytea, p_language text, p_device text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_most_an_hour constant integer := 300;
  v_now_ms constant bigint := clock.now_ms();
  v_conversation_id bigint;
begin
  if not support.is_room_for_visit()
    or (select count(*) from support.visit where begun_ms > v_now_ms - 3600000) >= v_most_an_hour then
    return null;
  end if;
  insert into support.conversation (state, opened_ms, last_ms, language, device)
    values ('closed', v_now_ms, v_now_ms, p_language, p_device) returning conversation_id into v_conversation_id;
  insert into support.visit (conversation_id, token_hash, begun_ms, expires_ms)
    values (v_conversation_id, p_token_hash, v_now_ms, v_now_ms + support.visit_lasts_ms());
  return v_now_ms + support.visit_lasts_ms();
end
$$;

-- The number of the conversation that a token opens, for a week from now; null for a token that opens none. Internal.
create function support.open_visit(p_token_hash bytea) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_lasts_ms constant bigint := support.visit_lasts_ms();
begin
  -- Not with every look: an hour more or less is nothing in a week.
  update support.visit set expires_ms = clock.now_ms() + v_lasts_ms
    where token_hash = p_token_hash and expires_ms > clock.now_ms()
      and expires_ms < clock.now_ms() + v_lasts_ms - 3600000;
  return (select conversation_id from support.visit where token_hash = p_token_hash and expires_ms > clock.now_ms());
end
$$;

-- The number of the conversation that a token opens; null for a token that opens none. The visitor has read everything
-- up to p_seq.
create function support.look_visit(p_token_hash bytea, p_seq integer) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_conversation_id constant bigint := support.open_visit(p_token_hash);
begin
  update support.conversation set customer_read_seq = least(p_seq, newest_seq)
  where conversation_id = v_conversation_id and customer_read_seq < least(p_seq, newest_seq);
  return v_conversation_id;
end
$$;

-- Adds a visitor's message, once per client id. Outcomes: posted, repeated (returns the first one), conflict (that was
-- another message), frequent-operations, visits-full (too many wait), visit-ended.
create function support.post_visit(p_token_hash bytea, p_client_id uuid, p_text text)
returns table (outcome text, seq integer, at_ms bigint, body jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_most_a_minute constant integer := 20;
  v_most_a_day constant integer := 200;
  v_id constant bigint := support.open_visit(p_token_hash);
  v_body constant jsonb := jsonb_build_object('kind', 'text', 'text', p_text);
  v_conversation support.conversation;
begin
  select * into v_conversation from support.conversation where conversation_id = v_id for update;
  return query select * from support.repeat_of(v_id, 'customer', null, p_client_id, v_body);
  if found then
    return;
  end if;
  outcome := case
    when v_id is null then 'visit-ended'
    when support.written_within(v_id, 60000) >= v_most_a_minute
      or support.written_within(v_id, 86400000) >= v_most_a_day then 'frequent-operations'
    when v_conversation.state = 'closed' and not support.is_room_for_visit() then 'visits-full'
  end;
  if outcome is not null then
    return next;
    return;
  end if;
  return query select * from support.add_written(v_conversation, p_client_id, v_body);
end
$$;

-- Ends the conversations whose token opens them no more: nobody would read an answer. What was begun and never written
-- in goes at once; the rest follows its retention.
create function support.end_visits() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_conversation_id bigint;
begin
  for v_conversation_id in
    select c.conversation_id from support.visit as v join support.conversation as c using (conversation_id)
    where v.expires_ms <= clock.now_ms() and c.state <> 'closed' for update of c
  loop
    perform support.shut(v_conversation_id, null);
  end loop;
  with unused as (
    delete from support.visit as v using support.conversation as c
    where v.conversation_id = c.conversation_id and v.expires_ms <= clock.now_ms() and c.newest_seq = 0
    returning v.conversation_id
  )
  delete from support.conversation as c using unused as u where c.conversation_id = u.conversation_id;
end
$$;
