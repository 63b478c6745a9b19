-- The statement, and its export as text.

-- The related record of an entry of a customer's account, in one word; empty if there is none.
create function statement.reference_text(p_kind ledger.movement, p_ref bigint) returns text
language sql immutable parallel safe
return case when p_ref is null then '' else
  case
    when p_kind in ('contract-placed', 'contract-won', 'contract-lost', 'contract-tie', 'contract-void') then 'order'
    when p_kind in ('withdrawal-held', 'withdrawal-released', 'withdrawal-completed') then 'withdrawal'
    when p_kind in ('deposit', 'deposit-suspended') then 'recharge'
    when p_kind = 'swap' then 'swap'
    when p_kind in ('sale-escrowed', 'sale-completed', 'sale-lapsed') then 'sale'
    when p_kind in ('term-opened', 'term-matured', 'term-redeemed', 'interest-paid') then 'term'
    else p_kind::text
  end || ':' || p_ref
end;

-- Up to `p_limit` entries of an account before a version, newest first, optionally of some kinds and of a period. It
-- reads the newest days first and more only if needed, because every day is a separate table: a statement of some years
-- would open a thousand. `p_before_ms` is when the entry of `p_before_version` was booked. Even if a clock was set back
-- between them, by up to a day, entries are returned in version order.
create function statement.statement_entries(
  p_account_id bigint, p_before_version bigint, p_before_ms bigint, p_kinds ledger.movement[], p_from_ms bigint,
    p_to_ms bigint, p_limit integer
)
returns setof ledger.posting
language plpgsql stable
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_day_ms constant bigint := 86400000;
  v_many constant ledger.movement[] := '{contract-placed,contract-settled,contract-won,contract-lost}';
  v_rare constant ledger.movement[] := (select array_agg(kind) from unnest(p_kinds) as kind where kind <> all(v_many));
  v_to_ms constant bigint := least(p_to_ms, p_before_ms + v_day_ms, clock.now_ms() + v_day_ms);
  v_since_ms bigint;
  v_found ledger.posting[];
begin
  foreach v_since_ms in array array[v_to_ms - 2 * v_day_ms, v_to_ms - 30 * v_day_ms, 0] loop
    continue when v_since_ms < p_from_ms and v_since_ms > 0;
    v_since_ms := greatest(v_since_ms, p_from_ms);
    if p_kinds is null then
      v_found := array(
        select e from ledger.posting as e
        where e.account_id = p_account_id and e.version < p_before_version and e.at_ms >= v_since_ms - v_day_ms
          and e.at_ms < v_to_ms
          and e.at_ms >= p_from_ms
        order by e.version desc limit p_limit);
    else
      v_found := array(
        select part.e from (
          select rare.e from unnest(v_rare) as wanted (kind) cross join lateral (
            select e from ledger.posting as e
            where e.account_id = p_account_id and e.kind = wanted.kind
              and e.kind not in ('contract-placed', 'contract-settled', 'contract-won', 'contract-lost')
              and e.version < p_before_version and e.at_ms >= v_since_ms - v_day_ms and e.at_ms < v_to_ms
                and e.at_ms >= p_from_ms
            order by e.version desc limit p_limit) as rare
          union all
          (select e from ledger.posting as e
            where p_kinds && v_many and e.account_id = p_account_id and e.kind = any(p_kinds) and e.kind = any(v_many)
              and e.version < p_before_version and e.at_ms >= v_since_ms - v_day_ms and e.at_ms < v_to_ms
                and e.at_ms >= p_from_ms
            order by e.version desc limit p_limit)
        ) as part
        order by (part.e).version desc limit p_limit);
    end if;
    -- An older entry of a later version would be one of a clock that was set back by more than a day.
    exit when cardinality(v_found) >= p_limit and v_found[p_limit].at_ms >= v_since_ms;
    exit when v_found[cardinality(v_found)].version = 1;
  end loop;
  return query select * from unnest(v_found);
end
$$;

