create function origin.refuse_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'the mode of a database is never changed' using errcode = 'integrity_constraint_violation';
end
$$;
create trigger mode_is_never_changed before update or delete or truncate on origin.mode
  for each statement execute function origin.refuse_change();
