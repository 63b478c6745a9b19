grant select on market.terms_proposal to candor_app;
grant select on market.terms to candor_app, candor_market;
grant execute on function market.propose_terms to candor_app;
grant usage on schema setting to candor_app;
grant select on setting.bound, setting.setting_proposal to candor_app;
grant execute on function setting.current_values, setting.effect, setting.propose to candor_app;
