-- Ends every session of a customer for an operator, who says why, and tells the customer. Returns the ended sessions;
-- null for an unknown customer.
create function security.sign_customer_out(p_secret text, p_customer_id bigint, p_reason text, p_note text)
  returns bigint[]
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,risk,lead,security}');
  v_ended bigint[];
begin
  perform from identity.customer where customer_id = p_customer_id for no key update;
  if not found then
    return null;
  end if;
  with ended as (
    update identity.session set revoked_ms = clock.now_ms()
    where customer_id = p_customer_id and revoked_ms is null returning session_id
  )
  select coalesce(array_agg(session_id order by session_id), '{}') into v_ended from ended;
  perform message.add(p_customer_id, 'security-signed-out', 'account:0', jsonb_build_object('reason', p_reason));
  perform operator.append_audit(v_operator_id, 'customer.signed-out', 'customer:' || p_customer_id,
    concat_ws(': ', p_reason, nullif(p_note, '')), jsonb_build_object('sessions', cardinality(v_ended)));
  return v_ended;
end
$$;
