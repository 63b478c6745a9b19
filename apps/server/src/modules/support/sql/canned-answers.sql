-- Adds (p_answer_id is null) or changes a canned reply. Null for an unknown number, or when there are already 200.
create function support.put_canned(p_secret text, p_answer_id bigint, p_title text, p_language text, p_text text)
  returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
  v_most constant integer := 200;
  v_answer_id bigint;
begin
  lock table support.canned_answer in share row exclusive mode;
  if p_answer_id is not null then
    update support.canned_answer set title = p_title, language = p_language, text = p_text
    where answer_id = p_answer_id returning answer_id into v_answer_id;
  elsif (select count(*) from support.canned_answer) < v_most then
    insert into support.canned_answer (title, language, text) values (p_title, p_language, p_text)
      returning answer_id into v_answer_id;
  end if;
  if v_answer_id is not null then
    perform operator.append_audit(v_operator_id, 'support.canned-written', 'canned-answer:' || v_answer_id, '',
      jsonb_build_object('text', p_text));
  end if;
  return v_answer_id;
end
$$;

create function support.remove_canned(p_secret text, p_answer_id bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
begin
  delete from support.canned_answer where answer_id = p_answer_id;
  if not found then
    return false;
  end if;
  perform operator.append_audit(v_operator_id, 'support.canned-removed', 'canned-answer:' || p_answer_id, '', '{}');
  return true;
end
$$;
