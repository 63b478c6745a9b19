-- Customer service: what customers and agents write to each other. A customer has one conversation, which is opened again by a new
-- message. Messages are only added, each with the next number of its conversation; whoever holds 1 to n holds everything up to n.

create schema support;
grant usage on schema support to candor_app;

-- A login that opens nothing but customer service, for a disabled account; it is nobody's once the account is enabled again.
alter table identity.session add column is_support_only boolean not null default false;

-- Opening hours and the alarm.
create table support.setting (
  singleton boolean primary key default true check (singleton),
  time_zone text not null,
  -- [{"day": 1, "from": "09:00", "until": "18:00"}]; 1 is Monday.
  days jsonb not null check (jsonb_typeof(days) = 'array'),
  -- Who waits longer than this makes the desk ring.
  alarm_ms integer not null check (alarm_ms between 30000 and 7200000)
);
insert into support.setting (time_zone, days, alarm_ms)
select 'UTC', jsonb_agg(jsonb_build_object('day', day, 'from', '00:00', 'until', '24:00') order by day), 180000
from generate_series(1, 7) as day;

create table support.conversation (
  conversation_id bigint generated always as identity primary key,
  customer_id bigint not null unique references identity.customer,
  state text not null check (state in ('waiting', 'answering', 'closed')),
  -- Who answers.
  operator_id bigint references operator.account,
  opened_ms bigint not null,
  -- Since when the customer waits for a person: to be claimed, or to be answered.
  waiting_since_ms bigint,
  -- The event that closed it last, and whose conversation it was then.
  closed_seq integer,
  closed_by bigint references operator.account,
  newest_seq integer not null default 0,
  last_ms bigint not null,
  customer_read_seq integer not null default 0 check (customer_read_seq <= newest_seq),
  agent_read_seq integer not null default 0 check (agent_read_seq <= newest_seq),
  agent_read_ms bigint,
  language text check (length(language) <= 10),
  device text check (length(device) <= 200),
  check ((state = 'answering') = (operator_id is not null)),
  check (state <> 'waiting' or waiting_since_ms is not null),
  check (state <> 'closed' or waiting_since_ms is null)
);
create index conversation_waiting on support.conversation (waiting_since_ms) where state = 'waiting';
create index conversation_of_agent on support.conversation (operator_id) where state = 'answering';
create index conversation_by_activity on support.conversation (last_ms desc, conversation_id desc);

create table support.message (
  conversation_id bigint not null references support.conversation,
  seq integer not null check (seq > 0),
  at_ms bigint not null,
  sender text not null check (sender in ('customer', 'agent', 'assistant', 'system')),
  -- Who wrote, or whom an event is about.
  operator_id bigint references operator.account,
  -- The sender's own id, by which the same message again is known.
  client_id uuid,
  body jsonb not null check (body ? 'kind' and length(body::text) <= 16000),
  primary key (conversation_id, seq),
  check ((sender in ('customer', 'agent')) = (client_id is not null)),
  check (case sender when 'agent' then operator_id is not null when 'system' then true else operator_id is null end),
  check ((body ->> 'kind' = 'event') = (sender = 'system'))
);
create unique index message_once on support.message (conversation_id, sender, coalesce(operator_id, 0), client_id) where client_id is not null;
create index message_newest_of_customer on support.message (conversation_id, at_ms) where sender = 'customer';

create function support.refuse_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception '% of %.% is refused: what was written stays', tg_op, tg_table_schema, tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$$;
create trigger message_is_never_changed before update or delete or truncate on support.message
  for each statement execute function support.refuse_change();

-- Photos, which lie encrypted in the vault. One that became part of no message is destroyed after an hour.
create table support.image (
  image_id text primary key check (image_id ~ '^[0-9a-f]{32}$'),
  -- Who sent it: a customer, or an operator into a conversation.
  customer_id bigint references identity.customer,
  operator_id bigint references operator.account,
  object_id text not null unique check (object_id ~ '^[0-9a-f]{48}$'),
  -- Of the bytes as they were sent: tells a repeat from another photo.
  digest bytea not null check (octet_length(digest) = 32),
  width_px integer not null check (width_px > 0),
  height_px integer not null check (height_px > 0),
  created_ms bigint not null,
  -- The message that it became part of.
  conversation_id bigint,
  seq integer,
  foreign key (conversation_id, seq) references support.message (conversation_id, seq),
  check (num_nonnulls(customer_id, operator_id) = 1),
  check (num_nulls(conversation_id, seq) in (0, 2))
);
create index image_unused on support.image (created_ms) where seq is null;
create index image_of_message on support.image (conversation_id, seq);

