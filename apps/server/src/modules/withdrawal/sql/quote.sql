-- Quotes of withdrawals. No caller passes a fee, a limit or a time: they follow from the stored terms and the clock.

-- Internal.
create function withdrawal.current_withdrawal_terms(p_asset smallint) returns withdrawal.withdrawal_terms
language sql stable set search_path = pg_catalog, pg_temp as $$
  select * from withdrawal.withdrawal_terms where asset = p_asset order by version desc limit 1
$$;

-- A caller whose decision must remain valid holds the lock of the customer's accounts. Internal.
create function withdrawal.judge_withdrawal(p_customer_id bigint, p_terms withdrawal.withdrawal_terms, p_wanted bigint,
  p_method_id bigint)
returns withdrawal.withdrawal_judgement
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_cent constant bigint := 10000;
  v_day_ms constant bigint := 86400000;
  v_now_ms constant bigint := clock.now_ms();
  v_customer identity.customer;
  v_account ledger.balance;
  v_method payout.method;
  v_judgement withdrawal.withdrawal_judgement;
begin
  select * into v_customer from identity.customer where customer_id = p_customer_id;
  select * into v_account from ledger.balance where owner_id = p_customer_id and owner_id > 0 and kind = 'available'
    and asset = p_terms.asset;
  select * into v_method from payout.method where method_id = p_method_id and customer_id = p_customer_id
    and removed_ms is null;
  v_judgement.account_id := v_account.account_id;
  select p_terms.daily_limit - coalesce(sum(amount), 0)::bigint into v_judgement.daily_left from withdrawal.withdrawal
  where customer_id = p_customer_id and asset = p_terms.asset and created_ms > v_now_ms - v_day_ms
    and state not in ('rejected', 'cancelled', 'failed');
  v_judgement.until_ms := greatest(v_method.added_ms + (payout.current_setting()).cool_down_ms,
    security.withdrawals_held_until_ms(p_customer_id));
  v_judgement.refusal := case
    when v_customer.state is distinct from 1 then 'account-disabled'
    when v_customer.kyc_state <> 'verified' or v_account.account_id is null
      or withdrawal.is_frozen(p_customer_id, v_account.account_id) then 'withdrawal-failed'
    when v_method.method_id is null then 'not-found'
    when p_terms.asset = 1 and v_method.kind <> 'bank-card' then 'bank-card-error'
    when p_terms.asset = 2 and v_method.kind <> 'wallet-address' then 'wrong-withdrawal-address'
    -- Banks pay whole cents.
    when p_terms.asset = 1 and p_wanted % v_cent <> 0 then 'wrong-amount'
    when p_wanted < p_terms.minimum or p_wanted > v_judgement.daily_left then 'wrong-amount'
    when p_wanted > v_account.available then 'insufficient-account-balance'
    when v_judgement.until_ms > v_now_ms then 'cooling-down'
  end;
  return v_judgement;
end
$$;

-- Quotes a withdrawal under the current terms, replacing the customer's last quote of this asset. Stores nothing when
-- it refuses.
create function withdrawal.quote_withdrawal(p_customer_id bigint, p_asset smallint, p_wanted bigint, p_method_id bigint)
returns withdrawal.withdrawal_offer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_terms constant withdrawal.withdrawal_terms := withdrawal.current_withdrawal_terms(p_asset);
  v_now_ms constant bigint := clock.now_ms();
  v_judgement withdrawal.withdrawal_judgement;
  v_offer withdrawal.withdrawal_offer;
  w withdrawal.withdrawal;
begin
  if p_customer_id is null or p_wanted is null or p_method_id is null or v_terms.version is null then
    raise exception 'malformed quote' using errcode = 'invalid_parameter_value';
  end if;
  v_judgement := withdrawal.judge_withdrawal(p_customer_id, v_terms, p_wanted, p_method_id);
  v_offer.refusal := v_judgement.refusal;
  v_offer.daily_left := v_judgement.daily_left;
  v_offer.until_ms := v_judgement.until_ms;
  v_offer.minimum := v_terms.minimum;
  if v_judgement.refusal is not null then
    return v_offer;
  end if;
  v_offer.quote_id := gen_random_uuid();
  v_offer.fee := v_terms.fee;
  w.customer_id := p_customer_id;
  w.amount := p_wanted;
  w.two_person_threshold := v_terms.two_person_threshold;
  v_offer.approvals_needed := withdrawal.approvals_needed(w, null);
  v_offer.two_person_threshold := v_terms.two_person_threshold;
  v_offer.review_ms := v_terms.review_ms;
  v_offer.arrival_ms := v_terms.arrival_ms;
  v_offer.quoted_ms := v_now_ms;
  v_offer.expires_ms := v_now_ms + v_terms.quote_ms;
  insert into withdrawal.withdrawal_quote as q (customer_id, asset, quote_id, amount, terms_version, method_id,
    quoted_ms, expires_ms)
  values (p_customer_id, p_asset, v_offer.quote_id, p_wanted, v_terms.version, p_method_id, v_now_ms,
    v_offer.expires_ms)
  on conflict (customer_id, asset) do update set quote_id = excluded.quote_id, amount = excluded.amount,
    terms_version = excluded.terms_version,
    method_id = excluded.method_id, quoted_ms = excluded.quoted_ms, expires_ms = excluded.expires_ms;
  return v_offer;
end
$$;

create trigger withdrawal_terms_are_kept before update or delete or truncate on withdrawal.withdrawal_terms
  for each statement execute function ledger.refuse_change();
