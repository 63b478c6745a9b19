-- Moving a customer to another cell: freeze, copy, check, switch, thaw. Each step may be repeated. What was booked here
-- stays in these books; the lines of the statement are copied.

-- Freezes a customer who leaves: nothing that the customer asks for is booked from here on. Returns since when; null
-- where this move was given up. For the owner only.
create function cell.freeze(p_move_id bigint, p_customer_id bigint, p_to_cell smallint) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_accounts constant bigint[] := closing.accounts_of(p_customer_id);
  v_since_ms bigint;
begin
  perform ledger.lock_accounts(v_accounts);
  select case when given_up_ms is null then frozen_ms end into v_since_ms from cell.departure where move_id = p_move_id;
  if found then
    return v_since_ms;
  end if;
  if exists (select from ledger.balance where account_id = any(v_accounts) and is_frozen)
    or (select state from identity.customer where customer_id = p_customer_id) is distinct from 1 then
    raise exception 'customer % is disabled', p_customer_id using errcode = 'CD004';
  end if;
  perform ledger.freeze_accounts(v_accounts);
  insert into cell.departure (move_id, customer_id, to_cell, frozen_ms)
  values (p_move_id, p_customer_id, p_to_cell, clock.now_ms()) returning frozen_ms into v_since_ms;
  return v_since_ms;
end
$$;

-- What is open of a customer and has to end before a move, each kind with how many. An identity check is decided in
-- the cell that it was sent to. For the owner only.
create function cell.open_business(p_customer_id bigint) returns table (kind text, items bigint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select kind, items from closing.open_items(p_customer_id) where kind not in ('balance', 'small-balance')
  union all
  select 'identity-check', 1 from kyc.submission where customer_id = p_customer_id and state = 'under-review'
  union all
  -- The freeze belongs to a deposit, which stays here.
  select 'frozen-withdrawals', 1 where deposit.is_withdrawal_frozen(p_customer_id)
    and not exists (select from deposit.elsewhere where customer_id = p_customer_id)
$$;

-- Gives up a move before any money was sent: the customer acts here as before. Returns false once money was sent. For
-- the owner only.
create function cell.stay(p_move_id bigint) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  d cell.departure;
begin
  select * into d from cell.departure where move_id = p_move_id;
  if d.move_id is null or d.given_up_ms is not null then
    return true;
  end if;
  perform ledger.lock_accounts(closing.accounts_of(d.customer_id));
  if exists (select from cell.sent where kind = 'move' and subject_id = p_move_id) then
    return false;
  end if;
  perform ledger.thaw_accounts(closing.accounts_of(d.customer_id));
  update cell.departure set given_up_ms = clock.now_ms() where move_id = p_move_id;
  return true;
end
$$;

-- Sends the balances of a frozen customer, with nothing open, to the other cell. What is paid in here later is sent by
-- a further call. Returns the reference; null when there is nothing to send. For the owner only.
create function cell.send_balances(p_move_id bigint) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  d cell.departure;
  s cell.sent;
begin
  perform ledger.require_read_committed();
  select * into strict d from cell.departure where move_id = p_move_id;
  perform ledger.lock_accounts(closing.accounts_of(d.customer_id));
  if (select given_up_ms from cell.departure where move_id = p_move_id) is not null
    or exists (select from cell.open_business(d.customer_id)) then
    raise exception 'customer % has something open, or stays', d.customer_id using errcode = 'CD004';
  end if;
  s.kind := 'move';
  s.subject_id := p_move_id;
  s.to_cell := d.to_cell;
  s.customer_id := d.customer_id;
  select coalesce(sum(posted) filter (where asset = 1), 0), coalesce(sum(posted) filter (where asset = 2), 0)
  into s.usd, s.usdt from ledger.balance where owner_id = d.customer_id and kind = 'available';
  if s.usd = 0 and s.usdt = 0 then
    return null;
  end if;
  return cell.send(s);
end
$$;

-- The tables whose rows a customer takes along. Records of what was booked, reviewed or said stay in the books of the
-- cell that they belong to. Internal.
create function cell.carried_tables() returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select '{identity.customer,identity.address,identity.avatar,identity.session,legal.consent,security.payment_password,'
    'security.totp,security.passkey,security.recovery_code,security.phrase,security.customer_limit,security.exclusion,'
    'security.withdrawal_hold,payout.method,favourites.favourite,message.message,invite.shown_name,'
    'transparency.customer_secret}'::text[]
$$;

-- The rows that a customer takes along, by table, with the customer's accounts. For the owner only.
create function cell.carried_rows(p_customer_id bigint) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select cell.rows_by_table(cell.carried_tables(),
      'select coalesce(jsonb_agg(to_jsonb(t)), ''[]'') from %s as t where customer_id = $1', p_customer_id)
    || jsonb_build_object('accounts', (
      select jsonb_agg(jsonb_build_object('account_id', account_id, 'asset', asset) order by asset)
      from ledger.balance where owner_id = p_customer_id and owner_id > 0 and kind = 'available'))
$$;

-- Stores rows of one table that came along. Rows get new running numbers of the table; a customer keeps the
-- number. Internal.
create function cell.store_rows(p_table text, p_rows jsonb) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_columns constant text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = p_table::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and (attidentity = '' or p_table = 'identity.customer'));
begin
  execute format('insert into %s (%s) overriding system value select %s from jsonb_populate_recordset(null::%s, $1) '
    'on conflict do nothing', p_table, v_columns, v_columns, p_table) using p_rows;
