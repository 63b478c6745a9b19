-- What a customer does with withdrawals: ask for a quote, ask for what was quoted, take it back. Nobody passes a fee, a limit, a
-- destination or a time: they follow from the stored terms, the bound method and the clock.

-- Whether somebody may withdraw so much to a destination now, and to which account it belongs. `refusal` is null where they may.
create type ledger.withdrawal_judgement as (refusal text, account_id bigint, daily_left bigint, until_ms bigint);
create type ledger.withdrawal_offer as (
  refusal text, quote_id uuid, fee bigint, minimum bigint, daily_left bigint, two_person_threshold bigint, review_ms bigint, arrival_ms bigint,
  quoted_ms bigint, expires_ms bigint, until_ms bigint
);
-- 'requested' and 'repeated' name the withdrawal; every other word is a refusal, 'cooling-down' with the time until which.
create type ledger.withdrawal_answer as (outcome text, withdrawal_id bigint, until_ms bigint);

create function ledger.current_withdrawal_terms(p_asset smallint) returns ledger.withdrawal_terms
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select * from ledger.withdrawal_terms where asset = p_asset order by version desc limit 1
$$;

-- The caller holds the lock of the customer's accounts where the answer has to stay true.
create function ledger.judge_withdrawal(p_customer_id bigint, p_terms ledger.withdrawal_terms, p_wanted bigint, p_method_id bigint)
returns ledger.withdrawal_judgement
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_cent constant bigint := 10000;
  v_day_ms constant bigint := 86400000;
  v_now_ms constant bigint := market.now_ms();
  v_customer identity.customer;
  v_account ledger.account;
  v_method payout.method;
  v_judgement ledger.withdrawal_judgement;
begin
  select * into v_customer from identity.customer where customer_id = p_customer_id;
  select * into v_account from ledger.account where owner_id = p_customer_id and owner_id > 0 and kind = 'available' and asset = p_terms.asset;
  select * into v_method from payout.method where method_id = p_method_id and customer_id = p_customer_id and removed_ms is null;
  v_judgement.account_id := v_account.account_id;
  select p_terms.daily_limit - coalesce(sum(amount), 0)::bigint into v_judgement.daily_left from ledger.withdrawal
  where customer_id = p_customer_id and asset = p_terms.asset and created_ms > v_now_ms - v_day_ms
    and state not in ('rejected', 'cancelled', 'failed');
  v_judgement.until_ms := greatest(v_method.added_ms + (payout.current_setting()).cool_down_ms, security.withdrawals_held_until_ms(p_customer_id));
  v_judgement.refusal := case
    when v_customer.state is distinct from 1 then 'account-disabled'
    when v_customer.kyc_state <> 'verified' or v_account.account_id is null or v_account.is_frozen
      or ledger.is_withdrawal_frozen(p_customer_id) then 'withdrawal-failed'
    when v_method.method_id is null then 'not-found'
    when p_terms.asset = 1 and v_method.kind <> 'bank-card' then 'bank-card-error'
    when p_terms.asset = 2 and v_method.kind <> 'wallet-address' then 'wrong-withdrawal-address'
    -- Banks pay whole cents.
    when p_terms.asset = 1 and p_wanted % v_cent <> 0 then 'wrong-amount'
    when p_wanted < p_terms.minimum or p_wanted > v_judgement.daily_left then 'wrong-amount'
    when p_wanted > v_account.posted - v_account.held - v_account.floor then 'insufficient-account-balance'
    when v_judgement.until_ms > v_now_ms then 'cooling-down'
  end;
  return v_judgement;
end
$$;

-- Quotes a withdrawal under the terms of now, in place of the customer's last quote of this asset. Stores nothing where it refuses.
create function ledger.quote_withdrawal(p_customer_id bigint, p_asset smallint, p_wanted bigint, p_method_id bigint)
returns ledger.withdrawal_offer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_terms constant ledger.withdrawal_terms := ledger.current_withdrawal_terms(p_asset);
  v_now_ms constant bigint := market.now_ms();
  v_judgement ledger.withdrawal_judgement;
  v_offer ledger.withdrawal_offer;
