-- Secrets of authenticators are sealed under a key that is not in the database, each for its own row.
alter table operator.account
  -- Null once it is sealed: the next start does so for accounts from before.
  alter column totp_secret drop not null,
  add column sealed_totp bytea check (octet_length(sealed_totp) between 80 and 200),
  -- When the owner handed a password over. It is good for a day.
  add column password_handed_ms bigint;
update operator.account set password_handed_ms = created_ms where is_password_new;
alter table operator.account
  add constraint secret_has_one_form check (num_nonnulls(totp_secret, sealed_totp) = 1),
  add constraint handed_password_has_a_time check (not is_password_new or password_handed_ms is not null);

-- A sealed secret of a customer is bound to the customer since its first byte says so. The next start seals those from
-- before again; nothing writes one like them any more.
alter table security.totp add constraint secret_is_bound check (octet_length(sealed_secret) = 49) not valid;
