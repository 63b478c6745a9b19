-- An account whose owner cannot read its mailbox any more gets another one: the owner sends the document that the account was verified
-- with, and two operators decide, as about a first check. Until then nothing changes, and whoever reads the old mailbox ends it.

-- The mailbox that the account is to have; null in an identity check.
alter table kyc.submission add column recovery_email text check (recovery_email = lower(recovery_email));
drop index kyc.submission_verified;
create unique index submission_verified on kyc.submission (customer_id) where state = 'verified' and recovery_email is null;
drop index kyc.submission_verified_number;
create unique index submission_verified_number on kyc.submission (number_hash) where state = 'verified' and recovery_email is null;

-- How long withdrawals wait after a recovery: time for an owner who was robbed of the document. Play money shows it for minutes.
alter table kyc.rule add column recovery_hold_ms bigint not null default 7 * 86400000::bigint check (recovery_hold_ms > 0);
alter table kyc.rule add column sandbox_recovery_hold_ms bigint not null default 10 * 60000 check (sandbox_recovery_hold_ms > 0);

-- Keeps what was sent, with its photos, which lie in the vault.
create function kyc.keep_submission(
  p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_country text, p_document_type text, p_details_sealed bytea,
  p_number_hash bytea, p_photos jsonb, p_recovery_email text
) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now_ms constant bigint := market.now_ms();
  v_submission_id bigint;
begin
  if not exists (select from jsonb_array_elements(p_photos) as p where p->>'side' = 'front')
    or (p_document_type <> 'passport') <> exists (select from jsonb_array_elements(p_photos) as p where p->>'side' = 'back') then
    raise exception 'these photos do not make a submission' using errcode = 'check_violation';
  end if;
  insert into kyc.submission (customer_id, request_id, fingerprint, country, document_type, details_sealed, number_hash, sent_ms, promised_ms,
    recovery_email)
  select p_customer_id, p_request_id, p_fingerprint, p_country, p_document_type, p_details_sealed, p_number_hash, v_now_ms,
    v_now_ms + promise_ms, p_recovery_email
  from kyc.rule
  returning submission_id into v_submission_id;
  insert into kyc.photo (submission_id, side, object_id, width_px, height_px, sharpness, glare)
  select v_submission_id, p."side", p."objectId", p."widthPx", p."heightPx", p."sharpness", p."glare"
  from jsonb_to_recordset(p_photos) as p("side" text, "objectId" text, "widthPx" integer, "heightPx" integer, "sharpness" real, "glare" real);
  delete from kyc.reserved_object as r using kyc.photo as p where p.submission_id = v_submission_id and r.object_id = p.object_id;
  return v_submission_id;
end
$$;

create or replace function kyc.submit(
  p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_country text, p_document_type text, p_details_sealed bytea,
  p_number_hash bytea, p_photos jsonb
) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_answer text;
begin
  -- One submission of a customer at a time; decisions about the customer wait here as well.
  perform from identity.customer where customer_id = p_customer_id for no key update;
  v_answer := kyc.answer_to(p_customer_id, p_request_id, p_fingerprint, p_number_hash);
  if v_answer <> 'may-submit' then
    return v_answer;
  end if;
  perform kyc.keep_submission(p_customer_id, p_request_id, p_fingerprint, p_country, p_document_type, p_details_sealed, p_number_hash,
    p_photos, null);
  update identity.customer set kyc_state = 'under-review' where customer_id = p_customer_id;
  return 'submitted';
end
$$;

-- What a recovery would be answered now: 'may-submit', 'repeat', or why not. Somebody else's document, an account that is not verified
-- and one that does not exist are answered the same.
create function kyc.answer_to_recovery(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_number_hash bytea, p_email text)
returns text
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_past kyc.submission;
begin
  select * into v_past from kyc.submission where customer_id = p_customer_id and request_id = p_request_id;
  if v_past.submission_id is not null then
    return case when v_past.fingerprint = p_fingerprint and v_past.recovery_email = p_email then 'repeat' else 'conflict' end;
  end if;
  if not exists (select from kyc.submission
    where customer_id = p_customer_id and state = 'verified' and recovery_email is null and number_hash = p_number_hash) then
    return 'details-differ';
  end if;
  if exists (select from kyc.submission where customer_id = p_customer_id and state = 'under-review') then
    return 'wait-for-review';
  end if;
  if exists (select from identity.customer where email = p_email) then
    return 'already-registered';
  end if;
  return 'may-submit';
end
$$;

-- Asks before anything is decoded or stored.
create function kyc.check_recovery(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_number_hash bytea, p_email text)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select kyc.answer_to_recovery(p_customer_id, p_request_id, p_fingerprint, p_number_hash, p_email) $$;

-- Takes a recovery whose photos lie in the vault, and tells the customer. Answers 'submitted', or what `check_recovery` answers.
create function kyc.recover(
  p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_country text, p_document_type text, p_details_sealed bytea,
  p_number_hash bytea, p_photos jsonb, p_email text
) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_answer text;
  v_submission_id bigint;
begin
  perform from identity.customer where customer_id = p_customer_id for no key update;
  v_answer := kyc.answer_to_recovery(p_customer_id, p_request_id, p_fingerprint, p_number_hash, p_email);
  if v_answer <> 'may-submit' then
    return v_answer;
  end if;
  v_submission_id := kyc.keep_submission(p_customer_id, p_request_id, p_fingerprint, p_country, p_document_type, p_details_sealed,
    p_number_hash, p_photos, p_email);
  perform message.add(p_customer_id, 'security-recovery-asked', 'kyc:' || v_submission_id, '{}');
  return 'submitted';
