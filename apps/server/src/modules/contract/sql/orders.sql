create function contract.require_single_closing() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_hashjoin = on
set plan_cache_mode = force_generic_plan
as $$
begin
  if exists (
    select from before_change as b full join after_change as a using (order_id)
    where a.order_id is null or b.order_id is null or b.state <> 'open'
       or (a.customer_id, a.request_id, a.account_id, a.stripe, a.asset, a.instrument_id, a.terms_id, a.direction,
         a.stake, a.fee, a.profit, a.accepted_ms, a.entry_slot, a.exit_slot, a.placed_seq)
          is distinct from
          (b.customer_id, b.request_id, b.account_id, b.stripe, b.asset, b.instrument_id, b.terms_id, b.direction,
            b.stake, b.fee, b.profit, b.accepted_ms, b.entry_slot, b.exit_slot, b.placed_seq)
  ) then
    raise exception 'an order is only ever closed, once' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger order_closes_once after update on contract.contract_order
  referencing old table as before_change new table as after_change for each statement
    execute function contract.require_single_closing();

-- The canonical bytes of an order at acceptance: the input of its batch's hash.
create function contract.placed_bytes(
  p_order_id bigint, p_customer_id bigint, p_request_id uuid, p_account_id bigint, p_instrument_id integer,
    p_terms_id bigint,
  p_direction contract.direction, p_stake bigint, p_fee bigint, p_profit bigint, p_accepted_ms bigint,
    p_entry_slot bigint, p_exit_slot bigint
) returns bytea
language sql stable
return int8send(p_order_id) || int8send(p_customer_id) || uuid_send(p_request_id) || int8send(p_account_id)
  || int4send(p_instrument_id) || int8send(p_terms_id) || convert_to(p_direction::text, 'UTF8') || int8send(p_stake)
  || int8send(p_fee) || int8send(p_profit) || int8send(p_accepted_ms) || int8send(p_entry_slot)
    || int8send(p_exit_slot);

-- The canonical bytes of an order at acceptance: the input of its batch's hash.
create function contract.placed_bytes(o contract.contract_order) returns bytea
language sql stable
return contract.placed_bytes(
  o.order_id, o.customer_id, o.request_id, o.account_id, o.instrument_id, o.terms_id, o.direction, o.stake, o.fee,
    o.profit, o.accepted_ms, o.entry_slot, o.exit_slot);

-- The canonical bytes of a closed order: the input of the settling batch's hash. Those of an order under the old rule
-- stay as they were; the scale of averages follows them. An order id never begins with its bytes 00 01.
create function contract.settled_bytes(o contract.contract_order) returns bytea
language sql stable
return int8send(o.order_id) || convert_to(o.result::text, 'UTF8') || convert_to(coalesce(o.void_reason::text, ''),
  'UTF8')
  || int8send(coalesce(o.entry_price, 0)) || int8send(coalesce(o.exit_price, 0)) || int8send(coalesce(o.settled_slot,
    -1))
  || int8send(o.net) || int8send(o.settled_ms)
  || case when o.price_scale > 0 then int2send(o.price_scale) else ''::bytea end;

-- The number of void contracts, their reasons and stakes: a void returns the stake, and a house that voids contracts it
-- would lose shows here.
create view contract.void_statistics as
  select asset, void_reason, count(*) as orders, sum(stake)::bigint as stake
  from contract.contract_order where result = 'void' group by asset, void_reason;

create trigger order_is_kept before delete or truncate on contract.contract_order for each statement
  execute function ledger.refuse_change();
