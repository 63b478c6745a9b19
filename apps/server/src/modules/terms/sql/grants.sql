grant select on market.terms_proposal to candor_app;
grant select on market.terms to candor_app, candor_market;
grant execute on function market.propose_terms to candor_app;
