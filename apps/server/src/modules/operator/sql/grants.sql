grant usage on schema operator, version to candor_app;
grant select on operator.claim, operator.directory to candor_app;
grant execute on function
  operator.begin_login,
  operator.claim,
  operator.close_session,
  operator.find_session,
  operator.open_session,
  operator.prove_login,
  operator.record,
  operator.release,
  operator.team,
  version.decide
to candor_app;
