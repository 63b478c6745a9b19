-- The limits of stake and loss that customers set themselves, judged while their orders are placed: the locks of
-- placing serialise a customer's orders on any connection, so two that fit alone and not together do not both pass.

-- Whether any of these customers has a limit of stake or loss, in force or to come. Internal.
create function contract.has_own_limits(p_customers bigint[]) returns boolean
language sql stable as $$
  select exists (
    select from security.customer_limit where customer_id = any(p_customers) and kind in ('stake', 'loss'))
$$;

-- A customer's stakes, losses and possible losses in an asset since then. Void contracts do not count. Two short walks
-- in existing indexes: orders settled since, and open ones. Internal.
create function contract.staked_since(p_customer_id bigint, p_asset smallint, p_since_ms bigint, out staked bigint,
  out lost bigint)
language sql stable as $$
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

-- What each of these customers may still stake, and still lose, in an asset by the limits of 24 hours; null where there
-- is no limit. A row only for customers who have set one. The caller holds the locks. Internal.
create function contract.own_limits_left(p_now_ms bigint, p_asset smallint, p_customers bigint[])
returns table (customer_id bigint, stake_left bigint, loss_left bigint)
language sql stable as $$
  select own.customer_id, security.limit_now(own.customer_id, 'stake') - counted.staked,
    security.limit_now(own.customer_id, 'loss') - counted.lost
  from (
    select distinct customer_limit.customer_id from security.customer_limit
    where customer_limit.customer_id = any(p_customers) and kind in ('stake', 'loss')
  ) as own
  cross join lateral contract.staked_since(own.customer_id, p_asset, p_now_ms - 86400000) as counted
$$;
