-- What the watcher may credit without an operator; a transfer above it is held until operators approve it. Set by the
-- owner only.
create table deposit.watcher_cap (
  singleton boolean primary key default true check (singleton),
  -- In 10^-6 USDT.
  per_transfer bigint not null check (per_transfer >= 0),
  per_customer_and_day bigint not null check (per_customer_and_day >= 0),
  total_a_day bigint not null check (total_a_day >= 0)
);
insert into deposit.watcher_cap (per_transfer, per_customer_and_day, total_a_day)
values (5000000000, 10000000000, 100000000000);

-- Since when a final transfer waits for operators; it stays set once they have approved it.
alter table deposit.chain_transfer add column held_ms bigint;
create index deposit_by_transfer_credit on deposit.deposit (decided_ms)
  where transfer_id is not null and credited is not null;
