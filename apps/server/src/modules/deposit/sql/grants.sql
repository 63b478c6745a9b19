grant usage on schema deposit to candor_app;
grant select on ledger.deposit_setting, ledger.deposit_verdict, ledger.withdrawal_freeze to candor_app;
grant select, insert, delete on deposit.reserved_voucher to candor_app;
grant select on
  ledger.chain_transfer,
  ledger.deposit,
  ledger.deposit_address,
  ledger.deposit_chain
to candor_app, candor_watcher;
grant execute on function
  ledger.decide_deposit,
  ledger.is_withdrawal_frozen,
  ledger.lapse_old_deposits,
  ledger.request_deposit
to candor_app;
grant execute on function
  ledger.assign_address,
  ledger.note_scanned,
  ledger.record_transfer,
  ledger.report_missing_transfer
to candor_watcher;
