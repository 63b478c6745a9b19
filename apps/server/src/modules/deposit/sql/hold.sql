-- Transfers that are too large for the watcher alone. A watcher that is taken over can invent transfers; what it can
-- credit with them is bounded.

-- Whether a final transfer waits for operators: because it did before, or because crediting it would exceed what the
-- watcher may credit by one transfer, to one customer within a day, or to everybody within a day. Then it is marked.
-- The lock of the settings comes after those of accounts, transfer and deposit, and before the stripes. Internal.
create function deposit.is_held(p_transfer deposit.chain_transfer) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_day_ms constant bigint := 86400000;
  v_cap deposit.watcher_cap;
  v_total numeric;
  v_of_customer numeric;
begin
  if p_transfer.held_ms is not null then
    return true;
  end if;
  select * into strict v_cap from deposit.watcher_cap for no key update;
  select coalesce(sum(t.units), 0), coalesce(sum(t.units) filter (where t.customer_id = p_transfer.customer_id), 0)
  into v_total, v_of_customer
  from deposit.deposit as d join deposit.chain_transfer as t on t.transfer_id = d.transfer_id
  where d.decided_ms > clock.now_ms() - v_day_ms and d.credited is not null and t.held_ms is null;
  if p_transfer.units <= v_cap.per_transfer and v_of_customer + p_transfer.units <= v_cap.per_customer_and_day
    and v_total + p_transfer.units <= v_cap.total_a_day then
    return false;
  end if;
  update deposit.chain_transfer set held_ms = clock.now_ms() where transfer_id = p_transfer.transfer_id;
  return true;
end
$$;

-- The transfer of a deposit that waits for operators; null where there is none. Internal.
create function deposit.held_transfer(p_deposit_id bigint) returns deposit.chain_transfer
language sql stable set search_path = pg_catalog, pg_temp as $$
  select t.* from deposit.chain_transfer as t
  where t.transfer_id = (select d.transfer_id from deposit.deposit as d where d.deposit_id = p_deposit_id)
    and t.state = 'waiting' and t.held_ms is not null
$$;

-- The same, locked. Internal.
create function deposit.lock_held_transfer(p_deposit_id bigint) returns deposit.chain_transfer
language sql set search_path = pg_catalog, pg_temp as $$
  select t.* from deposit.chain_transfer as t
  where t.transfer_id = (select d.transfer_id from deposit.deposit as d where d.deposit_id = p_deposit_id)
    and t.state = 'waiting' and t.held_ms is not null for no key update
$$;
