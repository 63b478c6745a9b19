-- Adds a message of the customer or visitor to their locked conversation, which it opens where it was closed. Returns
-- it as 'posted'. Internal.
create function support.add_written(p_conversation support.conversation, p_client_id uuid, p_body jsonb)
  returns table (outcome text, seq integer, at_ms bigint, body jsonb)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_id constant bigint := p_conversation.conversation_id;
  v_now_ms constant bigint := clock.now_ms();
  v_message constant support.message := support.append(v_id, 'customer', null, p_client_id, p_body);
begin
  if p_conversation.state = 'closed' then
    update support.conversation set state = 'waiting', opened_ms = v_now_ms, waiting_since_ms = v_now_ms
      where conversation_id = v_id;
    perform support.add_event(v_id, case when support.is_open(v_now_ms) then 'waiting' else 'outside-hours' end, null);
  else
    update support.conversation set waiting_since_ms = coalesce(waiting_since_ms, v_now_ms)
      where conversation_id = v_id;
  end if;
  return query select 'posted', v_message.seq, v_message.at_ms, v_message.body;
end
$$;

-- The number of messages that the customer or visitor of a conversation wrote within a time. Internal.
create function support.written_within(p_conversation_id bigint, p_within_ms bigint) returns bigint
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select count(*) from support.message
  where conversation_id = p_conversation_id and sender = 'customer' and at_ms > clock.now_ms() - p_within_ms
$$;

-- Adds a customer's message, once per client id. Outcomes: posted, repeated (returns the first one), conflict (that was
-- another message), not-found (of a record or photo), frequent-operations.
create function support.post(p_customer_id bigint, p_client_id uuid, p_draft jsonb)
returns table (outcome text, seq integer, at_ms bigint, body jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_most_a_minute constant integer := 60;
  v_conversation constant support.conversation := support.hold_conversation(p_customer_id);
  v_id constant bigint := v_conversation.conversation_id;
  v_body jsonb;
begin
  return query select * from support.repeat_of(v_id, 'customer', null, p_client_id, p_draft);
  if found then
    return;
  end if;
  if support.written_within(v_id, 60000) >= v_most_a_minute then
    outcome := 'frequent-operations';
    return next;
    return;
  end if;
  v_body := support.body_of(p_customer_id, p_draft);
  if v_body is null then
    outcome := 'not-found';
    return next;
    return;
  end if;
  return query select * from support.add_written(v_conversation, p_client_id, v_body);
end
$$;

-- The customer has read everything up to a number, including the inbox's message about it.
create function support.customer_read(p_customer_id bigint, p_seq integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update support.conversation set customer_read_seq = least(p_seq, newest_seq)
  where customer_id = p_customer_id and customer_read_seq < least(p_seq, newest_seq);
  update message.message set read_ms = greatest(clock.now_ms(), created_ms)
  where customer_id = p_customer_id and kind = 'support-reply' and read_ms is null;
end
$$;

-- Rates the last closed conversation. False when there is nothing to rate, or it was rated differently.
create function support.rate(p_customer_id bigint, p_score integer, p_comment text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_conversation constant support.conversation := support.hold_conversation(p_customer_id);
begin
  if v_conversation.state <> 'closed' or v_conversation.closed_seq is null then
    return false;
  end if;
  insert into support.rating (conversation_id, closed_seq, score, comment, at_ms, operator_id)
  values (v_conversation.conversation_id, v_conversation.closed_seq, p_score, p_comment, clock.now_ms(),
    v_conversation.closed_by)
  on conflict do nothing;
  return exists (
    select from support.rating as r where r.conversation_id = v_conversation.conversation_id
      and r.closed_seq = v_conversation.closed_seq
      and r.score = p_score and r.comment = p_comment
  );
end
$$;

-- Stores the app's own description.
create function support.introduce(p_customer_id bigint, p_language text, p_device text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select support.hold_conversation(p_customer_id);
  update support.conversation set language = p_language, device = p_device where customer_id = p_customer_id
$$;

-- The sandbox assistant's reply to a customer's newest message, while no agent is on duty and none has claimed it. A
-- disconnected customer gets one unread line in the inbox.
create function support.assist(p_conversation_id bigint, p_after_seq integer, p_text text, p_is_there boolean)
  returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_conversation support.conversation;
  v_newest support.message;
begin
  if not operator.is_sandbox() then
    raise exception 'people answer where money is real' using errcode = 'insufficient_privilege';
  end if;
  v_conversation := support.hold_known(p_conversation_id);
  select * into v_newest from support.message
  where conversation_id = p_conversation_id and sender <> 'system' order by seq desc limit 1;
  if v_conversation.state is distinct from 'waiting' or v_newest.sender <> 'customer' or v_newest.seq <> p_after_seq
    or exists (select from support.presence as p where support.is_on_duty(p.operator_id)) then
    return false;
  end if;
  perform support.append(p_conversation_id, 'assistant', null, null,
    jsonb_build_object('kind', 'text', 'text', p_text));
  if not p_is_there and v_conversation.customer_id is not null then
    perform support.notify_reply(v_conversation.customer_id, p_conversation_id, 'Sandbox assistant');
  end if;
  return true;
end
$$;
