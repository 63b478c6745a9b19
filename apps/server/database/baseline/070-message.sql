-- Messages to customers: one row each, formatted from kind and details in the reader's language.
create schema message;

create table message.message (
  message_id bigint generated always as identity primary key,
  customer_id bigint not null references identity.customer,
  -- Such as 'kyc-verified' or 'withdrawal-completed'.
  kind text not null check (kind ~ '^[a-z][a-z-]{1,60}$'),
  -- The message's subject, such as 'kyc:45'.
  subject text not null check (subject ~ '^[a-z-]{1,40}:[0-9]{1,19}$'),
  -- The text's parameters: never a secret, never a photo.
  details jsonb not null check (jsonb_typeof(details) = 'object' and length(details::text) <= 4000),
  created_ms bigint not null,
  read_ms bigint check (read_ms >= created_ms)
);
create index message_of_customer on message.message (customer_id, created_ms desc, message_id desc);
create index message_unread on message.message (customer_id) where read_ms is null;

-- Settled contracts up to this time are read.
create table message.reader (
  customer_id bigint primary key references identity.customer,
  orders_read_ms bigint not null
);

-- Announcements and later settlements that were read, one by one.
create table message.read_mark (
  customer_id bigint not null references identity.customer,
  source text not null check (source in ('order', 'announcement')),
  item_id bigint not null,
  read_ms bigint not null,
  primary key (customer_id, source, item_id)
);
