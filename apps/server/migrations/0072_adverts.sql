-- What operators do with desks and adverts, and how an automatic advert stays below what a swap pays. Whoever publishes an advert is an
-- operator whose session is verified here; nobody else names a price.
-- Errors: CO001 not logged in, CO002 role missing, CO003 a second operator is needed, CO004 decided already.

-- Adds a desk, which a second operator approves. A merchant is found by account number. Outcomes: 'added', 'not-found', 'already-registered'.
create function ledger.add_desk(p_secret text, p_name text, p_kind ledger.desk_kind, p_account text) returns table (outcome text, desk_id bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  v_customer_id bigint;
begin
  if p_kind is null or length(coalesce(p_name, '')) not between 2 and 40 or (p_kind = 'merchant') <> (p_account is not null) then
    raise exception 'malformed desk' using errcode = 'invalid_parameter_value';
  end if;
  if p_kind = 'merchant' then
    select c.customer_id into v_customer_id from identity.customer as c where c.public_id = p_account;
    if v_customer_id is null then
      return query select 'not-found'::text, null::bigint;
      return;
    end if;
  end if;
  insert into ledger.desk as d (name, kind, customer_id, applied_by, applied_ms) values (p_name, p_kind, v_customer_id, v_operator_id, market.now_ms())
  on conflict (customer_id) do nothing returning d.desk_id into desk_id;
  if desk_id is null then
    return query select 'already-registered'::text, null::bigint;
    return;
  end if;
  perform ledger.open_desk(desk_id);
  perform audit.append(v_operator_id, 'desk.added', 'desk:' || desk_id, '', jsonb_build_object('name', p_name, 'kind', p_kind, 'customerId', v_customer_id));
  outcome := 'added';
  return next;
end
$$;

-- Approves a desk that another operator added. False where there is none.
create function ledger.approve_desk(p_secret text, p_desk_id bigint) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['lead']::operator.role[]);
  v_desk ledger.desk;
begin
  select * into v_desk from ledger.desk where desk_id = p_desk_id for no key update;
  if v_desk.desk_id is null then
    return false;
  end if;
  if v_desk.approved_ms is not null then
    raise exception 'desk % is approved already', p_desk_id using errcode = 'CO004';
  end if;
  if v_desk.applied_by = v_operator_id then
    raise exception 'a second operator has to approve desk %', p_desk_id using errcode = 'CO003';
  end if;
  update ledger.desk set approved_by = v_operator_id, approved_ms = market.now_ms() where desk_id = p_desk_id;
  perform audit.append(v_operator_id, 'desk.approved', 'desk:' || p_desk_id, '', '{}');
  return true;
end
$$;

-- Books the USD of an advert as held, or as free again, as its row says. The desk's account and the advert are locked.
create function ledger.hold_for_advert(a ledger.advert, p_kind ledger.movement, p_units bigint) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_units <> 0 then
    perform ledger.book(ledger.lock_stripe(a.stripe), p_kind, market.now_ms(), sha256(ledger.advert_bytes(a)),
      array[row(a.account_id, a.advert_id, p_kind, 0, p_units)::ledger.line]);
  end if;
end
$$;

-- Stores an advert and holds what it may cost. The desk's account is locked. Null where the desk has not so much.
create function ledger.put_up_advert(
  p_desk ledger.desk, p_request_id uuid, p_unit_price bigint, p_total bigint, p_minimum bigint, p_maximum bigint, p_is_auto boolean,
  p_below_bid_bps integer, p_operator_id bigint
) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_account ledger.account;
  v_cost constant bigint := ledger.advert_cost(p_total, p_unit_price);
  a ledger.advert;
begin
  select * into strict v_account from ledger.account where owner_id = p_desk.desk_id and kind = 'desk' and asset = 1 and stripe is null;
  if (v_cost <= v_account.posted - v_account.held - v_account.floor) is not true then
    return null;
  end if;
  insert into ledger.advert (desk_id, desk_kind, request_id, unit_price, total, minimum, maximum, is_auto, below_bid_bps, published_ms, published_by,
    account_id, stripe, remaining, reserved)
  values (p_desk.desk_id, p_desk.kind, p_request_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto, p_below_bid_bps, market.now_ms(),
    p_operator_id, v_account.account_id, ledger.stripe_of(p_desk.desk_id, 1::smallint), p_total, v_cost)
  returning * into a;
  perform ledger.hold_for_advert(a, 'advert-held', v_cost);
  return a.advert_id;
end
$$;

