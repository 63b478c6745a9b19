-- Corrections between the house and a customer. A correction is a movement of the ledger that two operators agreed on.

-- Null for an unknown customer.
create function correction.propose_correction(
  p_secret text, p_customer_id bigint, p_asset smallint, p_amount bigint, p_reason text, p_note text
) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,risk,lead}');
  v_id bigint;
begin
  insert into correction.correction (customer_id, account_id, asset, amount, reason, note, proposed_by, proposed_ms)
  select owner_id, account_id, asset, p_amount, p_reason, p_note, v_operator_id, clock.now_ms()
  from ledger.balance where owner_id = p_customer_id and owner_id > 0 and kind = 'available' and asset = p_asset
  returning correction_id into v_id;
  if v_id is null then
    return null;
  end if;
  return operator.record_step(v_operator_id, 'correction', v_id, 'proposed', p_reason || ': ' || p_note,
    jsonb_build_object('customerId', p_customer_id, 'asset', p_asset, 'amount', p_amount));
end
$$;

-- What an operator signs for confirming a correction; null once it is decided. Internal.
create function correction.signed_details(p_correction correction.correction) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when p_correction.state = 'proposed' then operator.signed_proposal(jsonb_build_object(
    'account', (select public_id from identity.customer as c where c.customer_id = p_correction.customer_id),
    'asset', ledger.asset_name(p_correction.asset),
    'amount', ledger.units_text(p_correction.amount),
    'reason', p_correction.reason), p_correction.note) end
$$;

-- Books a confirmed correction. Returns 'decided', 'insufficient-balance' or 'house-limit'. Locks: the customer's
-- accounts, the stripe with the house. Internal.
create function correction.book_confirmed(p_operator_id bigint, p_correction correction.correction) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_id constant bigint := p_correction.correction_id;
  v_stripe ledger.stripe;
  v_customer_left bigint;
  v_house_left bigint;
  v_seq bigint;
begin
  perform ledger.lock_accounts_of(p_correction.customer_id, 'available');
  v_stripe := ledger.lock_stripe(ledger.stripe_of(p_correction.customer_id, p_correction.asset));
  select available into strict v_house_left from ledger.balance
    where account_id = v_stripe.house_account for no key update;
  select available into strict v_customer_left from ledger.balance
    where account_id = p_correction.account_id;
  if v_customer_left + p_correction.amount < 0 then
    return 'insufficient-balance';
  end if;
  if v_house_left < p_correction.amount then
    return 'house-limit';
  end if;
  v_seq := ledger.book(v_stripe, 'correction', clock.now_ms(), ''::bytea, array[
    row(p_correction.account_id, v_id, 'correction', p_correction.amount, 0)::ledger.line,
    row(v_stripe.house_account, v_id, 'correction', -p_correction.amount, 0)::ledger.line
  ]);
  update correction.correction set state = 'booked', decided_by = p_operator_id, decided_ms = clock.now_ms(),
    stripe = v_stripe.stripe, seq = v_seq
  where correction_id = v_id;
  perform message.add_known(p_correction.customer_id, 'correction-booked', 'correction:' || v_id, jsonb_build_object(
    'asset', ledger.asset_name(p_correction.asset),
    'amount', ledger.units_text(p_correction.amount), 'reason', p_correction.reason));
  perform operator.record_step(p_operator_id, 'correction', v_id, 'booked',
    p_correction.reason || ': ' || p_correction.note, jsonb_build_object(
      'customerId', p_correction.customer_id, 'asset', p_correction.asset, 'amount', p_correction.amount));
  return 'decided';
end
$$;

-- Decides a correction: books it, or rejects it. Returns 'decided', 'not-found', 'insufficient-balance' or
-- 'house-limit'. Errors: CO001 to CO004. Locks: the correction, then what booking locks.
create function correction.decide_correction(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text)
returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_decider(p_secret, p_is_confirmed, '{payments,risk,lead}');
  v_correction correction.correction;
begin
  perform ledger.require_read_committed();
  select * into v_correction from correction.correction where correction_id = p_id for update;
  if v_correction.correction_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(
    v_operator_id, p_is_confirmed, 'correction', v_correction.state, v_correction.proposed_by);
  if p_is_confirmed then
    perform operator.require_confirmation(v_operator_id, 'correction.confirm', p_id,
      correction.signed_details(v_correction));
    return correction.book_confirmed(v_operator_id, v_correction);
  end if;
  update correction.correction set state = 'rejected', decided_by = v_operator_id, decided_ms = clock.now_ms()
  where correction_id = p_id;
  perform operator.record_step(v_operator_id, 'correction', p_id, 'rejected', p_note, '{}');
  return 'decided';
end
$$;

create trigger correction_is_decided_once before update or delete on correction.correction
  for each row execute function operator.refuse_redecision('stripe', 'seq');
create trigger correction_is_kept before truncate on correction.correction
  for each statement execute function operator.refuse_redecision();
