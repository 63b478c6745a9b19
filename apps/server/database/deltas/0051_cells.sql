-- Cells: what one sends to another, customers who move, sales whose desk is elsewhere. All of it is empty in a start
-- with one cell.
alter table ledger.account drop constraint account_without_minimum;
alter table ledger.account add constraint account_without_minimum
  check ((kind in ('custody', 'suspense', 'clearing')) = (minimum is null)) not valid;

-- The lines of an account from before its customer came to this cell.
create table statement.past_entry (
  account_id bigint not null references ledger.account,
  version bigint not null check (version > 0),
  at_ms bigint not null,
  ref bigint,
  kind ledger.movement not null,
  asset smallint not null,
  d_posted bigint not null,
  d_held bigint not null,
  posted_after bigint not null,
  held_after bigint not null,
  primary key (account_id, version)
);

create schema cell;

-- Which cell this database is. No row: the only one.
create table cell.self (
  is_only boolean primary key default true check (is_only),
  cell smallint not null check (cell between 1 and 4096)
);

-- The versions of terms, instruments and products that this cell has.
create table cell.version (
  version bigint primary key check (version > 0),
  digest bytea not null check (octet_length(digest) = 32),
  at_ms bigint not null
);

-- Money that left this cell's customers for another cell, through the clearing accounts: the outbox. A sale receives
-- USD, which is negative.
create table cell.sent (
  reference bigint primary key,
  to_cell smallint not null check (to_cell > 0),
  kind text not null check (kind in ('move', 'sale')),
  -- The move, or the allotment.
  subject_id bigint not null,
  customer_id bigint not null references identity.customer,
  request_id uuid,
  usd bigint not null,
  usdt bigint not null check (usdt >= 0),
  usd_stripe smallint references ledger.stripe,
  usd_seq bigint,
  usdt_stripe smallint references ledger.stripe,
  usdt_seq bigint,
  at_ms bigint not null,
  delivered_ms bigint,
  unique (request_id, customer_id),
  constraint money_is_sent check (usd <> 0 or usdt <> 0),
  constraint booked_where_it_moves check (
    num_nulls(usd_stripe, usd_seq) = case when usd = 0 then 2 else 0 end
    and num_nulls(usdt_stripe, usdt_seq) = case when usdt = 0 then 2 else 0 end),
  constraint a_sale_pays check (case kind when 'sale' then usd < 0 and usdt > 0 and request_id is not null
    else usd >= 0 and request_id is null end)
);
create index undelivered on cell.sent (reference) where delivered_ms is null;

-- What arrived from other cells, once for each reference.
create table cell.received (
  from_cell smallint not null check (from_cell > 0),
  reference bigint not null,
  kind text not null check (kind in ('move', 'sale')),
  subject_id bigint not null,
  usd bigint not null,
  usdt bigint not null,
  usd_stripe smallint references ledger.stripe,
  usd_seq bigint,
  usdt_stripe smallint references ledger.stripe,
  usdt_seq bigint,
  at_ms bigint not null,
  primary key (from_cell, reference),
  constraint booked_where_it_moves check (
    num_nulls(usd_stripe, usd_seq) = case when usd = 0 then 2 else 0 end
    and num_nulls(usdt_stripe, usdt_seq) = case when usdt = 0 then 2 else 0 end)
);

-- Customers who leave this cell, from when their accounts were frozen.
create table cell.departure (
  move_id bigint primary key,
  customer_id bigint not null references identity.customer,
  to_cell smallint not null check (to_cell > 0),
  frozen_ms bigint not null,
  given_up_ms bigint,
  left_ms bigint,
  check (given_up_ms is null or left_ms is null)
);
create index departure_of_customer on cell.departure (customer_id);

-- Customers who came to this cell. They may act once they are admitted.
create table cell.arrival (
  move_id bigint primary key,
  customer_id bigint not null unique references identity.customer,
  from_cell smallint not null check (from_cell > 0),
  frozen_ms bigint not null,
  admitted_ms bigint
);

-- USDT that a desk of this cell buys in another one, with the USD that it may cost held on the desk's account.
create table cell.allotment (
  allotment_id bigint primary key,
  merchant_id bigint not null references floor.merchant,
  to_cell smallint not null check (to_cell > 0),
  unit_price bigint not null check (unit_price > 0),
  quantity bigint not null check (quantity > 0),
  minimum bigint not null check (minimum > 0),
  maximum bigint not null check (maximum >= minimum and maximum <= quantity),
  bought bigint not null default 0 check (bought between 0 and quantity),
  -- What is still held.
  reserved bigint not null check (reserved >= 0),
  stripe smallint not null references ledger.stripe,
  held_seq bigint not null,
  at_ms bigint not null,
  released_ms bigint,
  released_seq bigint,
  constraint the_rest_is_covered check (released_ms is not null
    or reserved >= div((quantity - bought)::numeric * unit_price, 1000000)),
  constraint nothing_is_held_after_release check (released_ms is null or reserved = 0)
);

-- Allotments of desks in other cells, into which customers of this cell sell.
create table cell.offer (
  desk_cell smallint not null check (desk_cell > 0),
  allotment_id bigint not null,
  unit_price bigint not null check (unit_price > 0),
  quantity bigint not null check (quantity > 0),
  minimum bigint not null check (minimum > 0),
  maximum bigint not null check (maximum >= minimum),
  remaining bigint not null check (remaining between 0 and quantity),
  closed_ms bigint,
  primary key (desk_cell, allotment_id)
);
