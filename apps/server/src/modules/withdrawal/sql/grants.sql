grant select on
  ledger.withdrawal,
  ledger.withdrawal_approval,
  ledger.withdrawal_failing,
  ledger.withdrawal_overdue,
  ledger.withdrawal_quote,
  ledger.withdrawal_terms
to candor_app;
grant execute on function
  ledger.cancel_withdrawal,
  ledger.complete_withdrawal,
  ledger.decide_withdrawal,
  ledger.fail_withdrawal,
  ledger.notice_overdue_withdrawals,
  ledger.quote_withdrawal,
  ledger.request_withdrawal,
  ledger.send_withdrawal,
  ledger.withdrawal_asked_bytes,
  ledger.withdrawal_due,
  ledger.withdrawal_ended_bytes
to candor_app;
