-- What a customer has asked to deposit of an asset since then: what came to nothing is left out, also where nothing arrived in time.
create or replace function security.deposited_since(p_customer_id bigint, p_asset smallint, p_since_ms bigint) returns bigint
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(sum(quantity), 0)::bigint from ledger.deposit
  where customer_id = p_customer_id and asset = p_asset and created_ms >= p_since_ms and state in ('under-review', 'completed')
$$;
