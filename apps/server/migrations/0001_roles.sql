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

grant usage on schema market to candor_app, candor_market;
grant usage on schema ledger, identity to candor_app;
