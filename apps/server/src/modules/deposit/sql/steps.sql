-- A deposit advances step by step; its request and its credit never change.
create function deposit.require_deposit_step() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_moving constant text[] := array['state', 'reason', 'transfer_id', 'reference', 'credited', 'rate_ticks',
    'rate_decimals', 'rate_spread_bps', 'decided_ms', 'suspended', 'approvals_needed'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'under-review' or new.credited is not null then
      raise exception 'a deposit begins under review' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - v_moving) is distinct from (to_jsonb(old) - v_moving) or (old.credited is not null
    and (new.credited, new.transfer_id, new.reference, new.rate_ticks)
      is distinct from (old.credited, old.transfer_id, old.reference, old.rate_ticks)) then
    raise exception 'what was asked for or credited never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if new.approvals_needed < old.approvals_needed then
    raise exception 'the approvals that a deposit needs are only ever raised'
      using errcode = 'integrity_constraint_violation';
  end if;
  if (old.state, new.state) not in (('under-review', 'under-review'), ('under-review', 'completed'),
    ('under-review', 'rejected'),
    ('under-review', 'failed'), ('under-review', 'lapsed'), ('completed', 'failed'), ('failed', 'completed'),
      ('failed', 'under-review'))
    or (old.state = 'failed' and new.state = 'under-review' and old.credited is not null) then
    raise exception 'a deposit does not go from % to %', old.state,
      new.state using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger deposit_goes_step_by_step before insert or update on deposit.deposit
  for each row execute function deposit.require_deposit_step();

-- A credit that the watcher may not make alone requires enough different operators' approvals, all of the same
-- transaction.
create function deposit.require_deposit_approvals() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.state = 'completed' and old.credited is null and (
    select count(*) from deposit.deposit_verdict as v where v.deposit_id = new.deposit_id and v.is_approval
      and v.reference = coalesce(new.reference,
        (select t.txid from deposit.chain_transfer as t where t.transfer_id = new.transfer_id))
  ) < deposit.needed_approvals(new, null) then
    raise exception 'deposit % lacks approvals', new.deposit_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger deposit_is_approved after update on deposit.deposit for each row
  execute function deposit.require_deposit_approvals();

-- A transfer keeps its key; once it is credited, its content is kept, too.
create function deposit.require_transfer_step() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (new.transfer_id, new.chain, new.txid, new.log_index) is distinct from (old.transfer_id, old.chain, old.txid,
    old.log_index)
    or ((new.customer_id, new.address, new.token, new.units)
      is distinct from (old.customer_id, old.address, old.token, old.units)
      and exists (select from deposit.deposit as d where d.transfer_id = old.transfer_id)) then
    raise exception 'a transfer that a deposit rests on never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger transfer_keeps_its_key before update on deposit.chain_transfer for each row
  execute function deposit.require_transfer_step();

-- Adds the customer's message about a deposit, in the transaction of its event. Internal.
create function deposit.notify_customer(p_deposit deposit.deposit) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select message.add_known(p_deposit.customer_id, 'recharge-' || p_deposit.state, 'deposit:' || p_deposit.deposit_id,
    jsonb_strip_nulls(jsonb_build_object('chain', p_deposit.chain, 'asset', ledger.asset_name(p_deposit.asset),
      'quantityUnits', p_deposit.quantity::text, 'creditedUnits', p_deposit.credited::text,
      'reason', p_deposit.reason)))
$$;

create trigger deposit_is_kept before delete or truncate on deposit.deposit for each statement
  execute function ledger.refuse_change();
create trigger transfer_is_kept before delete or truncate on deposit.chain_transfer for each statement
  execute function ledger.refuse_change();
