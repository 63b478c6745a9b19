-- The result that a submission would get now: 'may-submit', 'repeat', or a refusal. Internal.
create function kyc.answer_to(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_number_hash bytea)
  returns text
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
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

-- Checks before anything is decoded or stored.
create function kyc.check_submission(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_number_hash bytea)
  returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select kyc.answer_to(p_customer_id, p_request_id, p_fingerprint, p_number_hash) $$;

-- Stores a submission with its photos, which are in the vault. Internal.
create function kyc.keep_submission(
  p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_country text, p_document_type text,
    p_details_sealed bytea, p_number_hash bytea, p_person_hash bytea, p_photos jsonb, p_recovery_email text
) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_submission_id bigint;
begin
  if not exists (select from jsonb_array_elements(p_photos) as p where p->>'side' = 'front')
    or (p_document_type <> 'passport') <> exists (select from jsonb_array_elements(p_photos) as p
      where p->>'side' = 'back') then
    raise exception 'these photos do not make a submission' using errcode = 'check_violation';
  end if;
  insert into kyc.submission (customer_id, request_id, fingerprint, country, document_type, details_sealed,
    number_hash, person_hash, sent_ms, promised_ms, recovery_email)
  select p_customer_id, p_request_id, p_fingerprint, p_country, p_document_type, p_details_sealed, p_number_hash,
    p_person_hash, v_now_ms, v_now_ms + promise_ms, p_recovery_email
  from kyc.rule
  returning submission_id into v_submission_id;
  insert into kyc.photo (submission_id, side, object_id, width_px, height_px, sharpness, glare)
  select v_submission_id, p."side", p."objectId", p."widthPx", p."heightPx", p."sharpness", p."glare"
  from jsonb_to_recordset(p_photos) as p("side" text, "objectId" text, "widthPx" integer, "heightPx" integer,
    "sharpness" real, "glare" real);
  delete from kyc.reserved_object as r using kyc.photo as p where p.submission_id = v_submission_id
    and r.object_id = p.object_id;
  return v_submission_id;
end
$$;

-- Accepts a submission whose photos are in the vault, and puts the customer under review. `p_photos` is an array of
-- {side, objectId, widthPx, heightPx, sharpness, glare}. Returns 'submitted', or the result of `check_submission`.
create function kyc.submit(
  p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_country text, p_document_type text,
    p_details_sealed bytea, p_number_hash bytea, p_person_hash bytea, p_photos jsonb
) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_answer text;
begin
  -- One submission of a customer at a time; decisions about the customer wait here as well.
  perform from identity.customer where customer_id = p_customer_id for no key update;
  v_answer := kyc.answer_to(p_customer_id, p_request_id, p_fingerprint, p_number_hash);
  if v_answer <> 'may-submit' then
    return v_answer;
  end if;
  perform kyc.keep_submission(p_customer_id, p_request_id, p_fingerprint, p_country, p_document_type, p_details_sealed,
    p_number_hash, p_person_hash, p_photos, null);
  update identity.customer set kyc_state = 'under-review' where customer_id = p_customer_id;
  return 'submitted';
end
$$;

-- Asks that somebody else look again: once, while the photos are still there, and not for a recovery. Answers
-- 'appealed', 'repeat' or 'not-allowed'.
create function kyc.appeal(p_customer_id bigint, p_request_id uuid, p_appeal_sealed bytea) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
  update kyc.submission set state = 'under-review', round = 2, appeal_request_id = p_request_id,
    appeal_sealed = p_appeal_sealed,
    resubmit = null, reasons = '[]', decided_ms = null, acknowledged_ms = null, first_checked_ms = null,
    promised_ms = clock.now_ms() + (select promise_ms from kyc.rule)
  where submission_id = v_last.submission_id;
  update identity.customer set kyc_state = 'under-review' where customer_id = p_customer_id;
  return 'appealed';
end
$$;
