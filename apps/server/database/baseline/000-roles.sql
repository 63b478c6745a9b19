-- Roles belong to the whole cluster, schemas to this database: the roles may already exist. They cannot log in until
-- the launcher sets their passwords from the data folder.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['candor_app', 'candor_market', 'candor_watcher'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
end
$$;

-- A statement that waits for ever, or a transaction that its client forgot, holds locks that placing and settling need.
-- The limits belong to the roles, which the databases of a cluster share: two that migrate at once set the same values.
do $$
begin
  alter role candor_app set statement_timeout = '15s';
  alter role candor_app set idle_in_transaction_session_timeout = '15s';
  alter role candor_market set statement_timeout = '60s';
  alter role candor_market set idle_in_transaction_session_timeout = '15s';
  alter role candor_watcher set statement_timeout = '15s';
  alter role candor_watcher set idle_in_transaction_session_timeout = '15s';
exception when internal_error or unique_violation then
  null; -- "tuple concurrently updated"
end
$$;

revoke all on schema public from public;
