-- Ties and void contracts are few among many: their lists would otherwise walk through all the others.
create index contract_order_rare_result on ledger.contract_order (customer_id, result, settled_ms, order_id)
  where result in ('tie', 'void');
