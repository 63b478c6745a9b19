-- A live instrument is open only while enough sources are fresh; `stale_after_ms` labels prices.
alter table market.instrument
  -- So many sources must be fresh; three where three are connected.
  add column min_fresh_sources integer not null default 2 check (min_fresh_sources > 0),
  -- The greatest age of a fresh source's newest quote, since the source quoted it.
  add column fresh_ms integer check (fresh_ms > 0),
  -- The farthest that two fresh sources may stand apart.
  add column agreement_bps integer not null default 5 check (agreement_bps > 0);
update market.instrument set fresh_ms = case category when 'crypto' then 1500 when 'forex' then 3000 else 5000 end;
alter table market.instrument
  alter column min_fresh_sources drop default,
  alter column fresh_ms set not null,
  alter column agreement_bps drop default;
-- The code 3: indicative, a live price with too few fresh sources.
alter table market.frame drop constraint frame_source_kinds_check;
alter table market.frame add constraint frame_source_kinds_check
  check (source_kinds <@ array[0, 1, 2, 3]::smallint[]) not valid;
