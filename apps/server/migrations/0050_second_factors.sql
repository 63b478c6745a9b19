-- What proves a customer beside the login password: an authenticator app with recovery codes, and passkeys; and the phrase by which
-- the customer knows a mail of ours.

create table security.totp (
  customer_id bigint primary key references identity.customer,
  -- AES-256-GCM under a key of the data folder.
  sealed_secret bytea not null,
  -- Null until the first code was right: it guards nothing before.
  confirmed_ms bigint,
  -- The step of the last code that was used: it and earlier ones are used up.
  last_step bigint not null default 0,
  -- Attempts that did not turn out right, counted before they are verified.
  failures integer not null default 0 check (failures >= 0),
  tried_ms bigint not null default 0
);

create table security.recovery_code (
  customer_id bigint not null references identity.customer,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_ms bigint,
  primary key (customer_id, code_hash)
);

create table security.passkey (
  passkey_id bigint generated always as identity primary key,
  customer_id bigint not null references identity.customer,
  credential_id text not null unique check (length(credential_id) between 16 and 1400),
  public_key bytea not null,
  -- Of the authenticator; 0 where it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_ms bigint not null,
  last_used_ms bigint
);
create index passkey_of_customer on security.passkey (customer_id);

-- Challenges that were handed out: each is good once, for one purpose.
create table security.passkey_challenge (
  challenge text primary key,
  -- Null where somebody signs in: who it is, the answer tells.
  customer_id bigint references identity.customer,
  expires_ms bigint not null
);
create index passkey_challenge_by_expiry on security.passkey_challenge (expires_ms);

create table security.phrase (
  customer_id bigint primary key references identity.customer,
  phrase text not null check (length(phrase) between 3 and 40)
);

grant select, insert, update, delete on security.totp, security.recovery_code, security.passkey, security.passkey_challenge, security.phrase
  to candor_app;
