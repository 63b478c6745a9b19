-- The wall: the application reads the ledger and executes these functions, nothing else.
revoke all on all functions in schema ledger from public;
grant select on all tables in schema ledger to candor_app;
grant execute on function
  ledger.open_customer(bigint),
  ledger.place_orders(smallint, bigint[], uuid[], integer[], integer[], bigint[], ledger.direction[], bigint[], bigint[], boolean),
  ledger.settle_due(smallint, integer),
  ledger.prepare_entry_days(integer),
  ledger.forget_refusals(),
  ledger.halt(smallint, text),
  -- Pure renderings of rows, for the checker.
  ledger.entry_bytes(ledger.entry),
  ledger.placed_bytes(ledger.contract_order),
  ledger.settled_bytes(ledger.contract_order),
  ledger.batch_hash(bytea, smallint, bigint, ledger.movement, bytea, bytea)
to candor_app;
