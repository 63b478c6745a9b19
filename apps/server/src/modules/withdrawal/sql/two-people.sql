-- Where a withdrawal needs two operators. The one place that decides it.

-- How many operators must approve a withdrawal: two from its threshold on, and two where it reaches the threshold
-- together with what its customer has open or was paid of what was approved within 24 hours, or with what this operator
-- (null: at the request) has approved alone in that time. One USDT counts as one USD: the sums then need no price,
-- which can be missing. Never fewer than before. The caller holds the locks of the customer's accounts and of the
-- operator's turn. Internal.
create function withdrawal.approvals_needed(w withdrawal.withdrawal, p_operator_id bigint) returns smallint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_since_ms constant bigint := clock.now_ms() - 86400000;
  v_of_customer numeric;
  v_of_operator numeric;
begin
  select coalesce(sum(other.amount), 0) into v_of_customer from withdrawal.withdrawal as other
  where other.customer_id = w.customer_id and other.withdrawal_id is distinct from w.withdrawal_id
    and (other.state in ('under-review', 'approved', 'sent')
      or (other.state = 'completed' and other.approved_ms > v_since_ms));
  select coalesce(sum(other.amount), 0) into v_of_operator from withdrawal.withdrawal as other
  where other.first_approver = p_operator_id and other.second_approver is null and other.approved_ms > v_since_ms
    and other.state <> 'failed';
  return case
    when w.approvals_needed = 2 then 2
    when w.amount + greatest(v_of_customer, v_of_operator) >= w.two_person_threshold then 2
    else 1
  end;
end
$$;
