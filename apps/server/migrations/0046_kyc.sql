-- Identity checks. A submission is decided by two operators who do not see each other's decision; only these functions, which
-- verify an operator's session themselves, make a customer verified. Names, numbers and photos are not in here in the clear.
create schema kyc;
grant usage on schema kyc to candor_app;

create table kyc.rule (
  singleton boolean primary key default true check (singleton),
  -- What customers are promised: an answer after so long.
  promise_ms bigint not null default 4 * 3600000 check (promise_ms > 0),
  -- Photos are destroyed so long after the decision.
  retention_ms bigint not null default 30 * 86400000::bigint check (retention_ms > 0)
);
insert into kyc.rule default values;

create table kyc.submission (
  submission_id bigint generated always as identity primary key,
  customer_id bigint not null references identity.customer,
  request_id uuid not null,
  -- A keyed hash of all that was sent: the same submission again is known without keeping it.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  country text not null check (country ~ '^[A-Z]{2}$'),
  document_type text not null check (document_type in ('id-card', 'passport', 'drivers-license')),
  -- Name and number, encrypted. Null once a rejected submission has been forgotten.
  details_sealed bytea,
  number_hash bytea not null check (octet_length(number_hash) = 32),
  state text not null default 'under-review' check (state in ('under-review', 'verified', 'rejected')),
  -- What a rejected customer may do: send new photos, mend the data, or nothing.
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
  unique (customer_id, request_id),
  check ((state = 'rejected') = (resubmit is not null)),
  check ((state = 'under-review') = (decided_ms is null)),
  check ((round = 2) = (appeal_request_id is not null))
);
create unique index submission_open on kyc.submission (customer_id) where state = 'under-review';
create unique index submission_verified on kyc.submission (customer_id) where state = 'verified';
-- One number, one verified customer.
create unique index submission_verified_number on kyc.submission (number_hash) where state = 'verified';
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

-- Objects that may lie in the vault without a submission: written down before they are stored, so that none is forgotten there.
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
  -- Nobody decides twice, not even the appeal against a decision of their own.
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

create function kyc.refuse_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception '% of %.% is refused', tg_op, tg_table_schema, tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
create trigger decision_is_never_changed before update or delete or truncate on kyc.decision
  for each statement execute function kyc.refuse_change();
create trigger photo_view_is_never_changed before update or delete or truncate on kyc.photo_view
  for each statement execute function kyc.refuse_change();

-- The server's roles change everything else of a customer, but not whether they are verified: that is decided in here.
create function kyc.guard_state() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if (select r.oid from pg_roles as r where r.rolname = current_user) <> (select c.relowner from pg_class as c where c.oid = tg_relid) then
    raise exception 'kyc_state is decided by operators' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger kyc_state_is_decided before update on identity.customer
  for each row when (old.kyc_state is distinct from new.kyc_state) execute function kyc.guard_state();

-- What a submission would be answered now: 'may-submit', 'repeat', or why not.
create function kyc.answer_to(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_number_hash bytea) returns text
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_last kyc.submission;
  v_state text;
begin
  select * into v_last from kyc.submission where customer_id = p_customer_id and request_id = p_request_id;
  if v_last.submission_id is not null then
    return case when v_last.fingerprint = p_fingerprint then 'repeat' else 'conflict' end;
  end if;
  select kyc_state into strict v_state from identity.customer where customer_id = p_customer_id;
  if v_state = 'verified' then
    return 'already-approved';
  end if;
  select * into v_last from kyc.submission where customer_id = p_customer_id order by submission_id desc limit 1;
  if v_last.state = 'under-review' then
    return case when v_last.fingerprint = p_fingerprint then 'under-review' else 'wait-for-review' end;
  end if;
  if v_last.resubmit = 'final' then
    return 'submission-failed';
  end if;
  if exists (select from kyc.submission where number_hash = p_number_hash and state = 'verified') then
    return 'id-number-taken';
  end if;
  return 'may-submit';
end
$$;

-- Asks before anything is decoded or stored.
create function kyc.check_submission(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_number_hash bytea) returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select kyc.answer_to(p_customer_id, p_request_id, p_fingerprint, p_number_hash) $$;

-- Takes a submission whose photos lie in the vault, and puts the customer under review. `p_photos` is an array of
-- {side, objectId, widthPx, heightPx, sharpness, glare}. Answers 'submitted', or what `check_submission` answers.
create function kyc.submit(
  p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_country text, p_document_type text, p_details_sealed bytea,
  p_number_hash bytea, p_photos jsonb
) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now_ms bigint;
  v_answer text;
  v_submission_id bigint;
begin
  -- One submission of a customer at a time; decisions about the customer wait here as well.
  perform from identity.customer where customer_id = p_customer_id for no key update;
  v_answer := kyc.answer_to(p_customer_id, p_request_id, p_fingerprint, p_number_hash);
  if v_answer <> 'may-submit' then
    return v_answer;
  end if;
  if not exists (select from jsonb_array_elements(p_photos) as p where p->>'side' = 'front')
    or (p_document_type <> 'passport') <> exists (select from jsonb_array_elements(p_photos) as p where p->>'side' = 'back') then
    raise exception 'these photos do not make a submission' using errcode = 'check_violation';
  end if;
  v_now_ms := market.now_ms();
  insert into kyc.submission (customer_id, request_id, fingerprint, country, document_type, details_sealed, number_hash, sent_ms, promised_ms)
  select p_customer_id, p_request_id, p_fingerprint, p_country, p_document_type, p_details_sealed, p_number_hash, v_now_ms,
    v_now_ms + promise_ms
  from kyc.rule
  returning submission_id into v_submission_id;
  insert into kyc.photo (submission_id, side, object_id, width_px, height_px, sharpness, glare)
  select v_submission_id, p."side", p."objectId", p."widthPx", p."heightPx", p."sharpness", p."glare"
  from jsonb_to_recordset(p_photos) as p("side" text, "objectId" text, "widthPx" integer, "heightPx" integer, "sharpness" real, "glare" real);
  delete from kyc.reserved_object as r using kyc.photo as p where p.submission_id = v_submission_id and r.object_id = p.object_id;
  update identity.customer set kyc_state = 'under-review' where customer_id = p_customer_id;
  return 'submitted';
end
$$;

-- Asks that somebody else look again: once, while the photos are still there. Answers 'appealed', 'repeat' or 'not-allowed'.
create function kyc.appeal(p_customer_id bigint, p_request_id uuid, p_appeal_sealed bytea) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_last kyc.submission;
begin
  perform from identity.customer where customer_id = p_customer_id for no key update;
  select * into v_last from kyc.submission where customer_id = p_customer_id order by submission_id desc limit 1 for update;
  if v_last.appeal_request_id = p_request_id then
    return 'repeat';
  end if;
  if v_last.state is distinct from 'rejected' or v_last.round <> 1
    or exists (select from kyc.photo where submission_id = v_last.submission_id and destroyed_ms is not null) then
    return 'not-allowed';
  end if;
  update kyc.submission set state = 'under-review', round = 2, appeal_request_id = p_request_id, appeal_sealed = p_appeal_sealed,
    resubmit = null, reasons = '[]', decided_ms = null, acknowledged_ms = null, first_checked_ms = null,
    promised_ms = market.now_ms() + (select promise_ms from kyc.rule)
  where submission_id = v_last.submission_id;
  update identity.customer set kyc_state = 'under-review' where customer_id = p_customer_id;
  return 'appealed';
end
$$;
