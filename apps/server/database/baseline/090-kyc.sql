-- Identity checks. A submission is decided by two operators who do not see each other's decision; only these functions,
-- which verify an operator's session themselves, make a customer verified. Names, numbers and photos are not stored
-- here in plain text.
create schema kyc;

create table kyc.rule (
  singleton boolean primary key default true check (singleton),
  -- The time promised to customers for a decision.
  promise_ms bigint not null default 4 * 3600000 check (promise_ms > 0),
  -- Photos are destroyed so long after the decision.
  retention_ms bigint not null default 30 * 86400000::bigint check (retention_ms > 0),
  -- How long withdrawals are held after a recovery: time for an owner whose document was stolen. Minutes with play
  -- money.
  recovery_hold_ms bigint not null default 7 * 86400000::bigint check (recovery_hold_ms > 0),
  sandbox_recovery_hold_ms bigint not null default 10 * 60000 check (sandbox_recovery_hold_ms > 0)
);
insert into kyc.rule default values;

create table kyc.submission (
  submission_id bigint generated always as identity primary key,
  customer_id bigint not null references identity.customer,
  request_id uuid not null,
  -- A keyed hash of the whole submission: recognises a repeat without storing it.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  country text not null check (country ~ '^[A-Z]{2}$'),
  document_type text not null check (document_type in ('id-card', 'passport', 'drivers-license')),
  -- Name and number, encrypted. Null once a rejected submission has been forgotten.
  details_sealed bytea,
  number_hash bytea not null check (octet_length(number_hash) = 32),
  state text not null default 'under-review' check (state in ('under-review', 'verified', 'rejected')),
  -- What a rejected customer may do: send new photos, correct the data, or nothing.
  resubmit text check (resubmit in ('retry-photos', 'fix-data', 'final')),
  reasons jsonb not null default '[]' check (jsonb_typeof(reasons) = 'array' and length(reasons::text) <= 2000),
  -- 1 first review, 2 the appeal.
  round smallint not null default 1 check (round in (1, 2)),
  appeal_sealed bytea,
  appeal_request_id uuid,
  sent_ms bigint not null,
  promised_ms bigint not null,
  first_checked_ms bigint,
  decided_ms bigint,
  acknowledged_ms bigint,
  -- The mailbox that the account is to have; null in an identity check.
  recovery_email text check (recovery_email = lower(recovery_email)),
  unique (customer_id, request_id),
  check ((state = 'rejected') = (resubmit is not null)),
  check ((state = 'under-review') = (decided_ms is null)),
  check ((round = 2) = (appeal_request_id is not null))
);
create unique index submission_open on kyc.submission (customer_id) where state = 'under-review';
create index submission_of_customer on kyc.submission (customer_id, submission_id desc);
create index submission_waiting on kyc.submission (promised_ms) where state = 'under-review';

create table kyc.photo (
  submission_id bigint not null references kyc.submission,
  side text not null check (side in ('front', 'back')),
  -- In the vault; null once its key is destroyed.
  object_id text unique,
  width_px integer not null check (width_px > 0),
  height_px integer not null check (height_px > 0),
  sharpness real not null,
  glare real not null,
  destroyed_ms bigint,
  primary key (submission_id, side),
  check ((object_id is null) = (destroyed_ms is not null))
);

-- Objects that may be in the vault without a submission: registered before they are stored, so that none is orphaned.
create table kyc.reserved_object (
  object_id text primary key,
  reserved_ms bigint not null
);

create table kyc.decision (
  decision_id bigint generated always as identity primary key,
  submission_id bigint not null references kyc.submission,
  round smallint not null check (round in (1, 2)),
  operator_id bigint not null,
  verdict text not null check (verdict in ('approved', 'rejected')),
  resubmit text check (resubmit in ('retry-photos', 'fix-data', 'final')),
  reasons jsonb not null check (jsonb_typeof(reasons) = 'array' and length(reasons::text) <= 2000),
  note text not null check (length(note) <= 2000),
  decided_ms bigint not null,
  -- An operator decides once, even about an appeal against the own decision.
  unique (submission_id, operator_id),
  check ((verdict = 'rejected') = (resubmit is not null)),
  check ((verdict = 'rejected') = (jsonb_array_length(reasons) > 0))
);

create table kyc.photo_view (
  view_id bigint generated always as identity primary key,
  submission_id bigint not null references kyc.submission,
  side text not null check (side in ('front', 'back')),
  operator_id bigint not null,
  reason text not null check (reason in ('review', 'appeal', 'customer-question', 'fraud-check')),
  at_ms bigint not null
);
create index photo_view_of_submission on kyc.photo_view (submission_id, view_id);
create unique index submission_verified on kyc.submission (customer_id) where state = 'verified'
  and recovery_email is null;

-- One number, one verified customer.
create unique index submission_verified_number on kyc.submission (number_hash) where state = 'verified'
  and recovery_email is null;
