-- Price alerts of customers. A row waits for its price; the alert that fires is deleted in the transaction that writes
-- its message.
create schema alert;

create table alert.price_alert (
  price_alert_id bigint generated always as identity primary key,
  customer_id bigint not null references identity.customer,
  instrument_id integer not null references market.instrument,
  direction text not null check (direction in ('above', 'below')),
  -- In the instrument's price units.
  price bigint not null check (price > 0),
  -- The first slot whose frame may fire it: the first that was not stored when the alert was set.
  from_slot bigint not null,
  created_ms bigint not null,
  unique (customer_id, instrument_id, direction, price)
);
create index price_alert_by_price on alert.price_alert (instrument_id, direction, price);

-- The newest slot whose frame was compared with the alerts.
create table alert.progress (
  is_only boolean primary key default true check (is_only),
  evaluated_slot bigint not null
);
insert into alert.progress (evaluated_slot) select coalesce(max(slot), -1) from market.frame;
