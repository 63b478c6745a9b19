-- What the settled contracts came to. They are counted batch by batch, in the order of the ledger: none is left out,
-- and none is counted twice.

-- Counts the contracts of at most p_limit further batches of each stripe. Returns how many batches it went through. A
-- batch that is booked after its day was closed is counted on the next day. What a void contract would have come to
-- follows from the newest frame at its entry slot and the first one from its exit slot on.
create function conduct.count_settled(p_limit integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_day_ms constant bigint := 86400000;
  v_first_day integer;
  v_batches integer;
begin
  perform from conduct.setting for no key update;
  v_first_day := coalesce((select max(day) + 1 from conduct.closed_day), 0);
  with next as materialized (
    select link.stripe, link.seq, link.at_ms, link.kind from ledger.stripe
    left join conduct.counted_batch as counted using (stripe)
    cross join lateral (
      select * from ledger.link where link.stripe = stripe.stripe and link.seq > coalesce(counted.seq, 0)
      order by link.seq limit p_limit
    ) as link
  ), settled as materialized (
    select greatest(next.at_ms / v_day_ms, v_first_day)::integer as day, o.*,
      (select max(stake_from) from conduct.stake_band where stake_from <= o.stake) as stake_from,
      o.result in ('won', 'lost') as is_decided
    from next
    join ledger.posting as p on p.stripe = next.stripe and p.seq = next.seq and p.at_ms = next.at_ms
    join contract.contract_order as o on o.order_id = p.ref
    where next.kind = 'contract-settled'
  ), by_group as (
    insert into conduct.contract_day as known (day, stake_from, duration_slots, won, lost, tied, voided, staked, fees,
      profits, net, squares)
    select day, stake_from, duration_slots, count(*) filter (where result = 'won'),
      count(*) filter (where result = 'lost'), count(*) filter (where result = 'tie'),
      count(*) filter (where result = 'void'), coalesce(sum(stake) filter (where is_decided), 0),
      coalesce(sum(fee) filter (where is_decided), 0), coalesce(sum(profit) filter (where is_decided), 0),
      coalesce(sum(net) filter (where is_decided), 0),
      coalesce(sum((stake + profit)::numeric * (stake + profit)) filter (where is_decided), 0)
    from settled group by day, stake_from, duration_slots
    on conflict (day, stake_from, duration_slots) do update set won = known.won + excluded.won,
      lost = known.lost + excluded.lost, tied = known.tied + excluded.tied, voided = known.voided + excluded.voided,
      staked = known.staked + excluded.staked, fees = known.fees + excluded.fees, net = known.net + excluded.net,
      profits = known.profits + excluded.profits, squares = known.squares + excluded.squares
  ), by_customer as (
    insert into conduct.customer_day as known (day, customer_id, net)
    select day, customer_id, sum(net) from settled where is_decided group by day, customer_id
    on conflict (day, customer_id) do update set net = known.net + excluded.net
  ), by_cause as (
    insert into conduct.void_day as known (day, reason, contracts, house_gain)
    select day, void_reason, count(*), coalesce(sum(conduct.result_if_settled(settled.order_id)), 0)
    from settled where result = 'void' group by day, void_reason
    on conflict (day, reason) do update set contracts = known.contracts + excluded.contracts,
      house_gain = known.house_gain + excluded.house_gain
  ), by_window as (
    insert into conduct.void_window as known (instrument_id, reason, from_slot, to_slot, contracts, house_gain)
    select o.instrument_id, void_reason, w.from_slot, w.to_slot, count(*), sum(w.house_gain)
    from settled as o cross join lateral conduct.void_window_of(o.order_id) as w where result = 'void'
    group by 1, 2, 3, 4
    on conflict (instrument_id, reason, from_slot, to_slot) do update set
      contracts = known.contracts + excluded.contracts, house_gain = known.house_gain + excluded.house_gain
  ), by_time as (
    insert into conduct.settled_time as known (day, within_ms, contracts)
    select settled_ms / v_day_ms, transparency.rounded_up_ms(settled_ms - genesis_ms - slot_ms * exit_slot - slot_ms),
      count(*) from settled cross join market.clock cross join (select 500 as slot_ms) as sizes group by 1, 2
    on conflict (day, within_ms) do update set contracts = known.contracts + excluded.contracts
  ), counted as (
    insert into conduct.counted_batch as known (stripe, seq) select stripe, max(seq) from next group by stripe
    on conflict (stripe) do update set seq = excluded.seq
  )
  select count(*) into v_batches from next;
  return v_batches;
end
$$;

-- What a customer would have gained by a void contract, by the prices that were shown at its entry slot and from its
-- exit slot on. Zero where no frame is stored there. Internal.
create function conduct.result_if_settled(p_order_id bigint) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case
    when exit_at.price = entry_at.price then 0
    when (exit_at.price > entry_at.price) = (o.direction = 'up') then o.profit - o.fee
    when exit_at.price <> entry_at.price then -(o.stake + o.fee)
    else 0
  end
  from contract.contract_order as o
  left join lateral (
    select prices[o.instrument_id] as price from market.frame where slot <= o.entry_slot order by slot desc limit 1
  ) as entry_at on true
  left join lateral (
    select prices[o.instrument_id] as price from market.frame where slot >= o.exit_slot order by slot limit 1
  ) as exit_at on true
  where o.order_id = p_order_id
$$;

-- The slots in which a void contract lacked prices, with what the house gained; no row where another feed is the cause.
-- Under the old rule, the exit waited for twenty slots. Internal.
create function conduct.void_window_of(p_order_id bigint)
returns table (from_slot bigint, to_slot bigint, house_gain bigint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case void_reason when 'entry-not-open' then entry_slot else exit_slot - exit_window_slots + 1 end,
    case when void_reason = 'entry-not-open' then entry_slot + entry_window_slots - 1
      when exit_window_slots = 1 then exit_slot + 20 else exit_slot end,
    coalesce(conduct.result_if_settled(order_id), 0)
  from contract.contract_order join market.terms using (terms_id)
  where order_id = p_order_id and void_reason in ('entry-not-open', 'no-exit-price')
$$;

-- Closes the next day where it is over and all of its batches are counted, with the share of customers who lost.
-- Returns the day; null where there is none. No statement that books lasts two minutes, so none of the day is booked
-- later.
create function conduct.close_day() returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_day_ms constant bigint := 86400000;
  v_grace_ms constant bigint := 120000;
  v_day integer;
begin
  perform from conduct.setting for no key update;
  v_day := coalesce((select max(day) + 1 from conduct.closed_day), (select min(day) from conduct.contract_day));
  if v_day is null or clock.now_ms() < (v_day + 1) * v_day_ms + v_grace_ms or exists (
    select from ledger.stripe left join conduct.counted_batch as counted using (stripe)
    join ledger.link on link.stripe = stripe.stripe and link.seq = coalesce(counted.seq, 0) + 1
    where link.at_ms < (v_day + 1) * v_day_ms) then
    return null;
  end if;
  insert into conduct.closed_day (day, closed_ms) values (v_day, clock.now_ms());
  insert into conduct.customer_share (day, days, customers, lost)
  select v_day, span.days, count(each.net), count(each.net) filter (where each.net < 0)
  from (values (30), (90)) as span (days)
  left join lateral (
    select sum(net) as net from conduct.customer_day where day > v_day - span.days and day <= v_day group by customer_id
  ) as each on true
  group by span.days;
  delete from conduct.customer_day where day <= v_day - 90;
  return v_day;
end
$$;

-- Raises for a change of a closed day: what was published of it stays.
create function conduct.refuse_closed_day() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' or exists (select from conduct.closed_day where closed_day.day = new.day) then
    raise exception '% of %.% is refused: the day is closed', tg_op, tg_table_schema, tg_table_name
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger contracts_of_closed_days_stay before insert or update or delete on conduct.contract_day for each row
  execute function conduct.refuse_closed_day();
create trigger voids_of_closed_days_stay before insert or update or delete on conduct.void_day for each row
  execute function conduct.refuse_closed_day();
create trigger contract_day_is_kept before truncate on conduct.contract_day for each statement
  execute function ledger.refuse_change();
create trigger void_day_is_kept before truncate on conduct.void_day for each statement
  execute function ledger.refuse_change();
create trigger closed_day_is_never_changed before update or delete or truncate on conduct.closed_day
  for each statement execute function ledger.refuse_change();
create trigger customer_share_is_never_changed before update or delete or truncate on conduct.customer_share
  for each statement execute function ledger.refuse_change();

-- Adds to the times that the server took to accept orders: orders by the band of their stake and milliseconds. They
-- are its own measurement, which decides nothing.
create function conduct.add_acceptances(p_stakes_from bigint[], p_within_ms integer[], p_orders bigint[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into conduct.acceptance_day as known (day, stake_from, within_ms, orders)
  select clock.now_ms() / 86400000, stake_from, within_ms, sum(orders)
  from unnest(p_stakes_from, p_within_ms, p_orders) as given (stake_from, within_ms, orders)
  group by stake_from, within_ms
  on conflict (day, stake_from, within_ms) do update set orders = known.orders + excluded.orders
$$;
