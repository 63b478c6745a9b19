grant select on ledger.swap, ledger.swap_proposal, ledger.swap_quote, ledger.swap_terms to candor_app;
grant execute on function
  ledger.decide_swap_terms,
  ledger.execute_swap,
  ledger.propose_swap_terms,
  ledger.quote_swap,
  ledger.swap_bytes
to candor_app;
