-- What the house owes each customer at an instant. All amounts are read through the ledger's views.

-- The next customers after an id, up to 512 a row and p_customers in all, in the order of their ids: a snapshot is read
-- in many short statements of one transaction. A customer's record is the id (int8), the account number (int4; 0 where
-- there is no login), and for each asset six amounts (int8): available, held, invested, interest accrued until p_at_ms,
-- in escrow, in a merchant's wallet. Wallets of the house's own merchants are no liabilities.
create function solvency.liability_packs(p_at_ms bigint, p_after_id bigint, p_customers integer)
  returns table (first_customer_id bigint, last_customer_id bigint, records bytea)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with chosen as (
    select distinct owner_id as customer_id from ledger.balance
    where owner_id > greatest(p_after_id, 0) and kind = 'available' order by owner_id limit p_customers
  ), owed as (
    select b.owner_id as customer_id, b.asset, b.kind::text as part, b.posted, b.held
    from ledger.balance as b
    where b.owner_id > greatest(p_after_id, 0) and b.owner_id <= (select max(customer_id) from chosen)
      and b.kind <> 'merchant'
    union all
    select m.customer_id, b.asset, 'merchant', b.posted, b.held
    from floor.merchant as m join ledger.balance as b on b.owner_id = m.merchant_id and b.kind = 'merchant'
    where m.customer_id > p_after_id and m.customer_id <= (select max(customer_id) from chosen)
    union all
    select o.customer_id, o.asset, 'accrued', solvency.accrued(o, p_at_ms), 0
    from interest.interest_order as o
    where o.customer_id > p_after_id and o.customer_id <= (select max(customer_id) from chosen) and o.state = 'earning'
  ), of_asset as (
    select customer_id, asset,
      int8send(coalesce(sum(posted - held) filter (where part = 'available'), 0)::bigint)
        || int8send(coalesce(sum(held) filter (where part = 'available'), 0)::bigint)
        || int8send(coalesce(sum(posted) filter (where part = 'invested'), 0)::bigint)
        || int8send(coalesce(sum(posted) filter (where part = 'accrued'), 0)::bigint)
        || int8send(coalesce(sum(posted) filter (where part = 'escrow'), 0)::bigint)
        || int8send(coalesce(sum(posted) filter (where part = 'merchant'), 0)::bigint) as parts
    from owed group by customer_id, asset
  ), numbered as (
    select o.customer_id, (row_number() over (order by o.customer_id) - 1) / 512 as pack,
      int8send(o.customer_id) || int4send(coalesce(max(c.public_id)::integer, 0))
        || coalesce(string_agg(o.parts, '') filter (where o.asset = 1), decode(repeat('00', 48), 'hex'))
        || coalesce(string_agg(o.parts, '') filter (where o.asset = 2), decode(repeat('00', 48), 'hex')) as record
    from of_asset as o left join identity.customer as c using (customer_id) group by o.customer_id
  )
  select min(customer_id), max(customer_id), string_agg(record, '' order by customer_id)
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
  with of_the_house as (
    select b.asset, b.kind, b.posted, b.held from ledger.balance as b where b.owner_id = 0
    union all
    select b.asset, b.kind, b.posted, b.held
    from floor.merchant as m join ledger.balance as b on b.owner_id = m.merchant_id and b.kind = 'merchant'
    where m.customer_id is null
  )
  select asset, (-sum(posted))::bigint, coalesce(sum(held) filter (where kind = 'bankroll'), 0)::bigint
  from of_the_house group by asset order by asset
$$;
