-- Freezes accounts: nothing that their owner asks for is booked any more. What is paid in is still credited, and
-- operators may still correct it. The caller holds the locks of the accounts. Internal.
create function ledger.freeze_accounts(p_account_ids bigint[]) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ update ledger.account set is_frozen = true where account_id = any(p_account_ids) $$;
