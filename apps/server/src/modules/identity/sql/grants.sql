grant usage on schema identity to candor_app;
grant select, insert, delete on identity.login, identity.registration to candor_app;
-- A role that may update a whole table may lock it. Column privileges do not allow that, so other work on the customer
-- goes on.
grant select, insert on identity.customer, identity.root_invitation to candor_app;
grant update (email, mobile, password_hash, password_changed_ms) on identity.customer to candor_app;
grant update (code) on identity.root_invitation to candor_app;
grant select, insert, update, delete on
  identity.address,
  identity.attempt,
  identity.avatar,
  identity.session
to candor_app;
grant select, delete on identity.access_change to candor_app;
grant select on identity.published_code, identity.withdrawn_code to candor_app;
grant execute on function
  identity.decide_code,
  identity.open_codes,
  identity.propose_code,
  identity.set_customer_enabled,
  identity.withdraw_code
to candor_app;
