-- Terms of later orders, proposed by one operator and confirmed by another.

-- Internal.
create function market.newest_terms(p_instrument_id integer, p_duration_slots integer) returns market.terms
language sql stable set search_path = pg_catalog, pg_temp as $$
  select * from market.terms where instrument_id = p_instrument_id and duration_slots = p_duration_slots
    order by version desc limit 1
$$;

create function market.propose_terms(
  p_secret text, p_instrument_id integer, p_duration_slots integer, p_offered boolean, p_stake_min bigint,
    p_stake_max bigint, p_fee_bps integer, p_payout_bps integer, p_max_open_payout bigint,
    p_entry_window_slots integer, p_exit_window_slots integer, p_note text
) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
  return operator.record_step(v_operator_id, 'terms', v_id, 'proposed', p_note, jsonb_build_object(
    'instrumentId', p_instrument_id, 'durationSlots', p_duration_slots, 'offered', p_offered, 'stakeMin', p_stake_min,
    'stakeMax', p_stake_max, 'feeBps', p_fee_bps, 'payoutBps', p_payout_bps, 'maxOpenPayout', p_max_open_payout,
    'entryWindowSlots', p_entry_window_slots, 'exitWindowSlots', p_exit_window_slots));
end
$$;

-- The values of contract terms, or of proposed ones (a row as JSON), as an operator signs them. Internal.
create function market.signed_values(p_row jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'isOffered', p_row->'offered',
    'stakeMin', ledger.units_text((p_row->>'stake_min')::bigint),
    'stakeMax', ledger.units_text((p_row->>'stake_max')::bigint),
    'feeBps', p_row->'fee_bps',
    'payoutBps', p_row->'payout_bps',
    'maxOpenPayout', ledger.units_text((p_row->>'max_open_payout')::bigint),
    'entryWindowSlots', p_row->'entry_window_slots',
    'exitWindowSlots', p_row->'exit_window_slots')
$$;

-- What an operator signs for confirming contract terms: the values of the version that they follow, null for the first
-- one, and the proposed values. Internal.
create function market.signed_terms(p_proposal_id bigint) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'instrument', i.symbol,
    'durationMs', p.duration_slots * sizes.slot_ms,
    'from', (select market.signed_values(to_jsonb(t)) from market.terms as t where t.terms_id = p.follows),
    'to', market.signed_values(to_jsonb(p)))
  from market.terms_proposal as p join market.instrument as i using (instrument_id)
    cross join (select 500 as slot_ms) as sizes
  where p.proposal_id = p_proposal_id
$$;

-- Adds the version that a locked proposal proposes. Returns its number; null when the proposal follows another version
-- than the newest. Internal.
create function market.add_terms(p_proposal_id bigint) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_newest market.terms;
  v_terms_id bigint;
  p market.terms_proposal;
begin
  select * into strict p from market.terms_proposal where proposal_id = p_proposal_id;
  -- One version at a time.
  perform 1 from market.instrument where instrument_id = p.instrument_id for no key update;
  v_newest := market.newest_terms(p.instrument_id, p.duration_slots);
  if v_newest.terms_id is not distinct from p.follows then
    insert into market.terms (instrument_id, duration_slots, version, offered, stake_min, stake_max, fee_bps,
      payout_bps, max_open_payout, entry_window_slots, exit_window_slots)
    values (p.instrument_id, p.duration_slots, coalesce(v_newest.version, 0) + 1, p.offered, p.stake_min, p.stake_max,
      p.fee_bps, p.payout_bps, p.max_open_payout, p.entry_window_slots, p.exit_window_slots)
    returning terms_id into v_terms_id;
  end if;
  return v_terms_id;
end
$$;

create trigger terms_are_never_changed before update or delete or truncate on market.terms
  for each statement execute function ledger.refuse_change('rows are only added');
create trigger proposal_is_decided_once before update or delete on market.terms_proposal
  for each row execute function operator.refuse_redecision('terms_id');
create trigger proposal_is_kept before truncate on market.terms_proposal
  for each statement execute function operator.refuse_redecision();
