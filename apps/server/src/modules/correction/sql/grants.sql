grant usage on schema correction to candor_app;
grant select on correction.correction to candor_app;
grant execute on function
  correction.confirm_correction,
  correction.propose_correction,
  correction.reject_correction
to candor_app;
