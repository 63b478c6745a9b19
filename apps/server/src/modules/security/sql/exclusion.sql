-- A customer's exclusion: while it lasts the ledger accepts no contract, announces no deposit and opens no interest
-- order, on any path. What arrives on a chain all the same is the customer's money, and is credited.

-- Whether a customer is currently self-excluded. The result stays valid while the caller holds the lock of the
-- customer's accounts. Internal.
create function security.is_excluded(p_customer_id bigint) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from security.exclusion where customer_id = p_customer_id and until_ms > clock.now_ms())
$$;

-- Excludes a customer for this long from now, five years at most. Locks the customer's accounts first: once this
-- commits, nothing that began before it can still be accepted.
create function security.exclude(p_customer_id bigint, p_kind text, p_duration_ms bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms bigint;
begin
  if p_duration_ms not between 1 and 5 * 366 * 86400000::bigint then
    raise exception 'an exclusion lasts five years at most';
  end if;
  perform ledger.lock_accounts_of(p_customer_id, 'available');
  v_now_ms := clock.now_ms();
  insert into security.exclusion as present (customer_id, kind, since_ms, until_ms)
    values (p_customer_id, p_kind, v_now_ms, v_now_ms + p_duration_ms)
  on conflict (customer_id) do update set kind = excluded.kind, since_ms = excluded.since_ms,
    until_ms = excluded.until_ms
    where excluded.until_ms > present.until_ms;
end
$$;
