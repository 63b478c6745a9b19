-- The inbox is more than the message rows: each closed order is the message of its settlement, and each announcement is
-- a message to every customer of its audience. They are not copied, so none can be missing: the inbox's own tables hold
-- only who has read what.

create function message.group_of(p_kind text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case
    when p_kind ~ '^(withdrawal|recharge|sale|term)-' then 'orders'
    when p_kind ~ '^alert-' then 'notices'
    else 'account'
  end
$$;

-- Whether an announcement's audience includes a customer. Customers who join it later get the announcement then; only a
-- lost verification takes one away.
create function inbox.is_addressed(p_audience text, p_from_ms bigint, p_customer_id bigint) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case p_audience
    when 'everyone' then true
    when 'verified' then exists (
      select from identity.customer where customer_id = p_customer_id and kyc_state = 'verified')
    when 'traders' then exists (
      select from contract.contract_order where customer_id = p_customer_id and state = 'open')
      or exists (
        select from contract.contract_order where customer_id = p_customer_id and state = 'closed'
          and settled_ms >= p_from_ms - 2592000000)
    when 'interest' then exists (
      select from interest.interest_order where customer_id = p_customer_id
        and coalesce(ended_ms, 9223372036854775807) > p_from_ms)
    when 'merchants' then exists (
      select from floor.merchant where customer_id = p_customer_id and approved_ms is not null)
  end
$$;

-- How many customers an announcement from now on would address, at most `p_most`.
create function inbox.reach_of(p_audience text, p_most integer) returns integer
language sql stable set search_path = pg_catalog, pg_temp as $$
  select count(*)::integer from (
    select from identity.customer where state = 1 and inbox.is_addressed(p_audience, clock.now_ms(), customer_id)
    limit p_most) as addressed
$$;

-- The announcements for a customer: already shown, and not ended before the customer registered.
create function inbox.announcements_of(p_customer_id bigint) returns setof operator.announcement
language sql stable set search_path = pg_catalog, pg_temp as $$
  select a.* from operator.announcement as a, identity.customer as c
  where c.customer_id = p_customer_id and a.from_ms <= clock.now_ms()
    and least(coalesce(a.ended_ms, 9223372036854775807), coalesce(a.until_ms,
      9223372036854775807)) > greatest(a.from_ms, c.created_ms)
    and (a.audience = 'everyone' or inbox.is_addressed(a.audience, a.from_ms, p_customer_id))
$$;

-- Marks one inbox message as read. Only the customer's own; idempotent.
create function inbox.mark_read(p_customer_id bigint, p_source text, p_item_id bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update message.message set read_ms = greatest(clock.now_ms(), created_ms)
  where p_source = 'decision' and customer_id = p_customer_id and message_id = p_item_id and read_ms is null;
  insert into message.read_mark (customer_id, source, item_id, read_ms)
  select p_customer_id, p_source, p_item_id, clock.now_ms()
  where (p_source = 'announcement' and exists (select from inbox.announcements_of(p_customer_id)
    where announcement_id = p_item_id))
    or (p_source = 'order' and exists (
      select from contract.contract_order as o where o.order_id = p_item_id and o.customer_id = p_customer_id
        and o.state = 'closed'
        and o.settled_ms > coalesce((select r.orders_read_ms from message.reader as r
          where r.customer_id = p_customer_id), -1)))
  on conflict do nothing;
end
$$;

-- Marks all messages as read. A settlement takes its time shortly before it becomes visible: those of the last seconds
-- are marked one by one, so that one that was not visible yet does not count as read.
create function inbox.mark_all_read(p_customer_id bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_in_flight_ms constant bigint := 10000;
  v_now_ms constant bigint := clock.now_ms();
  v_through_ms bigint;
begin
  update message.message set read_ms = greatest(v_now_ms, created_ms) where customer_id = p_customer_id
    and read_ms is null;
  insert into message.reader as r (customer_id, orders_read_ms) values (p_customer_id, v_now_ms - v_in_flight_ms)
  on conflict (customer_id) do update set orders_read_ms = greatest(r.orders_read_ms, excluded.orders_read_ms)
  returning r.orders_read_ms into v_through_ms;
  delete from message.read_mark as k using contract.contract_order as o
  where k.customer_id = p_customer_id and k.source = 'order' and o.order_id = k.item_id
    and o.settled_ms <= v_through_ms;
  insert into message.read_mark (customer_id, source, item_id, read_ms)
  select p_customer_id, 'order', o.order_id, v_now_ms from contract.contract_order as o
  where o.customer_id = p_customer_id and o.state = 'closed' and o.settled_ms > v_through_ms
  union all
  select p_customer_id, 'announcement', a.announcement_id, v_now_ms from inbox.announcements_of(p_customer_id) as a
  on conflict do nothing;
end
$$;

-- How many messages of a customer are unread, at most `p_most`.
create function inbox.unread_count(p_customer_id bigint, p_most integer) returns integer
language sql stable set search_path = pg_catalog, pg_temp as $$
  select least(p_most, (
    select count(*) from (select from message.message where customer_id = p_customer_id and read_ms is null
      limit p_most) as decided
  ) + (
    select count(*) from (
      select from contract.contract_order as o
      where o.customer_id = p_customer_id and o.state = 'closed'
        and o.settled_ms > coalesce((select r.orders_read_ms from message.reader as r
          where r.customer_id = p_customer_id), -1)
        and not exists (
          select from message.read_mark as k where k.customer_id = p_customer_id and k.source = 'order'
            and k.item_id = o.order_id)
      limit p_most
    ) as settled
  ) + (
    select count(*) from inbox.announcements_of(p_customer_id) as a
    where not exists (
      select from message.read_mark as k where k.customer_id = p_customer_id and k.source = 'announcement'
        and k.item_id = a.announcement_id)
  ))::integer
$$;
