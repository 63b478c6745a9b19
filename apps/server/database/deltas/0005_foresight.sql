-- How often orders were right about the seconds after their acceptance (contract/sql/foresight.sql).
create table contract.foresight (
  day integer not null, -- since 1970-01-01 UTC
  instrument_id integer not null references market.instrument,
  customer_id bigint not null,
  contracts integer not null check (contracts > 0),
  -- Of these, the price went in their direction.
  right_contracts integer not null check (right_contracts between 0 and contracts),
  -- The sum of the shares at which each breaks even, in basis points.
  break_even_bps bigint not null check (break_even_bps >= 0),
  primary key (day, instrument_id, customer_id)
);

-- Up to which order contracts are counted.
create table contract.foresight_cursor (
  singleton boolean primary key default true check (singleton),
  order_id bigint not null
);
insert into contract.foresight_cursor (order_id) select coalesce(max(order_id), 0) from contract.contract_order;
