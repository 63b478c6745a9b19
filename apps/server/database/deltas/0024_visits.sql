-- Visitors without an account write with customer service: their conversations have a token instead of a customer.
alter table support.conversation alter column customer_id drop not null;
alter table support.setting add column visit_keep_days integer not null default 30
  check (visit_keep_days between 1 and 365);

create table support.visit (
  conversation_id bigint primary key references support.conversation,
  -- SHA-256 of the token that only the visitor's browser keeps.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  begun_ms bigint not null,
  expires_ms bigint not null
);
create index visit_by_beginning on support.visit (begun_ms);
create index visit_by_expiry on support.visit (expires_ms);
