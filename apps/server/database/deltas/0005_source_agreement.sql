-- How far two fresh sources may stand apart follows from how much an instrument moves: a quarter of the standard
-- deviation of 30 s, at least an exchange tick, in millionths of the price (agreementPpm in catalogue.ts).
alter table market.instrument add column agreement_ppm integer check (agreement_ppm > 0);
update market.instrument set agreement_ppm = coalesce(greatest(1, round(
  1000000 * greatest(1, 0.25 * (simulation ->> 'sigma30sTicks')::numeric) * tick_units / 10::numeric ^ tick_decimals
    / nullif((simulation ->> 'price')::numeric, 0))), 100);
alter table market.instrument
  alter column agreement_ppm set not null,
  drop column agreement_bps;

-- Two sources that quote as seldom as is fresh leave nothing to foresee while a quote is younger than the windows.
update market.instrument set fresh_ms = 4000
where category = 'forex' and fresh_ms = 3000 or category = 'futures' and fresh_ms = 5000;
