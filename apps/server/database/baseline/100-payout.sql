-- Payout destinations: bank cards and wallet addresses. A destination never changes, it can only be removed; its number
-- is stored sealed by the server's key, with a keyed hash that finds duplicates and the few displayable characters.
create schema payout;
create type payout.method_kind as enum ('bank-card', 'wallet-address');

-- Set by the owner only, as a new version; the newest one counts.
create table payout.setting (
  version bigint generated always as identity primary key,
  max_bank_cards integer not null check (max_bank_cards between 0 and 100),
  max_wallet_addresses integer not null check (max_wallet_addresses between 0 and 100),
  -- How long a new destination rests before its first withdrawal.
  cool_down_ms bigint not null check (cool_down_ms between 0 and 30 * 86400000::bigint),
  created_ms bigint not null
);
insert into payout.setting (max_bank_cards, max_wallet_addresses, cool_down_ms, created_ms)
  values (5, 1, 86400000, (extract(epoch from clock_timestamp()) * 1000)::bigint);

create table payout.method (
  method_id bigint generated always as identity primary key,
  customer_id bigint not null references identity.customer,
  request_id uuid not null,
  kind payout.method_kind not null,
  -- The displayable part: bank name, holder, the last characters. Never the number.
  shown jsonb not null check (jsonb_typeof(shown) = 'object' and length(shown::text) <= 2000),
  sealed bytea not null check (octet_length(sealed) between 29 and 400),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  added_ms bigint not null,
  removed_ms bigint check (removed_ms >= added_ms),
  unique (customer_id, request_id),
  -- The key that withdrawals reference: the destination with its owner and its kind.
  unique (method_id, customer_id, kind, fingerprint)
);
create index method_of_customer on payout.method (customer_id, method_id);
create unique index method_bound_once on payout.method (customer_id, fingerprint) where removed_ms is null;
create index method_by_fingerprint on payout.method (fingerprint);
