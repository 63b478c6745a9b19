grant usage on schema audit to candor_app, candor_log;
grant select on audit.entry to candor_app;
grant select (seq, at_ms, hash) on audit.entry to candor_log;
grant execute on function audit.verify to candor_app;