create table support.rating (
  conversation_id bigint not null,
  closed_seq integer not null,
  score smallint not null check (score between 1 and 5),
  comment text not null check (length(comment) <= 500),
  at_ms bigint not null,
  operator_id bigint references operator.account,
  primary key (conversation_id, closed_seq),
  foreign key (conversation_id, closed_seq) references support.message (conversation_id, seq)
);
create trigger rating_is_never_changed before update or delete or truncate on support.rating
  for each statement execute function support.refuse_change();

create table support.note (
  note_id bigint generated always as identity primary key,
  conversation_id bigint not null references support.conversation,
  operator_id bigint not null references operator.account,
  at_ms bigint not null,
  text text not null check (length(text) between 1 and 2000)
);
create index note_of_conversation on support.note (conversation_id, note_id);
create trigger note_is_never_changed before update or delete or truncate on support.note
  for each statement execute function support.refuse_change();

-- How long customers waited to be claimed.
create table support.wait (
  wait_id bigint generated always as identity primary key,
  claimed_ms bigint not null,
  wait_ms bigint not null check (wait_ms >= 0)
);

create table support.canned_answer (
  answer_id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 60),
  language text check (length(language) <= 10),
  text text not null check (length(text) between 1 and 2000)
);

create table support.presence (
  operator_id bigint primary key references operator.account,
  is_on_duty boolean not null,
  seen_ms bigint not null
);

-- What opens the chat once.
create table support.ticket (
  ticket_hash bytea primary key check (octet_length(ticket_hash) = 32),
  session_id bigint not null references identity.session on delete cascade,
  expires_ms bigint not null
);
create index ticket_of_session on support.ticket (session_id);

-- What keeps it open, as long as the session with which the ticket was drawn.
create table support.token (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  session_id bigint not null references identity.session on delete cascade,
  expires_ms bigint not null
);
create index token_of_session on support.token (session_id);

create function support.is_on_duty(p_operator_id bigint) returns boolean
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from support.presence as p join operator.account as a using (operator_id)
    where p.operator_id = p_operator_id and p.is_on_duty and p.seen_ms > market.now_ms() - 90000 and a.disabled_ms is null
  )
$$;

create function support.is_open(p_at_ms bigint) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from support.setting as s, jsonb_to_recordset(s.days) as d (day integer, "from" time, until time),
      lateral (select to_timestamp(p_at_ms / 1000.0) at time zone s.time_zone as local_time) as l
    where d.day = extract(isodow from l.local_time) and l.local_time::time >= d."from" and l.local_time::time < d.until
  )
$$;

-- When the hours begin next after a time; null where there are none.
create function support.next_open_ms(p_after_ms bigint) returns bigint
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select min(begin_ms) from (
    select (extract(epoch from (l.local_date + n + d."from") at time zone s.time_zone) * 1000)::bigint as begin_ms
    from support.setting as s, jsonb_to_recordset(s.days) as d (day integer, "from" time, until time), generate_series(0, 7) as n,
      lateral (select (to_timestamp(p_after_ms / 1000.0) at time zone s.time_zone)::date as local_date) as l
    where d.day = extract(isodow from l.local_date + n)
  ) as begins where begin_ms > p_after_ms
$$;

-- Adds the next message. Its conversation stays locked until the transaction ends.
create function support.append(p_conversation_id bigint, p_sender text, p_operator_id bigint, p_client_id uuid, p_body jsonb)
returns support.message
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_conversation support.conversation;
  v_message support.message;
begin
  update support.conversation set newest_seq = newest_seq + 1, last_ms = greatest(last_ms, market.now_ms())
  where conversation_id = p_conversation_id returning * into strict v_conversation;
  insert into support.message (conversation_id, seq, at_ms, sender, operator_id, client_id, body)
  values (p_conversation_id, v_conversation.newest_seq, v_conversation.last_ms, p_sender, p_operator_id, p_client_id, p_body)
  returning * into v_message;
  return v_message;
