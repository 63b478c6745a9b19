-- What the chains show. The watcher's own role calls these functions.

-- A transaction id as stored: lower case, with 0x on ERC20 and without it on TRC20. Null when malformed. Internal.
create function deposit.normal_txid(p_chain deposit.chain, p_text text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when lower(btrim(p_text)) ~ '^(0x)?[0-9a-f]{64}$'
    then case p_chain when 'ERC20' then '0x' else '' end || right(lower(btrim(p_text)), 64) end
$$;

-- The deposit that a transfer belongs to: the open one of its customer and chain that names it, else one of its
-- quantity, else the oldest, else a new one in USDT. Null when the transfer does not count. Accounts and transfer are
-- locked; so is the deposit from here on. Internal.
create function deposit.deposit_for(p_transfer deposit.chain_transfer) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_deposit_id bigint;
begin
  select deposit_id into v_deposit_id from deposit.deposit where transfer_id = p_transfer.transfer_id for no key update;
  if v_deposit_id is not null then
    return v_deposit_id;
  end if;
  select deposit_id into v_deposit_id from deposit.deposit
  where customer_id = p_transfer.customer_id and chain = p_transfer.chain and state = 'under-review'
    and transfer_id is null
    and (txid is null or txid = p_transfer.txid)
  order by txid is null, quantity <> p_transfer.units, deposit_id limit 1 for no key update;
  if v_deposit_id is not null then
    update deposit.deposit set transfer_id = p_transfer.transfer_id where deposit_id = v_deposit_id;
    return v_deposit_id;
  end if;
  insert into deposit.deposit (customer_id, chain, asset, quantity, approvals_needed, transfer_id, created_ms)
  values (p_transfer.customer_id, p_transfer.chain, 2, p_transfer.units, 1, p_transfer.transfer_id, clock.now_ms())
  returning deposit_id into v_deposit_id;
  return v_deposit_id;
end
$$;

-- How a transfer counts that is not credited: 'waiting', or why it does not count. `p_units` is null for another token.
-- Internal.
create function deposit.state_of_transfer(
  p_chain deposit.chain, p_txid text, p_customer_id bigint, p_units bigint, p_has_deposit boolean
) returns deposit.transfer_state
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return case
    when p_units is null then 'wrong-token'
    when p_units < (select minimum from deposit.deposit_setting) then 'dust'
    when p_has_deposit then 'waiting'
    when exists (select from deposit.deposit as d
      where d.chain = p_chain and d.reference = p_txid and d.customer_id = p_customer_id) then 'reviewed'
    else 'waiting'
  end;
end
$$;

-- Gives a waiting transfer its deposit, and credits it once it is final. Outcomes: 'waiting', 'credited', 'held',
-- 'no-price', 'not-covered'. Accounts and transfer are locked. Internal.
create function deposit.credit_transfer(
  p_transfer deposit.chain_transfer, p_is_final boolean, out outcome text, out deposit_id bigint,
  out deposit_state deposit.deposit_state
)
language plpgsql set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_deposit_id constant bigint := deposit.deposit_for(p_transfer);
  v_deposit deposit.deposit;
begin
  select * into strict v_deposit from deposit.deposit where deposit_id = v_deposit_id;
  if v_deposit.state = 'failed' and v_deposit.credited is null then
    -- The deposit was created by the transfer alone, and failed with it.
    update deposit.deposit set state = 'under-review', reason = null, decided_ms = null
      where deposit_id = v_deposit_id;
  end if;
  outcome := 'waiting';
  if p_is_final and v_deposit.credited is not null then
    perform deposit.suspend_deposit(v_deposit_id, true);
    outcome := 'credited';
  elsif p_is_final and deposit.is_held(p_transfer) then
    outcome := 'held';
  elsif p_is_final then
    outcome := deposit.credit_deposit(v_deposit_id, p_transfer.units);
  end if;
  if outcome = 'credited' then
    update deposit.chain_transfer set state = 'credited' where transfer_id = p_transfer.transfer_id;
  end if;
  select d.deposit_id, d.state into strict deposit_id, deposit_state from deposit.deposit as d
  where d.deposit_id = v_deposit_id;
end
$$;

-- Why this cell does not record a transfer: 'known' (an earlier cell of the customer has it), 'moved' (the customer's
-- cell records it; a final one is handed over). Null where it does, so for every transfer that it has. Accounts are
-- locked. Internal.
create function deposit.outcome_elsewhere(t deposit.chain_transfer, p_is_final boolean) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from deposit.chain_transfer as own
    where own.chain = t.chain and own.txid = t.txid and own.log_index = t.log_index) then
    return null;
  elsif exists (select from deposit.earlier_transfer as e where e.chain = t.chain and e.txid = t.txid
    and e.log_index in (t.log_index, -1) and e.customer_id = t.customer_id) then
    return 'known';
  elsif not exists (select from deposit.elsewhere as e where e.customer_id = t.customer_id) then
    return null;
  end if;
  if p_is_final then
    insert into deposit.late_transfer (chain, txid, log_index, customer_id, address, token, units, block_number,
      block_hash, confirmations, seen_ms)
    values (t.chain, t.txid, t.log_index, t.customer_id, t.address, t.token, t.units, t.block_number, t.block_hash,
      t.confirmations, clock.now_ms())
    on conflict do nothing;
  end if;
  return 'moved';
