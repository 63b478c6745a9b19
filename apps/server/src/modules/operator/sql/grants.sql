grant usage on schema operator, version, confirmation to candor_app;
grant usage on schema operator to candor_verifier;
grant select on operator.claim, operator.directory to candor_app;
grant execute on function
  confirmation.begin,
  operator.begin_login,
  operator.begin_passkey,
  operator.claim,
  operator.close_session,
  operator.disable_colleague,
  operator.find_session,
  operator.open_session,
  operator.passkeys,
  operator.prove_login,
  operator.record,
  operator.release,
  operator.team,
  version.decide
to candor_app;
grant execute on function
  operator.awaited_confirmation,
  operator.confirm_case,
  operator.confirm_for_reviewer,
  operator.enrol_passkey
to candor_verifier;