end
$$;

create function support.add_event(p_conversation_id bigint, p_event text, p_operator_id bigint) returns integer
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select seq from support.append(p_conversation_id, 'system', p_operator_id, null, jsonb_build_object('kind', 'event', 'event', p_event))
$$;

-- The conversation of a customer, locked; made where there is none yet. One without messages is none for anybody else.
create function support.hold_conversation(p_customer_id bigint) returns support.conversation
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_conversation support.conversation;
begin
  insert into support.conversation (customer_id, state, opened_ms, last_ms)
  values (p_customer_id, 'closed', market.now_ms(), market.now_ms()) on conflict do nothing;
  select * into strict v_conversation from support.conversation where customer_id = p_customer_id for update;
  return v_conversation;
end
$$;

-- What a thing of a customer is at the moment; null where the customer has none of that number.
create function support.thing_facts(p_customer_id bigint, p_thing text, p_id bigint) returns jsonb
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('asset', case t.asset when 1 then 'USD' else 'USDT' end, 'amount', trim_scale(t.units / 1000000::numeric)::text,
    'state', t.state, 'symbol', t.symbol, 'atMs', t.at_ms)
  from (
    select asset, amount as units, state::text, null as symbol, created_ms as at_ms from ledger.withdrawal
    where p_thing = 'withdrawal' and withdrawal_id = p_id and customer_id = p_customer_id
    union all
    select 2, quantity, state::text, null, created_ms from ledger.deposit
    where p_thing = 'recharge' and deposit_id = p_id and customer_id = p_customer_id
    union all
    select o.asset, o.stake, coalesce(o.result::text, o.state::text), i.symbol, o.accepted_ms
    from ledger.contract_order as o join market.instrument as i using (instrument_id)
    where p_thing = 'order' and o.order_id = p_id and o.customer_id = p_customer_id
    union all
    select 2, quantity, state::text, null, created_ms from ledger.sale
    where p_thing = 'sale' and sale_id = p_id and customer_id = p_customer_id
  ) as t
$$;

-- What a customer's draft becomes; null where it names a thing or a photo that is not the customer's, or a photo that was sent already.
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
    return jsonb_build_object('kind', 'location', 'lat', (p_draft ->> 'lat')::float8, 'lng', (p_draft ->> 'lng')::float8,
      'label', p_draft ->> 'label');
  elsif v_kind = 'thing' then
    v_facts := support.thing_facts(p_customer_id, p_draft ->> 'thing', (p_draft ->> 'id')::bigint);
    return case when v_facts is not null
      then jsonb_build_object('kind', 'thing', 'thing', p_draft ->> 'thing', 'id', p_draft ->> 'id', 'facts', v_facts) end;
  elsif v_kind = 'image' then
    select * into v_image from support.image
    where image_id = p_draft ->> 'imageId' and customer_id = p_customer_id and seq is null for update;
    return case when v_image.image_id is not null then jsonb_build_object(
      'kind', 'image', 'imageId', v_image.image_id, 'widthPx', v_image.width_px, 'heightPx', v_image.height_px) end;
  end if;
  raise exception 'a customer sends no %', v_kind using errcode = 'invalid_parameter_value';
end
$$;

-- Adds a customer's message, once for a client id. Outcomes: posted, repeated (the first one is answered), conflict (that was another
-- message), not-found (of a thing or photo), frequent-operations.
create function support.post(p_customer_id bigint, p_client_id uuid, p_draft jsonb)
returns table (outcome text, seq integer, at_ms bigint, body jsonb)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_most_a_minute constant integer := 60;
  v_conversation constant support.conversation := support.hold_conversation(p_customer_id);
  v_id constant bigint := v_conversation.conversation_id;
  v_now_ms constant bigint := market.now_ms();
  v_body jsonb;
  v_message support.message;
