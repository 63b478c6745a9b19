-- An announcement has a text for each language that its writer has one for, and always an English one, which everybody else reads.

create function operator.are_announcement_texts(p_texts jsonb) returns boolean
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_typeof(p_texts) = 'object' and p_texts ? 'en' and not exists (
    select from jsonb_each(p_texts) as t(language, said)
    where t.language <> all ('{en,pt,es,de,fr,vi,zh,ko,ja}') or jsonb_typeof(t.said) <> 'string' or length(t.said #>> '{}') not between 3 and 300)
$$;

alter table operator.announcement add column texts jsonb;
update operator.announcement set texts = jsonb_strip_nulls(jsonb_build_object('en', text_en, 'zh', text_zh));
alter table operator.announcement alter column texts set not null,
  add check (operator.are_announcement_texts(texts)), drop column text_en, drop column text_zh;

drop function operator.announce(text, text, text, bigint, bigint);
create function operator.announce(p_secret text, p_texts jsonb, p_from_ms bigint, p_until_ms bigint) returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
  v_now_ms constant bigint := market.now_ms();
  v_id bigint;
begin
  insert into operator.announcement (texts, from_ms, until_ms, created_by, created_ms)
  values (p_texts, greatest(coalesce(p_from_ms, v_now_ms), v_now_ms), p_until_ms, v_operator_id, v_now_ms)
  returning announcement_id into v_id;
  perform audit.append(v_operator_id, 'announcement.created', 'announcement:' || v_id, '',
    jsonb_build_object('texts', p_texts, 'fromMs', p_from_ms, 'untilMs', p_until_ms));
  return v_id;
end
$$;
revoke all on function operator.announce(text, jsonb, bigint, bigint), operator.are_announcement_texts(jsonb) from public;
grant execute on function operator.announce(text, jsonb, bigint, bigint) to candor_app;
