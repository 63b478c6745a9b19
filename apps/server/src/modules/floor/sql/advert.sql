-- Adverts: offers of merchants to buy USDT. An operator publishes an advert, after the session is verified here; no
-- other caller names a price. Errors: CO001 not logged in, CO002 role missing.

create function floor.require_advert_step() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.published_by is not null and new.band_bps is null then
      raise exception 'an operator''s advert is judged by the official price'
        using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if (new.advert_id, new.merchant_id, new.merchant_kind, new.request_id, new.unit_price, new.total, new.minimum,
    new.maximum, new.is_auto, new.below_bid_bps, new.published_ms, new.published_by, new.account_id, new.stripe,
    new.official_price, new.band_bps, new.approved_by)
    is distinct from (old.advert_id, old.merchant_id, old.merchant_kind, old.request_id, old.unit_price, old.total,
      old.minimum, old.maximum, old.is_auto,
      old.below_bid_bps, old.published_ms, old.published_by, old.account_id, old.stripe, old.official_price,
      old.band_bps, old.approved_by)
    or (old.successor_id is not null and (new.successor_id is distinct from old.successor_id or new.closed_ms is null))
      then
    raise exception 'what was published never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger advert_stays_as_published before insert or update on floor.advert for each row
  execute function floor.require_advert_step();

-- The canonical bytes of an advert as it was published: what the hash of its batch covers.
create function floor.advert_bytes(a floor.advert) returns bytea
language sql stable
return int8send(a.advert_id) || int8send(a.merchant_id) || int8send(a.unit_price) || int8send(a.total)
  || int8send(a.minimum) || int8send(a.maximum)
  || boolsend(a.is_auto) || int4send(coalesce(a.below_bid_bps,
    0)) || int8send(a.published_ms) || int8send(coalesce(a.published_by, 0));

-- The possible cost of an advert, rounded up; null on overflow. Internal.
create function floor.advert_cost(p_quantity bigint, p_unit_price bigint) returns bigint
language sql immutable
return case when p_quantity::numeric * p_unit_price < 9e21
  then ceil(p_quantity::numeric * p_unit_price / 1000000)::bigint end;

