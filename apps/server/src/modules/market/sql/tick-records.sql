-- Stores the record of a frame's ticks, deflated. Raises where the frame is not made of these ticks. A record that is
-- stored already is left alone. Nobody but the caller can say that `p_deflated` is `p_ticks`: readers inflate it and
-- compare the SHA-256 with the frame's.
create function market.store_ticks(p_slot bigint, p_ticks bytea, p_deflated bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_digest bytea;
begin
  select ticks_digest into v_digest from market.frame where slot = p_slot;
  if v_digest is null or v_digest is distinct from sha256(p_ticks) then
    raise exception 'the frame of slot % is not made of these ticks', p_slot
      using errcode = 'integrity_constraint_violation';
  end if;
  insert into market.tick_record (slot, deflated) values (p_slot, p_deflated) on conflict do nothing;
end
$$;
create trigger tick_record_is_never_changed before update or truncate on market.tick_record
  for each statement execute function ledger.refuse_change('rows are only added');
create trigger tick_record_is_kept before delete on market.tick_record
  for each row execute function market.refuse_early_delete('30');

-- Deletes at most so many of the oldest records past their retention. Returns their number.
create function market.prune_ticks(p_limit integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_slot_ms constant integer := 500;
  v_day_ms constant bigint := 86400000;
  v_kept_days constant integer := 30;
  v_now_ms constant bigint := clock.now_ms();
  v_deleted integer;
begin
  delete from market.tick_record where slot in (
    select slot from market.tick_record, market.clock
    where genesis_ms + (slot + 1) * v_slot_ms <= v_now_ms - v_kept_days * v_day_ms
    order by slot limit p_limit);
  get diagnostics v_deleted = row_count;
  return v_deleted;
end
$$;
