-- Frozen withdrawals of customers who have moved. A transfer that a chain takes back after a move is reversed in the
-- cell that credited it, and the money is in another one: withdrawals are frozen there, too.

-- Customers who have left this cell while their withdrawals are frozen in it, with the cell that each left for. For the
-- owner only.
create function cell.frozen_departures() returns table (customer_id bigint, to_cell smallint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select d.customer_id, d.to_cell
  from (
    select customer_id from deposit.withdrawal_freeze where lifted_ms is null
    union select customer_id from deposit.reported_freeze where lifted_ms is null) as frozen
  join cell.departure as d using (customer_id) where d.left_ms is not null
$$;

-- The open freezes that other cells have reported. For the owner only.
create function cell.reported_freezes() returns table (customer_id bigint, from_cell smallint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select customer_id, from_cell from deposit.reported_freeze where lifted_ms is null
$$;

-- Makes these the customers whose withdrawals are frozen because they are in another cell. For the owner only.
create function cell.report_freezes(p_from_cell smallint, p_customer_ids bigint[]) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update deposit.reported_freeze set lifted_ms = clock.now_ms()
  where from_cell = p_from_cell and lifted_ms is null and customer_id <> all(p_customer_ids);
  insert into deposit.reported_freeze (customer_id, from_cell, since_ms)
  select customer_id, p_from_cell, clock.now_ms() from unnest(p_customer_ids) as given (customer_id)
  on conflict do nothing
$$;
