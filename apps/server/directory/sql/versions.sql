-- Versions of what all cells have alike. Routers let no order through to a cell that lacks the newest one.

-- Adds a version, unless the newest has these rows already. Returns the newest. For the owner only.
create function directory.add_version(p_body jsonb, p_now_ms bigint) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_digest constant bytea := sha256(convert_to(p_body::text, 'UTF8'));
  v_newest directory.version;
begin
  lock table directory.version in share row exclusive mode;
  select * into v_newest from directory.version order by version desc limit 1;
  if v_newest.digest is not distinct from v_digest then
    return v_newest.version;
  end if;
  insert into directory.version (version, digest, body, at_ms)
  values (coalesce(v_newest.version, 0) + 1, v_digest, p_body, p_now_ms) returning * into v_newest;
  return v_newest.version;
end
$$;

-- The cells, whether each has the newest version, and where its console opens.
create function directory.cells() returns table (cell smallint, has_newest boolean, console_origin text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select cell, version >= (select coalesce(max(version), 0) from directory.version), console_origin
  from directory.cell order by cell
$$;

-- Notes that a cell has a version. For the owner only.
create function directory.note_version(p_cell smallint, p_version bigint) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update directory.cell set version = greatest(version, p_version) where cell = p_cell
$$;

create function directory.refuse_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception '% of %.% is refused: its rows are only added', tg_op, tg_table_schema, tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$$;
create trigger version_is_never_changed before update or delete or truncate on directory.version
  for each statement execute function directory.refuse_change();