-- Why an automatic advert may not have a price now, or null.
create function ledger.refusal_of_auto_price(p_unit_price bigint) returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case when bid is null then 'market-stale' when p_unit_price > bid then 'price-above-bid' end from ledger.swap_bid(1000000) as bid
$$;

-- Publishes an advert. A repeat of a request answers the same advert. Outcomes: 'published' and 'repeated', which name it, or a refusal.
create function ledger.publish_advert(
  p_secret text, p_request_id uuid, p_desk_id bigint, p_unit_price bigint, p_total bigint, p_minimum bigint, p_maximum bigint, p_is_auto boolean
) returns table (outcome text, advert_id bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  v_desk ledger.desk;
  a ledger.advert;
begin
  perform ledger.require_read_committed();
  if num_nulls(p_request_id, p_desk_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto) > 0 then
    raise exception 'malformed advert' using errcode = 'invalid_parameter_value';
  end if;
  perform 1 from ledger.account where owner_id = p_desk_id and kind = 'desk' order by account_id for no key update;
  select * into v_desk from ledger.desk as d where d.desk_id = p_desk_id;
  select * into a from ledger.advert as past where past.request_id = p_request_id;
  if a.advert_id is not null then
    advert_id := a.advert_id;
    outcome := case when (a.desk_id, a.unit_price, a.total, a.minimum, a.maximum, a.is_auto)
      = (p_desk_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto) then 'repeated' else 'conflict' end;
    return next;
    return;
  end if;
  outcome := case
    when v_desk.desk_id is null then 'not-found'
    when p_is_auto and v_desk.kind <> 'house' then 'not-allowed'
    when p_unit_price <= 0 or p_unit_price % 100 <> 0 or p_minimum <= 0 or p_maximum < p_minimum or p_total < p_maximum then 'wrong-amount'
    when p_is_auto then ledger.refusal_of_auto_price(p_unit_price)
  end;
  if outcome is null then
    advert_id := ledger.put_up_advert(v_desk, p_request_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto, null, v_operator_id);
    outcome := case when advert_id is null then 'insufficient-balance' else 'published' end;
  end if;
  if advert_id is not null then
    perform audit.append(v_operator_id, 'advert.published', 'advert:' || advert_id, '', jsonb_build_object('deskId', p_desk_id,
      'unitPrice', trim_scale(p_unit_price / 1000000.0)::text, 'total', trim_scale(p_total / 1000000.0)::text, 'isAuto', p_is_auto));
  end if;
  return next;
end
$$;

-- Locks the desk's account and the advert, and answers it as it is then. Null where there is none.
create function ledger.lock_advert(p_advert_id bigint) returns ledger.advert
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  a ledger.advert;
begin
  perform ledger.require_read_committed();
  perform 1 from ledger.account where account_id = (select account_id from ledger.advert where advert_id = p_advert_id) for no key update;
  select * into a from ledger.advert where advert_id = p_advert_id for no key update;
  return a;
end
$$;

-- Closes an advert that is locked and open, and gives back what it holds.
create function ledger.shut_advert(a ledger.advert) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update ledger.advert set closed_ms = market.now_ms(), reserved = 0 where advert_id = a.advert_id;
  perform ledger.hold_for_advert(a, 'advert-released', -a.reserved);
end
$$;

-- Closes an advert, or opens it again with what is left. A repeat changes nothing. Outcomes: 'done' or a refusal.
create function ledger.set_advert_open(p_secret text, p_advert_id bigint, p_is_open boolean) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  a ledger.advert := ledger.lock_advert(p_advert_id);
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
    perform ledger.shut_advert(a);
  else
    -- What comes back from sales in progress has to be covered as well, together with what is held for them.
    select ledger.advert_cost((a.remaining + coalesce(sum(quantity), 0))::bigint, a.unit_price) - coalesce(sum(total), 0)::bigint into v_cost
    from ledger.sale where advert_id = p_advert_id and state = 'in-progress';
    v_refusal := case
      when a.successor_id is not null then 'transaction-closed'
      when a.is_auto and ledger.refusal_of_auto_price(a.unit_price) is not null then ledger.refusal_of_auto_price(a.unit_price)
      when v_cost > (select posted - held - floor from ledger.account where account_id = a.account_id) then 'insufficient-balance'
    end;
    if v_refusal is not null then
      return v_refusal;
    end if;
    update ledger.advert set closed_ms = null, reserved = v_cost where advert_id = p_advert_id;
    perform ledger.hold_for_advert(a, 'advert-held', v_cost);
  end if;
  perform audit.append(v_operator_id, case when p_is_open then 'advert.opened' else 'advert.closed' end, 'advert:' || p_advert_id, '', '{}');
  return 'done';
end
$$;

-- The price of an advert that stays so far below a bid, of four decimals.
create function ledger.price_below(p_bid bigint, p_below_bps integer) returns bigint
language sql immutable
return (div(p_bid::numeric * (10000 - p_below_bps), 1000000) * 100)::bigint;

-- Puts another advert in the place of one automatic advert that follows the bid and is above it, or three times as far below it as it is to
-- be, or used up. Answers whether there was one. Whoever calls it names nothing: without a current price nothing happens.
create function ledger.follow_bid() returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_bid constant bigint := ledger.swap_bid(1000000);
  v_id bigint;
  v_price bigint;
  v_successor_id bigint;
  v_desk ledger.desk;
  a ledger.advert;
begin
  -- One a call: the accounts of another desk would be locked after a stripe.
  select advert_id into v_id from ledger.advert
  where closed_ms is null and below_bid_bps is not null
    and (unit_price > v_bid or unit_price < ledger.price_below(v_bid, 3 * below_bid_bps) or remaining < minimum)
  order by advert_id limit 1;
  a := ledger.lock_advert(v_id);
  v_price := ledger.price_below(v_bid, a.below_bid_bps);
  if a.advert_id is null or a.closed_ms is not null or (v_price > 0) is not true then
    return false;
  end if;
  select * into strict v_desk from ledger.desk where desk_id = a.desk_id;
  perform ledger.shut_advert(a);
  v_successor_id := ledger.put_up_advert(v_desk, null, v_price, a.total, a.minimum, a.maximum, true, a.below_bid_bps, null);
  update ledger.advert set successor_id = v_successor_id where advert_id = v_id;
  return true;
end
$$;

-- Opens the floor of a sandbox, once: a desk of the house with two automatic adverts, and one whose sales are confirmed by people.
-- For the owner only. Their first prices are low; follow_bid mends them once there is a price.
create function ledger.open_sandbox_floor() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_desk ledger.desk;
  v_name text;
  v_now_ms constant bigint := market.now_ms();
begin
  if exists (select from ledger.desk) or (select amount = 0 from ledger.setting where name = 'house-funding') then
    return;
  end if;
  foreach v_name in array array['Meridian Desk', 'Kestrel OTC'] loop
    insert into ledger.desk (name, kind, applied_ms, approved_ms) values (v_name, 'house', v_now_ms, v_now_ms) returning * into v_desk;
    perform ledger.open_desk(v_desk.desk_id);
    perform ledger.receive(format('desk-funding:%s', v_desk.desk_id), 'desk-funded', ledger.account_of(v_desk.desk_id, 'desk', 1::smallint, null),
      ledger.stripe_of(v_desk.desk_id, 1::smallint), 1000000000000);
    if v_name = 'Meridian Desk' then
      perform ledger.put_up_advert(v_desk, null, 990000, 20000000000, 50000000, 5000000000, true, 4, null);
      perform ledger.put_up_advert(v_desk, null, 989000, 50000000000, 500000000, 20000000000, true, 10, null);
    else
      perform ledger.put_up_advert(v_desk, null, 999200, 10000000000, 100000000, 2000000000, false, null, null);
    end if;
  end loop;
end
$$;

revoke all on function ledger.add_desk(text, text, ledger.desk_kind, text), ledger.approve_desk(text, bigint),
  ledger.hold_for_advert(ledger.advert, ledger.movement, bigint),
  ledger.put_up_advert(ledger.desk, uuid, bigint, bigint, bigint, bigint, boolean, integer, bigint), ledger.refusal_of_auto_price(bigint),
  ledger.publish_advert(text, uuid, bigint, bigint, bigint, bigint, bigint, boolean), ledger.lock_advert(bigint),
  ledger.shut_advert(ledger.advert), ledger.set_advert_open(text, bigint, boolean), ledger.price_below(bigint, integer), ledger.follow_bid(),
  ledger.open_sandbox_floor() from public;
grant execute on function ledger.add_desk(text, text, ledger.desk_kind, text), ledger.approve_desk(text, bigint),
  ledger.publish_advert(text, uuid, bigint, bigint, bigint, bigint, bigint, boolean), ledger.set_advert_open(text, bigint, boolean),
  ledger.follow_bid() to candor_app;
