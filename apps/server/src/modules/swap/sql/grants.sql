grant usage on schema swap to candor_app;
grant select on swap.swap, swap.swap_proposal, swap.swap_quote, swap.swap_terms to candor_app;
grant execute on function
  swap.execute_swap,
  swap.propose_swap_terms,
  swap.quote_swap,
  swap.swap_bytes
to candor_app;
