grant usage on schema deposit to candor_app, candor_watcher;
grant select on deposit.deposit_setting, deposit.deposit_verdict, deposit.reported_freeze, deposit.withdrawal_freeze
  to candor_app;
grant select, insert, delete on deposit.reserved_voucher to candor_app;
grant select on
  deposit.chain_transfer,
  deposit.deposit,
  deposit.deposit_address,
  deposit.deposit_chain
to candor_app, candor_watcher;
grant execute on function
  deposit.decide_deposit,
  deposit.is_withdrawal_frozen,
  deposit.lapse_old_deposits,
  deposit.request_deposit
to candor_app;
grant execute on function
  deposit.assign_address,
  deposit.note_scanned,
  deposit.record_transfer,
  deposit.report_missing_transfer
to candor_watcher;
