-- What customers are told of: one row a message, in words that the reader's language makes of kind and details.
create schema message;
grant usage on schema message to candor_app;

create table message.message (
  message_id bigint generated always as identity primary key,
  customer_id bigint not null references identity.customer,
  -- Such as 'kyc-verified' or 'withdrawal-completed'.
  kind text not null check (kind ~ '^[a-z][a-z-]{1,60}$'),
  -- What it is about, such as 'kyc:45'.
  subject text not null check (subject ~ '^[a-z-]{1,40}:[0-9]{1,19}$'),
  -- What the text needs: never a secret, never a photo.
  details jsonb not null check (jsonb_typeof(details) = 'object' and length(details::text) <= 4000),
  created_ms bigint not null,
  read_ms bigint check (read_ms >= created_ms)
);
create index message_of_customer on message.message (customer_id, message_id desc);

-- Writes one message, in the transaction of what it tells of.
create function message.add(p_customer_id bigint, p_kind text, p_subject text, p_details jsonb) returns bigint
language sql volatile security definer
set search_path = pg_catalog
as $$
  insert into message.message (customer_id, kind, subject, details, created_ms)
  values (p_customer_id, p_kind, p_subject, p_details, market.now_ms())
  returning message_id
$$;
revoke all on function message.add(bigint, text, text, jsonb) from public;

grant select on message.message to candor_app;
grant update (read_ms) on message.message to candor_app;
grant execute on function message.add(bigint, text, text, jsonb) to candor_app;
