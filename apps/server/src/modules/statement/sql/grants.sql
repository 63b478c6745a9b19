grant execute on function
  ledger.reference_text,
  ledger.statement_entries,
  ledger.statement_records,
  ledger.units_text
to candor_app;
