-- Frozen withdrawals of customers who have moved. All of it is empty in a start with one cell.

-- Customers whose withdrawals are frozen in an earlier cell of theirs, and so in this one.
create table deposit.reported_freeze (
  freeze_id bigint generated always as identity primary key,
  customer_id bigint not null,
  from_cell smallint not null check (from_cell > 0),
  since_ms bigint not null,
  lifted_ms bigint check (lifted_ms >= since_ms)
);
create unique index reported_freeze_open on deposit.reported_freeze (customer_id, from_cell) where lifted_ms is null;
