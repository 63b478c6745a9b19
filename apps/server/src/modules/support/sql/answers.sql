-- How long customers waited for the first answer of a person, for the public record. Visitors are left out: anybody
-- could lengthen the record by writing as one.

-- The waits that ended after p_since_ms, of conversations that were opened in opening hours: by an agent's first
-- message, or unanswered, by closing the conversation. The assistant's replies are no answers. Internal.
create function support.first_answers(p_since_ms bigint)
returns table (opened_ms bigint, ended_ms bigint, is_answered boolean)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select opening.at_ms, ending.at_ms, ending.sender = 'agent'
  from support.message as opening
  join support.conversation as c on c.conversation_id = opening.conversation_id and c.customer_id is not null
  cross join lateral (
    select m.at_ms, m.sender from support.message as m
    where m.conversation_id = opening.conversation_id and m.seq > opening.seq
      and (m.sender = 'agent' or m.body ->> 'event' = 'closed')
    order by m.seq limit 1
  ) as ending
  where opening.body ->> 'event' = 'waiting' and ending.at_ms > p_since_ms
    -- A wait that began a month before is counted, too; the index begins there.
    and opening.at_ms > p_since_ms - 30 * 86400000::bigint
$$;

-- How many conversations that were opened in opening hours have waited longer for a first answer. Internal.
create function support.late_answers(p_within_ms bigint) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select count(*) from support.conversation as c
  where c.customer_id is not null and c.state <> 'closed' and c.opened_ms < clock.now_ms() - p_within_ms
    and exists (
      select from support.message as m
      where m.conversation_id = c.conversation_id and m.at_ms >= c.opened_ms and m.body ->> 'event' = 'waiting')
    and not exists (
      select from support.message as m
      where m.conversation_id = c.conversation_id and m.at_ms >= c.opened_ms and m.sender = 'agent')
$$;
