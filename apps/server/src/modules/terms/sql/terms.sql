-- Terms of later orders, proposed by one operator and confirmed by another.

-- Internal.
create function market.newest_terms(p_instrument_id integer, p_duration_slots integer) returns market.terms
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select * from market.terms where instrument_id = p_instrument_id and duration_slots = p_duration_slots
    order by version desc limit 1
$$;

create function market.propose_terms(
  p_secret text, p_instrument_id integer, p_duration_slots integer, p_offered boolean, p_stake_min bigint,
    p_stake_max bigint, p_fee_bps integer, p_payout_bps integer, p_max_open_payout bigint,
    p_entry_window_slots integer, p_exit_window_slots integer, p_note text
) returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk}');
  v_id bigint;
begin
  insert into market.terms_proposal (instrument_id, duration_slots, offered, stake_min, stake_max, fee_bps, payout_bps,
    max_open_payout, entry_window_slots, exit_window_slots, follows, note, proposed_by, proposed_ms)
  select p_instrument_id, p_duration_slots, p_offered, p_stake_min, p_stake_max, p_fee_bps, p_payout_bps,
    p_max_open_payout, p_entry_window_slots, p_exit_window_slots, newest.terms_id, p_note, v_operator_id, clock.now_ms()
  from market.newest_terms(p_instrument_id, p_duration_slots) as newest
  returning proposal_id into v_id;
  perform operator.record_step(v_operator_id, 'terms', v_id, 'proposed', p_note, jsonb_build_object(
    'instrumentId', p_instrument_id, 'durationSlots', p_duration_slots, 'offered', p_offered, 'stakeMin', p_stake_min,
    'stakeMax', p_stake_max, 'feeBps', p_fee_bps, 'payoutBps', p_payout_bps, 'maxOpenPayout', p_max_open_payout,
    'entryWindowSlots', p_entry_window_slots, 'exitWindowSlots', p_exit_window_slots));
  return v_id;
end
$$;

-- Decides proposed terms; confirming creates a new version for later orders. Returns 'decided', 'not-found', or
-- 'terms-changed' when the version seen is no longer the newest. CO003 for one's own proposal, CO004 when already
-- decided.
create function market.decide_terms(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk,lead}');
  v_state constant text := case when p_is_confirmed then 'confirmed' else 'rejected' end;
  v_proposal market.terms_proposal;
  v_newest market.terms;
  v_terms_id bigint;
begin
  select * into v_proposal from market.terms_proposal where proposal_id = p_id for update;
  if v_proposal.proposal_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(
    v_operator_id, p_is_confirmed, 'proposal', v_proposal.state, v_proposal.proposed_by);
  if p_is_confirmed then
    perform 1 from market.instrument where instrument_id = v_proposal.instrument_id for no key update;
    v_newest := market.newest_terms(v_proposal.instrument_id, v_proposal.duration_slots);
    if v_newest.terms_id is distinct from v_proposal.follows then
      return 'terms-changed';
    end if;
    insert into market.terms (instrument_id, duration_slots, version, offered, stake_min, stake_max, fee_bps,
      payout_bps, max_open_payout, entry_window_slots, exit_window_slots)
    values (v_proposal.instrument_id, v_proposal.duration_slots, coalesce(v_newest.version, 0) + 1, v_proposal.offered,
      v_proposal.stake_min, v_proposal.stake_max, v_proposal.fee_bps, v_proposal.payout_bps, v_proposal.max_open_payout,
      v_proposal.entry_window_slots, v_proposal.exit_window_slots)
    returning terms_id into v_terms_id;
  end if;
  update market.terms_proposal set state = v_state, decided_by = v_operator_id, decided_ms = clock.now_ms(),
    terms_id = v_terms_id
  where proposal_id = p_id;
  perform operator.record_step(v_operator_id, 'terms', p_id, v_state, p_note,
    jsonb_build_object('termsId', v_terms_id));
  return 'decided';
end
$$;

create trigger terms_are_never_changed before update or delete or truncate on market.terms
  for each statement execute function market.refuse_change();
create trigger proposal_is_decided_once before update or delete on market.terms_proposal
  for each row execute function operator.refuse_redecision('terms_id');
create trigger proposal_is_kept before truncate on market.terms_proposal
  for each statement execute function operator.refuse_redecision();
