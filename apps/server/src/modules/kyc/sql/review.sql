-- The review: the operators' view, and their decisions. Each function verifies the operator's session before anything
-- else.

-- Whose turn it is: 'first', 'second', 'lead' (two differed) or 'appeal'. Internal.
create function kyc.stage_of(p_submission kyc.submission) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case
    when p_submission.round = 2 then 'appeal'
    else (array['first', 'second', 'lead'])[least(1 + count(*), 3)] end
  from kyc.decision where submission_id = p_submission.submission_id and round = 1
$$;

-- Waiting submissions, the nearest promise first, or a single one. Whether the caller may decide reveals nothing about
-- others' decisions.
create function kyc.queue(p_secret text, p_limit integer, p_submission_id bigint default null)
returns table (submission_id bigint, stage text, has_decided boolean, may_decide boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{kyc,lead}');
  v_is_lead boolean;
  v_is_kyc boolean;
begin
  select 'lead' = any(a.roles), 'kyc' = any(a.roles) into strict v_is_lead, v_is_kyc
  from operator.account as a where a.operator_id = v_operator_id;
  return query
    select s.submission_id, g.stage, d.decision_id is not null,
      d.decision_id is null and case g.stage when 'lead' then v_is_lead when 'appeal' then true else v_is_kyc end
    from kyc.submission as s
      cross join lateral (select kyc.stage_of(s) as stage) as g
      left join kyc.decision as d on d.submission_id = s.submission_id and d.operator_id = v_operator_id
    where s.state = 'under-review' and (p_submission_id is null or s.submission_id = p_submission_id)
    order by s.promised_ms, s.submission_id limit p_limit;
end
$$;

-- The decisions about a submission: all of them once it is decided, and until then the caller's own.
create function kyc.decisions(p_secret text, p_submission_id bigint)
returns table (operator_id bigint, name text, round smallint, verdict text, resubmit text, reasons jsonb, note text,
  decided_ms bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{kyc,lead,auditor}');
begin
  return query
    select d.operator_id, a.name, d.round, d.verdict, d.resubmit, d.reasons, d.note, d.decided_ms
    from kyc.decision as d join operator.account as a on a.operator_id = d.operator_id
      join kyc.submission as s on s.submission_id = d.submission_id
    where d.submission_id = p_submission_id and (s.state <> 'under-review' or d.operator_id = v_operator_id)
    order by d.decision_id;
end
$$;

-- Ends a review. A number that another customer was verified with in the meantime, here or in another cell
-- (`p_is_number_taken`), rejects what was approved. A recovery ends in its own way. Internal.
create function kyc.conclude(p_submission kyc.submission, p_verdict text, p_resubmit text, p_reasons jsonb,
  p_is_number_taken boolean) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_verdict text := p_verdict;
  v_resubmit text := p_resubmit;
  v_reasons jsonb := p_reasons;
  v_is_number_taken boolean := p_is_number_taken;
begin
  if p_submission.recovery_email is not null then
    return kyc.conclude_recovery(p_submission, p_verdict, p_resubmit, p_reasons);
  end if;
  if v_verdict = 'approved' and not v_is_number_taken then
    begin
      update kyc.submission set state = 'verified', decided_ms = v_now_ms
        where submission_id = p_submission.submission_id;
    exception when unique_violation then
      v_is_number_taken := true;
    end;
  end if;
  if v_verdict = 'approved' and v_is_number_taken then
    v_verdict := 'rejected';
    v_resubmit := 'fix-data';
    v_reasons := '[{"code": "number-taken", "target": "number"}]';
  end if;
  if v_verdict = 'rejected' then
    update kyc.submission set state = 'rejected', decided_ms = v_now_ms, resubmit = v_resubmit, reasons = v_reasons
    where submission_id = p_submission.submission_id;
  end if;
  update identity.customer set kyc_state = case v_verdict when 'approved' then 'verified' else 'rejected' end
  where customer_id = p_submission.customer_id;
  perform message.add(p_submission.customer_id, case v_verdict
    when 'approved' then 'kyc-verified' else 'kyc-rejected' end,
    'kyc:' || p_submission.submission_id, jsonb_strip_nulls(jsonb_build_object('resubmit', v_resubmit, 'reasons',
      v_reasons)));
  return case v_verdict when 'approved' then 'verified' else 'rejected' end;
end
$$;

-- Records one operator's decision, and ends the review if it was the last one: two who agree, the lead if they
-- differed, or the reviewer of the appeal. Returns 'recorded', 'verified' or 'rejected' with the customer, whom the
-- server notifies, and the hash of the document's number. `p_is_number_taken` turns a last approval into a rejection.
-- CO003: already decided by this operator. CO004: not under review.
create function kyc.decide(p_secret text, p_submission_id bigint, p_verdict text, p_resubmit text, p_reasons jsonb,
  p_note text, p_is_number_taken boolean)
returns table (outcome text, customer_id bigint, number_hash bytea)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{kyc,lead}');
  v_submission kyc.submission;
  v_first kyc.decision;
  v_stage text;
begin
  perform from identity.customer as c
  where c.customer_id = (select s.customer_id from kyc.submission as s where s.submission_id = p_submission_id)
    for no key update;
  select * into v_submission from kyc.submission as s where s.submission_id = p_submission_id for update;
  if v_submission.state is distinct from 'under-review' then
    raise exception 'this submission is not under review' using errcode = 'CO004';
  end if;
  perform operator.require_second_person(v_operator_id, d.operator_id)
    from kyc.decision as d where d.submission_id = p_submission_id;
  v_stage := kyc.stage_of(v_submission);
  perform operator.require_session(p_secret, case v_stage when 'lead' then '{lead}'
    when 'appeal' then '{kyc,lead}' else '{kyc}' end::operator.role[]);
  select * into v_first from kyc.decision as d where d.submission_id = p_submission_id and d.round = 1 limit 1;
  insert into kyc.decision (submission_id, round, operator_id, verdict, resubmit, reasons, note, decided_ms)
  values (p_submission_id, v_submission.round, v_operator_id, p_verdict, p_resubmit, p_reasons, p_note, clock.now_ms());
  customer_id := v_submission.customer_id;
  number_hash := v_submission.number_hash;
  if v_stage = 'second' and p_verdict = v_first.verdict and p_resubmit is not distinct from v_first.resubmit then
    outcome := kyc.conclude(v_submission, p_verdict, p_resubmit, kyc.joined(v_first.reasons, p_reasons),
      p_is_number_taken);
  elsif v_stage in ('lead', 'appeal') then
    outcome := kyc.conclude(v_submission, p_verdict, p_resubmit, p_reasons, p_is_number_taken);
  else
    update kyc.submission as s set first_checked_ms = coalesce(s.first_checked_ms, clock.now_ms())
      where s.submission_id = p_submission_id;
    outcome := 'recorded';
  end if;
  perform kyc.audit_decision(v_operator_id, v_submission.submission_id, v_stage, outcome, p_note);
  return next;
end
$$;

-- The reasons of both, each once. Internal.
create function kyc.joined(p_one jsonb, p_other jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(distinct r.reason), '[]') from jsonb_array_elements(p_one || p_other) as r(reason)
$$;

-- The audit names the decision only once no remaining reviewer must be kept from knowing it; until then, only that
-- there was one. Internal.
create function kyc.audit_decision(p_operator_id bigint, p_submission_id bigint, p_stage text, p_outcome text,
  p_note text) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_decisions jsonb;
begin
  if p_outcome = 'recorded' then
    perform operator.append_audit(p_operator_id, 'kyc.decision-sealed', 'kyc:' || p_submission_id, '',
      jsonb_build_object('stage', p_stage));
    return;
  end if;
  select jsonb_agg(jsonb_build_object('operatorId', d.operator_id, 'round', d.round, 'verdict', d.verdict, 'resubmit',
    d.resubmit, 'reasons', d.reasons, 'note', d.note) order by d.decision_id) into v_decisions
  from kyc.decision as d where d.submission_id = p_submission_id;
  perform operator.append_audit(p_operator_id, 'kyc.decided', 'kyc:' || p_submission_id, p_note,
    jsonb_build_object('stage', p_stage, 'outcome', p_outcome, 'decisions', v_decisions));
end
$$;
