-- Terms, instruments and products that all cells have alike. Operators decide them in one cell, the first; the
-- directory numbers what is there, and each other cell stores it.

-- The tables, in the order in which they refer to one another. Internal.
create function cell.common_tables() returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select '{market.instrument,market.terms,swap.swap_terms,withdrawal.withdrawal_terms,interest.interest_product}'
    ::text[]
$$;

-- The rows of a common table as all cells have them: without when they were stored, what operators of one cell halt,
-- and how prices are simulated. Internal.
create function cell.common_value(p_row jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select p_row - '{created_at,created_ms,halted,hidden,entry_delay_slots}'::text[]
$$;

-- Rows of tables, by table. `p_rows` reads those of one, `%s`, and of the customer `$1` where it names one. Internal.
create function cell.rows_by_table(p_tables text[], p_rows text, p_customer_id bigint) returns jsonb
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  v_table text;
  v_rows jsonb;
  v_all jsonb := '{}';
begin
  foreach v_table in array p_tables loop
    execute format(p_rows, v_table) into v_rows using p_customer_id;
    v_all := v_all || jsonb_build_object(v_table, v_rows);
  end loop;
  return v_all;
end
$$;

-- All common rows of this cell, by table. For the owner only.
create function cell.common_rows() returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select cell.rows_by_table(cell.common_tables(),
    'select coalesce(jsonb_agg(to_jsonb(t) order by t), ''[]'') from %s as t', null)
$$;

-- Stores the rows of a version that this cell lacks. Idempotent; a row that the cell has with other values is refused,
-- and so is another version under the same number. For the owner only.
create function cell.apply_version(p_version bigint, p_digest bytea, p_rows jsonb) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_table text;
  v_differs boolean;
begin
  if exists (select from cell.version where version = p_version and digest <> p_digest) then
    raise exception 'version % is another one here', p_version using errcode = 'unique_violation';
  end if;
  foreach v_table in array cell.common_tables() loop
    execute format('insert into %s overriding system value select * from jsonb_populate_recordset(null::%s, $1) '
      'on conflict do nothing', v_table, v_table) using p_rows->v_table;
    execute format('select exists (select cell.common_value(r) from jsonb_array_elements($1) as r '
      'except select cell.common_value(to_jsonb(t)) from %s as t)', v_table) into v_differs using p_rows->v_table;
    if v_differs then
      raise exception 'version % differs from what this cell has in %', p_version, v_table
        using errcode = 'unique_violation';
    end if;
  end loop;
  insert into cell.version (version, digest, at_ms) values (p_version, p_digest, clock.now_ms()) on conflict do nothing;
  perform cell.expect_version(p_version);
end
$$;

-- Notes the number of the newest version. This cell takes no orders until it has stored that version.
-- For the owner only.
create function cell.expect_version(p_version bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_newest bigint;
begin
  update cell.self set newest_version = greatest(newest_version, p_version) returning newest_version into v_newest;
  perform ledger.refuse_orders(v_newest > coalesce((select max(version) from cell.version), 0));
end
$$;

create trigger version_is_never_changed before update or delete or truncate on cell.version
  for each statement execute function ledger.refuse_change();
