-- Commits to the seed of a day, unless one is committed already. Returns the committed seed, null where it is revealed.
-- A day that is over is refused, because its prices are known; a minute is left for clocks that differ.
create function market.commit_seed(p_day integer, p_seed bytea) returns bytea
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_day_ms constant bigint := 86400000;
  v_now_ms constant bigint := clock.now_ms();
begin
  if (p_day + 1) * v_day_ms <= v_now_ms - 60000 or (p_day - 2) * v_day_ms > v_now_ms then
    raise exception 'day % is over, or more than two days ahead', p_day using errcode = 'check_violation';
  end if;
  insert into market.seed_commitment (day, commitment, committed_ms) values (p_day, sha256(p_seed), v_now_ms)
  on conflict do nothing;
  if found then
    insert into market.secret_seed (day, seed) values (p_day, p_seed);
  end if;
  return (select seed from market.secret_seed where day = p_day);
end
$$;

-- Reveals the seeds of the days that began at least 49 hours ago: no contract of theirs can be open. Returns their
-- number.
create function market.reveal_seeds() returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_hour_ms constant bigint := 3600000;
  v_now_ms constant bigint := clock.now_ms();
  v_revealed integer;
begin
  with due as (
    delete from market.secret_seed where (day * 24::bigint + 49) * v_hour_ms <= v_now_ms returning day, seed
  )
  update market.seed_commitment as committed set seed = due.seed, revealed_ms = v_now_ms
  from due where committed.day = due.day;
  get diagnostics v_revealed = row_count;
  return v_revealed;
end
$$;

-- A commitment changes once, when its seed is revealed.
create trigger seed_commitment_is_only_revealed before update on market.seed_commitment
  for each row execute function ledger.require_single_step('seed', 'revealed_ms');
create trigger seed_commitment_is_kept before delete or truncate on market.seed_commitment
  for each statement execute function ledger.refuse_change('rows are only added');
create trigger secret_seed_is_never_changed before update or truncate on market.secret_seed
  for each statement execute function ledger.refuse_change('rows are only added');

-- Stores where a run of the simulation begins, or a day of it; one that is stored already is left alone.
create function market.store_simulation_start(p_start_ms bigint, p_ticks double precision[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into market.simulation_start (start_ms, ticks) values (p_start_ms, p_ticks) on conflict do nothing
$$;
create trigger simulation_start_is_never_changed before update or delete or truncate on market.simulation_start
  for each statement execute function ledger.refuse_change('rows are only added');
