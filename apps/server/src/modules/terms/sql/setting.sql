-- Fees, minimums, limits, thresholds, numbers of cards and cool-downs are changed by two operators, one value at a
-- time: one proposes it with a reason, another confirms it with a passkey. Requests that are under way keep what they
-- began with.

-- The values in force, in the unit of their bounds.
create function setting.current_values() returns table (name text, value bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select field.name || case terms.asset when 1 then '-usd' else '-usdt' end, field.value
  from (values (1::smallint), (2::smallint)) as each (asset)
  cross join lateral withdrawal.current_withdrawal_terms(each.asset) as terms
  cross join lateral (values ('withdrawal-fee', terms.fee), ('withdrawal-minimum', terms.minimum),
    ('withdrawal-day', terms.daily_limit), ('withdrawal-two-people', terms.two_person_threshold)) as field (name, value)
  union all
  select field.name, field.value from payout.current_setting() as s
  cross join lateral (values ('bank-cards', s.max_bank_cards::bigint), ('wallet-addresses', s.max_wallet_addresses),
    ('cool-down', s.cool_down_ms)) as field (name, value)
  union all
  select field.name, field.value from deposit.deposit_setting as s
  cross join lateral (values ('recharge-minimum', s.minimum), ('recharge-two-people', s.two_person_threshold),
    ('recharges-open', s.max_open)) as field (name, value)
  union all
  select 'sale-time', lapse_ms from floor.floor_setting
$$;

-- Whether a value fits to the others: a withdrawal of the minimum leaves something after its fee, and is within the
-- limit of a day. Internal.
create function setting.fits(p_name text, p_value bigint) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  with then_in_force as (
    select name, case name when p_name then p_value else value end as value from setting.current_values()
  )
  select bool_and(minimum.value > fee.value and of_day.value >= minimum.value)
  from (values ('-usd'), ('-usdt')) as each (asset)
  join then_in_force as fee on fee.name = 'withdrawal-fee' || asset
  join then_in_force as minimum on minimum.name = 'withdrawal-minimum' || asset
  join then_in_force as of_day on of_day.name = 'withdrawal-day' || asset
$$;

-- Proposes a value. Returns the proposal's number; null for an unknown name, the value in force, one out of its bounds
-- or one that does not fit to the others. CO001 and CO002 as everywhere.
create function setting.propose(p_secret text, p_name text, p_wanted bigint, p_note text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk}');
  v_proposal setting.setting_proposal;
begin
  insert into setting.setting_proposal (name, former, wanted, lowest, highest, note, proposed_by, proposed_ms)
  select bound.name, now.value, p_wanted, bound.lowest, bound.highest, p_note, v_operator_id, clock.now_ms()
  from setting.bound join setting.current_values() as now using (name)
  where bound.name = p_name and p_wanted between bound.lowest and bound.highest and p_wanted <> now.value
    and setting.fits(p_name, p_wanted)
  returning * into v_proposal;
  if not found then
    return null;
  end if;
  return operator.record_step(v_operator_id, 'house-setting', v_proposal.proposal_id, 'proposed', p_note,
    jsonb_build_object('name', p_name, 'from', v_proposal.former, 'to', p_wanted));
end
$$;

-- What a value would have changed in the last 30 days, from the records: of how many cases, and how many of them with
-- the former and with the wanted value (of fees: their sums). No row for settings whose effect no record shows.
create function setting.effect(p_name text, p_former bigint, p_wanted bigint)
returns table (measure text, cases bigint, former bigint, wanted bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with since as (select clock.now_ms() - 30 * 86400000::bigint as ms), asked as (
    select w.* from withdrawal.withdrawal as w, since
    where p_name like 'withdrawal-%' and created_ms >= since.ms
      and asset = case when p_name like '%-usd' then 1 else 2 end
  ), of_day as (
    select sum(amount) as total from asked where state not in ('rejected', 'failed', 'cancelled')
    group by customer_id, created_ms / 86400000
  ), recharged as (
    select coalesce(d.quantity, d.credited) as amount from deposit.deposit as d, since
    where p_name like 'recharge-%' and created_ms >= since.ms
  ), confirmed as (
    select ended_ms - created_ms as took_ms from floor.sale, since
    where p_name = 'sale-time' and state = 'completed' and lapses_ms is not null and created_ms >= since.ms
  )
  select 'two-people', count(*), count(*) filter (where amount >= p_former), count(*) filter (where amount >= p_wanted)
  from asked having p_name like 'withdrawal-two-people-%'
  union all
  select 'refused', count(*), count(*) filter (where amount < p_former), count(*) filter (where amount < p_wanted)
  from asked having p_name like 'withdrawal-minimum-%'
  union all
  select 'fees', count(*), coalesce(sum(fee), 0)::bigint, count(*) * p_wanted
  from asked where state = 'completed' having p_name like 'withdrawal-fee-%'
  union all
  select 'day', count(*), count(*) filter (where total > p_former), count(*) filter (where total > p_wanted)
  from of_day having p_name like 'withdrawal-day-%'
  union all
  select 'two-people', count(*), count(*) filter (where amount >= p_former), count(*) filter (where amount >= p_wanted)
  from recharged having p_name = 'recharge-two-people'
  union all
  select 'refused', count(*), count(*) filter (where amount < p_former), count(*) filter (where amount < p_wanted)
  from recharged having p_name = 'recharge-minimum'
  union all
  select 'late', count(*), count(*) filter (where took_ms > p_former), count(*) filter (where took_ms > p_wanted)
  from confirmed having p_name = 'sale-time'
$$;

-- A value as an operator signs it. Internal.
create function setting.signed_value(p_unit text, p_value bigint) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case p_unit
    when 'ms' then jsonb_build_object('settingMs', p_value)
    when 'count' then jsonb_build_object('settingCount', p_value)
    else jsonb_build_object('settingAmount', ledger.units_text(p_value) || ' ' || p_unit) end
$$;

-- What an operator signs for confirming a value: its title, the value that it replaces, and the proposed one. Internal.
create function setting.signed_change(p_proposal_id bigint) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('setting', bound.title, 'from', setting.signed_value(bound.unit, p.former),
    'to', setting.signed_value(bound.unit, p.wanted))
  from setting.setting_proposal as p join setting.bound using (name) where p.proposal_id = p_proposal_id
$$;

-- Adds withdrawal terms that differ in one value. Internal.
create function setting.change_withdrawals(p_field text, p_asset smallint, p_value bigint) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into withdrawal.withdrawal_terms (asset, fee, minimum, daily_limit, two_person_threshold, review_ms,
    sending_ms, arrival_ms, quote_ms, created_ms)
  select asset, case p_field when 'withdrawal-fee' then p_value else fee end,
    case p_field when 'withdrawal-minimum' then p_value else minimum end,
    case p_field when 'withdrawal-day' then p_value else daily_limit end,
    case p_field when 'withdrawal-two-people' then p_value else two_person_threshold end,
    review_ms, sending_ms, arrival_ms, quote_ms, clock.now_ms()
  from withdrawal.current_withdrawal_terms(p_asset)
$$;

-- Adds a setting of payouts that differs in one value. Internal.
create function setting.change_payouts(p_name text, p_value bigint) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into payout.setting (max_bank_cards, max_wallet_addresses, cool_down_ms, created_ms)
  select case p_name when 'bank-cards' then p_value else max_bank_cards end,
    case p_name when 'wallet-addresses' then p_value else max_wallet_addresses end,
    case p_name when 'cool-down' then p_value else cool_down_ms end, clock.now_ms()
  from payout.current_setting()
$$;

-- Brings a locked proposal's value into force. Returns the proposal's number; null where the value that it was proposed
-- against is no longer the one in force, or it no longer fits to the others. Internal.
create function setting.apply(p_proposal_id bigint) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_found setting.setting_proposal;
begin
  -- One change at a time; customers' requests continue meanwhile.
  lock table setting.bound in share row exclusive mode;
  select p.* into v_found from setting.setting_proposal as p join setting.current_values() as now using (name)
  where p.proposal_id = p_proposal_id and now.value = p.former and setting.fits(p.name, p.wanted);
  if not found then
    return null;
  end if;
  case
    when v_found.name like 'withdrawal-%' then
      perform setting.change_withdrawals(regexp_replace(v_found.name, '-usdt?$', ''),
        case when v_found.name like '%-usd' then 1 else 2 end::smallint, v_found.wanted);
    when v_found.name in ('bank-cards', 'wallet-addresses', 'cool-down') then
      perform setting.change_payouts(v_found.name, v_found.wanted);
    when v_found.name = 'recharge-minimum' then
      update deposit.deposit_setting set minimum = v_found.wanted;
    when v_found.name = 'recharge-two-people' then
      update deposit.deposit_setting set two_person_threshold = v_found.wanted;
    when v_found.name = 'recharges-open' then
      update deposit.deposit_setting set max_open = v_found.wanted;
    when v_found.name = 'sale-time' then
      update floor.floor_setting set lapse_ms = v_found.wanted;
  end case;
  return p_proposal_id;
end
$$;

create trigger bound_is_kept before delete or truncate on setting.bound
  for each statement execute function ledger.refuse_change();
create trigger setting_proposal_is_decided_once before update or delete on setting.setting_proposal
  for each row execute function operator.refuse_redecision();
create trigger setting_proposal_is_kept before truncate on setting.setting_proposal
  for each statement execute function operator.refuse_redecision();
