grant usage on schema clock to candor_app, candor_market;
grant select on clock.setting to candor_app, candor_market;
grant execute on function clock.now_ms to candor_app, candor_market;
