grant usage on schema ledger to candor_app, candor_log;
grant select on
  ledger.balance,
  ledger.link,
  ledger.posting,
  ledger.setting,
  ledger.stripe,
  ledger.transfer
to candor_app;
-- What the price log seals of a batch.
grant select on ledger.link, ledger.posting, ledger.stripe to candor_log;
grant select (account_id, owner_id) on ledger.balance to candor_log;
grant execute on function
  ledger.asset_name,
  ledger.batch_hash,
  ledger.entry_bytes(bigint, bigint, bigint, bigint, ledger.movement, smallint, bigint, bigint, bigint, bigint),
  ledger.halt,
  ledger.open_customer,
  ledger.prepare_entry_days,
  ledger.units_text
to candor_app;
