-- What self-set limits count: sums over products, so they stand above the products in a schema of their own.

-- A customer's stakes, losses and possible losses in an asset since then. Void contracts do not count. Two short walks
-- in existing indexes: orders settled since, and open ones.
create function limits.staked_since(p_customer_id bigint, p_asset smallint, p_since_ms bigint, out staked bigint,
  out lost bigint)
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(sum(stake) filter (where accepted_ms >= p_since_ms), 0)::bigint,
    coalesce(-sum(net), 0)::bigint
  from (
    select stake, accepted_ms, net from contract.contract_order
    where customer_id = p_customer_id and state = 'closed' and settled_ms >= p_since_ms and asset = p_asset
      and result <> 'void'
    union all
    select stake, accepted_ms, -(stake + fee) from contract.contract_order
    where customer_id = p_customer_id and state = 'open' and asset = p_asset
  ) as counted
$$;

-- A customer's announced deposits since then, in units of USDT, without failed and lapsed ones. All deposits are paid
-- in USDT, also those credited in USD.
create function limits.deposited_since(p_customer_id bigint, p_since_ms bigint) returns bigint
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(sum(quantity), 0)::bigint from deposit.deposit
  where customer_id = p_customer_id and created_ms >= p_since_ms and state in ('under-review', 'completed')
$$;
