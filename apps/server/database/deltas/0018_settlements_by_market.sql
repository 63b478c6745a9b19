-- The index of settlements also holds the market and the profit, so that what contracts came to is read from it alone.
drop index contract.contract_order_settled;
create index contract_order_settled on contract.contract_order (customer_id, settled_ms, order_id)
  include (asset, result, stake, fee, net, instrument_id, profit) where state = 'closed';
