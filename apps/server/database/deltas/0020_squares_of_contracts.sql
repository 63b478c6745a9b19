-- The squares of what each decided contract moves between winning and losing, in squared units: their sum gives the
-- spread of the house's result under chance. Null where earlier rows cannot be counted again exactly.
alter table conduct.contract_day add column squares numeric(38, 0) check (squares >= 0);

-- Rows of closed days are final but for this column, which they have not had.
alter table conduct.contract_day disable trigger user;
update conduct.contract_day as known set squares = again.squares
from (
  select (settled_ms / 86400000)::integer as day, duration_slots,
    (select max(stake_from) from conduct.stake_band where stake_from <= o.stake) as stake_from,
    count(*) filter (where result in ('won', 'lost')) as decided,
    coalesce(sum(stake) filter (where result in ('won', 'lost')), 0) as staked,
    coalesce(sum(profit) filter (where result in ('won', 'lost')), 0) as profits,
    coalesce(sum((stake + profit)::numeric * (stake + profit)) filter (where result in ('won', 'lost')), 0) as squares
  from contract.contract_order as o join conduct.counted_batch as counted using (stripe)
  where state = 'closed' and settled_seq <= counted.seq group by 1, 2, 3
) as again
where (known.day, known.stake_from, known.duration_slots) = (again.day, again.stake_from, again.duration_slots)
  and (known.won + known.lost, known.staked, known.profits) = (again.decided, again.staked, again.profits);
alter table conduct.contract_day enable trigger user;
