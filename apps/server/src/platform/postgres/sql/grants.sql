grant usage on schema clock to candor_app, candor_log, candor_market;
grant select on clock.setting to candor_app, candor_log, candor_market;
grant execute on function clock.now_ms to candor_app, candor_log, candor_market;
-- Defaults are computed by the role that inserts.
grant execute on function clock.instant_us, clock.new_record_id to candor_app;
-- What the definers call besides the schemas' own routines. Everybody else lost the advisory locks in a delta.
grant usage on schema crypto to candor_definer;
grant execute on function crypto.hmac(bytea, bytea, text), crypto.gen_random_bytes(integer) to candor_definer;
grant execute on function
  pg_catalog.pg_advisory_xact_lock(bigint),
  pg_catalog.pg_advisory_xact_lock_shared(bigint)
to candor_definer;