end
$$;

-- Stores a transfer of a customer of this cell as a chain shows it, `units` being null for another token, and credits
-- it once it is final. Accounts are locked. Internal.
create function deposit.record_own(
  t deposit.chain_transfer, p_is_final boolean, out outcome text, out deposit_id bigint,
  out deposit_state deposit.deposit_state
)
language plpgsql set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_now_ms constant bigint := clock.now_ms();
  v_transfer deposit.chain_transfer;
  v_deposit deposit.deposit;
begin
  insert into deposit.chain_transfer (chain, txid, log_index, customer_id, address, token, units, block_number,
    block_hash, confirmations, state, seen_ms, changed_ms)
  values (t.chain, t.txid, t.log_index, t.customer_id, t.address, t.token, t.units, t.block_number, t.block_hash,
    t.confirmations, case when t.units is null then 'wrong-token' else 'waiting' end::deposit.transfer_state, v_now_ms,
    v_now_ms)
  on conflict (chain, txid, log_index) do nothing;
  select * into strict v_transfer from deposit.chain_transfer as own
  where own.chain = t.chain and own.txid = t.txid and own.log_index = t.log_index for no key update;
  select * into v_deposit from deposit.deposit as d where d.transfer_id = v_transfer.transfer_id for no key update;
  if v_deposit.deposit_id is not null and (v_transfer.customer_id, lower(v_transfer.token), v_transfer.units)
    is distinct from (t.customer_id, lower(t.token), t.units) then
    outcome := 'changed';
  elsif v_transfer.state = 'credited' then
    update deposit.chain_transfer as own set block_number = t.block_number, block_hash = t.block_hash,
      confirmations = greatest(own.confirmations, t.confirmations)
    where own.transfer_id = v_transfer.transfer_id
      and (own.block_hash <> t.block_hash or own.confirmations < t.confirmations);
    outcome := 'known';
    deposit_id := v_deposit.deposit_id;
    deposit_state := v_deposit.state;
  else
    update deposit.chain_transfer as own set customer_id = t.customer_id, address = t.address, token = t.token,
      units = t.units, block_number = t.block_number, block_hash = t.block_hash, confirmations = t.confirmations,
      changed_ms = v_now_ms, state = deposit.state_of_transfer(t.chain, t.txid, t.customer_id, t.units,
        v_deposit.deposit_id is not null)
    where own.transfer_id = v_transfer.transfer_id returning * into v_transfer;
    outcome := v_transfer.state;
    if outcome = 'waiting' then
      select c.outcome, c.deposit_id, c.deposit_state into outcome, deposit_id, deposit_state
      from deposit.credit_transfer(v_transfer, p_is_final) as c;
    end if;
  end if;
end
$$;

-- Records one token transfer to one of our addresses, as a chain shows it. For the watcher's role only, any number of
-- times concurrently, in any order: a final one is credited once, to the owner of the address. Outcomes: 'waiting' (not
-- final), 'credited' (now), 'known' (credited before), 'dust', 'wrong-token', 'reviewed' (credited by an operator),
-- 'held' (above what the watcher may credit: operators approve it), 'no-price' and 'not-covered' (retry later),
-- 'changed' (it is credited, and the chain now shows another in its place: report it as missing), 'moved' (the cell
-- that the customer has moved to records it), 'unknown-address'.
create function deposit.record_transfer(
  p_chain deposit.chain, p_txid text, p_log_index integer, p_address text, p_token text, p_units bigint,
  p_block_number bigint, p_block_hash text, p_confirmations integer, p_is_final boolean
) returns table (outcome text, customer_id bigint, deposit_id bigint, deposit_state deposit.deposit_state)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_is_token boolean;
  t deposit.chain_transfer;
