-- Takes the lease of the market for `p_for_ms` from now, or renews it, and returns its term; null where another process
-- holds it. The holder of the newest term renews even a lease that has run out, because nobody took it since; anyone
-- else begins a new term once it has. An end too far away is none: the database's clock was set back.
-- Locks: the row of the lease.
create function market.hold_lease(p_holder text, p_term bigint, p_for_ms integer) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_longest_ms constant integer := 10000;
  v_lease market.lease;
  v_now_ms bigint;
begin
  if p_holder is null or p_for_ms is null or p_for_ms not between 100 and v_longest_ms then
    raise exception 'a lease has a holder, and lasts from 100 to % ms', v_longest_ms
      using errcode = 'invalid_parameter_value';
  end if;
  v_now_ms := clock.now_ms();
  -- A market that stands by looks often: only where the lease is its own or free does it lock, and write.
  select * into strict v_lease from market.lease;
  if (v_lease.holder, v_lease.term) is distinct from (p_holder, p_term) and v_lease.until_ms > v_now_ms
    and v_lease.until_ms <= v_now_ms + v_longest_ms then
    return null;
  end if;
  select * into strict v_lease from market.lease for no key update;
  v_now_ms := clock.now_ms();
  if v_lease.holder = p_holder and v_lease.term = p_term then
    update market.lease set until_ms = v_now_ms + p_for_ms;
    return v_lease.term;
  end if;
  if v_lease.until_ms > v_now_ms and v_lease.until_ms <= v_now_ms + v_longest_ms then
    return null;
  end if;
  update market.lease set holder = p_holder, term = v_lease.term + 1, until_ms = v_now_ms + p_for_ms;
  return v_lease.term + 1;
end
$$;

-- Ends a lease at once, so that the next process need not wait until it has run out. Another's lease stays.
-- Locks: the row of the lease.
create function market.end_lease(p_holder text, p_term bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update market.lease set until_ms = 0 where holder = p_holder and term = p_term
$$;
