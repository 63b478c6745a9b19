-- Simple interest on days of 86,400 seconds, rounded down. The rate is in millionths of the amount for each day.
create function interest.interest_of(p_amount bigint, p_daily_rate_ppm integer, p_duration_ms bigint) returns bigint
language sql immutable
return floor(p_amount::numeric * p_daily_rate_ppm * p_duration_ms / (1000000 * 86400000::numeric))::bigint;

create function interest.require_opening() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.state <> 'earning' or not exists (
    select from interest.interest_product as p
    where p.product_id = new.product_id and new.amount between p.minimum and p.maximum) then
    raise exception 'an interest order begins as its product says' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger order_begins_as_its_product_says before insert on interest.interest_order for each row
  execute function interest.require_opening();
create trigger order_ends_once before update on interest.interest_order for each row
  execute function ledger.require_single_step('ended_ms', 'state', 'redeem_request_id', 'ended_seq');

-- The canonical bytes of an interest order as it was opened: what the hash of its first batch covers.
create function interest.order_opened_bytes(o interest.interest_order) returns bytea
language sql stable
return int8send(o.order_id) || int8send(o.customer_id) || uuid_send(o.request_id) || int8send(o.product_id)
  || int2send(o.asset)
  || int8send(o.amount) || int8send(o.interest) || int8send(o.start_ms) || int8send(o.expires_ms);

-- The canonical bytes of an interest order as it ended: what the hash of its last batch covers.
create function interest.order_ended_bytes(o interest.interest_order) returns bytea
language sql stable
return int8send(o.order_id) || convert_to(o.state::text, 'UTF8') || int8send(o.amount)
  || int8send(case when o.state = 'matured' then o.interest else 0 end) || int8send(o.ended_ms)
  || sha256(convert_to(coalesce(o.redeem_request_id::text, ''), 'UTF8'));

-- Notifies the customer how an interest order ended. Internal.
create function interest.notify_customer(o interest.interest_order) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select message.add_known(o.customer_id, 'term-' || o.state, 'term:' || o.order_id, jsonb_build_object(
    'asset', ledger.asset_name(o.asset), 'amount', ledger.units_text(o.amount),
    'interest', ledger.units_text(case when o.state = 'matured' then o.interest else 0 end),
    'durationMs', o.duration_ms))
$$;

-- The version of a product that serves new orders. Internal.
create function interest.newest_interest_product(p_asset smallint, p_duration_ms bigint)
  returns interest.interest_product
language sql stable set search_path = pg_catalog, pg_temp as $$
  select * from interest.interest_product where asset = p_asset and duration_ms = p_duration_ms order by version desc
    limit 1
$$;

-- Locks a stripe whose interest account covers the amount, the customer's own before the others. Null if none covers
-- it; SQLSTATE CL001 if every stripe that covers it is halted. A stripe that was emptied meanwhile is released before
-- another is tried, so that no transaction holds two out of order. Internal.
create function interest.lock_covering_stripe(p_customer_id bigint, p_asset smallint, p_interest bigint)
  returns ledger.stripe
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_candidate smallint;
  v_stripe ledger.stripe;
  v_account_id bigint;
begin
  loop
    select s.stripe into v_candidate from ledger.stripe as s join ledger.balance as a on a.kind = 'interest'
      and a.stripe = s.stripe
    where s.asset = p_asset and a.available >= p_interest
    order by s.halted_reason is not null, s.stripe <> ledger.stripe_of(p_customer_id, p_asset), s.stripe limit 1;
    if v_candidate is null then
      return null;
    end if;
    begin
      v_stripe := ledger.lock_stripe(v_candidate);
      v_account_id := ledger.lock_house('interest', p_asset, v_candidate);
      if exists (select from ledger.balance where account_id = v_account_id and available >= p_interest) then
        return v_stripe;
      end if;
      raise exception 'stripe % was emptied meanwhile', v_candidate using errcode = 'CL002';
    exception when sqlstate 'CL002' then
      null; -- and its locks are released
    end;
  end loop;
end
$$;

create trigger order_is_kept before delete or truncate on interest.interest_order for each statement
  execute function ledger.refuse_change();
