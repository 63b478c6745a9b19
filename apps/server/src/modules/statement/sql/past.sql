-- Statements of customers who came from another cell: what was booked there, then what is booked here.

create trigger past_entry_is_never_changed before update or delete or truncate on statement.past_entry
  for each statement execute function ledger.refuse_change();

-- How many lines an account has from other cells: 0 for nearly all.
create function statement.past_lines(p_account_id bigint) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce((select version from statement.past_entry where account_id = p_account_id
    order by version desc limit 1), 0)
$$;

-- The next lines of an account's whole statement, in order. Past lines come in a part of their own.
create function statement.lines(p_account_id bigint, p_after bigint, p_through bigint, p_limit integer)
  returns setof statement.past_entry
language plpgsql stable
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_past constant bigint := statement.past_lines(p_account_id);
begin
  if p_after < v_past then
    return query select * from statement.past_entry as e
    where e.account_id = p_account_id and e.version > p_after and e.version <= least(p_through, v_past)
    order by e.version limit p_limit;
  else
    return query select e.account_id, e.version + v_past, e.at_ms, e.ref, e.kind, e.asset, e.d_posted, e.d_held,
      e.posted_after, e.held_after
    from ledger.posting as e
    where e.account_id = p_account_id and e.version > p_after - v_past and e.version <= p_through - v_past
    order by e.version limit p_limit;
  end if;
end
$$;
