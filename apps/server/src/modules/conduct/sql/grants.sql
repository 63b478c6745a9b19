grant usage on schema conduct to candor_app, candor_log;
grant select on conduct.acceptance_day, conduct.closed_day, conduct.contract_day, conduct.customer_share,
  conduct.explanation, conduct.incident, conduct.promise, conduct.rule, conduct.setting, conduct.settled_time, conduct.stake_band,
  conduct.void_day
to candor_app;
grant select on conduct.closed_day, conduct.contract_day, conduct.customer_share, conduct.rule, conduct.void_day
to candor_log;
grant execute on function
  conduct.add_acceptances,
  conduct.close_day,
  conduct.count_settled,
  conduct.decide_explanation,
  conduct.promise_levels,
  conduct.propose_explanation,
  conduct.voids_within,
  conduct.watch_incidents
to candor_app;
