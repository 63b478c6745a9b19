-- Roles belong to the whole cluster, schemas to this database: the roles may exist already.
-- They cannot log in until the launcher gives them a password from the data folder.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['candor_app', 'candor_market'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
end
$$;

revoke all on schema public from public;

create schema market;
create schema ledger;
create schema identity;

-- What this database was begun as: play money never becomes real money. Only the owner reads and writes it.
create schema origin;
create table origin.mode (
  singleton boolean primary key default true check (singleton),
  mode text not null check (mode in ('sandbox', 'live'))
);
create function origin.refuse_change() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  raise exception 'the mode of a database is never changed' using errcode = 'integrity_constraint_violation';
end
$$;
create trigger mode_is_never_changed before update or delete or truncate on origin.mode
  for each statement execute function origin.refuse_change();
revoke all on function origin.refuse_change() from public;

grant usage on schema market to candor_app, candor_market;
grant usage on schema ledger, identity to candor_app;
