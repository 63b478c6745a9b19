-- A voucher is written down before it lies in the vault: what a crash leaves there without a recharge is found again.

create schema deposit;
grant usage on schema deposit to candor_app;

create table deposit.reserved_voucher (
  object_id text primary key check (object_id ~ '^[0-9a-f]{48}$'),
  reserved_ms bigint not null
);
grant select, insert, delete on deposit.reserved_voucher to candor_app;
