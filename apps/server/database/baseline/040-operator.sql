-- Operators: accounts that the owner makes at the command line, sessions that only a password and a fresh code of an
-- authenticator open, and what is being looked at by whom. The application executes functions and reads names; it can
-- write nothing, read no secret, and open no session for anybody.

create schema operator;
create type operator.role as enum ('support', 'kyc', 'payments', 'desk', 'risk', 'lead', 'auditor', 'security');

create table operator.account (
  operator_id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z][a-z0-9-]{1,31}$'),
  roles operator.role[] not null check (cardinality(roles) between 1 and 8 and array_position(roles, null) is null),
  -- The argon2id key derived from the password and this salt is never stored; this column holds its SHA-256.
  password_salt bytea not null check (octet_length(password_salt) = 16),
  password_check bytea not null check (octet_length(password_check) = 32),
  -- The password set by the owner is only valid for replacing it.
  is_password_new boolean not null default true,
  totp_secret bytea not null check (octet_length(totp_secret) >= 20),
  -- The newest step of a code that was used: no code opens twice.
  totp_step bigint not null default 0,
  -- The sandbox's automatic reviewers. Refused in live mode.
  is_sandbox boolean not null default false,
  disabled_ms bigint,
  created_ms bigint not null
);

create table operator.session (
  session_id bigint generated always as identity primary key,
  operator_id bigint not null references operator.account,
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  device text not null check (length(device) <= 200),
  network text not null check (length(network) <= 64),
  created_ms bigint not null,
  last_used_ms bigint not null,
  ended_ms bigint
);
create index session_of_operator on operator.session (operator_id);

-- Login attempts by the given name, whether it exists or not: both look the same.
create table operator.attempt (
  name text primary key,
  failures integer not null check (failures >= 0),
  last_ms bigint not null
);

-- One attempt that was counted, in a transaction of its own, before anything is verified.
create table operator.ticket (
  ticket_hash bytea primary key,
  name text not null,
  transaction_id xid8 not null,
  opened_before bigint not null,
  created_ms bigint not null
);

-- Counts verifications and is never rolled back: a ticket is valid for a handful of them, including uncommitted ones.
create sequence operator.verification as bigint cache 1;

-- Unknown names get a constant salt, too.
create table operator.decoy (
  singleton boolean primary key default true check (singleton),
  key bytea not null
);
insert into operator.decoy (key) values (crypto.gen_random_bytes(32));

-- A subject that an operator is looking at. A courtesy that avoids duplicate work; it decides nothing.
create table operator.claim (
  subject text primary key check (subject ~ '^[a-z-]+:[0-9]{1,18}$'),
  operator_id bigint not null references operator.account,
  until_ms bigint not null
);

create table operator.announcement (
  announcement_id bigint generated always as identity primary key,
  from_ms bigint not null,
  until_ms bigint check (until_ms > from_ms),
  created_by bigint not null references operator.account,
  created_ms bigint not null,
  ended_ms bigint,
  -- A text for each language that its writer has one for, and always an English one, which everybody else reads.
  texts jsonb not null
);
create index announcement_shown on operator.announcement (from_ms) where ended_ms is null;
