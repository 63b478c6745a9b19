-- Customers' applications for a desk of their own. Two operators make a merchant of an application, and one refuses it;
-- the constraints of the table hold it to that.

create trigger application_takes_its_steps before update on floor.merchant_application for each row
  when (to_jsonb(new) - '{state,endorsed_by,endorsed_ms,decided_by,decided_ms,merchant_id}'::text[]
    is distinct from to_jsonb(old) - '{state,endorsed_by,endorsed_ms,decided_by,decided_ms,merchant_id}'::text[]
    or old.decided_by is not null
    or (old.endorsed_by is not null
      and (new.endorsed_by, new.endorsed_ms) is distinct from (old.endorsed_by, old.endorsed_ms)))
  execute function ledger.refuse_change('an application is endorsed once and decided once');
create trigger application_is_kept before delete or truncate on floor.merchant_application for each statement
  execute function ledger.refuse_change();

-- Applies for a customer. A repeated request returns the same outcome. Outcomes: 'applied', or a refusal.
create function floor.apply_as_merchant(p_customer_id bigint, p_request_id uuid, p_name text, p_about text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_refusal text;
  v_past floor.merchant_application;
begin
  perform ledger.require_given('application', num_nulls(p_customer_id, p_request_id, p_name, p_about));
  perform ledger.require_read_committed();
  select case when c.state is distinct from 1 then 'account-disabled'
    when c.kyc_state is distinct from 'verified' then 'kyc-not-passed'
    when m.approved_ms is not null then 'already-approved'
    when m.merchant_id is not null then 'under-review' end into v_refusal
  from (values (p_customer_id)) as given (customer_id) left join identity.customer as c using (customer_id)
    left join floor.merchant as m using (customer_id);
  if v_refusal is null then
    insert into floor.merchant_application (customer_id, request_id, name, about, applied_ms)
      values (p_customer_id, p_request_id, p_name, p_about, clock.now_ms())
    on conflict do nothing;
    if found then
      return 'applied';
    end if;
  end if;
  select * into v_past from floor.merchant_application where customer_id = p_customer_id and request_id = p_request_id;
  return case when v_past.application_id is null then coalesce(v_refusal, 'under-review')
    when (v_past.name, v_past.about) = (p_name, p_about) then 'applied' else 'conflict' end;
end
$$;

-- Locks an application for its next step. Null where it does not exist; CO004 where it is decided already. Internal.
create function floor.hold_application(p_application_id bigint) returns floor.merchant_application
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  a floor.merchant_application;
begin
  select * into a from floor.merchant_application where application_id = p_application_id for update;
  if a.decided_by is not null then
    raise exception 'application % is decided already', p_application_id using errcode = 'CO004';
  end if;
  return a;
end
$$;

-- Endorses an application as the first operator, or approves it as the second one, which makes the merchant. Outcomes:
-- 'endorsed', 'approved', 'not-found', 'already-registered' where the customer has become a merchant meanwhile. Errors:
-- CO001 to CO004.
create function floor.approve_application(p_secret text, p_application_id bigint) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  v_now_ms constant bigint := clock.now_ms();
  v_merchant_id bigint;
  a constant floor.merchant_application := floor.hold_application(p_application_id);
begin
  if a.application_id is null then
    return 'not-found';
  end if;
  if a.state = 'waiting' then
    update floor.merchant_application set state = 'endorsed', endorsed_by = v_operator_id, endorsed_ms = v_now_ms
    where application_id = p_application_id;
    perform operator.record_step(v_operator_id, 'merchant-application', p_application_id, 'endorsed', '', '{}');
    return 'endorsed';
  end if;
  perform operator.require_session(p_secret, array['lead']::operator.role[]);
  perform operator.require_second_person(v_operator_id, a.endorsed_by);
  insert into floor.merchant as m (name, kind, customer_id, applied_by, applied_ms, approved_by, approved_ms)
    values (a.name, 'merchant', a.customer_id, a.endorsed_by, a.applied_ms, v_operator_id, v_now_ms)
  on conflict (customer_id) do nothing returning m.merchant_id into v_merchant_id;
  if v_merchant_id is null then
    return 'already-registered';
  end if;
  perform floor.open_merchant(v_merchant_id);
  update floor.merchant_application set state = 'approved', decided_by = v_operator_id, decided_ms = v_now_ms,
    merchant_id = v_merchant_id
  where application_id = p_application_id;
  perform operator.record_step(v_operator_id, 'merchant-application', p_application_id, 'approved', '',
    jsonb_build_object('deskId', v_merchant_id, 'name', a.name, 'customerId', a.customer_id));
  return 'approved';
end
$$;

-- Refuses an application, with a reason for the audit. False when it does not exist. Errors: CO001, CO002, CO004.
create function floor.refuse_application(p_secret text, p_application_id bigint, p_note text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  a constant floor.merchant_application := floor.hold_application(p_application_id);
begin
  if a.application_id is null then
    return false;
  end if;
  update floor.merchant_application set state = 'refused', decided_by = v_operator_id, decided_ms = clock.now_ms()
  where application_id = p_application_id;
  perform operator.record_step(v_operator_id, 'merchant-application', p_application_id, 'refused', p_note,
    jsonb_build_object('name', a.name, 'customerId', a.customer_id));
  return true;
end
$$;
