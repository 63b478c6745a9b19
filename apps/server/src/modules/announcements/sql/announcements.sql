-- Internal.
create function operator.are_announcement_texts(p_texts jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select jsonb_typeof(p_texts) = 'object' and p_texts ? 'en' and not exists (
    select from jsonb_each(p_texts) as t(language, said)
    where t.language <> all ('{en,pt,es,de,fr,vi,zh,ko,ja}') or jsonb_typeof(t.said) <> 'string'
      or length(t.said #>> '{}') not between 3 and 300)
$$;

-- Shows an announcement to all customers between two times. Returns its number. One of planned work is shown on the
-- status page, too, until that is over.
create function operator.announce(p_secret text, p_texts jsonb, p_from_ms bigint, p_until_ms bigint,
  p_work_from_ms bigint default null, p_work_until_ms bigint default null) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
  v_now_ms constant bigint := clock.now_ms();
  v_id bigint;
begin
  insert into operator.announcement (texts, from_ms, until_ms, created_by, created_ms, work_from_ms, work_until_ms)
  values (p_texts, greatest(coalesce(p_from_ms, v_now_ms), v_now_ms), p_until_ms, v_operator_id, v_now_ms,
    p_work_from_ms, p_work_until_ms)
  returning announcement_id into v_id;
  perform operator.append_audit(v_operator_id, 'announcement.created', 'announcement:' || v_id, '',
    jsonb_strip_nulls(jsonb_build_object('workFromMs', p_work_from_ms, 'workUntilMs', p_work_until_ms))
      || jsonb_build_object('texts', p_texts, 'fromMs', p_from_ms, 'untilMs', p_until_ms));
  return v_id;
end
$$;

-- False for an unknown announcement, CO004 when it has already ended.
create function operator.end_announcement(p_secret text, p_id bigint) returns boolean
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
  update operator.announcement set ended_ms = clock.now_ms() where announcement_id = p_id;
  perform operator.append_audit(v_operator_id, 'announcement.ended', 'announcement:' || p_id, '', '{}');
  return true;
end
$$;