end
$$;

-- Ends an open recovery: its account's mailbox was read after all. Answers whether there was one.
create function kyc.stop_recovery(p_customer_id bigint) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_submission_id bigint;
begin
  perform from identity.customer where customer_id = p_customer_id for no key update;
  update kyc.submission set state = 'rejected', resubmit = 'final', decided_ms = market.now_ms()
  where customer_id = p_customer_id and state = 'under-review' and recovery_email is not null
  returning submission_id into v_submission_id;
  if v_submission_id is null then
    return false;
  end if;
  perform message.add(p_customer_id, 'security-recovery-refused', 'kyc:' || v_submission_id, '{}');
  return true;
end
$$;

-- Ends the review of a recovery. An approved one gives the account its mailbox, ends every session and holds withdrawals; a mailbox
-- that has become another account's rejects it.
create function kyc.conclude_recovery(p_submission kyc.submission, p_verdict text, p_resubmit text, p_reasons jsonb) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now_ms constant bigint := market.now_ms();
  v_is_approved boolean := p_verdict = 'approved';
  v_hold_ms bigint;
begin
  if v_is_approved then
    begin
      update identity.customer set email = p_submission.recovery_email where customer_id = p_submission.customer_id;
    exception when unique_violation then
      v_is_approved := false;
    end;
  end if;
  update kyc.submission set state = case when v_is_approved then 'verified' else 'rejected' end, decided_ms = v_now_ms,
    resubmit = case when not v_is_approved then coalesce(p_resubmit, 'fix-data') end, reasons = p_reasons
  where submission_id = p_submission.submission_id;
  if v_is_approved then
    update identity.session set revoked_ms = v_now_ms where customer_id = p_submission.customer_id and revoked_ms is null;
    select case when exists (select from origin.mode where mode = 'sandbox') then sandbox_recovery_hold_ms else recovery_hold_ms end
    into strict v_hold_ms from kyc.rule;
    perform security.hold_withdrawals(p_submission.customer_id, v_now_ms + v_hold_ms);
  end if;
  perform message.add(p_submission.customer_id, case when v_is_approved then 'security-recovered' else 'security-recovery-refused' end,
    'kyc:' || p_submission.submission_id, '{}');
  return case when v_is_approved then 'verified' else 'rejected' end;
end
$$;

-- As before, but that a recovery ends in its own way.
create or replace function kyc.conclude(p_submission kyc.submission, p_verdict text, p_resubmit text, p_reasons jsonb) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now_ms constant bigint := market.now_ms();
  v_verdict text := p_verdict;
  v_resubmit text := p_resubmit;
  v_reasons jsonb := p_reasons;
begin
  if p_submission.recovery_email is not null then
    return kyc.conclude_recovery(p_submission, p_verdict, p_resubmit, p_reasons);
  end if;
  if v_verdict = 'approved' then
    begin
      update kyc.submission set state = 'verified', decided_ms = v_now_ms where submission_id = p_submission.submission_id;
    exception when unique_violation then
      v_verdict := 'rejected';
      v_resubmit := 'fix-data';
      v_reasons := '[{"code": "number-taken", "target": "number"}]';
    end;
  end if;
  if v_verdict = 'rejected' then
    update kyc.submission set state = 'rejected', decided_ms = v_now_ms, resubmit = v_resubmit, reasons = v_reasons
    where submission_id = p_submission.submission_id;
  end if;
  update identity.customer set kyc_state = case v_verdict when 'approved' then 'verified' else 'rejected' end
  where customer_id = p_submission.customer_id;
  perform message.add(p_submission.customer_id, case v_verdict when 'approved' then 'kyc-verified' else 'kyc-rejected' end,
    'kyc:' || p_submission.submission_id, jsonb_strip_nulls(jsonb_build_object('resubmit', v_resubmit, 'reasons', v_reasons)));
  return case v_verdict when 'approved' then 'verified' else 'rejected' end;
end
$$;

-- As before, but that a recovery is no check that an appeal is about.
create or replace function kyc.appeal(p_customer_id bigint, p_request_id uuid, p_appeal_sealed bytea) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_last kyc.submission;
begin
  perform from identity.customer where customer_id = p_customer_id for no key update;
  select * into v_last from kyc.submission where customer_id = p_customer_id and recovery_email is null
  order by submission_id desc limit 1 for update;
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

-- As before; what was typed for a recovery goes with its photos however it ended, as the check keeps the same.
create or replace function kyc.photo_destroyed(p_submission_id bigint, p_side text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update kyc.photo as p set object_id = null, destroyed_ms = market.now_ms()
  where p.submission_id = p_submission_id and p.side = p_side
    and exists (select from kyc.photos_due(2147483647) as due where due.submission_id = p.submission_id and due.side = p.side);
  update kyc.submission as s set details_sealed = null, appeal_sealed = null
  where s.submission_id = p_submission_id and (s.state = 'rejected' or s.recovery_email is not null)
    and not exists (select from kyc.photo as p where p.submission_id = p_submission_id and p.destroyed_ms is null);
end
$$;

revoke all on all functions in schema kyc from public;
grant execute on function
  kyc.check_recovery(bigint, uuid, bytea, bytea, text),
  kyc.recover(bigint, uuid, bytea, text, text, bytea, bytea, jsonb, text),
  kyc.stop_recovery(bigint)
to candor_app;
