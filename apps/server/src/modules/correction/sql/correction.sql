-- Corrections between the house and a customer. A correction is a movement of the ledger that two operators agreed on.

-- Null for an unknown customer.
create function correction.propose_correction(p_secret text, p_customer_id bigint, p_asset smallint, p_amount bigint, p_reason text, p_note text)
returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,risk,lead}');
  v_id bigint;
begin
  insert into correction.correction (customer_id, account_id, asset, amount, reason, note, proposed_by, proposed_ms)
  select owner_id, account_id, asset, p_amount, p_reason, p_note, v_operator_id, clock.now_ms()
  from ledger.account where owner_id = p_customer_id and owner_id > 0 and kind = 'available' and asset = p_asset
  returning correction_id into v_id;
  if v_id is null then
    return null;
  end if;
  perform audit.append(v_operator_id, 'correction.proposed', 'correction:' || v_id, p_reason || ': ' || p_note,
    jsonb_build_object('customerId', p_customer_id, 'asset', p_asset, 'amount', p_amount));
  return v_id;
end
$$;

-- Books a correction proposed by another operator. Returns 'decided', 'not-found', 'insufficient-balance' or
-- 'house-limit'. CO003 for one's own proposal, CO004 when already decided. Locks: the correction, the customer's
-- accounts, the stripe with the house.
create function correction.confirm_correction(p_secret text, p_id bigint) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stripes_per_asset constant integer := 4;
  v_operator_id constant bigint := operator.require_session(p_secret, '{lead,risk}');
  v_correction correction.correction;
  v_stripe ledger.stripe;
  v_customer_left bigint;
  v_house_left bigint;
  v_seq bigint;
begin
  perform ledger.require_read_committed();
  select * into v_correction from correction.correction where correction_id = p_id for update;
  if v_correction.correction_id is null then
    return 'not-found';
  end if;
  if v_correction.state <> 'proposed' then
    raise exception 'the correction is decided already' using errcode = 'CO004';
  end if;
  if v_correction.proposed_by = v_operator_id then
    raise exception 'another operator has to confirm' using errcode = 'CO003';
  end if;
  perform 1 from ledger.account where owner_id = v_correction.customer_id and kind = 'available' order by account_id for no key update;
  v_stripe := ledger.lock_stripe(
    ((v_correction.asset - 1) * v_stripes_per_asset + 1 + v_correction.customer_id % v_stripes_per_asset)::smallint);
  select posted - held - floor into strict v_house_left from ledger.account where account_id = v_stripe.house_account for no key update;
  select posted - held - floor into strict v_customer_left from ledger.account where account_id = v_correction.account_id;
  if v_customer_left + v_correction.amount < 0 then
    return 'insufficient-balance';
  end if;
  if v_house_left < v_correction.amount then
    return 'house-limit';
  end if;
  v_seq := ledger.book(v_stripe, 'correction', clock.now_ms(), ''::bytea, array[
    row(v_correction.account_id, p_id, 'correction', v_correction.amount, 0)::ledger.line,
    row(v_stripe.house_account, p_id, 'correction', -v_correction.amount, 0)::ledger.line
  ]);
  update correction.correction set state = 'booked', decided_by = v_operator_id, decided_ms = clock.now_ms(), stripe = v_stripe.stripe, seq = v_seq
  where correction_id = p_id;
  -- The ledger's own tests use customers without contact data; these get no messages.
  if exists (select from identity.customer where customer_id = v_correction.customer_id) then
    perform message.add(v_correction.customer_id, 'correction-booked', 'correction:' || p_id, jsonb_build_object(
      'asset', case v_correction.asset when 1 then 'USD' else 'USDT' end,
      'amount', trim_scale(v_correction.amount / 1000000.0)::text, 'reason', v_correction.reason));
  end if;
  perform audit.append(v_operator_id, 'correction.booked', 'correction:' || p_id, v_correction.reason || ': ' || v_correction.note,
    jsonb_build_object('customerId', v_correction.customer_id, 'asset', v_correction.asset, 'amount', v_correction.amount));
  return 'decided';
end
$$;

-- 'decided' or 'not-found'; CO004 where it is decided already.
create function correction.reject_correction(p_secret text, p_id bigint, p_note text) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,risk,lead}');
  v_state text;
begin
  select state into v_state from correction.correction where correction_id = p_id for update;
  if v_state is null then
    return 'not-found';
  end if;
  if v_state <> 'proposed' then
    raise exception 'the correction is decided already' using errcode = 'CO004';
  end if;
  update correction.correction set state = 'rejected', decided_by = v_operator_id, decided_ms = clock.now_ms() where correction_id = p_id;
  perform audit.append(v_operator_id, 'correction.rejected', 'correction:' || p_id, p_note, '{}');
  return 'decided';
end
$$;

create trigger correction_is_decided_once before update or delete on correction.correction
  for each row execute function operator.refuse_redecision();
create trigger correction_is_kept before truncate on correction.correction
  for each statement execute function operator.refuse_redecision();
