grant usage on schema contract to candor_app, candor_log, candor_market;
grant select on contract.contract_order to candor_log;
grant select on contract.contract_order, contract.exposure, contract.foresight, contract.refusal,
  contract.void_statistics to candor_app;
grant execute on function
  contract.forget_refusals,
  contract.performance,
  contract.place_orders,
  contract.placed_bytes(
    bigint, bigint, uuid, bigint, integer, bigint,
    contract.direction, bigint, bigint, bigint, bigint, bigint, bigint),
  contract.placed_bytes(contract.contract_order),
  contract.settled_bytes,
  contract.share_at_least_bps,
  contract.watch_foresight
to candor_app;
grant execute on function contract.retain_market to candor_market;
