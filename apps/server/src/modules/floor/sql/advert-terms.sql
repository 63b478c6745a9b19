-- The terms of adverts, which are the band, are changed by two operators: one proposes a version with a reason, another
-- confirms it. Adverts keep the band that they were published in, and are sold by the newest one.

-- Internal.
create function floor.current_advert_terms() returns floor.advert_terms
language sql stable set search_path = pg_catalog, pg_temp as $$
  select * from floor.advert_terms order by version desc limit 1
$$;

create function floor.propose_advert_terms(p_secret text, p_band_bps integer, p_note text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk}');
  v_id bigint;
begin
  insert into floor.advert_terms_proposal (band_bps, follows, note, proposed_by, proposed_ms)
  select p_band_bps, newest.version, p_note, v_operator_id, clock.now_ms() from floor.current_advert_terms() as newest
  returning proposal_id into v_id;
  return operator.record_step(v_operator_id, 'advert-terms', v_id, 'proposed', p_note,
    jsonb_build_object('bandBps', p_band_bps));
end
$$;

-- What an operator signs for confirming the terms of adverts: the band that they follow, and the proposed one.
-- Internal.
create function floor.signed_advert_terms(p_proposal_id bigint) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'from', (select jsonb_build_object('bandBps', t.band_bps) from floor.advert_terms as t where t.version = p.follows),
    'to', jsonb_build_object('bandBps', p.band_bps))
  from floor.advert_terms_proposal as p where p.proposal_id = p_proposal_id
$$;

-- Adds the version that a locked proposal proposes. Returns its number; null when the proposal follows another version
-- than the newest. Internal.
create function floor.add_advert_terms(p_proposal_id bigint) returns bigint
language sql set search_path = pg_catalog, pg_temp as $$
  -- One version at a time; sales continue meanwhile.
  lock table floor.advert_terms in share row exclusive mode;
  insert into floor.advert_terms (band_bps, created_ms)
  select band_bps, clock.now_ms() from floor.advert_terms_proposal
  where proposal_id = p_proposal_id and follows = (floor.current_advert_terms()).version
  returning version
$$;

create trigger advert_terms_are_kept before update or delete or truncate on floor.advert_terms
  for each statement execute function ledger.refuse_change();
create trigger advert_terms_proposal_is_decided_once before update or delete on floor.advert_terms_proposal
  for each row execute function operator.refuse_redecision('version');
create trigger advert_terms_proposal_is_kept before truncate on floor.advert_terms_proposal
  for each statement execute function operator.refuse_redecision();
