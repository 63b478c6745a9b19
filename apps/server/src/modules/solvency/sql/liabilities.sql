-- What the house owes each customer at an instant. All amounts are read through the ledger's views.

-- The customers of up to 512 a row, in the order of their ids. A customer's record is the id (int8), the account number
-- (int4; 0 where there is no login), and for each asset six amounts (int8): available, held, invested, interest accrued
-- until p_at_ms, in escrow, in a merchant's wallet. Wallets of the house's own merchants are no liabilities.
create function solvency.liability_packs(p_at_ms bigint)
  returns table (first_customer_id bigint, customers integer, records bytea)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with owed as (
    select case b.kind when 'merchant' then m.customer_id else b.owner_id end as customer_id, b.asset,
      b.kind::text as part, b.posted, b.held
    from ledger.balance as b
    left join floor.merchant as m on b.kind = 'merchant' and m.merchant_id = b.owner_id
    where b.owner_id > 0
    union all
    select o.customer_id, o.asset, 'accrued', solvency.accrued(o, p_at_ms), 0
    from interest.interest_order as o where o.state = 'earning'
  ), of_asset as (
    select customer_id, asset,
      int8send(coalesce(sum(posted - held) filter (where part = 'available'), 0)::bigint)
        || int8send(coalesce(sum(held) filter (where part = 'available'), 0)::bigint)
        || int8send(coalesce(sum(posted) filter (where part = 'invested'), 0)::bigint)
        || int8send(coalesce(sum(posted) filter (where part = 'accrued'), 0)::bigint)
        || int8send(coalesce(sum(posted) filter (where part = 'escrow'), 0)::bigint)
        || int8send(coalesce(sum(posted) filter (where part = 'merchant'), 0)::bigint) as parts
    from owed where customer_id is not null group by customer_id, asset
  ), numbered as (
    select o.customer_id, (row_number() over (order by o.customer_id) - 1) / 512 as pack,
      int8send(o.customer_id) || int4send(coalesce(max(c.public_id)::integer, 0))
        || coalesce(string_agg(o.parts, '') filter (where o.asset = 1), decode(repeat('00', 48), 'hex'))
        || coalesce(string_agg(o.parts, '') filter (where o.asset = 2), decode(repeat('00', 48), 'hex')) as record
    from of_asset as o left join identity.customer as c using (customer_id) group by o.customer_id
  )
  select min(customer_id), count(*)::integer, string_agg(record, '' order by customer_id)
  from numbered group by pack order by pack
$$;

-- The interest that an earning order has earned until an instant: at its end, all of it.
create function solvency.accrued(o interest.interest_order, p_at_ms bigint) returns bigint
language sql immutable
return interest.interest_of(o.amount, o.daily_rate_ppm, greatest(least(p_at_ms, o.expires_ms) - o.start_ms, 0));

-- For each asset, the mirror of all customers' balances in the other accounts of the books, and what the bankroll pays
-- above the stakes if every open contract wins.
create function solvency.house_side() returns table (asset smallint, owed bigint, open_payout bigint)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select b.asset, (-sum(b.posted))::bigint, coalesce(sum(b.held) filter (where b.kind = 'bankroll'), 0)::bigint
  from ledger.balance as b
  left join floor.merchant as m on b.kind = 'merchant' and m.merchant_id = b.owner_id
  where b.owner_id = 0 or (b.kind = 'merchant' and m.customer_id is null)
  group by b.asset order by b.asset
$$;
