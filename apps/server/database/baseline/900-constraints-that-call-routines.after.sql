-- Constraints that call routines of the modules, and the first partitions of the entries: applied once the routines
-- exist.
alter table operator.announcement
  add constraint announcement_texts_check check (operator.are_announcement_texts(texts));

alter table swap.swap
  add constraint swapped_at_its_rate check (
    receives = swap.swapped(from_asset, gives, rate_ticks, rate_decimals, spread_bps)
    and spread = swap.swap_spread(from_asset, gives, spread_bps));

alter table interest.interest_product
  add constraint least_amount_earns check (interest.interest_of(minimum, daily_rate_ppm, duration_ms) > 0);
alter table interest.interest_proposal
  add constraint least_amount_earns check (interest.interest_of(minimum, daily_rate_ppm, duration_ms) > 0);
alter table interest.term
  add constraint interest_follows_from_the_product check (
    interest = interest.interest_of(amount, daily_rate_ppm, duration_ms));

alter table support.setting add constraint hours_are_apart check (support.are_apart(days));

select ledger.create_entry_days(clock.now_ms(), 14);
