-- Asking for a copy of the own data, and its end. The application reads the data and seals the copy; these routines
-- decide when one is made and how long it is kept.

-- How long after its request a copy is kept.
create function own_data.kept_ms() returns bigint language sql immutable return 7 * 86400000::bigint;

-- How long after its request a further one is refused.
create function own_data.pause_ms() returns bigint language sql immutable return 86400000::bigint;

-- Asks for a copy. Null where the customer asked for one within the last day, or the account is not enabled.
create function own_data.request_archive(p_customer_id bigint, p_object_id text, p_lang text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms bigint;
  v_archive_id bigint;
begin
  perform from identity.customer where customer_id = p_customer_id and state = 1 for no key update;
  if not found then
    return null;
  end if;
  v_now_ms := clock.now_ms();
  insert into own_data.archive (archive_id, customer_id, lang, object_id, requested_ms)
  select clock.new_record_id(), p_customer_id, p_lang, p_object_id, v_now_ms
  where not exists (select from own_data.archive
    where customer_id = p_customer_id and requested_ms > v_now_ms - own_data.pause_ms())
  returning archive_id into v_archive_id;
  return v_archive_id;
end
$$;

-- Records that the copy is stored, and leaves a message to its customer, once. Null where that happened before, or the
-- copy is to be destroyed; else the message.
create function own_data.finish_archive(p_archive_id bigint, p_byte_count bigint) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with ready as (
    update own_data.archive set ready_ms = greatest(requested_ms, clock.now_ms()), byte_count = p_byte_count
    where archive_id = p_archive_id and ready_ms is null and destroyed_ms is null
    returning customer_id)
  select message.add(customer_id, 'data-ready', 'data:' || p_archive_id, '{}') from ready
$$;

-- The objects of copies that are no longer kept: those of a week, and of accounts that were closed.
create function own_data.archives_to_destroy(p_limit integer) returns table (archive_id bigint, object_id text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.archive_id, a.object_id from own_data.archive as a join identity.customer as c using (customer_id)
  where a.destroyed_ms is null and (a.requested_ms <= clock.now_ms() - own_data.kept_ms() or c.state = 2)
  order by a.requested_ms limit p_limit
$$;

-- Records that the object of a copy is destroyed. The caller has destroyed it.
create function own_data.forget_archive(p_archive_id bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update own_data.archive set destroyed_ms = greatest(requested_ms, clock.now_ms())
  where archive_id = p_archive_id and destroyed_ms is null
$$;
