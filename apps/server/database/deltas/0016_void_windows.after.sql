-- Those that are counted already; the next count begins after them.
insert into conduct.void_window (instrument_id, reason, from_slot, to_slot, contracts, house_gain)
select o.instrument_id, o.void_reason, w.from_slot, w.to_slot, count(*), sum(w.house_gain)
from contract.contract_order as o
join conduct.counted_batch as counted on counted.stripe = o.stripe and o.settled_seq <= counted.seq
cross join lateral conduct.void_window_of(o.order_id) as w
where o.result = 'void' group by 1, 2, 3, 4;
