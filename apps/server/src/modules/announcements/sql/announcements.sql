-- Announcements to customers: one operator writes them, a second one publishes them, and either calls them back.
-- Every step is in the audit.

-- Internal.
create function operator.are_announcement_texts(p_texts jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select jsonb_typeof(p_texts) = 'object' and p_texts ? 'en' and not exists (
    select from jsonb_each(p_texts) as t(language, said)
    where t.language <> all ('{en,pt,es,de,fr,vi,zh,ko,ja}') or jsonb_typeof(t.said) <> 'string'
      or length(t.said #>> '{}') not between 3 and 400)
$$;

-- Whether titles are short, and of the same languages as their texts. Internal.
create function operator.are_announcement_titles(p_titles jsonb, p_texts jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select jsonb_typeof(p_titles) = 'object'
    and (select array_agg(language order by language) from jsonb_object_keys(p_titles) as language)
      = (select array_agg(language order by language) from jsonb_object_keys(p_texts) as language)
    and not exists (
      select from jsonb_each(p_titles) as t(language, said)
      where jsonb_typeof(t.said) <> 'string' or length(t.said #>> '{}') not between 3 and 60)
$$;

-- Proposes an announcement. Nobody reads it until another operator publishes it. Returns the proposal's number.
create function operator.propose_announcement(p_secret text, p_kind text, p_audience text, p_link_page text,
  p_link_symbol text, p_titles jsonb, p_texts jsonb, p_from_ms bigint, p_until_ms bigint, p_work_from_ms bigint,
  p_work_until_ms bigint, p_note text) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with proposed as (
    insert into operator.announcement_proposal (kind, audience, link_page, link_symbol, titles, texts, from_ms,
      until_ms, work_from_ms, work_until_ms, note, proposed_by, proposed_ms)
    values (p_kind, p_audience, p_link_page, p_link_symbol, p_titles, p_texts, p_from_ms, p_until_ms, p_work_from_ms,
      p_work_until_ms, p_note, operator.require_session(p_secret, '{support,lead}'), clock.now_ms())
    returning proposal_id, proposed_by)
  select operator.record_step(proposed_by, 'announcement-proposal', proposal_id, 'proposed', p_note, jsonb_strip_nulls(
    jsonb_build_object('kind', p_kind, 'audience', p_audience, 'linkPage', p_link_page,
      'linkSymbol', p_link_symbol, 'titles', p_titles, 'texts', p_texts, 'fromMs', p_from_ms, 'untilMs', p_until_ms,
      'workFromMs', p_work_from_ms, 'workUntilMs', p_work_until_ms)))
  from proposed
$$;

-- Shows a proposed announcement to its audience, from its time or from now. One of planned work is shown on the status
-- page, too, until that is over. Returns its number; null where it would have ended already. Internal.
create function operator.publish_announcement(p_operator_id bigint, p_proposal operator.announcement_proposal)
returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_from_ms constant bigint := greatest(coalesce(p_proposal.from_ms, v_now_ms), v_now_ms);
  v_id bigint;
begin
  insert into operator.announcement (kind, audience, link_page, link_symbol, titles, texts, from_ms, until_ms,
    work_from_ms, work_until_ms, created_by, created_ms, published_by)
  select p_proposal.kind, p_proposal.audience, p_proposal.link_page, p_proposal.link_symbol, p_proposal.titles,
    p_proposal.texts, v_from_ms, p_proposal.until_ms, p_proposal.work_from_ms, p_proposal.work_until_ms,
    p_proposal.proposed_by, v_now_ms, p_operator_id
  where v_from_ms < coalesce(p_proposal.until_ms, 9223372036854775807)
  returning announcement_id into v_id;
  return v_id;
end
$$;

-- Publishes a proposed announcement, or rejects it. Returns 'decided', 'not-found', or 'announcement-over' where it
-- would have ended already. Errors: CO001 to CO004.
create function operator.decide_announcement(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text)
returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
  v_proposal operator.announcement_proposal;
  v_id bigint;
begin
  select * into v_proposal from operator.announcement_proposal where proposal_id = p_id for update;
  if v_proposal.proposal_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(
    v_operator_id, p_is_confirmed, 'announcement', v_proposal.state, v_proposal.proposed_by);
  if p_is_confirmed then
    v_id := operator.publish_announcement(v_operator_id, v_proposal);
    if v_id is null then
      return 'announcement-over';
    end if;
  end if;
  update operator.announcement_proposal set state = case when p_is_confirmed then 'confirmed' else 'rejected' end,
    decided_by = v_operator_id, decided_ms = clock.now_ms(), announcement_id = v_id
  where proposal_id = p_id;
  perform operator.record_decision(v_operator_id, 'announcement-proposal', p_id, p_is_confirmed, v_proposal.note,
    p_note, case when p_is_confirmed then jsonb_build_object('announcementId', v_id) else '{}' end);
  return 'decided';
end
$$;

-- Calls an announcement back at once, before its beginning or later. False for an unknown announcement, CO004 when it
-- has already ended.
create function operator.end_announcement(p_secret text, p_id bigint, p_note text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
  v_announcement operator.announcement;
begin
  select * into v_announcement from operator.announcement where announcement_id = p_id for update;
  if v_announcement.announcement_id is null then
    return false;
  end if;
  if v_announcement.ended_ms is not null then
    raise exception 'the announcement has ended already' using errcode = 'CO004';
  end if;
  update operator.announcement set ended_ms = clock.now_ms(), ended_by = v_operator_id, ended_note = p_note
  where announcement_id = p_id;
  perform operator.append_audit(v_operator_id, 'announcement.ended', 'announcement:' || p_id, p_note, '{}');
  return true;
end
$$;

create trigger announcement_proposal_is_decided_once before update or delete on operator.announcement_proposal
  for each row execute function operator.refuse_redecision('announcement_id');
create trigger announcement_proposal_is_kept before truncate on operator.announcement_proposal
  for each statement execute function operator.refuse_redecision();
