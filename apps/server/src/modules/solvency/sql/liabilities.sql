-- What the house owes each customer at an instant. All amounts are read through the ledger's views.

-- The records of the customers after an id, up to another, in the order of their ids: a snapshot is read in many short
-- statements of one transaction. A customer's record is the id (int8), the account number (int4; 0 where there is no
-- login), and for each asset six amounts (int8): available, held, invested, interest accrued until p_at_ms, in escrow,
-- in a merchant's wallet. Wallets of the house's own merchants are no liabilities. A customer has one account of a kind
-- and asset; max returns its amounts several times as fast as sum, which counts in numeric.
create function solvency.liability_records(p_at_ms bigint, p_after_id bigint, p_until_id bigint) returns bytea
language sql stable set search_path = pg_catalog, pg_temp as $$
  with booked as (
    select b.owner_id as customer_id,
      max(b.posted - b.held) filter (where b.kind = 'available' and b.asset = 1) as free_1,
      max(b.held) filter (where b.kind = 'available' and b.asset = 1) as held_1,
      max(b.posted) filter (where b.kind = 'invested' and b.asset = 1) as invested_1,
      max(b.posted) filter (where b.kind = 'escrow' and b.asset = 1) as escrow_1,
      max(b.posted - b.held) filter (where b.kind = 'available' and b.asset = 2) as free_2,
      max(b.held) filter (where b.kind = 'available' and b.asset = 2) as held_2,
      max(b.posted) filter (where b.kind = 'invested' and b.asset = 2) as invested_2,
      max(b.posted) filter (where b.kind = 'escrow' and b.asset = 2) as escrow_2
    from ledger.balance as b
    where b.owner_id > greatest(p_after_id, 0) and b.owner_id <= p_until_id and b.kind <> 'merchant'
    group by b.owner_id
  ), earned as (
    select o.customer_id, sum(solvency.accrued(o, p_at_ms)) filter (where o.asset = 1)::bigint as accrued_1,
      sum(solvency.accrued(o, p_at_ms)) filter (where o.asset = 2)::bigint as accrued_2
    from interest.interest_order as o
    where o.customer_id > p_after_id and o.customer_id <= p_until_id and o.state = 'earning' group by o.customer_id
  ), traded as (
    select m.customer_id, sum(b.posted) filter (where b.asset = 1)::bigint as wallet_1,
      sum(b.posted) filter (where b.asset = 2)::bigint as wallet_2
    from floor.merchant as m join ledger.balance as b on b.owner_id = m.merchant_id and b.kind = 'merchant'
    where m.customer_id > p_after_id and m.customer_id <= p_until_id group by m.customer_id
  ), login as (
    select c.customer_id, c.public_id::integer as account from identity.customer as c
    where c.customer_id > p_after_id and c.customer_id <= p_until_id
  )
  select string_agg(int8send(customer_id) || int4send(coalesce(account, 0))
      || int8send(coalesce(free_1, 0)) || int8send(coalesce(held_1, 0)) || int8send(coalesce(invested_1, 0))
      || int8send(coalesce(accrued_1, 0)) || int8send(coalesce(escrow_1, 0)) || int8send(coalesce(wallet_1, 0))
      || int8send(coalesce(free_2, 0)) || int8send(coalesce(held_2, 0)) || int8send(coalesce(invested_2, 0))
      || int8send(coalesce(accrued_2, 0)) || int8send(coalesce(escrow_2, 0)) || int8send(coalesce(wallet_2, 0)),
    '' order by customer_id)
  from booked left join earned using (customer_id) left join traded using (customer_id)
    left join login using (customer_id)
$$;

-- The interest that an earning order has earned until an instant: at its end, all of it.
create function solvency.accrued(o interest.interest_order, p_at_ms bigint) returns bigint
language sql immutable
return interest.interest_of(o.amount, o.daily_rate_ppm, greatest(least(p_at_ms, o.expires_ms) - o.start_ms, 0));

-- For each asset, the mirror of all customers' balances in the other accounts of the books, and what the bankroll pays
-- above the stakes if every open contract wins.
create function solvency.house_side() returns table (asset smallint, owed bigint, open_payout bigint)
language sql stable set search_path = pg_catalog, pg_temp as $$
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