-- The next part of an account's export: the records of its entries after `p_after_version`, of at most `p_limit`
-- entries, each ended by the hash over the hash before it and its own text. Only what the filters let through is in
-- `records`, but the chain goes through all. docs/statements.md describes the format. `p_hash` is the hash so far: 64
-- zeros before the first entry.
create function statement.statement_records(
  p_account_id bigint, p_after_version bigint, p_through_version bigint, p_hash text, p_limit integer,
  p_kinds ledger.movement[], p_from_ms bigint, p_to_ms bigint,
  out records text, out record_count integer, out last_version bigint, out last_hash text
)
language plpgsql stable
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_entry record;
  v_text text;
  v_records text[] := '{}';
begin
  last_version := p_after_version;
  last_hash := p_hash;
  for v_entry in
    select e.version, e.at_ms, e.asset, e.kind, e.ref, e.d_posted - e.d_held as amount,
      e.posted_after - e.held_after as available, e.held_after as held
    from statement.lines(p_account_id, p_after_version, p_through_version, p_limit) as e
  loop
    v_text := p_account_id || ',' || v_entry.version || ','
      || to_char(to_timestamp(v_entry.at_ms / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ','
      || ledger.asset_name(v_entry.asset) || ',' || v_entry.kind || ','
      || ledger.units_text(v_entry.amount) || ',' || ledger.units_text(v_entry.available) || ','
        || ledger.units_text(v_entry.held) || ','
      || statement.reference_text(v_entry.kind, v_entry.ref);
    last_hash := encode(sha256(convert_to(last_hash || ',' || v_text, 'UTF8')), 'hex');
    last_version := v_entry.version;
    if (p_kinds is null or v_entry.kind = any(p_kinds)) and v_entry.at_ms >= p_from_ms and v_entry.at_ms < p_to_ms then
      v_records := v_records || (v_text || ',' || last_hash || E'\r\n');
    end if;
  end loop;
  records := array_to_string(v_records, '');
  record_count := cardinality(v_records);
end
$$;

-- What came into each balance of a customer and what left it in a period, and the fees in it: of decided contracts and
-- completed withdrawals, and the spread of swaps. A hold and its release change no balance, so held money counts once,
-- when it is paid. Without sums (null) where the period has more than `p_most` entries, whose reading would take too
-- long.
create function statement.period_totals(p_customer_id bigint, p_from_ms bigint, p_to_ms bigint, p_most integer)
  returns table (asset smallint, came_in bigint, went_out bigint, fees bigint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select a.asset, case when e.entries <= p_most then e.came_in end, case when e.entries <= p_most then e.went_out end,
    case when e.entries <= p_most then (
      select coalesce(sum(paid.fee), 0)::bigint
      from (
        select o.fee from contract.contract_order as o
        where o.customer_id = a.owner_id and o.state = 'closed' and o.settled_ms >= p_from_ms and o.settled_ms < p_to_ms
          and o.asset = a.asset and o.result in ('won', 'lost')
        union all
        select w.fee from withdrawal.withdrawal as w
        where w.customer_id = a.owner_id and w.state = 'completed' and w.ended_ms >= p_from_ms and w.ended_ms < p_to_ms
          and w.asset = a.asset
        union all
        select s.spread from swap.swap as s
        where s.customer_id = a.owner_id and s.at_ms >= p_from_ms and s.at_ms < p_to_ms and s.from_asset = a.asset
      ) as paid)
    end
  from ledger.balance as a cross join lateral (
    select count(*) as entries, coalesce(sum(d_posted) filter (where d_posted > 0), 0)::bigint as came_in,
      coalesce(-sum(d_posted) filter (where d_posted < 0), 0)::bigint as went_out
    from (
      select p.d_posted from ledger.posting as p
      where p.account_id = a.account_id and p.at_ms >= p_from_ms and p.at_ms < p_to_ms limit p_most + 1
    ) as found
  ) as e
  where a.owner_id = p_customer_id and a.owner_id > 0 and a.kind = 'available'
  order by a.asset
$$;
