-- Drops the stand-in for the old name of interest orders. An older database has the constraint on the table already.
drop table interest.term;
alter table interest.interest_order
  drop constraint if exists interest_follows_from_the_product,
  add constraint interest_follows_from_the_product check (
    interest = interest.interest_of(amount, daily_rate_ppm, duration_ms));
