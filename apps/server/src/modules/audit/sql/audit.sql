-- Who did what among the operators: rows that are only added, each with the hash of the one before it. A changed old
-- row breaks the chain, even where the owner changed it with the triggers off; rewriting the whole chain changes the
-- hash of its last row, which earlier exports still hold.

-- Guards legal texts and consents, too; the trigger's argument says why.
create function audit.refuse_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception '% of %.% is refused: %', tg_op, tg_table_schema, tg_table_name,
    coalesce(tg_argv[0], 'the audit is only added to') using errcode = 'integrity_constraint_violation';
end
$$;
create trigger entry_is_never_changed before update or delete or truncate on audit.entry
  for each statement execute function audit.refuse_change();
create trigger head_is_kept before delete or truncate on audit.head
  for each statement execute function audit.refuse_change();

-- A text with its length in bytes before it: two rows never have the same bytes by shifting letters between fields.
-- Internal.
create function audit.framed(p_text text) returns text
language sql immutable
return octet_length(p_text)::text || ':' || p_text || ',';

-- The hash of a row: SHA-256 over the previous hash and the framed fields in UTF-8. Anyone with an export can compute
-- it. Internal.
create function audit.hash_of(e audit.entry) returns bytea
language sql stable
return sha256(e.prev_hash || convert_to(
  audit.framed(e.seq::text) || audit.framed(e.at_ms::text) || audit.framed(coalesce(e.operator_id::text,
    '')) || audit.framed(e.actor)
  || audit.framed(e.action) || audit.framed(e.subject) || audit.framed(e.reason) || audit.framed(e.details::text)
    || audit.framed(e.source), 'UTF8'));

-- Adds a row to the chain. One at a time: call it last in a transaction, as others wait for its end. Internal.
create function audit.write(
  p_operator_id bigint, p_actor text, p_action text, p_subject text, p_reason text, p_details jsonb, p_source text
) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_entry audit.entry;
begin
  perform pg_advisory_xact_lock(7310);
  select seq + 1, hash into strict v_entry.seq, v_entry.prev_hash from audit.head;
  v_entry.at_ms := clock.now_ms();
  v_entry.operator_id := p_operator_id;
  v_entry.actor := p_actor;
  v_entry.action := p_action;
  v_entry.subject := p_subject;
  v_entry.reason := coalesce(p_reason, '');
  v_entry.details := coalesce(p_details, '{}'::jsonb);
  v_entry.source := p_source;
  v_entry.hash := audit.hash_of(v_entry);
  insert into audit.entry select v_entry.*;
  update audit.head set seq = v_entry.seq, hash = v_entry.hash;
  return v_entry.seq;
end
$$;

-- Walks the chain from a row on: the number of rows read, and the first mismatch (null if there is none). Rows missing
-- at the end show against the newest link, which is stored separately.
create function audit.verify(p_from_seq bigint default 1) returns table (checked bigint, broken_seq bigint,
  head_seq bigint, head_hash bytea)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_from constant bigint := greatest(coalesce(p_from_seq, 1), 1);
  v_last audit.entry;
begin
  select head.seq, head.hash into strict head_seq, head_hash from audit.head;
  select count(*), min(walked.seq) filter (where not (
      walked.seq = walked.seq_before + 1 and walked.prev_hash = walked.hash_before and walked.hash = walked.hash_now))
  into checked, broken_seq
  from (
    select e.seq, e.prev_hash, e.hash, audit.hash_of(e) as hash_now,
      lag(e.seq, 1, v_from - 1) over in_order as seq_before,
      lag(e.hash, 1, case when v_from = 1 then decode(repeat('00', 32), 'hex')
        else e.prev_hash end) over in_order as hash_before
    from audit.entry as e where e.seq >= v_from
    window in_order as (order by e.seq)
  ) as walked;
  select * into v_last from audit.entry order by seq desc limit 1;
  if broken_seq is null and (coalesce(v_last.seq, 0) <> head_seq or (head_seq > 0 and v_last.hash <> head_hash)) then
    broken_seq := coalesce(v_last.seq, 0) + 1;
  end if;
  return next;
end
$$;
