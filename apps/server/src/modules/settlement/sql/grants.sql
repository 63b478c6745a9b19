grant execute on function contract.decided_orders, contract.settle_due to candor_app;
