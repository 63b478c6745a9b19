-- Merchants on the trading floor, and who approved them.

create trigger merchant_is_approved_once before update on floor.merchant for each row
  execute function ledger.require_single_step('approved_ms', 'approved_by');
create trigger merchant_is_kept before delete or truncate on floor.merchant for each statement
  execute function ledger.refuse_change();

-- Opens a merchant's accounts, empty. Internal.
create function floor.open_merchant(p_merchant_id bigint) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select ledger.open_account(p_merchant_id, 'merchant', asset::smallint) from generate_series(1, 2) as asset
$$;

-- Adds a merchant, which a second operator approves. A merchant is found by account number. Outcomes: 'added',
-- 'not-found', 'already-registered'.
create function floor.add_merchant(p_secret text, p_name text, p_kind floor.merchant_kind, p_account text)
  returns table (outcome text, merchant_id bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  v_customer_id bigint;
begin
  if p_kind is null or length(coalesce(p_name, '')) not between 2 and 40
    or (p_kind = 'merchant') <> (p_account is not null) then
    raise exception 'malformed merchant' using errcode = 'invalid_parameter_value';
  end if;
  if p_kind = 'merchant' then
    select c.customer_id into v_customer_id from identity.customer as c where c.public_id = p_account;
    if v_customer_id is null then
      return query select 'not-found'::text, null::bigint;
      return;
    end if;
  end if;
  insert into floor.merchant as d (name, kind, customer_id, applied_by, applied_ms)
    values (p_name, p_kind, v_customer_id, v_operator_id, clock.now_ms())
  on conflict (customer_id) do nothing returning d.merchant_id into merchant_id;
  if merchant_id is null then
    return query select 'already-registered'::text, null::bigint;
    return;
  end if;
  perform floor.open_merchant(merchant_id);
  perform operator.append_audit(v_operator_id, 'desk.added', 'desk:' || merchant_id, '',
    jsonb_build_object('name', p_name, 'kind', p_kind, 'customerId', v_customer_id));
  outcome := 'added';
  return next;
end
$$;

-- Approves a merchant added by another operator. False when it does not exist; CO003 when it is the same operator,
-- CO004 when it is approved already.
create function floor.approve_merchant(p_secret text, p_merchant_id bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['lead']::operator.role[]);
  v_merchant floor.merchant;
begin
  select * into v_merchant from floor.merchant where merchant_id = p_merchant_id for no key update;
  if v_merchant.merchant_id is null then
    return false;
  end if;
  if v_merchant.approved_ms is not null then
    raise exception 'merchant % is approved already', p_merchant_id using errcode = 'CO004';
  end if;
  perform operator.require_second_person(v_operator_id, v_merchant.applied_by);
  update floor.merchant set approved_by = v_operator_id, approved_ms = clock.now_ms() where merchant_id = p_merchant_id;
  perform operator.append_audit(v_operator_id, 'desk.approved', 'desk:' || p_merchant_id, '', '{}');
  return true;
end
$$;
