-- Adds one message, in the transaction of its event.
create function message.add(p_customer_id bigint, p_kind text, p_subject text, p_details jsonb) returns bigint
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into message.message (customer_id, kind, subject, details, created_ms)
  values (p_customer_id, p_kind, p_subject, p_details, clock.now_ms())
  returning message_id
$$;

-- The same, for bookings: the ledger's own tests use customers without contact data, who get no messages. Internal.
create function message.add_known(p_customer_id bigint, p_kind text, p_subject text, p_details jsonb) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select message.add(p_customer_id, p_kind, p_subject, p_details)
  where exists (select from identity.customer where customer_id = p_customer_id)
$$;
