-- What an operator signs before a step of a withdrawal that needs two of them. Every value that the step depends on is
-- part of it.

-- The facts of a withdrawal that every confirmation of it names. The destination is what the withdrawal was requested
-- for: its fingerprint, and what is shown of it. Internal.
create function withdrawal.signed_facts(w withdrawal.withdrawal) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'account', (select public_id from identity.customer as c where c.customer_id = w.customer_id),
    'asset', ledger.asset_name(w.asset),
    'amount', ledger.units_text(w.amount),
    'fee', ledger.units_text(w.fee),
    'arrives', ledger.units_text(w.amount - w.fee),
    'destination', (select shown from payout.method as m where m.method_id = w.method_id),
    'destinationDigest', encode(w.destination, 'hex'))
$$;

-- What this operator signs for approving; null where one operator is enough. Internal.
create function withdrawal.approval_details(w withdrawal.withdrawal, p_operator_id bigint) returns jsonb
language sql set search_path = pg_catalog, pg_temp as $$
  select case when w.state = 'under-review' and withdrawal.approvals_needed(w, p_operator_id) = 2
    then withdrawal.signed_facts(w) || operator.signed_step(w.first_approver is not null) end
$$;

-- What is signed for reporting that a payment was never made. Internal.
create function withdrawal.failing_details(w withdrawal.withdrawal) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when w.state = 'sent' then withdrawal.signed_facts(w) || jsonb_build_object('reference', w.reference)
    || operator.signed_step(w.first_failer is not null) end
$$;
