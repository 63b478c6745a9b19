-- What this operator signs for approving a deposit by this reference; null where one operator is enough. `p_held` is
-- the transfer that waits for operators, or null. Internal.
create function deposit.approval_details(p_deposit deposit.deposit, p_held deposit.chain_transfer, p_operator_id bigint,
  p_reference text) returns jsonb
language sql set search_path = pg_catalog, pg_temp as $$
  select case when p_deposit.state = 'under-review' and deposit.needed_approvals(p_deposit, p_operator_id) = 2 then
    jsonb_build_object(
      'account', (select public_id from identity.customer as c where c.customer_id = p_deposit.customer_id),
      'chain', p_deposit.chain,
      'paid', ledger.units_text(coalesce(p_held.units, p_deposit.quantity)) || ' USDT',
      'creditedIn', ledger.asset_name(p_deposit.asset),
      'reference', deposit.normal_txid(p_deposit.chain, p_reference))
    || operator.signed_step(exists (
      select from deposit.deposit_verdict as v where v.deposit_id = p_deposit.deposit_id and v.is_approval))
  end
$$;
