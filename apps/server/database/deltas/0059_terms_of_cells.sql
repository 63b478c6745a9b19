-- A cell that lacks the newest terms takes no orders. Placing reads the stripe anyway.
alter table ledger.stripe add column refuses_orders boolean not null default false;
alter table cell.self add column newest_version bigint not null default 0;
