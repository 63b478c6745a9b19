-- Owns the schemas and everything in them (platform/postgres/apply-owners.ts), so that a routine that runs with its
-- owner's rights is no superuser. Nobody logs in as it. Roles belong to the whole cluster: it may exist already.
do $$
begin
  create role candor_definer nologin;
exception when duplicate_object or unique_violation then
  null;
end
$$;

-- An advisory lock that any connection may take for as long as it likes would let the application decide when a frame
-- is published. Large objects and temporary tables are nothing that a role of the server needs.
do $$
declare
  v_routine regprocedure;
begin
  for v_routine in
    select oid from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and proname ~ '^(pg_(try_)?advisory_|lo_|lo(read|write)$)'
  loop
    execute format('revoke execute on function %s from public', v_routine);
  end loop;
  execute format('revoke temporary on database %I from public', current_database());
end
$$;

-- What happens one at a time, such as sending codes to one mailbox: its row is locked until the transaction ends.
create table identity.turn (
  name text primary key,
  taken_ms bigint not null
);
create index turn_by_time on identity.turn (taken_ms);
