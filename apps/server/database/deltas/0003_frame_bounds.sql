-- The largest step between two frames of one epoch, in basis points: 50 standard deviations of 30 seconds by the
-- calibration, at least 1 % and at most 5 %. A market that really jumps farther begins a new epoch.
alter table market.instrument add column max_step_bps integer;
update market.instrument set max_step_bps = coalesce(least(500, greatest(100, ceil(
  500000 * (simulation ->> 'sigma30sTicks')::numeric * tick_units / 10::numeric ^ tick_decimals
    / nullif((simulation ->> 'price')::numeric, 0)))), 500);
alter table market.instrument
  alter column max_step_bps set not null,
  add constraint max_step_is_positive check (max_step_bps > 0);
