-- How long conversations are kept. What was closed that long ago is deleted, with its notes, ratings and photos, and leaves a row that says so.

-- Set by the owner from the settings of the server: whoever may delete must not say how early.
alter table support.setting add column keep_days integer not null default 730 check (keep_days between 30 and 3650);

create table support.deletion (
  conversation_id bigint not null references support.conversation,
  -- Everything up to this message, which closed the conversation.
  up_to_seq integer not null check (up_to_seq > 0),
  closed_ms bigint not null,
  deleted_ms bigint not null,
  messages integer not null,
  photos integer not null,
  notes integer not null,
  primary key (conversation_id, up_to_seq)
);
create trigger deletion_is_never_changed before update or delete or truncate on support.deletion
  for each statement execute function support.refuse_change();

create index message_closing on support.message (at_ms) where body ->> 'event' = 'closed';

-- Money of the customer that is on its way or in question: what was said of it stays until that is over.
create function support.has_open_matter(p_customer_id bigint) returns boolean
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from ledger.withdrawal where customer_id = p_customer_id and state in ('under-review', 'approved', 'sent'))
    or exists (select from ledger.deposit where customer_id = p_customer_id and state = 'under-review')
    or exists (select from ledger.sale where customer_id = p_customer_id and state = 'in-progress')
$$;

-- The newest closing of a conversation up to which everything may be deleted; no row where nothing may: it is open, something of the
-- customer's is, or it was closed too short a time ago.
create function support.due_closing(p_conversation_id bigint) returns support.message
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select m from support.message as m join support.conversation as c using (conversation_id) cross join support.setting as s
  where c.conversation_id = p_conversation_id and c.state = 'closed' and m.body ->> 'event' = 'closed'
    and m.at_ms <= market.now_ms() - s.keep_days * 86400000::bigint and not support.has_open_matter(c.customer_id)
  order by m.seq desc limit 1
$$;

create function support.require_due() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if new.up_to_seq is distinct from (support.due_closing(new.conversation_id)).seq then
    raise exception 'conversation % is not to be deleted up to %', new.conversation_id, new.up_to_seq
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger deletion_is_due before insert on support.deletion for each row execute function support.require_due();

-- What was written goes only where a row says so.
create function support.require_deletion() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_old constant jsonb := to_jsonb(old);
begin
  if not exists (
    select from support.deletion as d where d.conversation_id = old.conversation_id and case tg_table_name
      when 'message' then (v_old ->> 'seq')::integer <= d.up_to_seq
      when 'rating' then (v_old ->> 'closed_seq')::integer <= d.up_to_seq
      else (v_old ->> 'at_ms')::bigint <= d.closed_ms end
  ) then
    raise exception 'DELETE of support.% is refused: what was written stays', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end
$$;
drop trigger message_is_never_changed on support.message;
drop trigger rating_is_never_changed on support.rating;
drop trigger note_is_never_changed on support.note;
create trigger message_is_never_changed before update or truncate on support.message
  for each statement execute function support.refuse_change();
create trigger rating_is_never_changed before update or truncate on support.rating
  for each statement execute function support.refuse_change();
create trigger note_is_never_changed before update or truncate on support.note
  for each statement execute function support.refuse_change();
create trigger message_is_kept before delete on support.message for each row execute function support.require_deletion();
create trigger rating_is_kept before delete on support.rating for each row execute function support.require_deletion();
create trigger note_is_kept before delete on support.note for each row execute function support.require_deletion();

-- Deletes what is due of one conversation. Its photos become photos of no message, which are destroyed as others of that kind are: a
-- crash in between forgets none. False where nothing is due.
create function support.forget_conversation(p_conversation_id bigint) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_conversation constant support.conversation := support.hold_known(p_conversation_id);
  v_closing constant support.message := support.due_closing(p_conversation_id);
begin
  if v_closing.seq is null then
    return false;
  end if;
  insert into support.deletion (conversation_id, up_to_seq, closed_ms, deleted_ms, messages, photos, notes)
  select p_conversation_id, v_closing.seq, v_closing.at_ms, market.now_ms(),
    (select count(*) from support.message as m where m.conversation_id = p_conversation_id and m.seq <= v_closing.seq),
    (select count(*) from support.image as i where i.conversation_id = p_conversation_id and i.seq <= v_closing.seq),
    (select count(*) from support.note as n where n.conversation_id = p_conversation_id and n.at_ms <= v_closing.at_ms);
  update support.image set conversation_id = null, seq = null where conversation_id = p_conversation_id and seq <= v_closing.seq;
  delete from support.rating where conversation_id = p_conversation_id and closed_seq <= v_closing.seq;
  delete from support.note where conversation_id = p_conversation_id and at_ms <= v_closing.at_ms;
  delete from support.message where conversation_id = p_conversation_id and seq <= v_closing.seq;
  if v_conversation.newest_seq = v_closing.seq then
    update support.conversation set closed_seq = null, closed_by = null, language = null, device = null
    where conversation_id = p_conversation_id;
  end if;
  return true;
end
$$;

-- Deletes what is due of so many conversations, those that were closed first before others. Answers of how many.
create function support.forget_due(p_most integer) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_conversation_id bigint;
  v_forgotten integer := 0;
begin
  for v_conversation_id in
    select m.conversation_id from support.message as m cross join support.setting as s
    where m.body ->> 'event' = 'closed' and m.at_ms <= market.now_ms() - s.keep_days * 86400000::bigint
      and (support.due_closing(m.conversation_id)).seq = m.seq
    order by m.at_ms limit p_most
  loop
    if support.forget_conversation(v_conversation_id) then
      v_forgotten := v_forgotten + 1;
    end if;
  end loop;
  return v_forgotten;
end
$$;

revoke all on function support.has_open_matter(bigint), support.due_closing(bigint), support.require_due(), support.require_deletion(),
  support.forget_conversation(bigint), support.forget_due(integer) from public;
grant execute on function support.forget_due(integer) to candor_app;
grant select on support.deletion to candor_app;
