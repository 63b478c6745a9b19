-- Customer service: messages between customers and agents. A customer has one conversation, which a new message
-- reopens. Messages are append-only, numbered without gaps within their conversation: a client that has 1 to n has
-- everything up to n.

create schema support;

-- Opening hours and the alarm.
create table support.setting (
  singleton boolean primary key default true check (singleton),
  time_zone text not null,
  -- [{"day": 1, "from": "09:00", "until": "18:00"}]; 1 is Monday.
  days jsonb not null check (jsonb_typeof(days) = 'array'),
  -- A longer wait makes the agent desk ring.
  alarm_ms integer not null check (alarm_ms between 30000 and 7200000),
  -- Set by the owner from the server's settings: the role that deletes must not decide how early.
  keep_days integer not null default 730 check (keep_days between 30 and 3650)
);
insert into support.setting (time_zone, days, alarm_ms)
select 'UTC', jsonb_agg(jsonb_build_object('day', day, 'from', '00:00', 'until', '24:00') order by day), 180000
from generate_series(1, 7) as day;

create table support.conversation (
  conversation_id bigint generated always as identity primary key,
  customer_id bigint not null unique references identity.customer,
  state text not null check (state in ('waiting', 'answering', 'closed')),
  -- The agent in charge.
  operator_id bigint references operator.account,
  opened_ms bigint not null,
  -- Since when the customer has been waiting: for a claim, or for a reply.
  waiting_since_ms bigint,
  -- The event that last closed it, and the agent in charge at that time.
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
  -- The author, or an event's agent.
  operator_id bigint references operator.account,
  -- The sender's own id, which identifies a repeat.
  client_id uuid,
  body jsonb not null check (body ? 'kind' and length(body::text) <= 16000),
  primary key (conversation_id, seq),
  check ((sender in ('customer', 'agent')) = (client_id is not null)),
  check (case sender when 'agent' then operator_id is not null when 'system' then true else operator_id is null end),
  check ((body ->> 'kind' = 'event') = (sender = 'system'))
);
create unique index message_once on support.message (conversation_id, sender, coalesce(operator_id, 0), client_id)
  where client_id is not null;
create index message_newest_of_customer on support.message (conversation_id, at_ms) where sender = 'customer';

-- Photos, stored encrypted in the vault. One that is not sent within an hour is destroyed.
create table support.image (
  image_id text primary key check (image_id ~ '^[0-9a-f]{32}$'),
  -- The sender: a customer, or an operator in a conversation.
  customer_id bigint references identity.customer,
  operator_id bigint references operator.account,
  object_id text not null unique check (object_id ~ '^[0-9a-f]{48}$'),
  -- Of the uploaded bytes: distinguishes a repeat from another photo.
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

create table support.note (
  note_id bigint generated always as identity primary key,
  conversation_id bigint not null references support.conversation,
  operator_id bigint not null references operator.account,
  at_ms bigint not null,
  text text not null check (length(text) between 1 and 2000)
);
create index note_of_conversation on support.note (conversation_id, note_id);

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

-- Opens the chat once.
create table support.ticket (
  ticket_hash bytea primary key check (octet_length(ticket_hash) = 32),
  session_id bigint not null references identity.session on delete cascade,
  expires_ms bigint not null
);
create index ticket_of_session on support.ticket (session_id);

-- Keeps the chat open, as long as the session that requested the ticket.
create table support.token (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  session_id bigint not null references identity.session on delete cascade,
  expires_ms bigint not null
);
create index token_of_session on support.token (session_id);

create table support.deletion (
  conversation_id bigint not null references support.conversation,
  -- Everything up to this message, which closed the conversation.
  up_to_seq integer not null check (up_to_seq > 0),
  closed_ms bigint not null,
  deleted_ms bigint not null,
  messages integer not null,
  photos integer not null,
  notes integer not null,
  primary key (conversation_id, up_to_seq)
);
create index message_closing on support.message (at_ms) where body ->> 'event' = 'closed';
