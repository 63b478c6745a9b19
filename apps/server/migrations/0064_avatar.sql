-- The picture of a customer, re-encoded by the server, and found by the hash of its bytes.

create table identity.avatar (
  customer_id bigint primary key references identity.customer,
  photo_hash bytea not null check (octet_length(photo_hash) = 32),
  photo bytea not null check (octet_length(photo) between 1 and 262144),
  created_ms bigint not null
);
create index avatar_by_hash on identity.avatar (photo_hash);

grant select, insert, update, delete on identity.avatar to candor_app;
