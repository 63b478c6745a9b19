-- The common order of locks (docs/locks-and-batches.md), one routine for each of its steps that several products take.

-- Every statement of a function that books has to see what was committed before its locks. Internal.
create function ledger.require_read_committed() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the ledger books under READ COMMITTED only' using errcode = 'invalid_transaction_state';
  end if;
end
$$;

-- Refuses a malformed request: one that lacks any of its values (`p_lacking`, as num_nulls counts them). `p_what` names
-- it in the error. Internal.
create function ledger.require_given(p_what text, p_lacking integer) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if p_lacking > 0 then
    raise exception 'malformed %', p_what using errcode = 'invalid_parameter_value';
  end if;
end
$$;

-- First step of a function that books: locks the accounts of a customer or a merchant of these kinds, by number.
-- Returns whether there are any. Internal.
create function ledger.lock_accounts_of(p_owner_id bigint, variadic p_kinds ledger.account_kind[]) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform ledger.require_read_committed();
  perform 1 from ledger.account where owner_id = p_owner_id and owner_id > 0 and kind = any(p_kinds)
  order by account_id for no key update;
  return found;
end
$$;

-- The same for accounts by their numbers. Internal.
create function ledger.lock_accounts(p_account_ids bigint[]) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform ledger.require_read_committed();
  perform 1 from ledger.account where account_id = any(p_account_ids) order by account_id for no key update;
end
$$;

-- Locks a stripe for booking. SQLSTATE CL001: the checker has halted it. Internal.
create function ledger.lock_stripe(p_stripe smallint) returns ledger.stripe
language plpgsql set search_path = pg_catalog, pg_temp as $$
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

-- Locks the house's account of a kind, in a stripe that is locked, or of an asset (custody: `p_stripe` is null).
-- Returns its number. Internal.
create function ledger.lock_house(p_kind ledger.account_kind, p_asset smallint, p_stripe smallint) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_account_id bigint;
begin
  select account_id into strict v_account_id from ledger.account
  where owner_id = 0 and kind = p_kind and asset = p_asset and stripe is not distinct from p_stripe for no key update;
  return v_account_id;
end
$$;

-- Refuses a malformed batch of due work: `p_limit` items (at most 1,000) of a stripe, without those in `p_skipped`.
-- Internal.
create function ledger.require_batch(p_stripe smallint, p_limit integer, p_skipped bigint[]) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform ledger.require_read_committed();
  if p_stripe is null or p_limit is null or p_limit not between 1 and 1000 or p_skipped is null
    or array_position(p_skipped, null) > 0 then
    raise exception 'malformed batch' using errcode = 'invalid_parameter_value';
  end if;
end
$$;
