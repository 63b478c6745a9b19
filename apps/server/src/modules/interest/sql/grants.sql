grant usage on schema interest to candor_app;
grant select on interest.interest_product, interest.interest_proposal, interest.term to candor_app;
grant execute on function
  interest.decide_interest,
  interest.due_terms,
  interest.interest_of,
  interest.mature_terms,
  interest.open_term,
  interest.propose_interest,
  interest.redeem_term,
  interest.term_ended_bytes,
  interest.term_opened_bytes
to candor_app;
