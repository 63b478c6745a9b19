-- Limits that customers set themselves. A tighter limit counts at once, a looser one a day later.

-- Sets a limit, or removes it (null): at once if it is tighter than the current one, otherwise a day later.
create function security.set_limit(p_customer_id bigint, p_kind security.limit_kind, p_value bigint)
  returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_value bigint;
begin
  insert into security.customer_limit (customer_id, kind) values (p_customer_id, p_kind) on conflict do nothing;
  select case when next_from_ms <= v_now_ms then next_value else value end into v_value
  from security.customer_limit where customer_id = p_customer_id and kind = p_kind for update;
  if p_value is not distinct from v_value or v_value is null or p_value < v_value then
    update security.customer_limit set value = p_value, next_value = null, next_from_ms = null
    where customer_id = p_customer_id and kind = p_kind;
  else
    update security.customer_limit set value = v_value, next_value = p_value, next_from_ms = v_now_ms + 86400000
    where customer_id = p_customer_id and kind = p_kind;
  end if;
end
$$;

-- The value of a customer's limit now; null where there is none. Internal.
create function security.limit_now(p_customer_id bigint, p_kind security.limit_kind) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when next_from_ms <= clock.now_ms() then next_value else value end
  from security.customer_limit where customer_id = p_customer_id and kind = p_kind
$$;
