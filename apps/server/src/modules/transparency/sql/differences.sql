-- Reports which leaves of a range differ from what is stored. Each is in the audit, once while it lasts; those of the
-- range that differ no more have ended. Returns how many leaves of the log differ now.
create function transparency.report_differences(
  p_name text, p_shard text, p_from bigint, p_before bigint, p_leaves bigint[], p_details text[]
) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_new bigint[];
  v_count bigint;
begin
  update transparency.difference set ended_ms = clock.now_ms()
  where name = p_name and shard = p_shard and leaf_index >= p_from and leaf_index < p_before and ended_ms is null
    and leaf_index <> all (p_leaves);
  with added as (
    insert into transparency.difference (name, shard, leaf_index, detail, found_ms)
    select p_name, p_shard, leaf, left(detail, 500), clock.now_ms()
    from unnest(p_leaves, p_details) as each (leaf, detail)
    on conflict do nothing
    returning leaf_index
  )
  select array_agg(leaf_index order by leaf_index) into v_new from added;
  select count(*) into v_count from transparency.difference where name = p_name and ended_ms is null;
  if v_new is not null then
    perform audit.write(null, 'log', 'log.differs', 'log:' || p_name || '/' || p_shard, '',
      jsonb_build_object('leaves', v_new, 'detail', left(p_details[1], 500)), 'database');
  end if;
  return v_count;
end
$$;

-- What was found stays; that it has ended is written once.
create trigger difference_only_ends before update on transparency.difference
  for each row execute function ledger.require_single_step('ended_ms');
create trigger difference_is_kept before delete or truncate on transparency.difference
  for each statement execute function ledger.refuse_change();
