-- Where a deposit needs operators, and how many. The one place that decides it.

-- How many operators must approve a deposit: none where the watcher may credit it alone; two from the threshold on, and
-- two where it reaches the limit of a day together with what this operator (null: none in particular) has approved
-- alone within 24 hours. Never fewer than before. The caller holds the lock of the operator's turn. Internal.
create function deposit.needed_approvals(p_deposit deposit.deposit, p_operator_id bigint) returns smallint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_setting deposit.deposit_setting;
  v_transfer deposit.chain_transfer;
  v_units bigint;
  v_alone numeric;
begin
  select * into strict v_setting from deposit.deposit_setting;
  select * into v_transfer from deposit.chain_transfer where transfer_id = p_deposit.transfer_id;
  if v_transfer.transfer_id is not null and v_transfer.held_ms is null then
    return 0;
  end if;
  v_units := coalesce(v_transfer.units, p_deposit.quantity);
  select coalesce(sum(coalesce(t.units, d.quantity)), 0) into v_alone
  from deposit.deposit_verdict as v join deposit.deposit as d using (deposit_id)
    left join deposit.chain_transfer as t using (transfer_id)
  where v.operator_id = p_operator_id and v.is_approval and v.at_ms > clock.now_ms() - 86400000
    and d.credited is not null and not exists (
      select from deposit.deposit_verdict as other
      where other.deposit_id = v.deposit_id and other.operator_id <> v.operator_id and other.is_approval);
  return case
    when p_deposit.approvals_needed = 2 or v_units >= v_setting.two_person_threshold then 2
    when p_operator_id is not null and v_units + v_alone >= v_setting.per_operator_and_day then 2
    else 1
  end;
end
$$;
