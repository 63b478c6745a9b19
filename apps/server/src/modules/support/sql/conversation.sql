-- What was written stays; deletion has its own rule (retention.sql).
create trigger message_is_never_changed before update or truncate on support.message
  for each statement execute function ledger.refuse_change();
create trigger rating_is_never_changed before update or truncate on support.rating
  for each statement execute function ledger.refuse_change();
create trigger note_is_never_changed before update or truncate on support.note
  for each statement execute function ledger.refuse_change();

-- Adds the next message. Its conversation stays locked until the transaction ends. Internal.
create function support.append(p_conversation_id bigint, p_sender text, p_operator_id bigint, p_client_id uuid,
  p_body jsonb)
returns support.message
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
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
  return v_message;
end
$$;

-- Internal.
create function support.add_event(p_conversation_id bigint, p_event text, p_operator_id bigint) returns integer
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select seq from support.append(p_conversation_id, 'system', p_operator_id, null,
    jsonb_build_object('kind', 'event', 'event', p_event))
$$;

-- A customer's conversation, locked; created if missing. One without messages is invisible to others. Internal.
create function support.hold_conversation(p_customer_id bigint) returns support.conversation
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_conversation support.conversation;
begin
  insert into support.conversation (customer_id, state, opened_ms, last_ms)
  values (p_customer_id, 'closed', clock.now_ms(), clock.now_ms()) on conflict do nothing;
  select * into strict v_conversation from support.conversation where customer_id = p_customer_id for update;
  return v_conversation;
end
$$;

-- The current facts of a customer's record; null for an unknown number. Internal.
create function support.thing_facts(p_customer_id bigint, p_thing text, p_id bigint) returns jsonb
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
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
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind constant text := p_draft ->> 'kind';
  v_facts jsonb;
  v_image support.image;
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
    select * into v_image from support.image
    where image_id = p_draft ->> 'imageId' and customer_id = p_customer_id and seq is null for update;
    return case when v_image.image_id is not null then jsonb_build_object(
      'kind', 'image', 'imageId', v_image.image_id, 'widthPx', v_image.width_px, 'heightPx', v_image.height_px) end;
  end if;
  raise exception 'a customer sends no %', v_kind using errcode = 'invalid_parameter_value';
end
$$;
