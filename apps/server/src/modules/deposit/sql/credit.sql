-- Crediting deposits. Order of locks: the customer's accounts, transfer, deposit, stripes, then custody; the
-- lock of a stripe covers its fx and suspense. Which fx account pays is decided once its stripe is locked: a swap may
-- have emptied it before.

-- Credits `p_units` of USDT to the customer of a deposit that is locked with the customer's accounts: as USDT, or as
-- USD at the official price less the spread, from the house's fx accounts. Returns 'credited', 'no-price' or
-- 'not-covered'; the last two change nothing. Internal.
create function deposit.credit_deposit(p_deposit_id bigint, p_units bigint) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_usd constant smallint := 1;
  v_usdt constant smallint := 2;
  v_deposit deposit.deposit;
  v_ticks bigint;
  v_decimals smallint;
  v_spread_bps integer;
  v_credited bigint := p_units;
  v_usdt_stripe smallint;
  v_usd_stripe smallint;
  v_custody bigint;
  v_customer bigint;
  v_at_ms bigint;
begin
  select * into strict v_deposit from deposit.deposit where deposit_id = p_deposit_id;
  v_usdt_stripe := ledger.stripe_of(v_deposit.customer_id, v_usdt);
  if v_deposit.asset = v_usd then
    select ticks, decimals into v_ticks, v_decimals from market.usdt_price();
    if v_ticks is null then
      return 'no-price';
    end if;
    select spread_bps into strict v_spread_bps from deposit.deposit_setting;
    v_credited := floor(p_units::numeric * v_ticks * (10000 - v_spread_bps) / (10000 * power(10::numeric, v_decimals)));
    v_usd_stripe := swap.lock_paying_stripe(v_deposit.customer_id, v_usd, v_credited, v_usdt_stripe);
    if v_credited <= 0 or v_usd_stripe is null then
      return 'not-covered';
    end if;
  else
    perform 1 from ledger.stripe where stripe = v_usdt_stripe for no key update;
  end if;
  v_custody := ledger.lock_house('custody', v_usdt, null);
  v_customer := ledger.account_of(v_deposit.customer_id, 'available', v_deposit.asset, null);
  v_at_ms := clock.now_ms();
  perform ledger.book(ledger.lock_stripe(v_usdt_stripe), 'deposit', v_at_ms, ''::bytea, array[
    row(case when v_usd_stripe is null then v_customer else ledger.account_of(0, 'fx', v_usdt, v_usdt_stripe) end,
      p_deposit_id, 'deposit', p_units, 0)::ledger.line,
    row(v_custody, p_deposit_id, 'deposit', -p_units, 0)::ledger.line
  ]);
  if v_usd_stripe is not null then
    perform ledger.book(ledger.lock_stripe(v_usd_stripe), 'deposit', v_at_ms, ''::bytea, array[
      row(v_customer, p_deposit_id, 'deposit', v_credited, 0)::ledger.line,
      row(ledger.account_of(0, 'fx', v_usd, v_usd_stripe), p_deposit_id, 'deposit', -v_credited, 0)::ledger.line
    ]);
  end if;
  update deposit.deposit set state = 'completed', credited = v_credited, decided_ms = v_at_ms,
    rate_ticks = v_ticks, rate_decimals = v_decimals, rate_spread_bps = v_spread_bps
  where deposit_id = p_deposit_id returning * into v_deposit;
  perform deposit.notify_customer(v_deposit);
  return 'credited';
end
$$;

-- Moves a transfer's credit, as far as the customer still has it, into suspense or (`p_is_back`) out of it again; the
-- coins leave custody, or return. What the customer no longer has becomes a claim of the house. Accounts, transfer and
-- deposit are locked. Internal.
create function deposit.suspend_deposit(p_deposit_id bigint, p_is_back boolean) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_usdt constant smallint := 2;
  v_sign constant integer := case when p_is_back then -1 else 1 end;
  v_deposit deposit.deposit;
  v_units bigint;
  v_taken bigint;
  v_usdt_stripe smallint;
  v_own_stripe smallint;
  v_custody bigint;
  v_customer bigint;
  v_at_ms bigint;
  v_kind constant ledger.movement := 'deposit-suspended';
  v_coins ledger.line[];
  v_own ledger.line[] := '{}';
begin
  select * into strict v_deposit from deposit.deposit where deposit_id = p_deposit_id;
  select units into strict v_units from deposit.chain_transfer where transfer_id = v_deposit.transfer_id;
  v_usdt_stripe := ledger.stripe_of(v_deposit.customer_id, v_usdt);
  v_own_stripe := ledger.stripe_of(v_deposit.customer_id, v_deposit.asset);
  v_customer := ledger.account_of(v_deposit.customer_id, 'available', v_deposit.asset, null);
  if p_is_back then
    v_taken := v_deposit.suspended;
  else
    select least(posted - held, v_deposit.credited) into strict v_taken from ledger.balance
      where account_id = v_customer;
  end if;
  perform 1 from ledger.stripe where stripe in (v_usdt_stripe, v_own_stripe) order by stripe for no key update;
  v_custody := ledger.lock_house('custody', v_usdt, null);
  v_at_ms := clock.now_ms();
  v_coins := array[
    row(v_custody, p_deposit_id, v_kind, v_sign * v_units, 0)::ledger.line,
    row(ledger.account_of(0, 'suspense', v_usdt, v_usdt_stripe), p_deposit_id, v_kind, -v_sign * v_units,
      0)::ledger.line
  ];
  if v_taken > 0 then
    v_own := array[
      row(v_customer, p_deposit_id, v_kind, -v_sign * v_taken, 0)::ledger.line,
      row(ledger.account_of(0, 'suspense', v_deposit.asset, v_own_stripe), p_deposit_id, v_kind, v_sign * v_taken,
        0)::ledger.line
    ];
  end if;
  perform ledger.book(ledger.lock_stripe(v_usdt_stripe), v_kind, v_at_ms, ''::bytea,
    case when v_own_stripe = v_usdt_stripe then v_coins || v_own else v_coins end);
  if v_own_stripe <> v_usdt_stripe and v_taken > 0 then
    perform ledger.book(ledger.lock_stripe(v_own_stripe), v_kind, v_at_ms, ''::bytea, v_own);
  end if;
  if p_is_back then
    update deposit.deposit set state = 'completed', reason = null, suspended = null where deposit_id = p_deposit_id
      returning * into v_deposit;
    update deposit.withdrawal_freeze set lifted_ms = v_at_ms where deposit_id = p_deposit_id and lifted_ms is null;
  else
    update deposit.deposit set state = 'failed', reason = 'transfer-reversed', suspended = v_taken
    where deposit_id = p_deposit_id returning * into v_deposit;
    insert into deposit.withdrawal_freeze (customer_id, deposit_id, since_ms)
      values (v_deposit.customer_id, p_deposit_id, v_at_ms);
  end if;
  perform deposit.notify_customer(v_deposit);
end
$$;

-- Whether a reversed deposit, here or in an earlier cell of the customer, stops what is paid to a customer.
create function deposit.is_withdrawal_frozen(p_customer_id bigint) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from deposit.withdrawal_freeze where customer_id = p_customer_id and lifted_ms is null)
    or exists (select from deposit.reported_freeze where customer_id = p_customer_id and lifted_ms is null)
$$;

create trigger freeze_is_kept before delete or truncate on deposit.withdrawal_freeze for each statement
  execute function ledger.refuse_change();
create trigger reported_freeze_is_kept before delete or truncate on deposit.reported_freeze for each statement
  execute function ledger.refuse_change();
