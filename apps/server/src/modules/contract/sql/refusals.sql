-- Forgets refusals older than 24 hours. Returns how many.
create function ledger.forget_refusals() returns bigint
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  with forgotten as (delete from ledger.refusal where created_ms < market.now_ms() - 86400000 returning 1)
  select count(*) from forgotten
$$;
