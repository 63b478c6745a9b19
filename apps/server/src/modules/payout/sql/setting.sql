-- Internal.
create function payout.current_setting() returns payout.setting
language sql stable set search_path = pg_catalog, pg_temp as $$
  select * from payout.setting order by version desc limit 1
$$;

-- In a sandbox a new destination does not rest. For the owner only; a setting that was made since stays.
create function payout.open_sandbox() returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into payout.setting (max_bank_cards, max_wallet_addresses, cool_down_ms, created_ms)
  select max_bank_cards, max_wallet_addresses, 0, clock.now_ms() from payout.setting
  where version = 1 and not exists (select from payout.setting where version > 1)
$$;

create trigger setting_is_kept before update or delete or truncate on payout.setting for each statement
  execute function ledger.refuse_change();
