-- Keeps a payout method while an open withdrawal goes to it: skips its removal, which payout.remove_method reports.
-- Internal: a trigger function.
create function withdrawal.keep_method_in_use() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if new.removed_ms is not null and exists (
    select from withdrawal.withdrawal
    where method_id = old.method_id and state in ('under-review', 'approved', 'sent')) then
    return null;
  end if;
  return new;
end
$$;
create trigger method_in_use_stays before update on payout.method
  for each row execute function withdrawal.keep_method_in_use();