begin
  select * into v_message from support.message as m
  where m.conversation_id = v_id and m.sender = 'customer' and coalesce(m.operator_id, 0) = 0 and m.client_id = p_client_id;
  if found then
    if v_message.body @> p_draft then
      return query select 'repeated', v_message.seq, v_message.at_ms, v_message.body;
    else
      return query select 'conflict', null::integer, null::bigint, null::jsonb;
    end if;
    return;
  end if;
  if (select count(*) from support.message as m
      where m.conversation_id = v_id and m.sender = 'customer' and m.at_ms > v_now_ms - 60000) >= v_most_a_minute then
    return query select 'frequent-operations', null::integer, null::bigint, null::jsonb;
    return;
  end if;
  v_body := support.body_of(p_customer_id, p_draft);
  if v_body is null then
    return query select 'not-found', null::integer, null::bigint, null::jsonb;
    return;
  end if;
  v_message := support.append(v_id, 'customer', null, p_client_id, v_body);
  update support.image as i set conversation_id = v_id, seq = v_message.seq where i.image_id = v_body ->> 'imageId';
  if v_conversation.state = 'closed' then
    update support.conversation as c set state = 'waiting', opened_ms = v_now_ms, waiting_since_ms = v_now_ms where c.conversation_id = v_id;
    perform support.add_event(v_id, case when support.is_open(v_now_ms) then 'waiting' else 'outside-hours' end, null);
  else
    update support.conversation as c set waiting_since_ms = coalesce(c.waiting_since_ms, v_now_ms) where c.conversation_id = v_id;
  end if;
  return query select 'posted', v_message.seq, v_message.at_ms, v_message.body;
end
$$;

-- The customer has seen everything up to a number, and with it what the inbox says of it.
create function support.customer_read(p_customer_id bigint, p_seq integer) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update support.conversation set customer_read_seq = least(p_seq, newest_seq)
  where customer_id = p_customer_id and customer_read_seq < least(p_seq, newest_seq);
  update message.message set read_ms = greatest(market.now_ms(), created_ms)
  where customer_id = p_customer_id and kind = 'support-reply' and read_ms is null;
end
$$;

-- Rates the conversation as it was closed last. False where there is nothing to rate, or it was rated otherwise.
create function support.rate(p_customer_id bigint, p_score integer, p_comment text) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_conversation constant support.conversation := support.hold_conversation(p_customer_id);
begin
  if v_conversation.state <> 'closed' or v_conversation.closed_seq is null then
    return false;
  end if;
  insert into support.rating (conversation_id, closed_seq, score, comment, at_ms, operator_id)
  values (v_conversation.conversation_id, v_conversation.closed_seq, p_score, p_comment, market.now_ms(), v_conversation.closed_by)
  on conflict do nothing;
  return exists (
    select from support.rating as r where r.conversation_id = v_conversation.conversation_id and r.closed_seq = v_conversation.closed_seq
      and r.score = p_score and r.comment = p_comment
  );
end
$$;

-- What the customer's app says of itself.
create function support.introduce(p_customer_id bigint, p_language text, p_device text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform support.hold_conversation(p_customer_id);
  update support.conversation set language = p_language, device = p_device where customer_id = p_customer_id;
end
$$;

-- An answer of the sandbox's assistant to the newest message of a customer, where nobody is on duty and nobody has claimed it.
create function support.assist(p_conversation_id bigint, p_after_seq integer, p_text text) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_state text;
  v_newest support.message;
begin
  if not operator.is_sandbox() then
    raise exception 'people answer where money is real' using errcode = 'insufficient_privilege';
  end if;
  select state into v_state from support.conversation where conversation_id = p_conversation_id for update;
  select * into v_newest from support.message
  where conversation_id = p_conversation_id and sender <> 'system' order by seq desc limit 1;
  if v_state is distinct from 'waiting' or v_newest.sender <> 'customer' or v_newest.seq <> p_after_seq
    or exists (select from support.presence as p where support.is_on_duty(p.operator_id)) then
    return false;
  end if;
  perform support.append(p_conversation_id, 'assistant', null, null, jsonb_build_object('kind', 'text', 'text', p_text));
  return true;
end
$$;

-- Forgets a photo that became part of no message, once it is destroyed.
create function support.forget_image(p_image_id text) returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$ delete from support.image where image_id = p_image_id and seq is null $$;
