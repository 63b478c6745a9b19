-- A hold can only be extended: a call with an earlier time changes nothing.
create function security.hold_withdrawals(p_customer_id bigint, p_until_ms bigint) returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into security.withdrawal_hold as hold (customer_id, until_ms) values (p_customer_id, p_until_ms)
  on conflict (customer_id) do update set until_ms = greatest(hold.until_ms, excluded.until_ms)
$$;

-- Until when this customer's withdrawals wait; 0 where they do not.
create function security.withdrawals_held_until_ms(p_customer_id bigint) returns bigint
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce((select until_ms from security.withdrawal_hold where customer_id = p_customer_id), 0)
$$;