begin
  t.chain := p_chain;
  t.txid := deposit.normal_txid(p_chain, p_txid);
  t.log_index := p_log_index;
  t.address := p_address;
  t.token := p_token;
  t.block_number := p_block_number;
  t.block_hash := p_block_hash;
  t.confirmations := p_confirmations;
  if t.txid is null or num_nulls(p_log_index, p_address, p_token, p_block_number, p_block_hash, p_confirmations,
    p_is_final) > 0 then
    raise exception 'malformed transfer' using errcode = 'invalid_parameter_value';
  end if;
  select a.customer_id, coalesce(lower(c.token) = lower(p_token), false) into t.customer_id, v_is_token
  from deposit.deposit_address as a join deposit.deposit_chain as c on c.chain = a.chain
  where a.chain = p_chain and lower(a.address) = lower(p_address);
  if t.customer_id is null then
    outcome := 'unknown-address';
    return next;
    return;
  elsif v_is_token and p_units is null then
    raise exception 'a transfer of USDT has an amount' using errcode = 'invalid_parameter_value';
  end if;
  t.units := case when v_is_token then p_units end;
  perform ledger.lock_accounts_of(t.customer_id, 'available');
  customer_id := t.customer_id;
  outcome := deposit.outcome_elsewhere(t, p_is_final);
  if outcome is null then
    select own.outcome, own.deposit_id, own.deposit_state into outcome, deposit_id, deposit_state
    from deposit.record_own(t, p_is_final) as own;
  end if;
  return next;
end
$$;

-- Reports that a transfer is no longer in the chain. For the watcher's role only. A credited one goes into suspense and
-- freezes the customer's withdrawals; an announcement waits again, and a deposit created by the transfer alone fails.
-- 'none': nothing to reverse.
create function deposit.report_missing_transfer(p_chain deposit.chain, p_txid text, p_log_index integer)
returns table (outcome text, customer_id bigint, deposit_id bigint, deposit_state deposit.deposit_state)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_txid constant text := deposit.normal_txid(p_chain, p_txid);
  v_transfer deposit.chain_transfer;
  v_deposit deposit.deposit;
begin
  select * into v_transfer from deposit.chain_transfer as t where t.chain = p_chain and t.txid = v_txid
    and t.log_index = p_log_index;
  perform ledger.lock_accounts_of(v_transfer.customer_id, 'available');
  select * into v_transfer from deposit.chain_transfer as t where t.transfer_id = v_transfer.transfer_id
    for no key update;
  outcome := 'none';
  customer_id := v_transfer.customer_id;
  if v_transfer.transfer_id is null or v_transfer.state in ('reversed', 'reviewed') then
    return next;
    return;
  end if;
  select * into v_deposit from deposit.deposit as d where d.transfer_id = v_transfer.transfer_id for no key update;
  if v_transfer.state = 'credited' then
    perform deposit.suspend_deposit(v_deposit.deposit_id, false);
  elsif v_deposit.credited is not null then
    null; -- suspended before: it was waiting to be final again
  elsif v_deposit.request_id is not null then
    update deposit.deposit as d set transfer_id = null where d.deposit_id = v_deposit.deposit_id;
  elsif v_deposit.deposit_id is not null then
    update deposit.deposit as d set state = 'failed', reason = 'transfer-reversed', decided_ms = clock.now_ms()
      where d.deposit_id = v_deposit.deposit_id;
  end if;
  update deposit.chain_transfer as t set state = 'reversed', confirmations = 0, changed_ms = clock.now_ms()
    where t.transfer_id = v_transfer.transfer_id;
  outcome := case when v_transfer.state = 'credited' then 'suspended' else 'reversed' end;
  deposit_id := v_deposit.deposit_id;
  select d.state into deposit_state from deposit.deposit as d where d.deposit_id = v_deposit.deposit_id;
  return next;
end
$$;

-- Registers the owner of an address. For the watcher's role only. A repeat with the same address changes nothing;
-- another one is refused.
create function deposit.assign_address(p_chain deposit.chain, p_customer_id bigint, p_child_index integer,
  p_address text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_address text;
begin
  insert into deposit.deposit_address (chain, customer_id, child_index, address, created_ms)
  values (p_chain, p_customer_id, p_child_index, p_address, clock.now_ms()) on conflict (chain, customer_id) do nothing;
  select address into strict v_address from deposit.deposit_address where chain = p_chain
    and customer_id = p_customer_id;
  return v_address;
end
$$;

-- How far a chain has been read. For the watcher's role only. It may go back: after a reorganisation the blocks are
-- read again.
create function deposit.note_scanned(p_chain deposit.chain, p_block_number bigint, p_block_hash text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update deposit.deposit_chain set scanned_block = p_block_number, scanned_hash = p_block_hash where chain = p_chain
$$;

create trigger address_is_never_changed before update or delete or truncate on deposit.deposit_address
  for each statement execute function ledger.refuse_change();
create trigger earlier_transfer_is_never_changed before update or delete or truncate on deposit.earlier_transfer
  for each statement execute function ledger.refuse_change();
create trigger late_transfer_is_delivered_once before update on deposit.late_transfer
  for each row execute function ledger.require_single_step('delivered_ms');
create trigger late_transfer_is_kept before delete or truncate on deposit.late_transfer
  for each statement execute function ledger.refuse_change();
