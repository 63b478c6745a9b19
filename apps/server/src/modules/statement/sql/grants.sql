grant usage on schema statement to candor_app;
grant execute on function
  statement.period_totals,
  statement.reference_text,
  statement.statement_entries,
  statement.statement_records
to candor_app;
