-- Sales to a desk in another cell. The desk allots USD to a cell, whose customers sell into the offer that mirrors it.

-- Holds what a desk's purchase in another cell may cost. Such a purchase pays at once, so it may cost no more than a
-- swap. Returns the allotment. For the owner only.
create function cell.allot(
  p_merchant_id bigint, p_to_cell smallint, p_unit_price bigint, p_quantity bigint, p_minimum bigint, p_maximum bigint
) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_cost constant bigint := ceil(p_quantity::numeric * p_unit_price / 1000000)::bigint;
  v_stripe ledger.stripe;
  a cell.allotment;
begin
  perform ledger.lock_accounts_of(p_merchant_id, 'merchant');
  if (p_unit_price <= swap.swap_bid(1000000)) is not true
    or not exists (select from floor.merchant where merchant_id = p_merchant_id and approved_ms is not null) then
    raise exception 'the price is above a swap, or there is no such desk' using errcode = 'invalid_parameter_value';
  end if;
  v_stripe := ledger.lock_stripe(ledger.stripe_of(p_merchant_id, 1::smallint));
  insert into cell.allotment (allotment_id, merchant_id, to_cell, unit_price, quantity, minimum, maximum, reserved,
    stripe, held_seq, at_ms)
  values (clock.new_record_id(), p_merchant_id, p_to_cell, p_unit_price, p_quantity, p_minimum, p_maximum, v_cost,
    v_stripe.stripe, v_stripe.seq + 1, clock.now_ms()) returning * into a;
  perform ledger.book(v_stripe, 'sale-across', a.at_ms, sha256(int8send(a.allotment_id)), array[
    row(ledger.account_of(p_merchant_id, 'merchant', 1::smallint, null), a.allotment_id, 'sale-across', 0,
      v_cost)::ledger.line]);
  return a.allotment_id;
end
$$;

-- Shows an allotment of another cell to the customers of this one. Idempotent. For the owner only.
create function cell.offer(
  p_desk_cell smallint, p_allotment_id bigint, p_unit_price bigint, p_quantity bigint, p_minimum bigint,
  p_maximum bigint
) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into cell.offer (desk_cell, allotment_id, unit_price, quantity, minimum, maximum, remaining)
  values (p_desk_cell, p_allotment_id, p_unit_price, p_quantity, p_minimum, p_maximum, p_quantity)
  on conflict do nothing
$$;

-- Why a customer cannot sell a quantity into a locked offer, or null. The accounts are locked. Internal.
create function cell.refusal_of_sale(o cell.offer, p_customer_id bigint, p_quantity bigint, p_unit_price bigint)
  returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case
    when o.allotment_id is null then 'unknown-advert'
    when o.closed_ms is not null then 'transaction-closed'
    when bid is null then 'market-stale'
    when o.unit_price > bid or p_unit_price <> o.unit_price then 'price-changed'
    when p_quantity <= 0 or p_quantity > o.maximum or p_quantity < o.minimum and o.remaining >= o.minimum
      or p_quantity::numeric * o.unit_price < 1000000 then 'wrong-amount'
    when p_quantity > o.remaining then 'not-enough-quantity'
    when c.state is distinct from 1 or c.kyc_state is distinct from 'verified' or b.is_frozen then 'account-disabled'
    when (p_quantity <= b.available) is not true then 'insufficient-usdt-balance'
  end
  from swap.swap_bid(1000000) as bid
  left join identity.customer as c on c.customer_id = p_customer_id
  left join ledger.balance as b on b.owner_id = p_customer_id and b.owner_id > 0 and b.kind = 'available'
    and b.asset = 2
$$;

-- Sells USDT to a desk in another cell. The customer is paid at once; the desk books it by its reference. A repeated
-- request returns the same reference. Outcomes: 'sold', 'repeated', 'conflict', or why it was refused.
create function cell.sell_across(
  p_customer_id bigint, p_request_id uuid, p_desk_cell smallint, p_allotment_id bigint, p_quantity bigint,
  p_unit_price bigint, out outcome text, out reference bigint
)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  o cell.offer;
  s cell.sent;
begin
  perform ledger.require_given('request', num_nulls(p_customer_id, p_request_id, p_desk_cell, p_allotment_id,
    p_quantity, p_unit_price));
  perform ledger.lock_accounts_of(p_customer_id, 'available');
  select * into s from cell.sent where request_id = p_request_id and customer_id = p_customer_id;
  if found then
    outcome := case when (s.to_cell, s.subject_id, s.usdt) = (p_desk_cell, p_allotment_id, p_quantity)
      then 'repeated' else 'conflict' end;
    reference := case outcome when 'repeated' then s.reference end;
    return;
  end if;
  select * into o from cell.offer where desk_cell = p_desk_cell and allotment_id = p_allotment_id for no key update;
  outcome := cell.refusal_of_sale(o, p_customer_id, p_quantity, p_unit_price);
  if outcome is not null then
    return;
  end if;
  update cell.offer set remaining = remaining - p_quantity
  where desk_cell = p_desk_cell and allotment_id = p_allotment_id;
  s.kind := 'sale';
  s.subject_id := p_allotment_id;
  s.to_cell := p_desk_cell;
  s.customer_id := p_customer_id;
  s.request_id := p_request_id;
  s.usdt := p_quantity;
  s.usd := -div(p_quantity::numeric * o.unit_price, 1000000);
  outcome := 'sold';
  reference := cell.send(s);
end
$$;

-- Ends an offer. Returns the quantity that was sold. For the owner only.
create function cell.close_offer(p_desk_cell smallint, p_allotment_id bigint) returns bigint
language sql set search_path = pg_catalog, pg_temp as $$
  update cell.offer set closed_ms = coalesce(closed_ms, clock.now_ms())
  where desk_cell = p_desk_cell and allotment_id = p_allotment_id returning quantity - remaining
$$;

-- Releases what an allotment still holds, once the offer is closed and all of its sales have arrived, `p_sold` in all.
-- Returns whether it is released. For the owner only.
create function cell.release_allotment(p_allotment_id bigint, p_sold bigint) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_stripe ledger.stripe;
  a cell.allotment;
begin
  select * into strict a from cell.allotment where allotment_id = p_allotment_id;
  perform ledger.lock_accounts_of(a.merchant_id, 'merchant');
  select * into a from cell.allotment where allotment_id = p_allotment_id for no key update;
  if a.released_ms is not null or a.bought <> p_sold then
    return a.released_ms is not null;
  end if;
  v_stripe := ledger.lock_stripe(a.stripe);
  update cell.allotment set reserved = 0, released_ms = clock.now_ms(),
    released_seq = case when a.reserved > 0 then v_stripe.seq + 1 end
  where allotment_id = p_allotment_id;
  if a.reserved > 0 then
    perform ledger.book(v_stripe, 'sale-across', clock.now_ms(), sha256(int8send(a.allotment_id)), array[
      row(ledger.account_of(a.merchant_id, 'merchant', 1::smallint, null), a.allotment_id, 'sale-across', 0,
        -a.reserved)::ledger.line]);
  end if;
  return true;
end
$$;
