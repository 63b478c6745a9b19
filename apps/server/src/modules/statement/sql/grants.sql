grant usage on schema statement to candor_app;
grant select on statement.past_entry to candor_app;
grant execute on function
  statement.lines,
  statement.past_lines,
  statement.period_totals,
  statement.reference_text,
  statement.statement_entries,
  statement.statement_records
to candor_app;
