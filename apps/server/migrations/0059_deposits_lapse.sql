-- Announcements lapse by themselves, and their customers are told.

-- Lets a customer's announcements lapse for which nothing arrived in time and that nobody reviews, having no voucher. The customer's
-- accounts are locked.
create or replace function ledger.lapse_deposits(p_customer_id bigint) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_deposit ledger.deposit;
begin
  for v_deposit in
    update ledger.deposit set state = 'lapsed', reason = 'nothing-arrived', decided_ms = market.now_ms()
    where customer_id = p_customer_id and state = 'under-review' and transfer_id is null and voucher is null
      and created_ms < market.now_ms() - (select lapse_ms from ledger.deposit_setting)
    returning *
  loop
    perform ledger.tell_of_deposit(v_deposit);
  end loop;
end
$$;

-- The same for everybody whose time is over, at most a hundred customers at once. The server calls it every few minutes.
create function ledger.lapse_old_deposits() returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_customers constant bigint[] := array(
    select distinct customer_id from ledger.deposit
    where state = 'under-review' and transfer_id is null and voucher is null
      and created_ms < market.now_ms() - (select lapse_ms from ledger.deposit_setting)
    order by customer_id limit 100);
begin
  perform ledger.require_read_committed();
  perform 1 from ledger.account where owner_id = any(v_customers) and kind = 'available' order by account_id for no key update;
  perform ledger.lapse_deposits(customer_id) from unnest(v_customers) as customer_id;
  return cardinality(v_customers);
end
$$;
revoke all on function ledger.lapse_old_deposits() from public;
grant execute on function ledger.lapse_old_deposits() to candor_app;
