grant select on ledger.interest_product, ledger.interest_proposal, ledger.term to candor_app;
grant execute on function
  ledger.decide_interest,
  ledger.due_terms,
  ledger.interest_of,
  ledger.mature_terms,
  ledger.open_term,
  ledger.propose_interest,
  ledger.redeem_term,
  ledger.term_ended_bytes,
  ledger.term_opened_bytes
to candor_app;
