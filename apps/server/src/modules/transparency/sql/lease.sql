-- Takes the lease of the log for `p_for_ms` from now, or renews it, and returns whether the caller has it now. It only
-- keeps two sealers from taking turns: what they sign is fenced by `begin_sealing`. An end too far away is none: the
-- database's clock was set back.
-- Locks: the row of the lease.
create function transparency.hold_lease(p_holder text, p_for_ms integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_longest_ms constant integer := 10000;
  v_now_ms constant bigint := clock.now_ms();
begin
  if p_holder is null or p_for_ms is null or p_for_ms not between 100 and v_longest_ms then
    raise exception 'a lease has a holder, and lasts from 100 to % ms', v_longest_ms
      using errcode = 'invalid_parameter_value';
  end if;
  update transparency.lease set holder = p_holder, until_ms = v_now_ms + p_for_ms
  where holder = p_holder or until_ms not between v_now_ms and v_now_ms + v_longest_ms;
  return found;
end
$$;

-- Ends a lease at once, so that the next process need not wait until it has run out. Another's lease stays.
-- Locks: the row of the lease.
create function transparency.end_lease(p_holder text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update transparency.lease set until_ms = 0 where holder = p_holder
$$;
