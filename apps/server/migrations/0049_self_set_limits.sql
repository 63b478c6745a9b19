-- Limits that customers set themselves. A tighter one counts at once, a looser one a day later; an exclusion is only ever made longer.
-- The functions keep these rules, so that whoever has only the application's rights keeps them, too.

create type security.limit_kind as enum ('deposit', 'stake', 'loss', 'session');

create table security.customer_limit (
  customer_id bigint not null references identity.customer,
  kind security.limit_kind not null,
  -- Money in 10^-6 for each currency on its own, over 24 hours; of `session` minutes. Null: no limit.
  value bigint check (value > 0),
  -- What counts instead from `next_from_ms` on.
  next_value bigint check (next_value > 0),
  next_from_ms bigint,
  primary key (customer_id, kind)
);

create table security.exclusion (
  customer_id bigint primary key references identity.customer,
  kind text not null check (kind in ('cool-off', 'self-exclusion')),
  since_ms bigint not null,
  until_ms bigint not null check (until_ms > since_ms)
);

-- Sets a limit, or takes it away (null): at once where it is tighter than what counts now, else a day later.
create function security.set_limit(p_customer_id bigint, p_kind security.limit_kind, p_value bigint, p_now_ms bigint) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_value bigint;
begin
  insert into security.customer_limit (customer_id, kind) values (p_customer_id, p_kind) on conflict do nothing;
  select case when next_from_ms <= p_now_ms then next_value else value end into v_value
  from security.customer_limit where customer_id = p_customer_id and kind = p_kind for update;
  if p_value is not distinct from v_value or v_value is null or p_value < v_value then
    update security.customer_limit set value = p_value, next_value = null, next_from_ms = null
    where customer_id = p_customer_id and kind = p_kind;
  else
    update security.customer_limit set value = v_value, next_value = p_value, next_from_ms = p_now_ms + 86400000
    where customer_id = p_customer_id and kind = p_kind;
  end if;
end
$$;

create function security.exclude(p_customer_id bigint, p_kind text, p_now_ms bigint, p_until_ms bigint) returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into security.exclusion as present (customer_id, kind, since_ms, until_ms) values (p_customer_id, p_kind, p_now_ms, p_until_ms)
  on conflict (customer_id) do update set kind = excluded.kind, since_ms = excluded.since_ms, until_ms = excluded.until_ms
    where excluded.until_ms > present.until_ms
$$;

-- What of an asset a customer has staked, and lost or could still lose, since then. Void contracts do not count. Two short walks in
-- indexes that are there anyway: what was settled since, and what is open.
create function security.staked_since(p_customer_id bigint, p_asset smallint, p_since_ms bigint, out staked bigint, out lost bigint)
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(sum(stake) filter (where accepted_ms >= p_since_ms), 0)::bigint,
    coalesce(-sum(net), 0)::bigint
  from (
    select stake, accepted_ms, net from ledger.contract_order
    where customer_id = p_customer_id and state = 'closed' and settled_ms >= p_since_ms and asset = p_asset and result <> 'void'
    union all
    select stake, accepted_ms, -(stake + fee) from ledger.contract_order
    where customer_id = p_customer_id and state = 'open' and asset = p_asset
  ) as counted
$$;

-- What a customer has asked to deposit of an asset since then, what failed left out.
create function security.deposited_since(p_customer_id bigint, p_asset smallint, p_since_ms bigint) returns bigint
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if to_regclass('ledger.deposit') is null then
    return 0;
  end if;
  return (
    select coalesce(sum(quantity), 0)::bigint from ledger.deposit
    where customer_id = p_customer_id and asset = p_asset and created_ms >= p_since_ms and state::text not in ('fail', 'failed', 'rejected')
  );
end
$$;

revoke all on function security.set_limit(bigint, security.limit_kind, bigint, bigint), security.exclude(bigint, text, bigint, bigint),
  security.staked_since(bigint, smallint, bigint), security.deposited_since(bigint, smallint, bigint) from public;
grant execute on function security.set_limit(bigint, security.limit_kind, bigint, bigint), security.exclude(bigint, text, bigint, bigint),
  security.staked_since(bigint, smallint, bigint), security.deposited_since(bigint, smallint, bigint) to candor_app;
grant select on security.customer_limit, security.exclusion to candor_app;
