-- SHA-1 and HMAC for authenticator codes, and random bytes. For the owner only.
create schema crypto;
create extension if not exists pgcrypto with schema crypto;
create schema audit;

create table audit.entry (
  seq bigint primary key check (seq > 0),
  at_ms bigint not null,
  -- Null when no operator acted: the owner at the command line, or the database itself.
  operator_id bigint,
  -- The name as it was then.
  actor text not null check (length(actor) between 1 and 64),
  action text not null check (action ~ '^[a-z]+([.-][a-z]+)*$' and length(action) <= 64),
  -- The act's subject, as 'withdrawal:123'.
  subject text not null check (length(subject) between 1 and 200),
  reason text not null check (length(reason) <= 2000),
  details jsonb not null,
  -- Whether the database recorded the act in its own transaction, or the server reported it.
  source text not null check (source in ('database', 'server')),
  prev_hash bytea not null check (octet_length(prev_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32)
);
create index entry_of_subject on audit.entry (subject, seq);
create index entry_of_operator on audit.entry (operator_id, seq);
create index entry_of_action on audit.entry (action, seq);

-- The newest link, so that cutting rows off at the end shows as well.
create table audit.head (
  singleton boolean primary key default true check (singleton),
  seq bigint not null,
  hash bytea not null check (octet_length(hash) = 32)
);
insert into audit.head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
