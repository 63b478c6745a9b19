-- The stripe of a customer for an asset. Internal.
create function ledger.stripe_of(p_customer_id bigint, p_asset smallint) returns smallint
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select ((p_asset - 1) * 4 + 1 + p_customer_id % 4)::smallint
$$;

-- Internal.
create function ledger.account_of(p_owner_id bigint, p_kind ledger.account_kind, p_asset smallint, p_stripe smallint)
  returns bigint
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select account_id from ledger.account where owner_id = p_owner_id and kind = p_kind and asset = p_asset
    and stripe is not distinct from p_stripe
$$;

-- The functions rely on every statement having a fresh snapshot after its locks. Internal.
create function ledger.require_read_committed() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the ledger books under READ COMMITTED only' using errcode = 'invalid_transaction_state';
  end if;
end
$$;

-- Locks a stripe for booking. SQLSTATE CL001: the checker has halted it. Internal.
create function ledger.lock_stripe(p_stripe smallint) returns ledger.stripe
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stripe ledger.stripe;
begin
  select * into v_stripe from ledger.stripe where stripe = p_stripe for no key update;
  if v_stripe.halted_reason is not null then
    raise exception 'stripe % is halted: %', p_stripe, v_stripe.halted_reason using errcode = 'CL001';
  end if;
  return v_stripe;
end
$$;

-- Stops placing and settling on a stripe, or on all (null), and keeps the first reason. Called by the checker.
create function ledger.halt(p_stripe smallint, p_reason text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform 1 from ledger.stripe where p_stripe is null or stripe = p_stripe order by stripe for no key update;
  update ledger.stripe set halted_reason = left(coalesce(nullif(p_reason, ''), 'no reason given'), 500)
  where halted_reason is null and (p_stripe is null or stripe = p_stripe);
end
$$;

-- Resumes writes to halted stripes. For the owner only, once the cause is known.
create function ledger.resume() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform 1 from ledger.stripe order by stripe for no key update;
  update ledger.stripe set halted_reason = null where halted_reason is not null;
end
$$;
