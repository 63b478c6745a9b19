grant usage on schema payout to candor_app;
grant select on payout.method, payout.setting to candor_app;
grant execute on function payout.add_method, payout.foresee_method, payout.remove_method to candor_app;
