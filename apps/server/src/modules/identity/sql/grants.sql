grant usage on schema identity to candor_app;
grant select, insert, delete on identity.login, identity.registration to candor_app;
grant select, insert, update on identity.customer, identity.root_invitation to candor_app;
grant select, insert, update, delete on
  identity.address,
  identity.attempt,
  identity.avatar,
  identity.session
to candor_app;
grant execute on function identity.set_customer_enabled to candor_app;
