-- The retention of conversations. Conversations closed long enough ago are deleted, with their notes, ratings and
-- photos, and leave a row that records it.

-- Money of the customer in transit or in dispute: messages about it are kept until that is over. Internal.
create function support.has_open_matter(p_customer_id bigint) returns boolean
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select exists (select from withdrawal.withdrawal where customer_id = p_customer_id
    and state in ('under-review', 'approved', 'sent'))
    or exists (select from deposit.deposit where customer_id = p_customer_id and state = 'under-review')
    or exists (select from floor.sale where customer_id = p_customer_id and state = 'in-progress')
$$;

-- For how long a closed conversation is kept: a customer's, or a visitor's. Milliseconds. Internal.
create function support.kept_ms(p_customer_id bigint) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when p_customer_id is null then visit_keep_days else keep_days end * 86400000::bigint
  from support.setting
$$;

-- The newest closing of a conversation up to which everything may be deleted; no row when nothing may: it is open, the
-- customer has an open matter, or it was closed too recently. Internal.
create function support.due_closing(p_conversation_id bigint) returns support.message
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select m from support.message as m join support.conversation as c using (conversation_id)
  where c.conversation_id = p_conversation_id and c.state = 'closed' and m.body ->> 'event' = 'closed'
    and m.at_ms <= clock.now_ms() - support.kept_ms(c.customer_id) and not support.has_open_matter(c.customer_id)
  order by m.seq desc limit 1
$$;

-- A deletion states what is due. A row without values gets them here, or is dropped when nothing is due.
create function support.require_due() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_closing constant support.message := support.due_closing(new.conversation_id);
begin
  if new.up_to_seq is null and v_closing.seq is null then
    return null;
  elsif coalesce(new.up_to_seq, v_closing.seq) is distinct from v_closing.seq then
    raise exception 'conversation % is not to be deleted up to %', new.conversation_id, new.up_to_seq
      using errcode = 'integrity_constraint_violation';
  end if;
  new.up_to_seq := v_closing.seq;
  new.closed_ms := v_closing.at_ms;
  new.deleted_ms := clock.now_ms();
  select count(*) into new.messages from support.message where conversation_id = new.conversation_id
    and seq <= new.up_to_seq;
  select count(*) into new.photos from support.image where conversation_id = new.conversation_id
    and seq <= new.up_to_seq;
  select count(*) into new.notes from support.note where conversation_id = new.conversation_id
    and at_ms <= new.closed_ms;
  return new;
end
$$;
create trigger deletion_is_due before insert on support.deletion for each row execute function support.require_due();

-- Messages can only be deleted together with a row that records it.
create function support.require_deletion() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_old constant jsonb := to_jsonb(old);
begin
  if not exists (
    select from support.deletion as d where d.conversation_id = old.conversation_id and case tg_table_name
      when 'message' then (v_old ->> 'seq')::integer <= d.up_to_seq
      when 'rating' then (v_old ->> 'closed_seq')::integer <= d.up_to_seq
      else (v_old ->> 'at_ms')::bigint <= d.closed_ms end
  ) then
    raise exception 'DELETE of support.% is refused: what was written stays',
      tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end
$$;
create trigger message_is_kept before delete on support.message for each row
  execute function support.require_deletion();
create trigger rating_is_kept before delete on support.rating for each row execute function support.require_deletion();
create trigger note_is_kept before delete on support.note for each row execute function support.require_deletion();

-- Deletes what is due of one conversation. Its photos become unattached, and are destroyed like others: a crash in
-- between leaves none behind. False when nothing is due. Internal.
create function support.forget_conversation(p_conversation_id bigint) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_conversation constant support.conversation := support.hold_known(p_conversation_id);
  v_deletion support.deletion;
begin
  insert into support.deletion (conversation_id) values (p_conversation_id) returning * into v_deletion;
  if v_deletion.up_to_seq is null then
    return false;
  end if;
  update support.image set conversation_id = null, seq = null where conversation_id = p_conversation_id
    and seq <= v_deletion.up_to_seq;
  delete from support.rating where conversation_id = p_conversation_id and closed_seq <= v_deletion.up_to_seq;
  delete from support.note where conversation_id = p_conversation_id and at_ms <= v_deletion.closed_ms;
  delete from support.message where conversation_id = p_conversation_id and seq <= v_deletion.up_to_seq;
  if v_conversation.newest_seq = v_deletion.up_to_seq then
    update support.conversation set closed_seq = null, closed_by = null, language = null, device = null
    where conversation_id = p_conversation_id;
    delete from support.visit where conversation_id = p_conversation_id;
  end if;
  return true;
end
$$;

-- Tries conversations closed long enough ago until `p_most` are deleted: one that turns out not to be due does not
-- block others.
create function support.forget_due(p_most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_conversation_id bigint;
  v_forgotten integer := 0;
begin
  for v_conversation_id in
    select m.conversation_id
    from support.message as m join support.conversation as c using (conversation_id)
    where m.body ->> 'event' = 'closed' and m.at_ms <= clock.now_ms() - support.kept_ms(c.customer_id)
      and c.state = 'closed'
    group by m.conversation_id order by max(m.at_ms)
  loop
    exit when v_forgotten >= p_most;
    if support.forget_conversation(v_conversation_id) then
      v_forgotten := v_forgotten + 1;
    end if;
  end loop;
  return v_forgotten;
end
$$;

-- Forgets a photo that became part of no message, once it is destroyed.
create function support.forget_image(p_image_id text) returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$ delete from support.image where image_id = p_image_id and seq is null $$;

create trigger deletion_is_never_changed before update or delete or truncate on support.deletion
  for each statement execute function ledger.refuse_change();
