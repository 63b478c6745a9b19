-- Keeps a column of a customer from its writers. The trigger's argument says why.
create function identity.refuse_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception '%', tg_argv[0] using errcode = 'insufficient_privilege';
end
$$;

-- Only the function below decides whether an account is enabled, not every writer of customer rows.
create trigger customer_state_by_operator before update of state on identity.customer
  for each row when (new.state <> old.state and current_user = 'candor_app')
  execute function identity.refuse_change('an account is disabled and enabled by operators');

-- Disables or enables an account. CO004 when the state is unchanged, or its customer closed it for good; false for an
-- unknown customer.
create function identity.set_customer_enabled(p_secret text, p_customer_id bigint, p_is_enabled boolean, p_reason text)
  returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,risk,lead,security}');
  v_state smallint;
begin
  select state into v_state from identity.customer where customer_id = p_customer_id for no key update;
  if v_state is null then
    return false;
  end if;
  if v_state = 2 then
    raise exception 'the account is closed' using errcode = 'CO004';
  end if;
  if (v_state = 1) = p_is_enabled then
    raise exception 'the account is in this state already' using errcode = 'CO004';
  end if;
  update identity.customer set state = case when p_is_enabled then 1 else 0 end where customer_id = p_customer_id;
  perform operator.append_audit(v_operator_id, case when p_is_enabled then 'customer.enabled'
    else 'customer.disabled' end, 'customer:' || p_customer_id, p_reason, '{}');
  return true;
end
$$;
