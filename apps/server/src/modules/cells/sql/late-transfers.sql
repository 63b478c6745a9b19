-- Transfers to the deposit addresses of customers who have moved. A transfer is credited in the one cell that records
-- it: the former cell until the customer has left it, the new one from then on. Watchers of both read the chain, each
-- at its own pace; so the former cell hands over what it sees later, and the new one knows what was recorded before.

-- The deposit addresses of a customer who has left, and the transfers that are recorded here or were in a cell before.
-- For the owner only.
create function cell.left_deposits(p_move_id bigint) returns jsonb
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  d cell.departure;
begin
  select * into strict d from cell.departure where move_id = p_move_id;
  if d.left_ms is null then
    raise exception 'customer % has not left', d.customer_id using errcode = 'CD004';
  end if;
  return jsonb_build_object(
    'addresses', (
      select coalesce(jsonb_agg(to_jsonb(a)), '[]') from deposit.deposit_address as a
      where a.customer_id = d.customer_id),
    'transfers', (
      select coalesce(jsonb_agg(to_jsonb(t)), '[]') from (
        select chain, txid, log_index, customer_id from deposit.chain_transfer where customer_id = d.customer_id
        union select chain, reference, -1, customer_id from deposit.deposit
          where customer_id = d.customer_id and reference is not null
        union select chain, txid, log_index, customer_id from deposit.earlier_transfer
          where customer_id = d.customer_id) as t));
end
$$;

-- Stores these in the new cell, which records further transfers from here on. For the owner only.
create function cell.store_deposits(p_move_id bigint, p_deposits jsonb) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  a cell.arrival;
begin
  select * into strict a from cell.arrival where move_id = p_move_id for update;
  if a.admitted_ms is not null then
    return;
  end if;
  -- A transfer that is being recorded has read either nothing of this or all of it.
  perform ledger.lock_accounts(closing.accounts_of(a.customer_id));
  insert into deposit.deposit_address
  select * from jsonb_populate_recordset(null::deposit.deposit_address, p_deposits->'addresses')
  on conflict do nothing;
  insert into deposit.earlier_transfer
  select * from jsonb_populate_recordset(null::deposit.earlier_transfer, p_deposits->'transfers')
  on conflict do nothing;
  delete from deposit.elsewhere where customer_id = a.customer_id;
end
$$;

-- Transfers that another cell is to record, oldest first, each with the cell that the customer has left for; this one
-- for a customer who has just come. Of each cell as many as the limit, so that one that is away delays no other. For
-- the owner only.
create function cell.late_transfers(p_limit integer) returns table (to_cell smallint, chain deposit.chain, txid text,
  log_index integer, address text, token text, units bigint, block_number bigint, block_hash text,
  confirmations integer)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select t.to_cell, (t.late).chain, (t.late).txid, (t.late).log_index, (t.late).address, (t.late).token,
    (t.late).units, (t.late).block_number, (t.late).block_hash, (t.late).confirmations
  from (
    select c.to_cell, l as late, row_number() over (partition by c.to_cell order by l.seen_ms) as place
    from deposit.late_transfer as l cross join lateral (
      select coalesce(
        (select d.to_cell from cell.departure as d where d.customer_id = l.customer_id and d.left_ms is not null),
        (select self.cell from cell.self)) as to_cell) as c
    where l.delivered_ms is null) as t
  where t.place <= p_limit order by (t.late).seen_ms
$$;

-- Notes that a transfer is recorded in the customer's cell. For the owner only.
create function cell.note_recorded(p_chain deposit.chain, p_txid text, p_log_index integer) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update deposit.late_transfer set delivered_ms = clock.now_ms()
  where chain = p_chain and txid = p_txid and log_index = p_log_index and delivered_ms is null
$$;
