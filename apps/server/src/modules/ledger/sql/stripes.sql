-- The stripe of a customer for an asset. Internal.
create function ledger.stripe_of(p_customer_id bigint, p_asset smallint) returns smallint
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select ((p_asset - 1) * 4 + 1 + p_customer_id % 4)::smallint
$$;

-- Internal.
create function ledger.account_of(p_owner_id bigint, p_kind ledger.account_kind, p_asset smallint, p_stripe smallint)
  returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select account_id from ledger.account where owner_id = p_owner_id and kind = p_kind and asset = p_asset
    and stripe is not distinct from p_stripe
$$;

-- Stops placing and settling on a stripe, or on all (null), and keeps the first reason. Called by the checker.
create function ledger.halt(p_stripe smallint, p_reason text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform 1 from ledger.stripe where p_stripe is null or stripe = p_stripe order by stripe for no key update;
  update ledger.stripe set halted_reason = left(coalesce(nullif(p_reason, ''), 'no reason given'), 500)
  where halted_reason is null and (p_stripe is null or stripe = p_stripe);
end
$$;

-- Lets all stripes take orders, or none. Internal.
create function ledger.refuse_orders(p_refuses boolean) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform 1 from ledger.stripe order by stripe for no key update;
  update ledger.stripe set refuses_orders = p_refuses where refuses_orders <> p_refuses;
end
$$;

-- Resumes writes to halted stripes. For the owner only, once the cause is known.
create function ledger.resume() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform 1 from ledger.stripe order by stripe for no key update;
  update ledger.stripe set halted_reason = null where halted_reason is not null;
end
$$;
