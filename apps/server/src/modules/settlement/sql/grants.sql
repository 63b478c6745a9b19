grant execute on function ledger.decided_orders, ledger.settle_due to candor_app;
