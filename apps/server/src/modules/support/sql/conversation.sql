-- What was written stays; deletion has its own rule (retention.sql).
create trigger message_is_never_changed before update or truncate on support.message
  for each statement execute function ledger.refuse_change();
create trigger rating_is_never_changed before update or truncate on support.rating
  for each statement execute function ledger.refuse_change();
create trigger note_is_never_changed before update or truncate on support.note
  for each statement execute function ledger.refuse_change();

-- Adds the next message, of which an uploaded photo becomes a part. Its conversation stays locked until the transaction
-- ends. Internal.
create function support.append(p_conversation_id bigint, p_sender text, p_operator_id bigint, p_client_id uuid,
  p_body jsonb)
returns support.message
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_conversation support.conversation;
  v_message support.message;
begin
  update support.conversation set newest_seq = newest_seq + 1, last_ms = greatest(last_ms, clock.now_ms())
  where conversation_id = p_conversation_id returning * into strict v_conversation;
  insert into support.message (conversation_id, seq, at_ms, sender, operator_id, client_id, body)
  values (p_conversation_id, v_conversation.newest_seq, v_conversation.last_ms, p_sender, p_operator_id, p_client_id,
    p_body)
  returning * into v_message;
  update support.image set conversation_id = p_conversation_id, seq = v_message.seq
    where image_id = p_body ->> 'imageId' and seq is null;
  return v_message;
end
$$;

-- Internal.
create function support.add_event(p_conversation_id bigint, p_event text, p_operator_id bigint) returns integer
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select seq from support.append(p_conversation_id, 'system', p_operator_id, null,
    jsonb_build_object('kind', 'event', 'event', p_event))
$$;

-- Closes a locked conversation: an agent, or (null) nobody. Internal.
create function support.shut(p_conversation_id bigint, p_operator_id bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_closed_seq constant integer := support.add_event(p_conversation_id, 'closed', p_operator_id);
begin
  update support.conversation set state = 'closed', operator_id = null, waiting_since_ms = null,
    closed_by = p_operator_id, closed_seq = v_closed_seq
  where conversation_id = p_conversation_id;
end
$$;

-- What a sender's repeated message gets, by its client id: the first one as 'repeated', or 'conflict' where that was
-- another message. No row where there was none. Internal.
create function support.repeat_of(
  p_conversation_id bigint, p_sender text, p_operator_id bigint, p_client_id uuid, p_draft jsonb
) returns table (outcome text, seq integer, at_ms bigint, body jsonb)
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select case when is_same then 'repeated' else 'conflict' end, case when is_same then m.seq end,
    case when is_same then m.at_ms end, case when is_same then m.body end
  from support.message as m cross join lateral (select m.body @> p_draft as is_same) as compared
  where m.conversation_id = p_conversation_id and m.sender = p_sender
    and coalesce(m.operator_id, 0) = coalesce(p_operator_id, 0) and m.client_id = p_client_id
$$;

-- Adds a line about a reply to the inbox of a disconnected customer, unless one is unread. Internal.
create function support.notify_reply(p_customer_id bigint, p_conversation_id bigint, p_agent text) returns void
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select message.add(p_customer_id, 'support-reply', 'support:' || p_conversation_id,
    jsonb_build_object('agent', p_agent))
  where not exists (
    select from message.message where customer_id = p_customer_id and kind = 'support-reply' and read_ms is null)
$$;

-- The body of a photo that its sender, a customer or an operator, uploaded and has not sent; null for any other.
-- Internal.
create function support.photo_body(p_image_id text, p_customer_id bigint, p_operator_id bigint) returns jsonb
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('kind', 'image', 'imageId', image_id, 'widthPx', width_px, 'heightPx', height_px)
  from support.image
  where image_id = p_image_id and (customer_id = p_customer_id or operator_id = p_operator_id) and seq is null
  for update
$$;

-- A customer's conversation, locked; created if missing. One without messages is invisible to others. Internal.
create function support.hold_conversation(p_customer_id bigint) returns support.conversation
language sql set search_path = pg_catalog, pg_temp as $$
  insert into support.conversation (customer_id, state, opened_ms, last_ms)
  values (p_customer_id, 'closed', clock.now_ms(), clock.now_ms()) on conflict do nothing;
  select * from support.conversation where customer_id = p_customer_id for update
$$;

-- The current facts of a customer's record; null for an unknown number. Internal.
create function support.thing_facts(p_customer_id bigint, p_thing text, p_id bigint) returns jsonb
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('asset', ledger.asset_name(t.asset::smallint), 'amount', ledger.units_text(t.units),
    'state', t.state, 'symbol', t.symbol, 'atMs', t.at_ms)
  from (
    select asset, amount as units, state::text, null as symbol, created_ms as at_ms from withdrawal.withdrawal
    where p_thing = 'withdrawal' and withdrawal_id = p_id and customer_id = p_customer_id
    union all
    select 2, quantity, state::text, null, created_ms from deposit.deposit
    where p_thing = 'recharge' and deposit_id = p_id and customer_id = p_customer_id
    union all
    select o.asset, o.stake, coalesce(o.result::text, o.state::text), i.symbol, o.accepted_ms
    from contract.contract_order as o join market.instrument as i using (instrument_id)
    where p_thing = 'order' and o.order_id = p_id and o.customer_id = p_customer_id
    union all
    select 2, quantity, state::text, null, created_ms from floor.sale
    where p_thing = 'sale' and sale_id = p_id and customer_id = p_customer_id
  ) as t
$$;

-- The body of a customer's draft; null when it names a record or photo of another customer, or a photo already sent.
-- Internal.
create function support.body_of(p_customer_id bigint, p_draft jsonb) returns jsonb
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_kind constant text := p_draft ->> 'kind';
  v_facts jsonb;
begin
  if v_kind = 'text' then
    return jsonb_build_object('kind', 'text', 'text', p_draft ->> 'text');
  elsif v_kind = 'location' then
    return jsonb_build_object('kind', 'location', 'lat', (p_draft ->> 'lat')::float8, 'lng',
      (p_draft ->> 'lng')::float8, 'label', p_draft ->> 'label');
  elsif v_kind = 'thing' then
    v_facts := support.thing_facts(p_customer_id, p_draft ->> 'thing', (p_draft ->> 'id')::bigint);
    return case when v_facts is not null
      then jsonb_build_object('kind', 'thing', 'thing', p_draft ->> 'thing', 'id', p_draft ->> 'id', 'facts',
        v_facts) end;
  elsif v_kind = 'image' then
    return support.photo_body(p_draft ->> 'imageId', p_customer_id, null);
  end if;
  raise exception 'a customer sends no %', v_kind using errcode = 'invalid_parameter_value';
end
$$;
