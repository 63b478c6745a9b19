-- The lease of the market: one process publishes frames, for as long as it renews the lease. Each holder has a term of
-- its own, which is in every frame of its.
create table market.lease (
  is_only boolean primary key default true check (is_only),
  holder text,
  term bigint not null default 0 check (term >= 0),
  until_ms bigint not null default 0
);
insert into market.lease default values;

alter table market.frame add column term bigint not null default 0;

-- The lock that the lease replaces.
revoke execute on function pg_catalog.pg_try_advisory_lock(bigint) from candor_market;
