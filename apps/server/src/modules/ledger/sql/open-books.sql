-- Opening the books: a customer's accounts, play money, the house's bankroll. No caller names an amount: amounts are
-- the owner's settings, and each source of a transfer is booked once.

-- Books `p_amount` from custody to an account, once per source. A caller that locks several stripes holds this one's
-- lock. Returns whether this call booked it. Internal.
create function ledger.receive(p_source text, p_kind ledger.movement, p_account_id bigint, p_stripe smallint,
  p_amount bigint)
returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_stripe ledger.stripe;
  v_custody bigint;
  v_transfer_id bigint;
  v_at_ms bigint;
begin
  v_stripe := ledger.lock_stripe(p_stripe);
  perform 1 from ledger.account where account_id = p_account_id for no key update;
  select account_id into strict v_custody from ledger.account
  where owner_id = 0 and kind = 'custody' and asset = v_stripe.asset for no key update;
  v_at_ms := clock.now_ms();
  insert into ledger.transfer (source, kind, account_id, asset, amount, stripe, seq, at_ms)
  values (p_source, p_kind, p_account_id, v_stripe.asset, p_amount, p_stripe, v_stripe.seq + 1, v_at_ms)
  on conflict (source) do nothing returning transfer_id into v_transfer_id;
  if v_transfer_id is null then
    return false;
  end if;
  perform ledger.book(v_stripe, p_kind, v_at_ms, ''::bytea, array[
    row(p_account_id, v_transfer_id, p_kind, p_amount, 0)::ledger.line,
    row(v_custody, v_transfer_id, p_kind, -p_amount, 0)::ledger.line
  ]);
  return true;
end
$$;

-- Opens an empty account of an owner. Idempotent.
-- Internal: called by the modules whose owners need an account.
create function ledger.open_account(p_owner_id bigint, p_kind ledger.account_kind, p_asset smallint) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into ledger.account (owner_id, kind, asset) values (p_owner_id, p_kind, p_asset) on conflict do nothing
$$;

-- Opens the accounts of a registered customer in both assets, and books the opening balance of play money if the books
-- grant one. Idempotent. Call it as the last statement of a transaction: it holds the lock of custody until the end.
create function ledger.open_customer(p_customer_id bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_amount bigint;
  v_stripe smallint;
  v_account_id bigint;
begin
  perform ledger.require_read_committed();
  if p_customer_id is null or p_customer_id <= 0 then
    raise exception 'a customer id is positive' using errcode = 'invalid_parameter_value';
  end if;
  -- An account of nobody would be granted play money that no login can use and no report attributes.
  if not exists (select from identity.customer where customer_id = p_customer_id) then
    raise exception 'there is no customer %', p_customer_id using errcode = 'invalid_parameter_value';
  end if;
  insert into ledger.account (owner_id, kind, asset) values (p_customer_id, 'available', 1),
    (p_customer_id, 'available', 2)
  on conflict do nothing;
  select amount into strict v_amount from ledger.setting where name = 'opening-balance';
  if v_amount = 0 or (select count(*) = 2 from ledger.transfer
    where source in (format('grant:%s:1', p_customer_id), format('grant:%s:2', p_customer_id))) then
    return;
  end if;
  -- All stripes before any custody: the common lock order.
  perform 1 from ledger.account where owner_id = p_customer_id order by account_id for no key update;
  perform 1 from ledger.stripe where stripe in (ledger.stripe_of(p_customer_id, 1::smallint),
    ledger.stripe_of(p_customer_id, 2::smallint))
  order by stripe for no key update;
  for v_asset in 1..2 loop
    v_stripe := ledger.stripe_of(p_customer_id, v_asset::smallint);
    select account_id into strict v_account_id from ledger.account
    where owner_id = p_customer_id and kind = 'available' and asset = v_asset;
    perform ledger.receive(format('grant:%s:%s', p_customer_id, v_asset), 'grant', v_account_id, v_stripe, v_amount);
  end loop;
end
$$;

-- Funds the house from custody, in equal parts across the stripes of each asset, once: the bankroll, the exchange
-- accounts, and the interest accounts. For the owner only.
create function ledger.fund_house() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_stripes_per_asset constant integer := 4;
  v_amount bigint;
  v_stripe ledger.stripe;
  v_kind ledger.account_kind;
  v_account_id bigint;
begin
  select amount / v_stripes_per_asset into strict v_amount from ledger.setting where name = 'house-funding';
  if v_amount = 0 then
    return;
  end if;
  perform 1 from ledger.stripe order by stripe for no key update;
  for v_stripe in select * from ledger.stripe order by stripe loop
    perform ledger.receive(format('house-funding:%s', v_stripe.stripe), 'house-funding', v_stripe.house_account,
      v_stripe.stripe, v_amount);
    foreach v_kind in array array['fx', 'interest']::ledger.account_kind[] loop
      select account_id into strict v_account_id from ledger.account where kind = v_kind and stripe = v_stripe.stripe;
      perform ledger.receive(format('%s-funding:%s', v_kind, v_stripe.stripe), 'house-funding', v_account_id,
        v_stripe.stripe, v_amount);
    end loop;
  end loop;
end
$$;

-- Books capital that the operator has paid in, once for each reference, in parts across the stripes of an asset: to
-- the bankroll, the exchange accounts ('fx') or the interest accounts. Returns whether this call booked it. A reference
-- that was booked with another amount or purpose is refused. For the owner only, beside a row of the audit.
create function ledger.pay_in_capital(
  p_reference text, p_kind ledger.account_kind, p_asset smallint, p_amount bigint
) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_stripes constant bigint := 4;
  v_stripe ledger.stripe;
  v_source text;
  v_part bigint;
  v_booked boolean := false;
begin
  perform ledger.require_read_committed();
  if p_reference is null or p_reference !~ '^[[:graph:]]([[:graph:] ]{0,98}[[:graph:]])?$'
    or p_kind is null or p_kind not in ('bankroll', 'fx', 'interest') or p_amount is null or p_amount < v_stripes then
    raise exception 'capital has a reference, a purpose and an amount' using errcode = 'invalid_parameter_value';
  end if;
  perform 1 from ledger.stripe where asset = p_asset order by stripe for no key update;
  for v_stripe in select * from ledger.stripe where asset = p_asset order by stripe loop
    v_source := format('capital:%s:%s', p_reference, v_stripe.stripe);
    -- What does not divide goes to the first stripe.
    v_part := p_amount / v_stripes + case when v_stripe.stripe % v_stripes = 1 then p_amount % v_stripes else 0 end;
    if ledger.receive(v_source, 'house-funding', ledger.account_of(0, p_kind, p_asset, v_stripe.stripe),
      v_stripe.stripe, v_part) then
      v_booked := true;
    elsif not exists (select from ledger.transfer where source = v_source and amount = v_part
      and account_id = ledger.account_of(0, p_kind, p_asset, v_stripe.stripe)) then
      raise exception 'the reference % was booked with another amount or purpose', p_reference
        using errcode = 'unique_violation';
    end if;
  end loop;
  return v_booked;
end
$$;

-- Sets up the books of a sandbox: 10,000 of each asset for each new customer, 1,000,000 of each for the house. For the
-- owner only.
create function ledger.open_sandbox_books() returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update ledger.setting set amount = 10000000000 where name = 'opening-balance';
  update ledger.setting set amount = 1000000000000 where name = 'house-funding';
  select ledger.fund_house()
$$;
