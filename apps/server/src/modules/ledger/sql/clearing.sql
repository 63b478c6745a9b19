-- What the ledger does for cells.

-- Opens the clearing account of each asset: the house's side of what leaves this cell and what arrives. Idempotent.
-- Internal.
create function ledger.open_clearing() returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into ledger.account (owner_id, kind, asset, minimum) values (0, 'clearing', 1, null), (0, 'clearing', 2, null)
  on conflict do nothing
$$;

-- Numbers the accounts that are opened from now on above `p_base`, so that those of two cells never meet. Internal.
create function ledger.number_accounts(p_base bigint) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select setval(pg_get_serial_sequence('ledger.account', 'account_id'),
    greatest(p_base, (select coalesce(max(account_id), 0) from ledger.account)) + 1, false)
$$;

-- Opens a customer's account under the number that it has in another cell, frozen. Idempotent. Internal.
create function ledger.open_moved_account(p_account_id bigint, p_owner_id bigint, p_asset smallint) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into ledger.account (account_id, owner_id, kind, asset, is_frozen) overriding system value
  values (p_account_id, p_owner_id, 'available', p_asset, true) on conflict do nothing
$$;

-- Lets the owner of frozen accounts act again. The caller holds the locks of the accounts. Internal.
create function ledger.thaw_accounts(p_account_ids bigint[]) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update ledger.account set is_frozen = false where account_id = any(p_account_ids)
$$;
