-- Cosigned checkpoints of the past, on which receipts are built.

-- Keeps a cosigned checkpoint that is removed, unless one of the 20 seconds before it is kept.
create function transparency.keep_cosigned() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_lines text[];
  v_at_ms bigint;
  v_before_ms bigint;
begin
  select array_agg(line order by cosigned_ms, vkey), max(cosigned_ms) into v_lines, v_at_ms
  from transparency.cosignature where name = old.name and shard = old.shard and size = old.size;
  select cosigned_ms into v_before_ms from transparency.kept_cosigned
  where name = old.name and shard = old.shard and size < old.size order by size desc limit 1;
  if old.size > 0 and v_lines is not null
    and coalesce(v_at_ms not between v_before_ms and v_before_ms + 19999, true) then
    insert into transparency.kept_cosigned (name, shard, size, note, lines, cosigned_ms)
    values (old.name, old.shard, old.size, old.note, v_lines, v_at_ms) on conflict do nothing;
  end if;
  return old;
end
$$;
create trigger removed_checkpoint_is_kept before delete on transparency.cosigned_checkpoint
  for each row execute function transparency.keep_cosigned();
create trigger kept_cosigned_is_never_changed before update or delete or truncate on transparency.kept_cosigned
  for each statement execute function ledger.refuse_change('a log only grows');
