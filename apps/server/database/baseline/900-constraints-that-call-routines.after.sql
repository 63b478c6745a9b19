-- Constraints that call routines of the modules, and the first partitions of the entries: applied once the routines exist.
alter table operator.announcement
  add constraint announcement_texts_check check (operator.are_announcement_texts(texts));

alter table ledger.swap
  add constraint swapped_at_its_rate check (
    receives = ledger.swapped(from_asset, gives, rate_ticks, rate_decimals, spread_bps)
    and spread = ledger.swap_spread(from_asset, gives, spread_bps));

alter table ledger.interest_product
  add constraint least_amount_earns check (ledger.interest_of(minimum, daily_rate_ppm, duration_ms) > 0);
alter table ledger.interest_proposal
  add constraint least_amount_earns check (ledger.interest_of(minimum, daily_rate_ppm, duration_ms) > 0);
alter table ledger.term
  add constraint interest_follows_from_the_product check (
    interest = ledger.interest_of(amount, daily_rate_ppm, duration_ms));

alter table support.setting add constraint hours_are_apart check (support.are_apart(days));

select ledger.create_entry_days(market.now_ms(), 14);