begin
  if p_customer_id is null or p_wanted is null or p_method_id is null or v_terms.version is null then
    raise exception 'malformed quote' using errcode = 'invalid_parameter_value';
  end if;
  v_judgement := ledger.judge_withdrawal(p_customer_id, v_terms, p_wanted, p_method_id);
  v_offer.refusal := v_judgement.refusal;
  v_offer.daily_left := v_judgement.daily_left;
  v_offer.until_ms := v_judgement.until_ms;
  v_offer.minimum := v_terms.minimum;
  if v_judgement.refusal is not null then
    return v_offer;
  end if;
  v_offer.quote_id := gen_random_uuid();
  v_offer.fee := v_terms.fee;
  v_offer.two_person_threshold := v_terms.two_person_threshold;
  v_offer.review_ms := v_terms.review_ms;
  v_offer.arrival_ms := v_terms.arrival_ms;
  v_offer.quoted_ms := v_now_ms;
  v_offer.expires_ms := v_now_ms + v_terms.quote_ms;
  insert into ledger.withdrawal_quote as q (customer_id, asset, quote_id, amount, terms_version, method_id, quoted_ms, expires_ms)
  values (p_customer_id, p_asset, v_offer.quote_id, p_wanted, v_terms.version, p_method_id, v_now_ms, v_offer.expires_ms)
  on conflict (customer_id, asset) do update set quote_id = excluded.quote_id, amount = excluded.amount, terms_version = excluded.terms_version,
    method_id = excluded.method_id, quoted_ms = excluded.quoted_ms, expires_ms = excluded.expires_ms;
  return v_offer;
end
$$;