end
$$;

-- Stores a customer who comes from another cell, with frozen accounts. For the owner only.
create function cell.store_arrival(
  p_move_id bigint, p_customer_id bigint, p_from_cell smallint, p_frozen_ms bigint, p_rows jsonb
) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_table text;
begin
  if exists (select from cell.arrival where move_id = p_move_id) then
    return;
  end if;
  foreach v_table in array cell.carried_tables() loop
    -- The inviter may be in another cell.
    perform cell.store_rows(v_table, case v_table when 'identity.customer'
      then jsonb_build_array(p_rows->v_table->0 || '{"invited_by": null}') else p_rows->v_table end);
  end loop;
  perform ledger.open_moved_account((a->>'account_id')::bigint, p_customer_id, (a->>'asset')::smallint)
  from jsonb_array_elements(p_rows->'accounts') as a;
  if (select count(*) from ledger.balance where owner_id = p_customer_id and kind = 'available') <> 2
    or not exists (select from identity.customer where customer_id = p_customer_id) then
    raise exception 'customer % cannot be stored here: a name or a number is taken', p_customer_id
      using errcode = 'unique_violation';
  end if;
  insert into cell.arrival (move_id, customer_id, from_cell, frozen_ms)
  values (p_move_id, p_customer_id, p_from_cell, p_frozen_ms);
  insert into deposit.elsewhere (customer_id) values (p_customer_id) on conflict do nothing;
end
$$;

-- Copies lines of a statement from another cell. For the owner only.
create function cell.store_lines(p_lines jsonb) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into statement.past_entry select * from jsonb_populate_recordset(null::statement.past_entry, p_lines)
  on conflict do nothing
$$;

-- Ends what a customer could still do here after the move has switched. Transfers that the chain shows from here on are
-- for the other cell. For the owner only.
create function cell.leave(p_move_id bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  d cell.departure;
begin
  perform ledger.lock_accounts(closing.accounts_of((select customer_id from cell.departure where move_id = p_move_id)));
  select * into strict d from cell.departure where move_id = p_move_id for update;
  if d.left_ms is null then
    insert into deposit.elsewhere (customer_id) values (d.customer_id) on conflict do nothing;
    update identity.customer set state = 0 where customer_id = d.customer_id;
    perform closing.end_access(d.customer_id, clock.now_ms());
    update cell.departure set left_ms = clock.now_ms() where move_id = p_move_id;
  end if;
end
$$;

-- Lets a customer who has come act here. An order names a price of at most ten slots ago, so one that was asked for in
-- the other cell is too old here after six seconds: it cannot be placed twice. Returns how many milliseconds are
-- missing, 0 once the customer may act. For the owner only.
create function cell.admit(p_move_id bigint) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_oldest_order_ms constant bigint := 6000;
  v_missing_ms bigint;
  a cell.arrival;
begin
  select * into strict a from cell.arrival where move_id = p_move_id for update;
  v_missing_ms := a.frozen_ms + v_oldest_order_ms - clock.now_ms();
  if a.admitted_ms is null and v_missing_ms <= 0 then
    perform ledger.lock_accounts(closing.accounts_of(a.customer_id));
    perform ledger.thaw_accounts(closing.accounts_of(a.customer_id));
    update cell.arrival set admitted_ms = clock.now_ms() where move_id = p_move_id;
  end if;
  return case when a.admitted_ms is null then greatest(v_missing_ms, 0) else 0 end;
end
$$;
