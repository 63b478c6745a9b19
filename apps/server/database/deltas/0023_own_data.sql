-- Copies of their own data that customers asked for. The object of the vault is named before anything is stored in it,
-- so that a copy which a crash cut off is found and destroyed like every other.
create schema own_data;

create table own_data.archive (
  archive_id bigint primary key,
  customer_id bigint not null references identity.customer,
  lang text not null check (lang ~ '^[a-z]{2}$'),
  object_id text not null unique check (object_id ~ '^[0-9a-f]{48}$'),
  requested_ms bigint not null,
  ready_ms bigint check (ready_ms >= requested_ms),
  byte_count bigint check (byte_count > 0),
  destroyed_ms bigint check (destroyed_ms >= requested_ms),
  check ((ready_ms is null) = (byte_count is null))
);
create index archive_of_customer on own_data.archive (customer_id, archive_id desc);
create index archive_to_destroy on own_data.archive (requested_ms) where destroyed_ms is null;
