-- The lease of the log: of several processes that could seal it, one does, for as long as it renews the lease.
create table transparency.lease (
  is_only boolean primary key default true check (is_only),
  holder text,
  until_ms bigint not null default 0
);
insert into transparency.lease default values;
