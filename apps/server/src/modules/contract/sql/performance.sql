-- What the contracts of a customer came to that settled in a period: by asset, by asset and instrument, and by
-- asset and day, whose midnight is that of an offset from UTC. `paid` and `returned` are of decided contracts:
-- stakes and fees, and stakes and profits. One walk in the index of settlements, which holds all that is read,
-- adds up the results of each day and market; the few sums are then added up three times. The planner takes each
-- order for a group of its own: with less memory it would sort them all on disk.
create function contract.performance(p_customer_id bigint, p_from_ms bigint, p_to_ms bigint, p_offset_ms bigint)
returns table (asset smallint, instrument_id integer, start_ms bigint, contracts integer, won integer, lost integer,
  tie integer, void integer, fees bigint, net bigint, paid bigint, returned bigint)
language sql stable
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set work_mem = '16MB'
as $$
  select part.asset, part.instrument_id, part.start_ms, sum(part.orders)::integer,
    coalesce(sum(part.orders) filter (where part.result = 'won'), 0)::integer,
    coalesce(sum(part.orders) filter (where part.result = 'lost'), 0)::integer,
    coalesce(sum(part.orders) filter (where part.result = 'tie'), 0)::integer,
    coalesce(sum(part.orders) filter (where part.result = 'void'), 0)::integer,
    coalesce(sum(part.fee) filter (where part.result in ('won', 'lost')), 0)::bigint, sum(part.net)::bigint,
    coalesce(sum(part.stake + part.fee) filter (where part.result in ('won', 'lost')), 0)::bigint,
    coalesce(sum(part.stake + part.profit) filter (where part.result in ('won', 'lost')), 0)::bigint
  from (
    select o.asset, o.instrument_id, (o.settled_ms + p_offset_ms) / 86400000 * 86400000 - p_offset_ms as start_ms,
      o.result, count(*) as orders, sum(o.stake) as stake, sum(o.fee) as fee, sum(o.profit) as profit, sum(o.net) as net
    from contract.contract_order as o
    where o.customer_id = p_customer_id and o.state = 'closed' and o.settled_ms >= p_from_ms and o.settled_ms < p_to_ms
    group by 1, 2, 3, 4
  ) as part
  group by grouping sets ((part.asset), (part.asset, part.instrument_id), (part.asset, part.start_ms))
$$;
