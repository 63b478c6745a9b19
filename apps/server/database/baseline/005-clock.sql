-- The only clock of decisions about money: clock.now_ms().
create schema clock;

create table clock.setting (
  singleton boolean primary key default true check (singleton),
  -- Time for tests and simulations; only the owner can set it. Null means the real clock.
  virtual_now_ms bigint
);
insert into clock.setting default values;
