-- The role of the verifier: it alone writes what operators have confirmed with a passkey. Roles belong to the whole
-- cluster: it may exist already.
do $$
begin
  create role candor_verifier nologin;
exception when duplicate_object or unique_violation then
  null;
end
$$;

-- What needs two operators, of whichever schema: above all others.
create schema confirmation;

create table operator.passkey (
  passkey_id bigint generated always as identity primary key,
  operator_id bigint not null references operator.account,
  -- As base64url.
  credential_id text not null unique check (length(credential_id) between 16 and 1400
    and credential_id ~ '^[A-Za-z0-9_-]+$'),
  -- In COSE's form.
  public_key bytea not null check (octet_length(public_key) between 32 and 2000),
  sign_count bigint not null check (sign_count >= 0),
  name text not null check (length(name) between 1 and 60),
  created_ms bigint not null,
  last_used_ms bigint,
  removed_ms bigint check (removed_ms >= created_ms)
);
create index passkey_of_operator on operator.passkey (operator_id);

-- The owner's permission to add a passkey. The code is printed and stored nowhere; the key is derived from it.
create table operator.passkey_code (
  operator_id bigint primary key references operator.account,
  key bytea not null check (octet_length(key) = 32),
  expires_ms bigint not null
);

-- What an operator was asked to confirm, and what their passkey signed.
create table operator.confirmation (
  confirmation_id bigint generated always as identity primary key,
  operator_id bigint not null references operator.account,
  -- The act, such as 'withdrawal.approve'.
  kind text not null check (kind ~ '^[a-z-]+\.[a-z]+$'),
  case_id bigint not null,
  details jsonb not null,
  -- What is signed: the SHA-256 of it is the challenge.
  bytes text not null unique,
  until_ms bigint not null,
  passkey_id bigint references operator.passkey,
  assertion jsonb,
  confirmed_ms bigint,
  used_ms bigint,
  constraint used_once_confirmed check (used_ms is null or confirmed_ms is not null),
  constraint confirmed_with_evidence check ((assertion is null) = (confirmed_ms is null))
);
create index confirmation_to_use on operator.confirmation (operator_id, kind, case_id) where used_ms is null;
