-- Adds one message, in the transaction of its event.
create function message.add(p_customer_id bigint, p_kind text, p_subject text, p_details jsonb) returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into message.message (customer_id, kind, subject, details, created_ms)
  values (p_customer_id, p_kind, p_subject, p_details, clock.now_ms())
  returning message_id
$$;
