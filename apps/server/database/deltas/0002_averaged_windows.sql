-- Entry and exit prices are averages over windows. Each frame carries running sums, from which two frames give the mean
-- of any window.
alter table market.frame
  -- Per instrument, over its open frames since the first frame that has sums, this frame included: the sum of prices,
  -- and their count. Array index = instrument_id. Empty in frames from before the sums.
  add column price_sums numeric(38, 0)[] not null default '{}',
  add column open_counts bigint[] not null default '{}';
alter table market.frame
  alter column price_sums drop default,
  alter column open_counts drop default,
  add constraint frame_has_sums check (
    cardinality(price_sums) = cardinality(prices) and cardinality(open_counts) = cardinality(prices)) not valid;

create type market.running_sums as (price_sums numeric[], open_counts bigint[]);

-- Terms so far are of the old rule, by which single frames decide.
alter table market.terms
  add column entry_window_slots integer not null default 1,
  add column exit_window_slots integer not null default 1;
alter table market.terms
  alter column entry_window_slots drop default,
  alter column exit_window_slots drop default,
  add constraint windows_fit_the_duration check (
    entry_window_slots = 1 and exit_window_slots = 1
    or entry_window_slots > 1 and exit_window_slots > 1 and entry_window_slots + exit_window_slots <= duration_slots);
alter table market.terms_proposal
  add column entry_window_slots integer not null default 1,
  add column exit_window_slots integer not null default 1;
alter table market.terms_proposal
  alter column entry_window_slots drop default,
  alter column exit_window_slots drop default,
  add constraint windows_fit_the_duration check (
    entry_window_slots = 1 and exit_window_slots = 1
    or entry_window_slots > 1 and exit_window_slots > 1 and entry_window_slots + exit_window_slots <= duration_slots);

-- Terms in force get a version with averages: 5 s for the entry, and for the exit 5 s, or 10 s from 15 minutes on.
insert into market.terms (instrument_id, duration_slots, version, offered, stake_min, stake_max, fee_bps, payout_bps,
  max_open_payout, entry_window_slots, exit_window_slots)
select instrument_id, duration_slots, version + 1, offered, stake_min, stake_max, fee_bps, payout_bps,
  max_open_payout, 10, case when duration_slots >= 1800 then 20 else 10 end
from (
  select distinct on (instrument_id, duration_slots) * from market.terms
  order by instrument_id, duration_slots, version desc
) as newest
where offered and duration_slots >= 20
order by instrument_id, duration_slots;

-- Averages have one decimal more than the official price.
alter table contract.contract_order
  -- The digits that entry_price and exit_price have beyond the official price.
  add column price_scale smallint not null default 0 check (price_scale in (0, 1));