-- Books an advert's USD as held, or as released, according to its row. The merchant's account and the advert are
-- locked. Internal.
create function floor.hold_for_advert(a floor.advert, p_kind ledger.movement, p_units bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if p_units <> 0 then
    perform ledger.book(ledger.lock_stripe(a.stripe), p_kind, clock.now_ms(), sha256(floor.advert_bytes(a)),
      array[row(a.account_id, a.advert_id, p_kind, 0, p_units)::ledger.line]);
  end if;
end
$$;

-- Stores an advert and holds its possible cost. An operator's has the official price that it was judged by, and where
-- two operators publish it, the second one. The merchant's account is locked. Null when the merchant has too little.
-- Internal.
create function floor.put_up_advert(
  p_merchant floor.merchant, p_request_id uuid, p_unit_price bigint, p_total bigint, p_minimum bigint, p_maximum bigint,
    p_is_auto boolean, p_below_bid_bps integer, p_operator_id bigint, p_official_price bigint, p_approved_by bigint
) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_account ledger.balance;
  v_cost constant bigint := floor.advert_cost(p_total, p_unit_price);
  a floor.advert;
begin
  select * into strict v_account from ledger.balance
  where owner_id = p_merchant.merchant_id and kind = 'merchant' and asset = 1 and stripe is null;
  if (v_cost <= v_account.available) is not true then
    return null;
  end if;
  insert into floor.advert (merchant_id, merchant_kind, request_id, unit_price, total, minimum, maximum, is_auto,
    below_bid_bps, published_ms, published_by, account_id, stripe, remaining, reserved, official_price, band_bps,
    approved_by)
  values (p_merchant.merchant_id, p_merchant.kind, p_request_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto,
    p_below_bid_bps, clock.now_ms(),
    p_operator_id, v_account.account_id, ledger.stripe_of(p_merchant.merchant_id, 1::smallint), p_total, v_cost,
    p_official_price, case when p_official_price is not null then (floor.current_advert_terms()).band_bps end,
    p_approved_by)
  returning * into a;
  perform floor.hold_for_advert(a, 'advert-held', v_cost);
  return a.advert_id;
end
$$;

-- Why an automatic advert may not have a price now, or null. Internal.
create function floor.refusal_of_auto_price(p_unit_price bigint) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when bid is null then 'market-stale' when p_unit_price > bid then 'price-above-bid' end
    from swap.swap_bid(1000000) as bid
$$;

-- Why an operator may not publish an advert like this, whatever the official price; null where they may. Internal.
create function floor.refusal_of_advert(
  p_merchant floor.merchant, p_unit_price bigint, p_total bigint, p_minimum bigint, p_maximum bigint, p_is_auto boolean
) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case
    when p_merchant.merchant_id is null then 'not-found'
    when p_is_auto and p_merchant.kind <> 'house' then 'not-allowed'
    when p_unit_price <= 0 or p_unit_price % 100 <> 0 or p_minimum <= 0 or p_maximum < p_minimum
      or p_total < p_maximum then 'wrong-amount'
    when p_is_auto then floor.refusal_of_auto_price(p_unit_price)
  end
$$;

-- Publishes an advert of a merchant within the band of the official price; p_operator_id is null for one that the
-- merchant places itself. A repeated request returns the same advert. Outcomes: 'published' and 'repeated', which name
-- it, or a refusal. Locks the merchant's accounts. Internal.
create function floor.publish_in_band(
  p_request_id uuid, p_merchant_id bigint, p_unit_price bigint, p_total bigint, p_minimum bigint, p_maximum bigint,
    p_is_auto boolean, p_operator_id bigint
) returns table (outcome text, advert_id bigint)
language plpgsql set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_merchant floor.merchant;
  v_official constant bigint := floor.official_price();
  a floor.advert;
begin
  perform ledger.lock_accounts_of(p_merchant_id, 'merchant');
  select * into v_merchant from floor.merchant as d where d.merchant_id = p_merchant_id;
  select * into a from floor.advert as past where past.request_id = p_request_id;
  if a.advert_id is not null then
    outcome := case when (a.merchant_id, a.unit_price, a.total, a.minimum, a.maximum, a.is_auto)
      = (p_merchant_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto) then 'repeated' else 'conflict' end;
    advert_id := case when outcome = 'repeated' then a.advert_id end;
    return next;
    return;
  end if;
  outcome := coalesce(
    floor.refusal_of_advert(v_merchant, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto),
    case when v_official is null then 'market-stale'
      when floor.is_outside_band(p_unit_price, v_official) then 'price-outside-band' end);
  if outcome is null then
    advert_id := floor.put_up_advert(v_merchant, p_request_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto,
      null, p_operator_id, v_official, null);
    outcome := case when advert_id is null then 'insufficient-balance' else 'published' end;
  end if;
  return next;
end
$$;

-- Publishes an advert within the band of the official price. A repeated request returns the same advert. Outcomes:
-- 'published' and 'repeated', which name it, or a refusal; 'price-outside-band' for one that two operators publish.
create function floor.publish_advert(
  p_secret text, p_request_id uuid, p_merchant_id bigint, p_unit_price bigint, p_total bigint, p_minimum bigint,
    p_maximum bigint, p_is_auto boolean
) returns table (outcome text, advert_id bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
begin
  perform ledger.require_given('advert', num_nulls(p_request_id, p_merchant_id, p_unit_price, p_total, p_minimum,
    p_maximum, p_is_auto));
  select made.outcome, made.advert_id into strict outcome, advert_id from floor.publish_in_band(p_request_id,
    p_merchant_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto, v_operator_id) as made;
  if outcome = 'published' then
    perform operator.append_audit(v_operator_id, 'advert.published', 'advert:' || advert_id, '',
      jsonb_build_object('deskId', p_merchant_id,
      'unitPrice', ledger.units_text(p_unit_price), 'total', ledger.units_text(p_total),
        'isAuto', p_is_auto));
  end if;
  return next;
end
$$;

-- Locks the merchant's account and the advert, and returns it as it is then. Null when it does not exist. Internal.
create function floor.lock_advert(p_advert_id bigint) returns floor.advert
language sql set search_path = pg_catalog, pg_temp as $$
  select ledger.lock_accounts(array(select account_id from floor.advert where advert_id = p_advert_id));
  select * from floor.advert where advert_id = p_advert_id for no key update
$$;

-- Closes an open, locked advert, and releases what it holds. Internal.
create function floor.shut_advert(a floor.advert) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update floor.advert set closed_ms = clock.now_ms(), reserved = 0 where advert_id = a.advert_id;
  perform floor.hold_for_advert(a, 'advert-released', -a.reserved);
end
$$;

-- Closes an advert, or reopens it with its remaining quantity. A repeat changes nothing. Outcomes: 'done' or a refusal.
create function floor.set_advert_open(p_secret text, p_advert_id bigint, p_is_open boolean) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  a floor.advert := floor.lock_advert(p_advert_id);
  v_cost bigint;
  v_refusal text;
begin
  if a.advert_id is null then
    return 'not-found';
  end if;
  if (a.closed_ms is null) = p_is_open then
    return 'done';
  end if;
  if not p_is_open then
    perform floor.shut_advert(a);
  else
    -- Quantities that may return from sales in progress must be covered as well, together with what is held for them.
    select floor.advert_cost((a.remaining + coalesce(sum(quantity), 0))::bigint, a.unit_price) - coalesce(sum(total),
      0)::bigint into v_cost
    from floor.sale where advert_id = p_advert_id and state = 'in-progress';
    v_refusal := case
      when a.successor_id is not null then 'transaction-closed'
      when a.is_auto and floor.refusal_of_auto_price(a.unit_price) is not null
        then floor.refusal_of_auto_price(a.unit_price)
      when v_cost > (select available from ledger.balance where account_id = a.account_id) then 'insufficient-balance'
    end;
    if v_refusal is not null then
      return v_refusal;
    end if;
    update floor.advert set closed_ms = null, reserved = v_cost where advert_id = p_advert_id;
    perform floor.hold_for_advert(a, 'advert-held', v_cost);
  end if;
  perform operator.append_audit(v_operator_id, case when p_is_open then 'advert.opened' else 'advert.closed' end,
    'advert:' || p_advert_id, '', '{}');
  return 'done';
end
$$;

create trigger advert_is_kept before delete or truncate on floor.advert for each statement
  execute function ledger.refuse_change();
