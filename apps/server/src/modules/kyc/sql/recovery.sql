-- An account whose owner cannot read its mailbox any more gets another one: the owner sends the document that the
-- account was verified with, and two operators decide, as about a first check. Until then nothing changes, and a login
-- that reads the old mailbox ends it.

-- The result that a recovery would get now: 'may-submit', 'repeat', or a refusal. Another person's document, an
-- unverified account and an unknown one get the same result. Internal.
create function kyc.answer_to_recovery(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea,
  p_number_hash bytea, p_email text)
returns text
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  v_past kyc.submission;
begin
  select * into v_past from kyc.submission where customer_id = p_customer_id and request_id = p_request_id;
  if v_past.submission_id is not null then
    return case when v_past.fingerprint = p_fingerprint and v_past.recovery_email = p_email then 'repeat'
      else 'conflict' end;
  end if;
  if not exists (select from kyc.submission
    where customer_id = p_customer_id and state = 'verified' and recovery_email is null
      and number_hash = p_number_hash) then
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

-- Checks before anything is decoded or stored.
create function kyc.check_recovery(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_number_hash bytea,
  p_email text)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select kyc.answer_to_recovery(p_customer_id, p_request_id, p_fingerprint, p_number_hash, p_email) $$;

-- Accepts a recovery whose photos are in the vault, and notifies the customer. Returns 'submitted', or the result of
-- `check_recovery`.
create function kyc.recover(
  p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_country text, p_document_type text,
    p_details_sealed bytea, p_number_hash bytea, p_photos jsonb, p_email text
) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_answer text;
  v_submission_id bigint;
begin
  perform from identity.customer where customer_id = p_customer_id for no key update;
  v_answer := kyc.answer_to_recovery(p_customer_id, p_request_id, p_fingerprint, p_number_hash, p_email);
  if v_answer <> 'may-submit' then
    return v_answer;
  end if;
  v_submission_id := kyc.keep_submission(p_customer_id, p_request_id, p_fingerprint, p_country, p_document_type,
    p_details_sealed, p_number_hash, null, p_photos, p_email);
  perform message.add(p_customer_id, 'security-recovery-asked', 'kyc:' || v_submission_id, '{}');
  return 'submitted';
end
$$;

-- Ends an open recovery: its account's mailbox turned out to be in use. Returns whether there was one.
create function kyc.stop_recovery(p_customer_id bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_submission_id bigint;
begin
  perform from identity.customer where customer_id = p_customer_id for no key update;
  update kyc.submission set state = 'rejected', resubmit = 'final', decided_ms = clock.now_ms()
  where customer_id = p_customer_id and state = 'under-review' and recovery_email is not null
  returning submission_id into v_submission_id;
  if v_submission_id is null then
    return false;
  end if;
  perform message.add(p_customer_id, 'security-recovery-refused', 'kyc:' || v_submission_id, '{}');
  return true;
end
$$;

-- Ends the review of a recovery. An approved one changes the account's mailbox, ends every session and holds
-- withdrawals; it is rejected when the mailbox has become another account's. Internal.
create function kyc.conclude_recovery(p_submission kyc.submission, p_verdict text, p_resubmit text, p_reasons jsonb)
  returns text
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms constant bigint := clock.now_ms();
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
    update identity.session set revoked_ms = v_now_ms where customer_id = p_submission.customer_id
      and revoked_ms is null;
    select case when operator.is_sandbox() then sandbox_recovery_hold_ms else recovery_hold_ms end
    into strict v_hold_ms from kyc.rule;
    perform security.hold_withdrawals(p_submission.customer_id, v_hold_ms);
  end if;
  perform message.add(p_submission.customer_id, case when v_is_approved then 'security-recovered'
    else 'security-recovery-refused' end, 'kyc:' || p_submission.submission_id, '{}');
  return case when v_is_approved then 'verified' else 'rejected' end;
end
$$;
