-- The accounts that the whole wallet needs: what a customer has in terms and in escrow, what a desk of the trading floor has (its owner
-- is the desk), and what the house pays interest and rewards from.

alter table ledger.account
  drop constraint account_of_a_customer_is_available,
  drop constraint account_of_the_house_is_striped,
  add constraint account_has_an_owner check ((owner_id > 0) = (kind in ('available', 'term', 'escrow', 'desk'))),
  add constraint account_of_the_house_is_striped
    check ((kind in ('bankroll', 'fees', 'fx', 'suspense', 'interest', 'reward')) = (stripe is not null));
insert into ledger.account (owner_id, kind, asset, stripe, floor)
select 0, kind, stripe.asset, stripe.stripe, 0
from ledger.stripe cross join unnest(array['interest', 'reward']::ledger.account_kind[]) as kind
order by stripe.stripe, kind;

-- Funds the house from custody, in equal parts across the stripes of each asset, once: what stands behind contracts, what is changed, and
-- what interest is paid from. For the owner only.
create or replace function ledger.fund_house() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_amount bigint;
  v_stripe ledger.stripe;
  v_kind ledger.account_kind;
  v_account_id bigint;
begin
  select amount / 4 into strict v_amount from ledger.setting where name = 'house-funding';
  if v_amount = 0 then
    return;
  end if;
  perform 1 from ledger.stripe order by stripe for no key update;
  for v_stripe in select * from ledger.stripe order by stripe loop
    perform ledger.receive(format('house-funding:%s', v_stripe.stripe), 'house-funding', v_stripe.house_account, v_stripe.stripe, v_amount);
    foreach v_kind in array array['fx', 'interest']::ledger.account_kind[] loop
      select account_id into strict v_account_id from ledger.account where kind = v_kind and stripe = v_stripe.stripe;
      perform ledger.receive(format('%s-funding:%s', v_kind, v_stripe.stripe), 'house-funding', v_account_id, v_stripe.stripe, v_amount);
    end loop;
  end loop;
end
$$;
