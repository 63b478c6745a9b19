-- Swap terms are changed by two operators: one proposes a version with a reason, another confirms it. Open quotes keep
-- theirs.

create function swap.propose_swap_terms(
  p_secret text, p_from smallint, p_minimum bigint, p_is_whole_number boolean, p_spread_bps integer, p_quote_ms bigint,
    p_note text
) returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk}');
  v_id bigint;
begin
  insert into swap.swap_proposal (from_asset, minimum, is_whole_number, spread_bps, quote_ms, follows, note,
    proposed_by, proposed_ms)
  select p_from, p_minimum, p_is_whole_number, p_spread_bps, p_quote_ms, newest.version, p_note, v_operator_id,
    clock.now_ms()
  from swap.current_swap_terms(p_from) as newest
  returning proposal_id into v_id;
  perform operator.record_step(v_operator_id, 'swap-terms', v_id, 'proposed', p_note, jsonb_build_object(
    'fromAsset', p_from, 'minimum', p_minimum, 'isWholeNumber', p_is_whole_number, 'spreadBps', p_spread_bps,
      'quoteMs', p_quote_ms));
  return v_id;
end
$$;

-- Decides proposed terms; confirming applies them to later quotes. Returns 'decided', 'not-found', or 'terms-changed'
-- when the version seen is no longer the newest. CO003 for one's own proposal, CO004 when already decided.
create function swap.decide_swap_terms(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk,lead}');
  v_state constant text := case when p_is_confirmed then 'confirmed' else 'rejected' end;
  v_proposal swap.swap_proposal;
  v_version bigint;
begin
  select * into v_proposal from swap.swap_proposal where proposal_id = p_id for update;
  if v_proposal.proposal_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(
    v_operator_id, p_is_confirmed, 'proposal', v_proposal.state, v_proposal.proposed_by);
  if p_is_confirmed then
    -- One version at a time; swaps continue meanwhile.
    lock table swap.swap_terms in share row exclusive mode;
    if (swap.current_swap_terms(v_proposal.from_asset)).version <> v_proposal.follows then
      return 'terms-changed';
    end if;
    insert into swap.swap_terms (from_asset, minimum, is_whole_number, spread_bps, quote_ms, created_ms)
    values (v_proposal.from_asset, v_proposal.minimum, v_proposal.is_whole_number, v_proposal.spread_bps,
      v_proposal.quote_ms, clock.now_ms())
    returning version into v_version;
  end if;
  update swap.swap_proposal set state = v_state, decided_by = v_operator_id, decided_ms = clock.now_ms(),
    version = v_version
  where proposal_id = p_id;
  perform operator.record_step(v_operator_id, 'swap-terms', p_id, v_state, p_note,
    jsonb_build_object('version', v_version));
  return 'decided';
end
$$;

create trigger swap_terms_are_kept before update or delete or truncate on swap.swap_terms
  for each statement execute function ledger.refuse_change();
create trigger swap_proposal_is_decided_once before update or delete on swap.swap_proposal
  for each row execute function operator.refuse_redecision('version');
create trigger swap_proposal_is_kept before truncate on swap.swap_proposal
  for each statement execute function operator.refuse_redecision();
