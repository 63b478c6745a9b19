-- The mode in which this database was created: play money never becomes real money. Only the owner reads and writes it.
create schema origin;

create table origin.mode (
  singleton boolean primary key default true check (singleton),
  mode text not null check (mode in ('sandbox', 'live'))
);
