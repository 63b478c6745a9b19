grant select on ledger.contract_order, ledger.exposure, ledger.refusal, ledger.void_statistics to candor_app;
grant execute on function
  ledger.forget_refusals,
  ledger.place_orders,
  ledger.placed_bytes(bigint, bigint, uuid, bigint, integer, bigint, ledger.direction, bigint, bigint, bigint, bigint, bigint, bigint),
  ledger.placed_bytes(ledger.contract_order),
  ledger.settled_bytes
to candor_app;
