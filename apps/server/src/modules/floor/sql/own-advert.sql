-- Adverts that a merchant places itself: within the band of the official price, from the merchant's own USD, and never
-- automatic. Operators confirm their sales, as those of every other merchant.

-- Why a customer may not place adverts, or null. Internal.
create function floor.refusal_of_own_desk(p_customer_id bigint) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
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
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform ledger.require_given('advert', num_nulls(p_customer_id, p_request_id, p_unit_price, p_total, p_minimum,
    p_maximum));
  outcome := floor.refusal_of_own_desk(p_customer_id);
  if outcome is null then
    select made.outcome, made.advert_id into strict outcome, advert_id
    from floor.merchant as m cross join lateral floor.publish_in_band(p_request_id, m.merchant_id, p_unit_price,
      p_total, p_minimum, p_maximum, false, null) as made
    where m.customer_id = p_customer_id;
  end if;
  return next;
end
$$;

-- Closes an advert of a customer's own desk, and releases what it holds. A repeat changes nothing. Whether the customer
-- has such an advert.
create function floor.close_own_advert(p_customer_id bigint, p_advert_id bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from floor.advert join floor.merchant as m using (merchant_id)
    where advert_id = p_advert_id and m.customer_id = p_customer_id) then
    return false;
  end if;
  perform floor.shut_advert(a) from floor.lock_advert(p_advert_id) as a where a.closed_ms is null;
  return true;
end
$$;
