-- Makes a customer's withdrawals wait for this long from now, 30 days at most. A shorter hold leaves a longer one as it
-- is.
create function security.hold_withdrawals(p_customer_id bigint, p_duration_ms bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_duration_ms not between 0 and 30 * 86400000::bigint then
    raise exception 'a hold of withdrawals lasts 30 days at most';
  end if;
  insert into security.withdrawal_hold as hold (customer_id, until_ms)
    values (p_customer_id, clock.now_ms() + p_duration_ms)
  on conflict (customer_id) do update set until_ms = greatest(hold.until_ms, excluded.until_ms);
end
$$;

-- Ends a hold early. Internal: only the owner of the database may call it.
create function security.end_withdrawal_hold(p_customer_id bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update security.withdrawal_hold set until_ms = clock.now_ms() where customer_id = p_customer_id
    and until_ms > clock.now_ms()
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
