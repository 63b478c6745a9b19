-- The only clock of decisions about money. Volatile on purpose: it is read again after a lock.
create function clock.now_ms() returns bigint
language sql volatile parallel restricted set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    (select virtual_now_ms from clock.setting),
    floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
$$;
