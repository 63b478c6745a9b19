-- How promises to every customer were kept: contracts settled after their end, conversations answered, batches signed.

-- How many contracts are open although they should have been settled p_within_ms after their end. Internal.
create function conduct.late_contracts(p_within_ms bigint) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(late.contracts), 0)::bigint
  from market.clock cross join (select 500 as slot_ms) as sizes cross join ledger.stripe
  cross join lateral (
    select count(*) as contracts from contract.contract_order as o
    where o.stripe = stripe.stripe and o.state = 'open'
      and o.exit_slot < (clock.now_ms() - p_within_ms - genesis_ms - 1) / slot_ms
  ) as late
$$;

-- How many batches no checkpoint of the log of events covers although they were booked longer ago; none where the log
-- has not begun. Internal.
create function conduct.late_batches(p_within_ms bigint) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  with newest as (select * from transparency.log where name = 'events' order by shard desc limit 1)
  select coalesce(sum(late.batches), 0)::bigint from newest cross join ledger.stripe
  cross join lateral (
    select coalesce(max(seq), 0) as seq from transparency.leaf_of_batch as leaf
    where leaf.stripe = stripe.stripe
      and (leaf.shard < newest.shard or leaf.shard = newest.shard and leaf.leaf_index < newest.size)
  ) as signed
  cross join lateral (
    select count(*) as batches from ledger.link
    where link.stripe = stripe.stripe and link.seq > signed.seq and link.at_ms < clock.now_ms() - p_within_ms
  ) as late
$$;

-- How the promises were kept since p_since_ms: contracts and batches of whole UTC days, from the day of p_since_ms on,
-- and conversations that ended their wait since then. `slowest_ms` is rounded up as the others are counted.
create function conduct.promise_levels(p_since_ms bigint)
returns table (name text, promised_within_ms bigint, done bigint, in_time bigint, median_ms bigint,
  ninety_five_ms bigint, slowest_ms bigint, overdue_now bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with took as (
    select 'settled' as name, within_ms::bigint as took_ms, contracts as cases, true as is_done
    from conduct.settled_time where day >= p_since_ms / 86400000
    union all
    select 'logged', within_ms, batches, true from transparency.signed_time where day >= p_since_ms / 86400000
    union all
    select 'answered', ended_ms - opened_ms, 1, is_answered from support.first_answers(p_since_ms)
  ), running as (
    select took.*, sum(cases) over (partition by took.name order by took_ms range unbounded preceding) as through,
      sum(cases) over (partition by took.name) as total
    from took
  )
  select promise.name, within_ms, coalesce(sum(cases), 0)::bigint,
    coalesce(sum(cases) filter (where is_done and took_ms <= within_ms), 0)::bigint,
    min(took_ms) filter (where through * 2 >= total), min(took_ms) filter (where through * 100 >= total * 95),
    max(took_ms),
    case promise.name when 'settled' then conduct.late_contracts(within_ms)
      when 'logged' then conduct.late_batches(within_ms) else support.late_answers(within_ms) end
  from conduct.promise left join running on running.name = promise.name
  group by promise.name, within_ms order by array_position('{settled,answered,logged}', promise.name)
$$;
create trigger settled_time_is_kept before delete or truncate on conduct.settled_time for each statement
  execute function ledger.refuse_change();
