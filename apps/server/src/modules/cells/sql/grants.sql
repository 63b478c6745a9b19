grant usage on schema cell to candor_app;
grant select on cell.self, cell.version, cell.sent, cell.received, cell.departure, cell.arrival, cell.allotment,
  cell.offer to candor_app;
grant execute on function
  cell.balances,
  cell.overview,
  cell.received_bytes,
  cell.sell_across,
  cell.sent_bytes,
  cell.statement_lines,
  cell.waiting_withdrawals
to candor_app;
grant usage on schema cell to candor_log;
grant select on cell.self to candor_log;
grant usage on schema cell to candor_cell;
grant execute on function cell.is_verified, cell.overview_of, cell.waiting_withdrawals_of to candor_cell;
grant usage on schema cell to candor_front;
grant execute on function cell.login_since, cell.passkey_since, cell.visit_since to candor_front;
