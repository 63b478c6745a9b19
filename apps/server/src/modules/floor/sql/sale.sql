-- How a sale ends. Order of locks: accounts of customers and merchant, the advert, the sale, the stripes.

create trigger sale_ends_once before update on floor.sale for each row
  execute function ledger.require_single_step('ended_ms', 'state', 'ended_seq', 'usd_seq', 'confirmed_by');

-- The canonical bytes of a sale as it was asked for: what the hash of its first batch covers.
create function floor.sale_asked_bytes(s floor.sale) returns bytea
language sql stable
return int8send(s.sale_id) || int8send(s.customer_id) || uuid_send(s.request_id) || int8send(s.advert_id)
  || int8send(s.quantity)
  || int8send(s.unit_price) || int8send(s.total) || boolsend(s.is_auto) || int8send(s.created_ms)
    || int8send(coalesce(s.lapses_ms, 0));

-- The canonical bytes of a sale as it ended: what the hash of its last batch covers.
create function floor.sale_ended_bytes(s floor.sale) returns bytea
language sql stable
return floor.sale_asked_bytes(s) || convert_to(s.state::text,
  'UTF8') || int8send(s.ended_ms) || int8send(coalesce(s.confirmed_by, 0));

-- Notifies a customer of a sale's outcome, in its transaction. Internal.
create function floor.notify_sellers(p_sale_ids bigint[]) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select message.add(s.customer_id, case s.state when 'completed' then 'sale-completed' else 'sale-lapsed' end,
    'sale:' || s.sale_id,
    jsonb_build_object('saleId', s.sale_id::text, 'quantity', ledger.units_text(s.quantity),
      'unitPrice', ledger.units_text(s.unit_price), 'total', ledger.units_text(s.total), 'asset',
        'USD'))
  from floor.sale as s where s.sale_id = any(p_sale_ids) order by s.sale_id
$$;

-- Locks everything that ending a sale moves, in the common order, and returns the sale as it is then. Null when it does
-- not exist. Internal.
create function floor.lock_sale(p_sale_id bigint) returns floor.sale
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  s floor.sale;
begin
  perform ledger.require_read_committed();
  select * into s from floor.sale where sale_id = p_sale_id;
  perform 1 from ledger.balance
  where account_id in (s.usdt_account, s.escrow_account, s.usd_account)
    or (owner_id = s.merchant_id and kind = 'merchant')
  order by account_id for no key update;
  perform 1 from floor.advert where advert_id = s.advert_id for no key update;
  select * into s from floor.sale where sale_id = p_sale_id for no key update;
  return s;
end
$$;

-- Ends a sale that was not confirmed in time: the USDT are returned, and the quantity can be sold again. Does nothing
-- before its time, or a second time. Returns whether this call ended it.
create function floor.lapse_sale(p_sale_id bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  s floor.sale := floor.lock_sale(p_sale_id);
  v_now_ms constant bigint := clock.now_ms();
  v_advert floor.advert;
  v_usd ledger.stripe;
  v_usdt ledger.stripe;
begin
  if (s.state = 'in-progress' and s.lapses_ms <= v_now_ms) is not true then
    return false;
  end if;
  select * into strict v_advert from floor.advert where advert_id = s.advert_id;
  if v_advert.closed_ms is not null then
    v_usd := ledger.lock_stripe(s.usd_stripe);
  end if;
  v_usdt := ledger.lock_stripe(s.usdt_stripe);
  update floor.sale set state = 'closed', ended_ms = v_now_ms, ended_seq = v_usdt.seq + 1, usd_seq = v_usd.seq + 1
  where sale_id = p_sale_id returning * into s;
  -- An open advert keeps the USD for its restored quantity; a closed one releases them to the merchant.
  update floor.advert set remaining = remaining + s.quantity, reserved = reserved + case
    when closed_ms is null then s.total else 0 end
  where advert_id = s.advert_id;
  if v_usd.stripe is not null then
    perform ledger.book(v_usd, 'sale-lapsed', v_now_ms, sha256(floor.sale_ended_bytes(s)),
      array[row(v_advert.account_id, p_sale_id, 'sale-lapsed', 0, -s.total)::ledger.line]);
  end if;
  perform ledger.book(v_usdt, 'sale-lapsed', v_now_ms, sha256(floor.sale_ended_bytes(s)), array[
    row(s.escrow_account, p_sale_id, 'sale-lapsed', -s.quantity, 0)::ledger.line,
    row(s.usdt_account, p_sale_id, 'sale-lapsed', s.quantity, 0)::ledger.line
  ]);
  perform floor.notify_sellers(array[p_sale_id]);
  return true;
end
$$;

-- Confirms a sale for an operator, within its time. Returns 'completed', also for a repeat; null for an unknown sale.
-- Errors: CO001 not logged in, CO002 role missing, CO003 another dealer confirms, CO004 its time is over.
create function floor.confirm_sale(p_secret text, p_sale_id bigint) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  s floor.sale := floor.lock_sale(p_sale_id);
  v_now_ms constant bigint := clock.now_ms();
  v_usd_of_merchant bigint;
  v_usd ledger.stripe;
  v_usdt ledger.stripe;
begin
  if s.sale_id is null or s.state = 'completed' then
    return s.state;
  end if;
  if s.state = 'closed' or s.lapses_ms <= v_now_ms then
    raise exception 'the time of sale % is over', p_sale_id using errcode = 'CO004';
  end if;
  perform floor.require_other_dealer(a, v_operator_id) from floor.advert as a where a.advert_id = s.advert_id;
  v_usd_of_merchant := ledger.account_of(s.merchant_id, 'merchant', 1::smallint, null);
  v_usd := ledger.lock_stripe(s.usd_stripe);
  v_usdt := ledger.lock_stripe(s.usdt_stripe);
  update floor.sale set state = 'completed', ended_ms = v_now_ms, ended_seq = v_usdt.seq + 1, usd_seq = v_usd.seq + 1,
    confirmed_by = v_operator_id
  where sale_id = p_sale_id returning * into s;
  perform ledger.book(v_usd, 'sale-completed', v_now_ms, sha256(floor.sale_ended_bytes(s)), array[
    row(s.usd_account, p_sale_id, 'sale-completed', s.total, 0)::ledger.line,
    row(v_usd_of_merchant, p_sale_id, 'sale-completed', -s.total, -s.total)::ledger.line
  ]);
  perform ledger.book(v_usdt, 'sale-completed', v_now_ms, sha256(floor.sale_ended_bytes(s)), array[
    row(s.escrow_account, p_sale_id, 'sale-completed', -s.quantity, 0)::ledger.line,
    row(ledger.account_of(s.merchant_id, 'merchant', 2::smallint, null), p_sale_id, 'sale-completed', s.quantity,
      0)::ledger.line
  ]);
  perform floor.notify_sellers(array[p_sale_id]);
  perform operator.append_audit(v_operator_id, 'sale.confirmed', 'sale:' || p_sale_id, '',
    jsonb_build_object('customerId', s.customer_id,
    'quantity', ledger.units_text(s.quantity), 'total', ledger.units_text(s.total)));
  return 'completed';
end
$$;

create trigger sale_is_kept before delete or truncate on floor.sale for each statement
  execute function ledger.refuse_change();
