-- What routers read: of one customer in the customer's cell, and of all cells for the console.

-- The balances of a customer, in units.
create function cell.balances(p_customer_id bigint)
  returns table (asset smallint, posted bigint, held bigint, available bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select asset, posted, held, available from ledger.balance
  where owner_id = p_customer_id and owner_id > 0 and kind = 'available' order by asset
$$;

-- The next lines of a customer's statement in an asset, from all cells that the customer has been in.
create function cell.statement_lines(p_customer_id bigint, p_asset smallint, p_after bigint, p_limit integer)
  returns setof statement.past_entry
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select line.* from ledger.balance as b
  cross join lateral statement.lines(b.account_id, p_after, b.version + statement.past_lines(b.account_id),
    least(p_limit, 2000)) as line
  where b.owner_id = p_customer_id and b.owner_id > 0 and b.kind = 'available' and b.asset = p_asset
  order by line.version
$$;

-- The sums of this cell that operators see beside those of all others: amounts in units, or how many. Of the queues,
-- what waits; of the books, what customers have, what open contracts may pay, and the clearing account.
create function cell.overview() returns table (cell smallint, figure text, asset smallint, amount bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select self.cell from cell.self), 1::smallint), f.figure, f.asset, f.amount from (
    select 'customers' as figure, null::smallint as asset, (
      select count(*) from identity.customer where state = 1) as amount
    union all select 'withdrawals-waiting', asset, sum(amount)::bigint from withdrawal.withdrawal
      where state in ('under-review', 'approved') group by asset
    union all select 'recharges-waiting', null, (
      select count(*) from deposit.deposit where state = 'under-review')
    union all select 'open-contracts', asset, sum(stake)::bigint from contract.contract_order
      where state = 'open' group by asset
    union all select 'customers-have', asset, sum(posted)::bigint from ledger.balance
      where kind in ('available', 'invested', 'escrow') group by asset
    union all select 'clearing', asset, posted from ledger.balance where kind = 'clearing'
    union all select 'undelivered', null, (select count(*) from cell.sent where delivered_ms is null)
    union all select 'halted-stripes', null, (select count(*) from ledger.stripe where halted_reason is not null)
    union all select 'version', null, (select coalesce(max(version), 0) from cell.version)
  ) as f
$$;

-- Withdrawals that wait in this cell, oldest first.
create function cell.waiting_withdrawals(p_limit integer) returns table (cell smallint, withdrawal_id bigint,
  customer_id bigint, asset smallint, amount bigint, state text, created_ms bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select self.cell from cell.self), 1::smallint), w.withdrawal_id, w.customer_id, w.asset, w.amount,
    w.state::text, w.created_ms
  from withdrawal.withdrawal as w where w.state in ('under-review', 'approved')
  order by w.created_ms limit least(p_limit, 500)
$$;

-- The same of the cell that the call names. The console asks each by itself, so that one that is away hides no other's.
create function cell.overview_of(p_cell smallint) returns table (figure text, asset smallint, amount bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select figure, asset, amount from cell.overview() where cell = p_cell
$$;

-- Withdrawals that wait in the cell that the call names, oldest first, with the promise of their next step.
create function cell.waiting_withdrawals_of(p_cell smallint, p_limit integer) returns table (withdrawal_id bigint,
  asset smallint, amount bigint, state text, created_ms bigint, promised_ms bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select w.withdrawal_id, w.asset, w.amount, w.state::text, w.created_ms, due.due_ms
  from withdrawal.withdrawal as w cross join lateral withdrawal.withdrawal_due(w) as due
  where w.state in ('under-review', 'approved') and p_cell = coalesce((select self.cell from cell.self), 1)
  order by w.created_ms limit least(p_limit, 500)
$$;

-- Since when a login is in this cell: 0 for one that was opened here, or the time of the move that brought its
-- customer. Null where it is not here. The front looks for it in each cell by itself, so that a cell that is away hides
-- no other.
create function cell.login_since(p_cell smallint, p_token_hash bytea) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select max(frozen_ms) from cell.arrival where customer_id = s.customer_id), 0)
  from identity.session as s
  where s.token_hash = p_token_hash and s.revoked_ms is null
    and p_cell = coalesce((select self.cell from cell.self), 1)
$$;

-- The same of a passkey, by the id of its credential.
create function cell.passkey_since(p_cell smallint, p_credential_id text) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select max(frozen_ms) from cell.arrival where customer_id = p.customer_id), 0)
  from security.passkey as p
  where p.credential_id = p_credential_id and p_cell = coalesce((select self.cell from cell.self), 1)
$$;

-- The same of a visitor's conversation: since when it is here.
create function cell.visit_since(p_cell smallint, p_token_hash bytea) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select v.begun_ms from support.visit as v
  where v.token_hash = p_token_hash and v.expires_ms > clock.now_ms()
    and p_cell = coalesce((select self.cell from cell.self), 1)
$$;

-- Whether a customer of this cell is verified. Waits for a decision that is under way: what the directory had claimed
-- for the customer when this was called is decided by then.
create function cell.is_verified(p_cell smallint, p_customer_id bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_state text;
begin
  if p_cell <> coalesce((select self.cell from cell.self), 1) then
    raise exception 'this is not cell %', p_cell using errcode = 'CD001';
  end if;
  select kyc_state into v_state from identity.customer where customer_id = p_customer_id for share;
  return v_state is not distinct from 'verified';
end
$$;
