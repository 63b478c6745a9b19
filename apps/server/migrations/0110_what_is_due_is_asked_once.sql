-- Whether something of a conversation may be deleted is asked once for each: under its lock, by the table that a deletion stands in.

-- A deletion says what is due. One that names nothing gets it all from here, or is none where nothing is due.
create or replace function support.require_due() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
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
  new.deleted_ms := market.now_ms();
  select count(*) into new.messages from support.message where conversation_id = new.conversation_id and seq <= new.up_to_seq;
  select count(*) into new.photos from support.image where conversation_id = new.conversation_id and seq <= new.up_to_seq;
  select count(*) into new.notes from support.note where conversation_id = new.conversation_id and at_ms <= new.closed_ms;
  return new;
end
$$;

create or replace function support.forget_conversation(p_conversation_id bigint) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_conversation constant support.conversation := support.hold_known(p_conversation_id);
  v_deletion support.deletion;
begin
  insert into support.deletion (conversation_id) values (p_conversation_id) returning * into v_deletion;
  if v_deletion.up_to_seq is null then
    return false;
  end if;
  update support.image set conversation_id = null, seq = null where conversation_id = p_conversation_id and seq <= v_deletion.up_to_seq;
  delete from support.rating where conversation_id = p_conversation_id and closed_seq <= v_deletion.up_to_seq;
  delete from support.note where conversation_id = p_conversation_id and at_ms <= v_deletion.closed_ms;
  delete from support.message where conversation_id = p_conversation_id and seq <= v_deletion.up_to_seq;
  if v_conversation.newest_seq = v_deletion.up_to_seq then
    update support.conversation set closed_seq = null, closed_by = null, language = null, device = null
    where conversation_id = p_conversation_id;
  end if;
  return true;
end
$$;

-- What was closed long enough ago is tried until so many are forgotten: what turns out not to be due takes nobody's place.
create or replace function support.forget_due(p_most integer) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_conversation_id bigint;
  v_forgotten integer := 0;
begin
  for v_conversation_id in
    select m.conversation_id
    from support.message as m join support.conversation as c using (conversation_id) cross join support.setting as s
    where m.body ->> 'event' = 'closed' and m.at_ms <= market.now_ms() - s.keep_days * 86400000::bigint and c.state = 'closed'
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
