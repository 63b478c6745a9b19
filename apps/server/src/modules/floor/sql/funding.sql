-- Payments received for a merchant on the trading floor: USD paid to the platform, by a merchant or by the house. One
-- operator proposes the payment with a reason, another confirms it; then it is booked from custody to the merchant,
-- once.

-- Proposes a payment for a merchant. A repeated request returns the same result. Outcomes: 'proposed' and 'repeated',
-- which name it, or a refusal; 'not-found' when no approved merchant has the number.
create function floor.propose_merchant_funding(p_secret text, p_request_id uuid, p_merchant_id bigint, p_units bigint,
  p_reference text, p_note text)
returns table (outcome text, funding_id bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  v_merchant floor.merchant;
  v_past floor.merchant_funding;
begin
  perform ledger.require_read_committed();
  perform ledger.require_given('funding', num_nulls(p_request_id, p_merchant_id, p_units, p_reference, p_note));
  -- Serialised, so that a repeat finds the first.
  select * into v_merchant from floor.merchant as d where d.merchant_id = p_merchant_id for no key update;
  select * into v_past from floor.merchant_funding as past where past.request_id = p_request_id;
  if v_past.funding_id is not null then
    funding_id := v_past.funding_id;
    outcome := case when (v_past.merchant_id, v_past.amount, v_past.reference, v_past.note, v_past.proposed_by)
      = (p_merchant_id, p_units, p_reference, p_note, v_operator_id) then 'repeated' else 'conflict' end;
    return next;
    return;
  end if;
  outcome := case
    when v_merchant.approved_ms is null then 'not-found'
    when p_units not between 1 and 1000000000000000 then 'wrong-amount'
  end;
  if outcome is null then
    insert into floor.merchant_funding as f (request_id, merchant_id, account_id, amount, reference, note, proposed_by,
      proposed_ms)
    values (p_request_id, p_merchant_id, ledger.account_of(p_merchant_id, 'merchant', 1::smallint, null), p_units,
      p_reference, p_note, v_operator_id, clock.now_ms())
    on conflict do nothing returning f.funding_id into funding_id;
    -- The conflict is the payment's reference, or a concurrent request with the same id for another merchant.
    outcome := case when funding_id is not null then 'proposed'
      when exists (select from floor.merchant_funding as other where other.request_id = p_request_id) then 'conflict'
        else 'reference-taken' end;
  end if;
  if outcome = 'proposed' then
    perform operator.record_step(v_operator_id, 'desk-funding', funding_id, 'proposed', p_note, jsonb_build_object(
      'deskId', p_merchant_id, 'amount', ledger.units_text(p_units), 'reference', p_reference));
  end if;
  return next;
end
$$;

-- What an operator signs for confirming a payment for a merchant; null once it is decided. Internal.
create function floor.signed_details(p_funding floor.merchant_funding) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when p_funding.state = 'proposed' then operator.signed_proposal(jsonb_build_object(
    'merchant', (select name from floor.merchant as m where m.merchant_id = p_funding.merchant_id),
    'asset', 'USD',
    'amount', ledger.units_text(p_funding.amount),
    'reference', p_funding.reference), p_funding.note) end
$$;

-- Decides a payment for a merchant: books it from custody to the merchant, or rejects it. Returns 'decided' or
-- 'not-found'. Errors: CO001 to CO004. Locks: the funding, the merchant's accounts, the stripe, custody, the audit.
create function floor.decide_merchant_funding(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text)
returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_decider(p_secret, p_is_confirmed, '{desk,lead,risk}');
  v_funding floor.merchant_funding;
  v_source constant text := 'desk-funded:' || p_id;
begin
  perform ledger.require_read_committed();
  select * into v_funding from floor.merchant_funding where funding_id = p_id for update;
  if v_funding.funding_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(v_operator_id, p_is_confirmed, 'funding', v_funding.state, v_funding.proposed_by);
  if not p_is_confirmed then
    update floor.merchant_funding set state = 'rejected', decided_by = v_operator_id, decided_ms = clock.now_ms()
    where funding_id = p_id;
    perform operator.record_step(v_operator_id, 'desk-funding', p_id, 'rejected', p_note, '{}');
    return 'decided';
  end if;
  perform operator.require_confirmation(v_operator_id, 'desk-funding.confirm', p_id, floor.signed_details(v_funding));
  perform ledger.lock_accounts_of(v_funding.merchant_id, 'merchant');
  if not ledger.receive(v_source, 'desk-funded', v_funding.account_id,
    ledger.stripe_of(v_funding.merchant_id, 1::smallint), v_funding.amount) then
    raise exception 'funding % was booked before', p_id using errcode = 'integrity_constraint_violation';
  end if;
  update floor.merchant_funding set state = 'booked', decided_by = v_operator_id, decided_ms = clock.now_ms(),
    transfer_id = (select transfer_id from ledger.transfer where source = v_source)
  where funding_id = p_id;
  perform operator.record_step(v_operator_id, 'desk-funding', p_id, 'booked', v_funding.note, jsonb_build_object(
    'deskId', v_funding.merchant_id, 'amount', ledger.units_text(v_funding.amount), 'reference',
      v_funding.reference));
  return 'decided';
end
$$;

create trigger funding_is_decided_once before update on floor.merchant_funding
  for each row execute function operator.refuse_redecision('transfer_id');
create trigger funding_is_kept before delete or truncate on floor.merchant_funding for each statement
  execute function ledger.refuse_change();
