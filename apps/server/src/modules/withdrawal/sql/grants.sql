grant usage on schema withdrawal to candor_app;
grant select on
  withdrawal.withdrawal,
  withdrawal.withdrawal_approval,
  withdrawal.withdrawal_failing,
  withdrawal.withdrawal_overdue,
  withdrawal.withdrawal_quote,
  withdrawal.withdrawal_terms
to candor_app;
grant execute on function
  withdrawal.cancel_withdrawal,
  withdrawal.complete_withdrawal,
  withdrawal.decide_withdrawal,
  withdrawal.fail_withdrawal,
  withdrawal.notice_overdue_withdrawals,
  withdrawal.quote_withdrawal,
  withdrawal.request_withdrawal,
  withdrawal.send_withdrawal,
  withdrawal.withdrawal_asked_bytes,
  withdrawal.withdrawal_due,
  withdrawal.withdrawal_ended_bytes
to candor_app;
