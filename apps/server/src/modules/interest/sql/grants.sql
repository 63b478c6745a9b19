grant usage on schema interest to candor_app;
grant select on interest.interest_product, interest.interest_proposal, interest.interest_order to candor_app;
grant execute on function
  interest.due_orders,
  interest.interest_of,
  interest.mature_orders,
  interest.open_order,
  interest.order_ended_bytes,
  interest.order_opened_bytes,
  interest.propose_interest,
  interest.redeem_order
to candor_app;
