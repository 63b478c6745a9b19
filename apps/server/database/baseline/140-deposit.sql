-- Deposits: the addresses that they arrive at, what the chains showed, and what was announced and credited. The
-- application announces; the watcher's own role says what a chain shows; operators say what a voucher shows. Nobody
-- names an owner, a rate or an amount to credit: these follow from stored rows.

create schema deposit;

create type deposit.chain as enum ('TRC20', 'ERC20');

-- Set by the owner from the server's settings. Without a token nothing that a chain shows is credited.
create table deposit.deposit_chain (
  chain deposit.chain primary key,
  -- The contract of USDT, in the form of its chain.
  token text,
  -- Shown to customers; what counts is that the chain considers the block final.
  confirmations integer not null check (confirmations between 1 and 10000),
  -- How far the watcher has read: every final block up to this one, whose hash identifies the chain.
  scanned_block bigint,
  scanned_hash text,
  check (num_nulls(scanned_block, scanned_hash) in (0, 2))
);
insert into deposit.deposit_chain (chain, confirmations) values ('TRC20', 20), ('ERC20', 64);

-- Set by the owner only.
create table deposit.deposit_setting (
  singleton boolean primary key default true check (singleton),
  -- In 10^-6 USDT; less is seen and not credited.
  minimum bigint not null check (minimum > 0),
  -- From this quantity on, two operators review a voucher.
  two_person_threshold bigint not null check (two_person_threshold > 0),
  -- Taken off the price where USD is credited.
  spread_bps integer not null check (spread_bps between 0 and 1000),
  max_open integer not null check (max_open > 0),
  -- An announcement without a voucher lapses when nothing arrives within this time.
  lapse_ms bigint not null check (lapse_ms > 0)
);
insert into deposit.deposit_setting (minimum, two_person_threshold, spread_bps, max_open, lapse_ms)
values (10000000, 300000000, 5, 20, 3 * 86400000);

-- The owner of an address. Written once, by the role that derives it: anyone able to write here could take another
-- customer's deposits.
create table deposit.deposit_address (
  chain deposit.chain not null,
  customer_id bigint not null check (customer_id > 0),
  -- Its child index below the extended public key.
  child_index integer not null check (child_index >= 0),
  address text not null check (length(address) between 20 and 100),
  created_ms bigint not null,
  primary key (chain, customer_id)
);
create unique index deposit_address_owner on deposit.deposit_address (chain, lower(address));

create type deposit.transfer_state as enum ('waiting', 'credited', 'dust', 'wrong-token', 'reviewed', 'reversed');

-- A transfer that a chain showed to one of our addresses. The key is the transaction and the entry's position in its
-- receipt, which stays the same when the transaction moves to another block.
create table deposit.chain_transfer (
  transfer_id bigint generated always as identity primary key,
  chain deposit.chain not null,
  txid text not null,
  log_index integer not null check (log_index >= 0),
  customer_id bigint not null,
  address text not null,
  token text not null,
  -- In 10^-6 USDT; null for another token.
  units bigint check (units >= 0),
  block_number bigint not null check (block_number >= 0),
  block_hash text not null,
  confirmations integer not null check (confirmations >= 0),
  state deposit.transfer_state not null,
  seen_ms bigint not null,
  changed_ms bigint not null,
  unique (chain, txid, log_index),
  unique (transfer_id, customer_id, chain),
  check ((units is null) <= (state in ('wrong-token', 'reversed')))
) with (fillfactor = 80);
create index chain_transfer_of_customer on deposit.chain_transfer (customer_id, transfer_id desc);
create index chain_transfer_waiting on deposit.chain_transfer (chain, block_number) where state = 'waiting';

create type deposit.deposit_state as enum ('under-review', 'completed', 'rejected', 'failed', 'lapsed');
create type deposit.deposit_reason as enum (
  'voucher-unreadable', 'transfer-not-found', 'quantity-differs', 'wrong-chain', 'already-credited',
    'not-your-transfer',
  'transfer-reversed', 'nothing-arrived'
);

create table deposit.deposit (
  deposit_id bigint generated always as identity primary key,
  customer_id bigint not null,
  -- Null for an unannounced transfer.
  request_id uuid,
  chain deposit.chain not null,
  -- The credited asset: 1 = USD, 2 = USDT.
  asset smallint not null check (asset in (1, 2)),
  -- Of USDT, in 10^-6.
  quantity bigint not null check (quantity > 0),
  txid text,
  -- The photo in the vault, and the digest of the upload, which distinguishes a repeat from another request.
  voucher text,
  voucher_digest bytea check (octet_length(voucher_digest) = 32),
  approvals_needed smallint not null check (approvals_needed in (1, 2)),
  state deposit.deposit_state not null default 'under-review',
  reason deposit.deposit_reason,
  -- The source of the credit: the transfer seen by the watcher, or the transaction found by operators.
  transfer_id bigint unique,
  reference text check (length(reference) between 6 and 120),
  credited bigint check (credited > 0),
  -- USD for one USDT, before the spread.
  rate_ticks bigint,
  rate_decimals smallint,
  rate_spread_bps integer,
  created_ms bigint not null,
  decided_ms bigint,
  -- The amount moved from the customer into suspense when the chain reversed the transfer; null otherwise.
  suspended bigint check (suspended between 0 and credited),
  unique (request_id, customer_id),
  foreign key (transfer_id, customer_id, chain) references deposit.chain_transfer (transfer_id, customer_id, chain),
  constraint deposit_has_a_source check (request_id is not null or transfer_id is not null),
  constraint credited_by_one_source check ((credited is not null) <= (num_nonnulls(transfer_id, reference) = 1)),
  constraint completed_is_credited check (case when state = 'completed' then credited is not null and suspended is null
    else (credited is null or state = 'failed') end),
  constraint suspended_is_failed check ((suspended is not null) = (state = 'failed' and credited is not null)),
  constraint bad_ends_have_a_reason check ((state in ('rejected', 'failed', 'lapsed')) = (reason is not null)),
  constraint decided_once check ((state = 'under-review') = (decided_ms is null)),
  constraint rate_of_usd check (num_nonnulls(rate_ticks, rate_decimals, rate_spread_bps) = case when asset = 1
    and credited is not null then 3 else 0 end)
) with (fillfactor = 80);

-- A transaction is credited once, however many reports of it arrive.
create unique index deposit_by_reference on deposit.deposit (chain, reference) where reference is not null;
create index deposit_of_customer on deposit.deposit (customer_id, deposit_id desc);
create index deposit_open on deposit.deposit (created_ms, deposit_id) where state = 'under-review';

-- Operators' verdicts on a voucher; one per operator.
create table deposit.deposit_verdict (
  deposit_id bigint not null references deposit.deposit,
  operator_id bigint not null,
  is_approval boolean not null,
  reference text,
  at_ms bigint not null,
  primary key (deposit_id, operator_id),
  check (is_approval = (reference is not null))
);

-- Customers whose withdrawals are frozen, and since when: a credited transfer disappeared.
create table deposit.withdrawal_freeze (
  freeze_id bigint generated always as identity primary key,
  customer_id bigint not null,
  deposit_id bigint not null references deposit.deposit,
  since_ms bigint not null,
  lifted_ms bigint check (lifted_ms >= since_ms)
);
create unique index withdrawal_freeze_open on deposit.withdrawal_freeze (customer_id, deposit_id)
  where lifted_ms is null;

create table deposit.reserved_voucher (
  object_id text primary key check (object_id ~ '^[0-9a-f]{48}$'),
  reserved_ms bigint not null
);
