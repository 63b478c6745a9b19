-- Where a customer lives, as they wrote it. Decides nothing, so the application writes it itself.

create table identity.address (
  customer_id bigint primary key references identity.customer,
  address text not null check (char_length(address) between 3 and 200),
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  changed_ms bigint not null,
  check ((lat is null) = (lng is null))
);

grant select, insert, update, delete on identity.address to candor_app;
