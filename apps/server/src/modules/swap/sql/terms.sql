-- Swap terms are changed by two operators: one proposes a version with a reason, another confirms it. Open quotes keep
-- theirs.

create function swap.propose_swap_terms(
  p_secret text, p_from smallint, p_minimum bigint, p_is_whole_number boolean, p_spread_bps integer, p_quote_ms bigint,
    p_note text
) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
  return operator.record_step(v_operator_id, 'swap-terms', v_id, 'proposed', p_note, jsonb_build_object(
    'fromAsset', p_from, 'minimum', p_minimum, 'isWholeNumber', p_is_whole_number, 'spreadBps', p_spread_bps,
      'quoteMs', p_quote_ms));
end
$$;

-- The values of swap terms, or of proposed ones (a row as JSON), as an operator signs them. Internal.
create function swap.signed_values(p_row jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'minimum', ledger.units_text((p_row->>'minimum')::bigint),
    'isWholeNumber', p_row->'is_whole_number',
    'spreadBps', p_row->'spread_bps',
    'quoteMs', p_row->'quote_ms')
$$;

-- What an operator signs for confirming swap terms: the values of the version that they follow, and the proposed ones.
-- Internal.
create function swap.signed_terms(p_proposal_id bigint) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'direction', case p.from_asset when 1 then 'USD into USDT' else 'USDT into USD' end,
    'from', (select swap.signed_values(to_jsonb(t)) from swap.swap_terms as t where t.version = p.follows),
    'to', swap.signed_values(to_jsonb(p)))
  from swap.swap_proposal as p where p.proposal_id = p_proposal_id
$$;

-- Adds the version that a locked proposal proposes, for later quotes. Returns its number; null when the proposal
-- follows another version than the newest. Internal.
create function swap.add_terms(p_proposal_id bigint) returns bigint
language sql set search_path = pg_catalog, pg_temp as $$
  -- One version at a time; swaps continue meanwhile.
  lock table swap.swap_terms in share row exclusive mode;
  insert into swap.swap_terms (from_asset, minimum, is_whole_number, spread_bps, quote_ms, created_ms)
  select from_asset, minimum, is_whole_number, spread_bps, quote_ms, clock.now_ms() from swap.swap_proposal
  where proposal_id = p_proposal_id and follows = (swap.current_swap_terms(from_asset)).version
  returning version
$$;

create trigger swap_terms_are_kept before update or delete or truncate on swap.swap_terms
  for each statement execute function ledger.refuse_change();
create trigger swap_proposal_is_decided_once before update or delete on swap.swap_proposal
  for each row execute function operator.refuse_redecision('version');
create trigger swap_proposal_is_kept before truncate on swap.swap_proposal
  for each statement execute function operator.refuse_redecision();
