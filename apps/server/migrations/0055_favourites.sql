-- The instruments that customers keep at hand. Decides nothing, so the application writes it itself.

create table identity.favourite (
  customer_id bigint not null references identity.customer,
  instrument_id integer not null references market.instrument,
  -- The order in which they were added.
  favourite_id bigint generated always as identity,
  primary key (customer_id, instrument_id)
);

grant select, insert, delete on identity.favourite to candor_app;
