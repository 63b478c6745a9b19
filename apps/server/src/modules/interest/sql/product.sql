-- Interest products are changed by two operators: one proposes a version with a reason, another confirms it. Existing
-- orders keep theirs.

create function interest.propose_interest(
  p_secret text, p_asset smallint, p_duration_ms bigint, p_is_open boolean, p_daily_rate_ppm integer, p_minimum bigint,
    p_maximum bigint, p_note text
) returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk}');
  v_id bigint;
begin
  insert into interest.interest_proposal (asset, duration_ms, is_open, daily_rate_ppm, minimum, maximum, follows, note,
    proposed_by, proposed_ms)
  select p_asset, p_duration_ms, p_is_open, p_daily_rate_ppm, p_minimum, p_maximum, newest.product_id, p_note,
    v_operator_id, clock.now_ms()
  from interest.newest_interest_product(p_asset, p_duration_ms) as newest
  returning proposal_id into v_id;
  perform operator.record_step(v_operator_id, 'interest', v_id, 'proposed', p_note, jsonb_build_object(
    'asset', p_asset, 'durationMs', p_duration_ms, 'isOpen', p_is_open, 'dailyRatePpm', p_daily_rate_ppm, 'minimum',
      p_minimum, 'maximum', p_maximum));
  return v_id;
end
$$;

-- Decides a proposed version; confirming makes it serve later orders. Returns 'decided', 'not-found', or
-- 'terms-changed' when the version seen is no longer the newest. CO003 for one's own proposal, CO004 when already
-- decided.
create function interest.decide_interest(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk,lead}');
  v_state constant text := case when p_is_confirmed then 'confirmed' else 'rejected' end;
  v_proposal interest.interest_proposal;
  v_newest interest.interest_product;
  v_product_id bigint;
begin
  select * into v_proposal from interest.interest_proposal where proposal_id = p_id for update;
  if v_proposal.proposal_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(
    v_operator_id, p_is_confirmed, 'proposal', v_proposal.state, v_proposal.proposed_by);
  if p_is_confirmed then
    -- One version at a time; orders continue meanwhile.
    lock table interest.interest_product in share row exclusive mode;
    v_newest := interest.newest_interest_product(v_proposal.asset, v_proposal.duration_ms);
    if v_newest.product_id is distinct from v_proposal.follows then
      return 'terms-changed';
    end if;
    insert into interest.interest_product (asset, duration_ms, version, is_open, daily_rate_ppm, minimum, maximum,
      created_ms)
    values (v_proposal.asset, v_proposal.duration_ms, coalesce(v_newest.version, 0) + 1, v_proposal.is_open,
      v_proposal.daily_rate_ppm, v_proposal.minimum, v_proposal.maximum, clock.now_ms())
    returning product_id into v_product_id;
  end if;
  update interest.interest_proposal set state = v_state, decided_by = v_operator_id, decided_ms = clock.now_ms(),
    product_id = v_product_id
  where proposal_id = p_id;
  perform operator.record_step(v_operator_id, 'interest', p_id, v_state, p_note,
    jsonb_build_object('productId', v_product_id));
  return 'decided';
end
$$;

-- Offers a sandbox's initial products: one minute for trying it, a week and a month, of each asset. Existing products
-- stay. For the owner only.
create function interest.open_sandbox_interest() returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into interest.interest_product (asset, duration_ms, version, is_open, daily_rate_ppm, minimum, maximum,
    created_ms)
  select asset, duration_ms, 1, true, daily_rate_ppm, minimum, 5000000000, clock.now_ms()
  from generate_series(1, 2) as asset
  cross join (values (60000::bigint, 200, 100000000::bigint), (7 * 86400000::bigint, 100, 10000000),
    (30 * 86400000::bigint, 200, 10000000))
    as offered (duration_ms, daily_rate_ppm, minimum)
  order by asset, duration_ms
  on conflict (asset, duration_ms, version) do nothing
$$;

create trigger interest_product_is_kept before update or delete or truncate on interest.interest_product
  for each statement execute function ledger.refuse_change();
create trigger interest_proposal_is_decided_once before update or delete on interest.interest_proposal
  for each row execute function operator.refuse_redecision('product_id');
create trigger interest_proposal_is_kept before truncate on interest.interest_proposal
  for each statement execute function operator.refuse_redecision();
