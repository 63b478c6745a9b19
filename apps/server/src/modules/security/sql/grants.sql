grant usage on schema security to candor_app;
grant select on security.customer_limit, security.exclusion to candor_app;
grant select, insert on security.payment_password to candor_app;
grant update (password_hash, failures, set_ms) on security.payment_password to candor_app;
grant select, insert, update, delete on
  security.passkey,
  security.passkey_challenge,
  security.phrase,
  security.recovery_code,
  security.totp
to candor_app;
grant execute on function
  security.exclude,
  security.hold_withdrawals,
  security.set_limit,
  security.sign_customer_out,
  security.withdrawals_held_until_ms
to candor_app;
