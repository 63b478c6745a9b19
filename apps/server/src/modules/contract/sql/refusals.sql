-- Forgets refusals older than 24 hours. Returns how many.
create function contract.forget_refusals() returns bigint
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with forgotten as (delete from contract.refusal where created_ms < clock.now_ms() - 86400000 returning 1)
  select count(*) from forgotten
$$;