-- Tells the customer of a step and writes it into the audit. Last in a transaction: the audit is one chain.
create function ledger.tell_withdrawal(p_withdrawal_id bigint, p_operator_id bigint, p_step text, p_reason text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  w ledger.withdrawal;
  v_details jsonb;
begin
  select * into strict w from ledger.withdrawal where withdrawal_id = p_withdrawal_id;
  v_details := jsonb_build_object('state', w.state, 'asset', case w.asset when 1 then 'USD' else 'USDT' end,
    'amount', trim_scale(w.amount / 1000000.0)::text, 'fee', trim_scale(w.fee / 1000000.0)::text);
  -- That one of two has approved, or has said that a payment was not made, is not told.
  if p_step in ('requested', 'approved', 'rejected', 'cancelled', 'sent', 'completed', 'failed', 'overdue') then
    perform message.add(w.customer_id, 'withdrawal-' || p_step, 'withdrawal:' || p_withdrawal_id, v_details || jsonb_build_object('reason', w.reason));
  end if;
  perform audit.append(p_operator_id, 'withdrawal.' || p_step, 'withdrawal:' || p_withdrawal_id, coalesce(p_reason, ''),
    v_details || jsonb_build_object('customerId', w.customer_id, 'reason', w.reason, 'reference', w.reference));
end
$$;

-- Holds what was quoted and opens the withdrawal. A repeat of a request answers the same withdrawal; a quote is good for one.
-- Order of locks: the customer's accounts, the destination, the stripe; the audit last.
create function ledger.request_withdrawal(p_customer_id bigint, p_request_id uuid, p_quote_id uuid) returns ledger.withdrawal_answer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stripes_per_asset constant integer := 4;
  v_now_ms bigint;
  v_quote ledger.withdrawal_quote;
  v_terms ledger.withdrawal_terms;
  v_judgement ledger.withdrawal_judgement;
  v_method payout.method;
  v_stripe ledger.stripe;
  w ledger.withdrawal;
begin
  perform ledger.require_read_committed();
  if num_nulls(p_customer_id, p_request_id, p_quote_id) > 0 then
    raise exception 'malformed request' using errcode = 'invalid_parameter_value';
  end if;
  perform 1 from ledger.account where owner_id = p_customer_id and owner_id > 0 and kind = 'available' order by account_id for no key update;
  select * into w from ledger.withdrawal where request_id = p_request_id and customer_id = p_customer_id;
  if w.withdrawal_id is not null then
    return row(case when w.quote_id = p_quote_id then 'repeated' else 'conflict' end, w.withdrawal_id, null)::ledger.withdrawal_answer;
  end if;
  v_now_ms := market.now_ms();
  select * into v_quote from ledger.withdrawal_quote where customer_id = p_customer_id and quote_id = p_quote_id for update;
  v_terms := ledger.current_withdrawal_terms(v_quote.asset);
  if v_quote.quote_id is null or v_quote.expires_ms <= v_now_ms or v_quote.terms_version is distinct from v_terms.version then
    return row('quote-changed', null, null)::ledger.withdrawal_answer;
  end if;
  select * into v_method from payout.method where method_id = v_quote.method_id for share;
  v_judgement := ledger.judge_withdrawal(p_customer_id, v_terms, v_quote.amount, v_quote.method_id);
  if v_judgement.refusal is not null then
    return row(v_judgement.refusal, null, v_judgement.until_ms)::ledger.withdrawal_answer;
  end if;
  v_stripe := ledger.lock_stripe(((v_quote.asset - 1) * v_stripes_per_asset + 1 + p_customer_id % v_stripes_per_asset)::smallint);
  insert into ledger.withdrawal (customer_id, request_id, quote_id, account_id, stripe, asset, amount, fee, terms_version, two_person_threshold,
    approvals_needed, method_id, destination_kind, destination, created_ms, review_due_ms, held_seq)
  values (p_customer_id, p_request_id, p_quote_id, v_judgement.account_id, v_stripe.stripe, v_quote.asset, v_quote.amount, v_terms.fee,
    v_terms.version, v_terms.two_person_threshold, case when v_quote.amount >= v_terms.two_person_threshold then 2 else 1 end,
    v_quote.method_id, v_method.kind, v_method.fingerprint, v_now_ms, v_now_ms + v_terms.review_ms, v_stripe.seq + 1)
  returning * into w;
  delete from ledger.withdrawal_quote where customer_id = p_customer_id and asset = v_quote.asset;
  perform ledger.book(v_stripe, 'withdrawal-held', v_now_ms, sha256(ledger.withdrawal_asked_bytes(w)),
    array[row(w.account_id, w.withdrawal_id, 'withdrawal-held', 0, w.amount)::ledger.line]);
  perform ledger.tell_withdrawal(w.withdrawal_id, null, 'requested', '');
  return row('requested', w.withdrawal_id, null)::ledger.withdrawal_answer;
end
$$;

-- Locks a withdrawal in the order that everybody follows: its account first. Null where there is none.
create function ledger.lock_withdrawal(p_id bigint) returns ledger.withdrawal
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  w ledger.withdrawal;
begin
  perform ledger.require_read_committed();
  perform 1 from ledger.account where account_id = (select account_id from ledger.withdrawal where withdrawal_id = p_id) for no key update;
  select * into w from ledger.withdrawal where withdrawal_id = p_id for no key update;
  return w;
end
$$;

-- Ends a withdrawal that the caller holds locked, and gives the whole amount back.
create function ledger.release_withdrawal(w ledger.withdrawal, p_state ledger.withdrawal_state, p_reason ledger.withdrawal_reason) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stripe constant ledger.stripe := ledger.lock_stripe(w.stripe);
  v_now_ms constant bigint := market.now_ms();
  v_ended ledger.withdrawal;
begin
  update ledger.withdrawal set state = p_state, reason = p_reason, second_failer = w.second_failer, ended_ms = v_now_ms, ended_seq = v_stripe.seq + 1
  where withdrawal_id = w.withdrawal_id returning * into v_ended;
  perform ledger.book(v_stripe, 'withdrawal-released', v_now_ms, sha256(ledger.withdrawal_ended_bytes(v_ended)),
    array[row(w.account_id, w.withdrawal_id, 'withdrawal-released', 0, -w.amount)::ledger.line]);
end
$$;

-- Takes a withdrawal of this customer back before anybody has approved it. Answers its state, as it is where nothing could be taken back;
-- null where the customer has none of that number.
create function ledger.cancel_withdrawal(p_customer_id bigint, p_id bigint) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  w ledger.withdrawal;
begin
  if not exists (select from ledger.withdrawal where withdrawal_id = p_id and customer_id = p_customer_id) then
    return null;
  end if;
  w := ledger.lock_withdrawal(p_id);
  if w.state <> 'under-review' or w.first_approver is not null then
    return w.state;
  end if;
  perform ledger.release_withdrawal(w, 'cancelled', null);
  perform ledger.tell_withdrawal(p_id, null, 'cancelled', '');
  return 'cancelled';
end
$$;
