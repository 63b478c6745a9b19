-- Adds what one process has counted to what all have counted in the same windows, and returns the sums. The order of
-- the keys keeps two processes from waiting for each other.
-- Locks: the rows of the keys.
create function rate.add_counts(p_keys bytea[], p_starts bigint[], p_expires bigint[], p_counts integer[])
  returns table (key bytea, start_ms bigint, count integer)
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into rate.counter as c (key, start_ms, expires_ms, count)
  select given.key, given.start_ms, given.expires_ms, given.count
  from unnest(p_keys, p_starts, p_expires, p_counts) as given(key, start_ms, expires_ms, count)
  order by given.key, given.start_ms
  on conflict (key, start_ms) do update set count = c.count + excluded.count
  returning c.key, c.start_ms, c.count
$$;

-- Deletes the counts of windows that are over.
create function rate.forget_counts() returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from rate.counter where expires_ms < clock.now_ms()
$$;
