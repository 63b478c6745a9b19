create schema favourites;

create table favourites.favourite (
  customer_id bigint not null references identity.customer,
  instrument_id integer not null references market.instrument,
  -- The order in which they were added.
  favourite_id bigint generated always as identity,
  primary key (customer_id, instrument_id)
);
