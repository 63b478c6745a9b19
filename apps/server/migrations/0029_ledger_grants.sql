-- The wall: the application reads the ledger and executes these functions, nothing else.
revoke all on all functions in schema ledger from public;
grant select on all tables in schema ledger to candor_app;
grant execute on function
  ledger.open_customer(bigint),
  ledger.place_orders(smallint, bigint[], uuid[], integer[], integer[], bigint[], ledger.direction[], bigint[], bigint[], boolean),
  ledger.settle_due(smallint, integer, bigint[]),
  ledger.prepare_entry_days(integer),
  ledger.forget_refusals(),
  ledger.halt(smallint, text),
  -- Reads only: names the order that a settlement failed at.
  ledger.decided_orders(smallint, integer, bigint[]),
  -- Pure renderings of rows, for the checker.
  ledger.entry_bytes(ledger.entry),
  ledger.placed_bytes(ledger.contract_order),
  ledger.settled_bytes(ledger.contract_order),
  ledger.batch_hash(bytea, smallint, bigint, ledger.movement, bytea, bytea)
to candor_app;

-- A statement that waits for ever, or a transaction that its client forgot, holds locks that placing and settling need. The limits
-- belong to the roles, which the databases of a cluster share: two that migrate at once may meet here, with the same wish.
do $$
begin
  alter role candor_app set statement_timeout = '15s';
  alter role candor_app set idle_in_transaction_session_timeout = '15s';
  alter role candor_market set statement_timeout = '60s';
  alter role candor_market set idle_in_transaction_session_timeout = '15s';
exception when internal_error or unique_violation then
  null; -- "tuple concurrently updated"
end
$$;
