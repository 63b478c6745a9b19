-- A customer's closed orders in the order of their settlement, with what day sums add up: sums and lists of results are
-- answered from this index alone, however many orders there are.
create index contract_order_settled on ledger.contract_order (customer_id, settled_ms, order_id)
  include (asset, result, stake, fee, net) where state = 'closed';
