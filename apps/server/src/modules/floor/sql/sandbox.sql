-- Opens the floor of a sandbox, once: a merchant of the house with two automatic adverts, and one with an advert whose
-- sales people confirm. For the owner only. Their first prices are low; follow_bid corrects them once there is a price.
create function floor.open_sandbox_floor() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_merchant floor.merchant;
  v_name text;
  v_now_ms constant bigint := clock.now_ms();
begin
  if exists (select from floor.merchant) or (select amount = 0 from ledger.setting where name = 'house-funding') then
    return;
  end if;
  foreach v_name in array array['Meridian Desk', 'Kestrel OTC'] loop
    insert into floor.merchant (name, kind, applied_ms, approved_ms) values (v_name, 'house', v_now_ms, v_now_ms)
      returning * into v_merchant;
    perform floor.open_merchant(v_merchant.merchant_id);
    perform ledger.receive(format('desk-funding:%s', v_merchant.merchant_id), 'desk-funded',
      ledger.account_of(v_merchant.merchant_id, 'merchant', 1::smallint, null),
      ledger.stripe_of(v_merchant.merchant_id, 1::smallint), 1000000000000);
    if v_name = 'Meridian Desk' then
      perform floor.put_up_advert(v_merchant, null, 990000, 20000000000, 50000000, 5000000000, true, 4, null, null,
        null);
      perform floor.put_up_advert(v_merchant, null, 989000, 50000000000, 500000000, 20000000000, true, 10, null, null,
        null);
    else
      perform floor.put_up_advert(v_merchant, null, 999200, 10000000000, 100000000, 2000000000, false, null, null, null,
        null);
    end if;
  end loop;
end
$$;
