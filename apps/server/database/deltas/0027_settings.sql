-- Fees, minimums, limits, thresholds and the like change one value at a time: one operator proposes, another confirms.
create schema setting;

-- The values that operators may change, and how far. For the owner only.
create table setting.bound (
  name text primary key check (name ~ '^[a-z-]{3,40}$'),
  place smallint not null unique,
  -- As operators read and sign it.
  title text not null check (length(title) between 3 and 60),
  kind text not null check (kind in ('fee', 'minimum', 'limit', 'threshold', 'time')),
  unit text not null check (unit in ('USD', 'USDT', 'count', 'ms')),
  lowest bigint not null,
  highest bigint not null check (highest > lowest and lowest >= 0)
);
insert into setting.bound (name, place, title, kind, unit, lowest, highest) values
  ('withdrawal-fee-usd', 1, 'Withdrawal fee, USD', 'fee', 'USD', 0, 50000000),
  ('withdrawal-fee-usdt', 2, 'Withdrawal fee, USDT', 'fee', 'USDT', 0, 50000000),
  ('withdrawal-minimum-usd', 3, 'Smallest withdrawal, USD', 'minimum', 'USD', 1000000, 1000000000),
  ('withdrawal-minimum-usdt', 4, 'Smallest withdrawal, USDT', 'minimum', 'USDT', 1000000, 1000000000),
  ('recharge-minimum', 5, 'Smallest recharge', 'minimum', 'USDT', 1000000, 1000000000),
  ('withdrawal-day-usd', 6, 'Withdrawals a day, USD', 'limit', 'USD', 100000000, 1000000000000),
  ('withdrawal-day-usdt', 7, 'Withdrawals a day, USDT', 'limit', 'USDT', 100000000, 1000000000000),
  ('recharges-open', 8, 'Recharges under review, of one customer', 'limit', 'count', 1, 100),
  ('bank-cards', 9, 'Bank cards of one customer', 'limit', 'count', 1, 20),
  ('wallet-addresses', 10, 'Wallet addresses of one customer', 'limit', 'count', 1, 20),
  ('withdrawal-two-people-usd', 11, 'Two people approve withdrawals from, USD', 'threshold', 'USD', 10000000,
    10000000000),
  ('withdrawal-two-people-usdt', 12, 'Two people approve withdrawals from, USDT', 'threshold', 'USDT', 10000000,
    10000000000),
  ('recharge-two-people', 13, 'Two people approve recharges from', 'threshold', 'USDT', 10000000, 10000000000),
  ('cool-down', 14, 'A new destination rests', 'time', 'ms', 0, 30 * 86400000::bigint),
  ('sale-time', 15, 'A sale waits for its merchant', 'time', 'ms', 60000, 86400000);

create table setting.setting_proposal (
  proposal_id bigint generated always as identity primary key,
  name text not null references setting.bound,
  -- The value that it was proposed against. Another one by now refuses it.
  former bigint not null,
  wanted bigint not null,
  -- The bounds of that time.
  lowest bigint not null,
  highest bigint not null,
  note text not null check (length(note) between 3 and 500),
  proposed_by bigint not null references operator.account,
  proposed_ms bigint not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'rejected')),
  decided_by bigint references operator.account,
  decided_ms bigint,
  constraint setting_is_changed check (wanted <> former),
  constraint setting_keeps_its_bounds check (wanted between lowest and highest),
  constraint setting_needs_two_operators check (state <> 'confirmed' or decided_by <> proposed_by),
  constraint decided_setting_is_complete check (
    (state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_ms is null))
);
create index setting_proposal_of_name on setting.setting_proposal (name, proposal_id);
