-- Interest products are changed by two operators: one proposes a version with a reason, another confirms it. Existing
-- orders keep theirs.

create function interest.propose_interest(
  p_secret text, p_asset smallint, p_duration_ms bigint, p_is_open boolean, p_daily_rate_ppm integer, p_minimum bigint,
    p_maximum bigint, p_note text
) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
  return operator.record_step(v_operator_id, 'interest', v_id, 'proposed', p_note, jsonb_build_object(
    'asset', p_asset, 'durationMs', p_duration_ms, 'isOpen', p_is_open, 'dailyRatePpm', p_daily_rate_ppm, 'minimum',
      p_minimum, 'maximum', p_maximum));
end
$$;

-- The values of an interest product, or of a proposed one (a row as JSON), as an operator signs them. Internal.
create function interest.signed_values(p_row jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'isOpen', p_row->'is_open',
    'dailyRatePpm', p_row->'daily_rate_ppm',
    'minimum', ledger.units_text((p_row->>'minimum')::bigint),
    'maximum', ledger.units_text((p_row->>'maximum')::bigint))
$$;

-- What an operator signs for confirming an interest product: the values of the version that it follows, null for the
-- first one, and the proposed ones. Internal.
create function interest.signed_product(p_proposal_id bigint) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'asset', ledger.asset_name(p.asset),
    'durationMs', p.duration_ms,
    'from', (select interest.signed_values(to_jsonb(i)) from interest.interest_product as i
      where i.product_id = p.follows),
    'to', interest.signed_values(to_jsonb(p)))
  from interest.interest_proposal as p where p.proposal_id = p_proposal_id
$$;

-- Adds the version that a locked proposal proposes, for later orders. Returns its number; null when the proposal
-- follows another version than the newest. Internal.
create function interest.add_product(p_proposal_id bigint) returns bigint
language sql set search_path = pg_catalog, pg_temp as $$
  -- One version at a time; orders continue meanwhile.
  lock table interest.interest_product in share row exclusive mode;
  insert into interest.interest_product (asset, duration_ms, version, is_open, daily_rate_ppm, minimum, maximum,
    created_ms)
  select p.asset, p.duration_ms, coalesce(newest.version, 0) + 1, p.is_open, p.daily_rate_ppm, p.minimum, p.maximum,
    clock.now_ms()
  from interest.interest_proposal as p
  cross join lateral interest.newest_interest_product(p.asset, p.duration_ms) as newest
  where p.proposal_id = p_proposal_id and newest.product_id is not distinct from p.follows
  returning product_id
$$;

-- Offers a sandbox's initial products: one minute for trying it, a week and a month, of each asset. The longer money is
-- put away, the more it earns a day. Existing products stay. For the owner only.
create function interest.open_sandbox_interest() returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into interest.interest_product (asset, duration_ms, version, is_open, daily_rate_ppm, minimum, maximum,
    created_ms)
  select asset, duration_ms, 1, true, daily_rate_ppm, minimum, 5000000000, clock.now_ms()
  from generate_series(1, 2) as asset
  cross join (values (60000::bigint, 100, 100000000::bigint), (7 * 86400000::bigint, 150, 10000000),
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
