-- Failed logins of operators count by where they come from, so that a stranger locks nobody else out.
drop table operator.attempt;
create table operator.attempt (
  name text not null,
  -- 'network:…' or 'device:…', from where attempts came; 'anywhere', for those that had one factor of two right.
  source text not null,
  failures integer not null check (failures >= 0),
  last_ms bigint not null,
  primary key (name, source)
);

-- A browser that has logged in to an account. It keeps the secret.
create table operator.device (
  device_id bigint generated always as identity primary key,
  operator_id bigint not null references operator.account,
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  last_used_ms bigint not null
);
create index device_of_operator on operator.device (operator_id, last_used_ms);

delete from operator.ticket;
alter table operator.ticket
  add column source text not null,
  add column device_id bigint,
  -- The transaction that verified both factors; null before it. The others: what was right, null where one was wrong.
  add column proof_transaction_id xid8,
  add column password_check bytea,
  add column totp_step bigint;
