-- An automatic answer reaches its customer as an agent's does, and opening hours overlap nowhere, whoever writes them.

drop function support.assist(bigint, integer, text);

-- An answer of the sandbox's assistant to the newest message of a customer, where nobody is on duty and nobody has claimed it. A customer
-- who is not there finds one unread line in the inbox.
create function support.assist(p_conversation_id bigint, p_after_seq integer, p_text text, p_is_there boolean) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_conversation support.conversation;
  v_newest support.message;
begin
  if not operator.is_sandbox() then
    raise exception 'people answer where money is real' using errcode = 'insufficient_privilege';
  end if;
  v_conversation := support.hold_known(p_conversation_id);
  select * into v_newest from support.message
  where conversation_id = p_conversation_id and sender <> 'system' order by seq desc limit 1;
  if v_conversation.state is distinct from 'waiting' or v_newest.sender <> 'customer' or v_newest.seq <> p_after_seq
    or exists (select from support.presence as p where support.is_on_duty(p.operator_id)) then
    return false;
  end if;
  perform support.append(p_conversation_id, 'assistant', null, null, jsonb_build_object('kind', 'text', 'text', p_text));
  if not p_is_there and not exists (select from message.message
      where customer_id = v_conversation.customer_id and kind = 'support-reply' and read_ms is null) then
    perform message.add(v_conversation.customer_id, 'support-reply', 'support:' || p_conversation_id,
      jsonb_build_object('agent', 'Sandbox assistant'));
  end if;
  return true;
end
$$;
revoke all on function support.assist(bigint, integer, text, boolean) from public;
grant execute on function support.assist(bigint, integer, text, boolean) to candor_app;

-- Whether each span ends after it begins, and none begins before another of its day is over.
create function support.are_apart(p_days jsonb) returns boolean
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  with span as (
    select nth, s ->> 'day' as day, s ->> 'from' collate "C" as begins, s ->> 'until' collate "C" as ends
    from jsonb_array_elements(p_days) with ordinality as a (s, nth)
  )
  select not exists (select from span where begins >= ends)
    and not exists (
      select from span as one join span as other on other.day = one.day and other.nth > one.nth
      where one.begins < other.ends and other.begins < one.ends
    )
$$;
revoke all on function support.are_apart(jsonb) from public;

-- Hours that overlap by now mean what they cover together.
update support.setting set days = (
  select coalesce(jsonb_agg(jsonb_build_object('day', day, 'from', to_char(lower(covered) * interval '1 minute', 'HH24:MI'),
    'until', to_char(upper(covered) * interval '1 minute', 'HH24:MI')) order by day, lower(covered)), '[]')
  from (
    select d.day, unnest(range_agg(int4range(
      (extract(epoch from d."from") / 60)::integer, (extract(epoch from d.until) / 60)::integer))) as covered
    from jsonb_to_recordset(days) as d (day integer, "from" time, until time) where d."from" < d.until group by d.day
  ) as apart
)
where not support.are_apart(days);
alter table support.setting add constraint hours_are_apart check (support.are_apart(days));
