grant usage on schema correction to candor_app;
grant select on correction.correction to candor_app;
grant execute on function
  correction.decide_correction,
  correction.propose_correction
to candor_app;
