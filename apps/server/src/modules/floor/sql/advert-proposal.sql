-- Adverts outside the band of the official price: one operator proposes with a reason, another one publishes.

-- Proposes an advert. A repeated request returns the same proposal. Outcomes: 'proposed' and 'repeated', which name it,
-- or a refusal.
create function floor.propose_advert(
  p_secret text, p_request_id uuid, p_merchant_id bigint, p_unit_price bigint, p_total bigint, p_minimum bigint,
    p_maximum bigint, p_is_auto boolean, p_note text
) returns table (outcome text, proposal_id bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  v_official constant bigint := floor.official_price();
  v_merchant floor.merchant;
  p floor.advert_proposal;
begin
  perform ledger.require_read_committed();
  perform ledger.require_given('advert', num_nulls(p_request_id, p_merchant_id, p_unit_price, p_total, p_minimum,
    p_maximum, p_is_auto, p_note));
  -- Serialised, so that a repeat finds the first.
  select * into v_merchant from floor.merchant as d where d.merchant_id = p_merchant_id for no key update;
  select * into p from floor.advert_proposal as past where past.request_id = p_request_id;
  if p.proposal_id is not null then
    proposal_id := p.proposal_id;
    outcome := case when (p.merchant_id, p.unit_price, p.total, p.minimum, p.maximum, p.is_auto, p.note, p.proposed_by)
      = (p_merchant_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto, p_note, v_operator_id)
      then 'repeated' else 'conflict' end;
    return next;
    return;
  end if;
  outcome := coalesce(
    floor.refusal_of_advert(v_merchant, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto),
    case when v_official is null then 'market-stale' end);
  if outcome is null then
    insert into floor.advert_proposal as fresh (request_id, merchant_id, unit_price, total, minimum, maximum, is_auto,
      official_price, note, proposed_by, proposed_ms)
    values (p_request_id, p_merchant_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto, v_official, p_note,
      v_operator_id, clock.now_ms())
    on conflict (request_id) do nothing returning fresh.proposal_id into proposal_id;
    outcome := case when proposal_id is null then 'conflict' else 'proposed' end;
  end if;
  if outcome = 'proposed' then
    perform operator.record_step(v_operator_id, 'advert-proposal', proposal_id, 'proposed', p_note, jsonb_build_object(
      'deskId', p_merchant_id, 'unitPrice', ledger.units_text(p_unit_price), 'total', ledger.units_text(p_total),
      'officialPrice', ledger.units_text(v_official), 'isAuto', p_is_auto));
  end if;
  return next;
end
$$;

-- What an operator signs for publishing a proposed advert; null once it is decided. Internal.
create function floor.signed_advert(p floor.advert_proposal) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when p.state = 'proposed' then operator.signed_proposal(jsonb_build_object(
    'merchant', (select name from floor.merchant as m where m.merchant_id = p.merchant_id),
    'unitPrice', ledger.units_text(p.unit_price),
    'officialPrice', ledger.units_text(p.official_price),
    'total', ledger.units_text(p.total),
    'minimum', ledger.units_text(p.minimum),
    'maximum', ledger.units_text(p.maximum),
    'isAuto', p.is_auto), p.note) end
$$;

-- Decides a proposed advert: publishes it, or rejects it. Returns 'decided', 'not-found', or why it cannot be published
-- now: 'price-outside-band' where the official price has left the band around the one that it was proposed at, so that
-- nobody confirms what they did not see. Errors: CO001 to CO005. Lock order: the proposal, the merchant's accounts, the
-- stripe, the audit.
create function floor.decide_advert(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_decider(p_secret, p_is_confirmed, '{desk,lead,risk}');
  v_official constant bigint := floor.official_price();
  v_merchant floor.merchant;
  v_advert_id bigint;
  v_refusal text;
  p floor.advert_proposal;
begin
  perform ledger.require_read_committed();
  select * into p from floor.advert_proposal where proposal_id = p_id for update;
  if p.proposal_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(v_operator_id, p_is_confirmed, 'advert', p.state, p.proposed_by);
  if p_is_confirmed then
    perform ledger.lock_accounts_of(p.merchant_id, 'merchant');
    select * into strict v_merchant from floor.merchant where merchant_id = p.merchant_id;
    v_refusal := coalesce(
      floor.refusal_of_advert(v_merchant, p.unit_price, p.total, p.minimum, p.maximum, p.is_auto),
      case when v_official is null then 'market-stale'
        when floor.is_outside_band(v_official, p.official_price) then 'price-outside-band' end);
    if v_refusal is not null then
      return v_refusal;
    end if;
    perform operator.require_confirmation(v_operator_id, 'advert.publish', p_id, floor.signed_advert(p));
    v_advert_id := floor.put_up_advert(v_merchant, null, p.unit_price, p.total, p.minimum, p.maximum, p.is_auto, null,
      p.proposed_by, v_official, v_operator_id);
    if v_advert_id is null then
      return 'insufficient-balance';
    end if;
  end if;
  update floor.advert_proposal set state = case when p_is_confirmed then 'published' else 'rejected' end,
    decided_by = v_operator_id, decided_ms = clock.now_ms(), advert_id = v_advert_id
  where proposal_id = p_id;
  perform operator.record_step(v_operator_id, 'advert-proposal', p_id,
    case when p_is_confirmed then 'published' else 'rejected' end, p_note, jsonb_build_object('advertId', v_advert_id));
  return 'decided';
end
$$;

create trigger advert_proposal_is_decided_once before update on floor.advert_proposal
  for each row execute function operator.refuse_redecision('advert_id');
create trigger advert_proposal_is_kept before delete or truncate on floor.advert_proposal for each statement
  execute function ledger.refuse_change();
