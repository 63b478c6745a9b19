-- Adverts that a merchant places itself: within the band of the official price, from the merchant's own USD, and never
-- automatic. Operators confirm their sales, as those of every other merchant.

-- Why a customer may not place adverts, or null. Internal.
create function floor.refusal_of_own_desk(p_customer_id bigint) returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when c.state is distinct from 1 then 'account-disabled'
    when c.kyc_state is distinct from 'verified' then 'kyc-not-passed'
    when m.approved_ms is not null then null
    when m.merchant_id is not null
      or exists (select from floor.merchant_application as a where a.customer_id = p_customer_id)
      then 'application-not-approved'
    else 'unknown-advert'
  end
  from (values (p_customer_id)) as given (customer_id) left join identity.customer as c using (customer_id)
    left join floor.merchant as m using (customer_id)
$$;

-- Publishes an advert of a customer's own desk. A repeated request returns the same advert. Outcomes: 'published' and
-- 'repeated', which name it, or a refusal. Locks the merchant's accounts.
create function floor.publish_own_advert(
  p_customer_id bigint, p_request_id uuid, p_unit_price bigint, p_total bigint, p_minimum bigint, p_maximum bigint
) returns table (outcome text, advert_id bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_merchant floor.merchant;
  v_official constant bigint := floor.official_price();
  a floor.advert;
begin
  if num_nulls(p_customer_id, p_request_id, p_unit_price, p_total, p_minimum, p_maximum) > 0 then
    raise exception 'malformed advert' using errcode = 'invalid_parameter_value';
  end if;
  outcome := floor.refusal_of_own_desk(p_customer_id);
  if outcome is not null then
    return next;
    return;
  end if;
  select * into strict v_merchant from floor.merchant as m where m.customer_id = p_customer_id;
  perform ledger.lock_accounts_of(v_merchant.merchant_id, 'merchant');
  select * into a from floor.advert as past where past.request_id = p_request_id;
  if a.advert_id is not null then
    outcome := case when (a.merchant_id, a.unit_price, a.total, a.minimum, a.maximum, a.is_auto)
      = (v_merchant.merchant_id, p_unit_price, p_total, p_minimum, p_maximum, false) then 'repeated'
      else 'conflict' end;
    advert_id := case when outcome = 'repeated' then a.advert_id end;
    return next;
    return;
  end if;
  outcome := coalesce(
    floor.refusal_of_advert(v_merchant, p_unit_price, p_total, p_minimum, p_maximum, false),
    case when v_official is null then 'market-stale'
      when floor.is_outside_band(p_unit_price, v_official) then 'price-outside-band' end);
  if outcome is null then
    advert_id := floor.put_up_advert(v_merchant, p_request_id, p_unit_price, p_total, p_minimum, p_maximum, false, null,
      null, v_official, null);
    outcome := case when advert_id is null then 'insufficient-balance' else 'published' end;
  end if;
  return next;
end
$$;

-- Closes an advert of a customer's own desk, and releases what it holds. A repeat changes nothing. Whether the customer
-- has such an advert.
create function floor.close_own_advert(p_customer_id bigint, p_advert_id bigint) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  a floor.advert;
begin
  if not exists (select from floor.advert join floor.merchant as m using (merchant_id)
    where advert_id = p_advert_id and m.customer_id = p_customer_id) then
    return false;
  end if;
  a := floor.lock_advert(p_advert_id);
  if a.closed_ms is null then
    perform floor.shut_advert(a);
  end if;
  return true;
end
$$;
