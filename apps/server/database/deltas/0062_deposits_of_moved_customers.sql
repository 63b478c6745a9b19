-- Transfers to the deposit addresses of customers who move between cells. All of it is empty in a start with one cell.

-- Customers whose further transfers another cell records: they have left this one, or are about to come.
create table deposit.elsewhere (
  customer_id bigint primary key check (customer_id > 0)
);

-- Transfers that an earlier cell of a customer has recorded: they are credited there, and not again here.
create table deposit.earlier_transfer (
  chain deposit.chain not null,
  txid text not null,
  -- -1: a voucher was credited, and so the whole transaction.
  log_index integer not null check (log_index >= -1),
  customer_id bigint not null,
  primary key (chain, txid, log_index)
);

create index earlier_transfer_of_customer on deposit.earlier_transfer (customer_id);

-- Final transfers that this cell has seen and another one is to record.
create table deposit.late_transfer (
  chain deposit.chain not null,
  txid text not null,
  log_index integer not null check (log_index >= 0),
  customer_id bigint not null,
  address text not null,
  token text not null,
  units bigint,
  block_number bigint not null,
  block_hash text not null,
  confirmations integer not null,
  seen_ms bigint not null,
  delivered_ms bigint,
  primary key (chain, txid, log_index)
);
create index late_transfer_undelivered on deposit.late_transfer (seen_ms) where delivered_ms is null;
