-- The entry delay of an instrument follows the measured lag of its sources; each change is recorded.
create table market.entry_delay_change (
  change_id bigint generated always as identity primary key,
  instrument_id integer not null references market.instrument,
  set_ms bigint not null,
  from_slots integer not null,
  to_slots integer not null check (to_slots between 1 and 10),
  lag_ms integer not null check (lag_ms >= 0)
);
