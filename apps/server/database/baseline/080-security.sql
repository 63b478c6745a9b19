-- What guards a customer's money beside the login: the payment password, second factors, limits that customers set
-- themselves, and the time for which withdrawals are held after a reset.

create schema security;

create table security.payment_password (
  customer_id bigint primary key references identity.customer,
  -- argon2id of an HMAC whose key is not in the database: six digits alone could be guessed from any hash.
  password_hash text not null check (password_hash like '$argon2id$%'),
  -- Unsuccessful attempts, counted before they are verified. At five nothing is verified any more.
  failures smallint not null default 0 check (failures between 0 and 5),
  set_ms bigint not null
);

create table security.withdrawal_hold (
  customer_id bigint primary key references identity.customer,
  until_ms bigint not null
);

create type security.limit_kind as enum ('deposit', 'stake', 'loss', 'session');

create table security.customer_limit (
  customer_id bigint not null references identity.customer,
  kind security.limit_kind not null,
  -- Money in 10^-6 for each currency on its own, over 24 hours; of `session` minutes. Null: no limit.
  value bigint check (value > 0),
  -- The value from `next_from_ms` on.
  next_value bigint check (next_value > 0),
  next_from_ms bigint,
  primary key (customer_id, kind)
);

create table security.exclusion (
  customer_id bigint primary key references identity.customer,
  kind text not null check (kind in ('cool-off', 'self-exclusion')),
  since_ms bigint not null,
  until_ms bigint not null check (until_ms > since_ms)
);

create table security.totp (
  customer_id bigint primary key references identity.customer,
  -- AES-256-GCM under a key of the data folder.
  sealed_secret bytea not null,
  -- Null until the first code was right: it has no effect before.
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
  -- Null for a sign-in: the response identifies the customer.
  customer_id bigint references identity.customer,
  expires_ms bigint not null
);
create index passkey_challenge_by_expiry on security.passkey_challenge (expires_ms);

create table security.phrase (
  customer_id bigint primary key references identity.customer,
  phrase text not null check (length(phrase) between 3 and 40)
);
