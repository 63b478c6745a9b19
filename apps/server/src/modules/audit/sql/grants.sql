grant usage on schema audit to candor_app;
grant select on audit.entry to candor_app;
grant execute on function audit.verify to candor_app;
