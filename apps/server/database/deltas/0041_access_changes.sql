-- What happened to sessions and accounts in the last minutes, for processes that remember them.
create table identity.access_change (
  change_id bigint generated always as identity primary key,
  customer_id bigint not null,
  -- Null for what is not about one session.
  session_id bigint,
  kind text not null check (kind in ('session-revoked', 'customer-changed')),
  at_ms bigint not null
);
create index access_change_newest on identity.access_change (at_ms);
