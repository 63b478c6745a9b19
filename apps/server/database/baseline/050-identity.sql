-- Customers, their sessions, and proofs of a person or of a mailbox. Tokens, codes and captcha solutions are stored as
-- hashes only; passwords as argon2id.

create schema identity;

create table identity.customer (
  customer_id bigint generated always as identity primary key,
  -- The account number that customers see.
  public_id text not null unique check (public_id ~ '^[1-9][0-9]{7}$'),
  mobile text unique check (mobile ~ '^[0-9]{10,13}$'),
  -- Lower case, so that one mailbox is one account.
  email text unique check (email = lower(email)),
  password_hash text not null check (password_hash like '$argon2id$%'),
  invite_code text not null unique check (invite_code ~ '^[A-Z0-9]{6}$'),
  -- Null where the root invitation code was used.
  invited_by bigint references identity.customer,
  state smallint not null default 1 check (state in (0, 1)), -- 0 disabled, 1 enabled
  kyc_state text not null default 'none' check (kyc_state in ('none', 'under-review', 'verified', 'rejected')),
  lang text not null,
  created_ms bigint not null,
  -- Null until it is changed for the first time.
  password_changed_ms bigint,
  check (mobile is not null or email is not null),
  -- Rewards follow from the inviter, which is set once, at registration.
  constraint nobody_invites_themselves check (invited_by <> customer_id)
);

-- The content of a register call, so that a repeat returns the same account.
create table identity.registration (
  request_id uuid primary key,
  fingerprint bytea not null,
  customer_id bigint not null references identity.customer,
  created_ms bigint not null
);

create table identity.root_invitation (
  singleton boolean primary key default true check (singleton),
  code text not null check (code ~ '^[A-Z0-9]{1,32}$')
);

create table identity.session (
  session_id bigint generated always as identity primary key,
  customer_id bigint not null references identity.customer,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  device text not null check (length(device) <= 200),
  network text not null,
  created_ms bigint not null,
  last_used_ms bigint not null,
  revoked_ms bigint,
  -- A login valid for customer service only, for a disabled account; it becomes invalid once the account is enabled
  -- again.
  is_support_only boolean not null default false
);
create index session_of_customer on identity.session (customer_id);
create index session_by_last_use on identity.session (last_used_ms);

create table identity.captcha (
  captcha_id text primary key,
  answer_hash bytea not null,
  expires_ms bigint not null
);
create index captcha_by_expiry on identity.captcha (expires_ms);

create table identity.code (
  code_id bigint generated always as identity primary key,
  purpose text not null,
  address text not null,
  code_hash bytea not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  network text not null,
  sent_ms bigint not null,
  expires_ms bigint not null,
  used_ms bigint
);
create index code_of_address on identity.code (purpose, address, code_id desc);
create index code_of_network on identity.code (network, sent_ms);
create index code_by_sending on identity.code (sent_ms);

-- Failed login attempts, counted before they are verified.
create table identity.attempt (
  -- 'account' or 'network'.
  kind text not null,
  -- A keyed hash: an account that does not exist is counted like one that does.
  subject bytea not null,
  failures integer not null check (failures >= 0),
  last_ms bigint not null,
  primary key (kind, subject)
);
create index attempt_by_last on identity.attempt (last_ms);

create table identity.login (
  login_id bigint generated always as identity primary key,
  customer_id bigint not null references identity.customer,
  outcome text not null check (outcome in (
    -- A wrong second step follows the right password: of all failures the most important one for the owner.
    'logged-in', 'wrong-password', 'wrong-second-step', 'disabled'
  )),
  device text not null check (length(device) <= 200),
  -- Coarse: enough to recognise oneself, too little to be found by.
  network text,
  at_ms bigint not null
);
create index login_of_customer on identity.login (customer_id, login_id desc);
create index login_by_time on identity.login (at_ms);

create table identity.avatar (
  customer_id bigint primary key references identity.customer,
  photo_hash bytea not null check (octet_length(photo_hash) = 32),
  photo bytea not null check (octet_length(photo) between 1 and 262144),
  created_ms bigint not null
);
create index avatar_by_hash on identity.avatar (photo_hash);
create index customer_invited on identity.customer (invited_by, customer_id desc) where invited_by is not null;

create table identity.address (
  customer_id bigint primary key references identity.customer,
  address text not null check (char_length(address) between 3 and 200),
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  changed_ms bigint not null,
  check ((lat is null) = (lng is null))
);
