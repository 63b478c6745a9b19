-- What an operator signs for confirming a proposed version; null where the kind has none, or it is decided already.
-- The routine that decides it computes the same. Internal.
create function version.signed_details(p_kind text, p_id bigint) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select operator.signed_proposal(case p_kind
      when 'terms' then market.signed_terms(p_id)
      when 'swap-terms' then swap.signed_terms(p_id)
      when 'advert-terms' then floor.signed_advert_terms(p_id)
      when 'interest' then interest.signed_product(p_id)
      when 'house-setting' then setting.signed_change(p_id)
    end, p.note)
  from (
    select 'terms' as kind, proposal_id, state, note from market.terms_proposal
    union all
    select 'swap-terms', proposal_id, state, note from swap.swap_proposal
    union all
    select 'advert-terms', proposal_id, state, note from floor.advert_terms_proposal
    union all
    select 'interest', proposal_id, state, note from interest.interest_proposal
    union all
    select 'house-setting', proposal_id, state, note from setting.setting_proposal) as p
  where p.kind = p_kind and p.proposal_id = p_id and p.state = 'proposed'
$$;

-- Decides a proposed version of contract terms ('terms'), swap terms ('swap-terms'), the terms of adverts
-- ('advert-terms'), an interest product ('interest') or a value of the house ('house-setting'). Confirming adds the
-- version for what begins later; what is under way keeps its own. Returns 'decided', 'not-found', or 'terms-changed'
-- when the proposal follows another version than the newest. CO003 for one's own proposal, CO004 when already decided,
-- CO005 without a confirmation by passkey of these very values. Each kind has its table with its constraints, and its
-- own way to add a version.
create function version.decide(p_kind text, p_secret text, p_id bigint, p_is_confirmed boolean, p_note text)
returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk,lead}');
  v_now_ms constant bigint := clock.now_ms();
  v_state constant text := case when p_is_confirmed then 'confirmed' else 'rejected' end;
  v_found record;
  v_version bigint;
begin
  case p_kind
    when 'terms' then
      select state, proposed_by into v_found from market.terms_proposal where proposal_id = p_id for update;
    when 'swap-terms' then
      select state, proposed_by into v_found from swap.swap_proposal where proposal_id = p_id for update;
    when 'advert-terms' then
      select state, proposed_by into v_found from floor.advert_terms_proposal where proposal_id = p_id for update;
    when 'interest' then
      select state, proposed_by into v_found from interest.interest_proposal where proposal_id = p_id for update;
    when 'house-setting' then
      select state, proposed_by into v_found from setting.setting_proposal where proposal_id = p_id for update;
  end case;
  if v_found.state is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(v_operator_id, p_is_confirmed, 'proposal', v_found.state, v_found.proposed_by);
  if p_is_confirmed then
    perform operator.require_confirmation(v_operator_id, p_kind || '.confirm', p_id,
      version.signed_details(p_kind, p_id));
    v_version := case p_kind
      when 'terms' then market.add_terms(p_id)
      when 'swap-terms' then swap.add_terms(p_id)
      when 'advert-terms' then floor.add_advert_terms(p_id)
      when 'interest' then interest.add_product(p_id)
      when 'house-setting' then setting.apply(p_id)
    end;
    if v_version is null then
      return 'terms-changed';
    end if;
  end if;
  case p_kind
    when 'terms' then
      update market.terms_proposal set state = v_state, decided_by = v_operator_id, decided_ms = v_now_ms,
        terms_id = v_version where proposal_id = p_id;
    when 'swap-terms' then
      update swap.swap_proposal set state = v_state, decided_by = v_operator_id, decided_ms = v_now_ms,
        version = v_version where proposal_id = p_id;
    when 'advert-terms' then
      update floor.advert_terms_proposal set state = v_state, decided_by = v_operator_id, decided_ms = v_now_ms,
        version = v_version where proposal_id = p_id;
    when 'interest' then
      update interest.interest_proposal set state = v_state, decided_by = v_operator_id, decided_ms = v_now_ms,
        product_id = v_version where proposal_id = p_id;
    when 'house-setting' then
      update setting.setting_proposal set state = v_state, decided_by = v_operator_id, decided_ms = v_now_ms
      where proposal_id = p_id;
  end case;
  perform operator.record_step(v_operator_id, p_kind, p_id, v_state, p_note, jsonb_build_object(
    case p_kind when 'terms' then 'termsId' when 'interest' then 'productId' else 'version' end, v_version));
  return 'decided';
end
$$;
