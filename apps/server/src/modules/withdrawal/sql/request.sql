-- The customers' side of withdrawals: request what was quoted, cancel it. A cancellation takes the id of its request,
-- like everything that moves money: a repeat returns the same, and for another withdrawal it is a conflict.

-- The canonical bytes of a withdrawal at its request: what the hash of its first batch covers.
create function withdrawal.withdrawal_asked_bytes(w withdrawal.withdrawal) returns bytea
language sql stable
return int8send(w.withdrawal_id) || int8send(w.customer_id) || uuid_send(w.request_id) || int2send(w.asset)
  || int8send(w.amount) || int8send(w.fee) || int8send(w.terms_version) || int8send(w.method_id) || w.destination
  || int8send(w.created_ms);

-- Holds the quoted amount and opens the withdrawal. A repeated request returns the same withdrawal; a quote is valid
-- for one. Lock order: the customer's accounts, the destination, the stripe; the audit last.
create function withdrawal.request_withdrawal(p_customer_id bigint, p_request_id uuid, p_quote_id uuid)
  returns withdrawal.withdrawal_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms bigint;
  v_quote withdrawal.withdrawal_quote;
  v_terms withdrawal.withdrawal_terms;
  v_judgement withdrawal.withdrawal_judgement;
  v_method payout.method;
  v_stripe ledger.stripe;
  w withdrawal.withdrawal;
begin
  perform ledger.require_given('request', num_nulls(p_customer_id, p_request_id, p_quote_id));
  perform ledger.lock_accounts_of(p_customer_id, 'available');
  select * into w from withdrawal.withdrawal where request_id = p_request_id and customer_id = p_customer_id;
  if w.withdrawal_id is not null then
    return row(case when w.quote_id = p_quote_id then 'repeated' else 'conflict' end, w.withdrawal_id,
      null)::withdrawal.withdrawal_answer;
  end if;
  v_now_ms := clock.now_ms();
  select * into v_quote from withdrawal.withdrawal_quote where customer_id = p_customer_id and quote_id = p_quote_id
    for update;
  v_terms := withdrawal.current_withdrawal_terms(v_quote.asset);
  if v_quote.quote_id is null or v_quote.expires_ms <= v_now_ms
    or v_quote.terms_version is distinct from v_terms.version then
    return row('quote-changed', null, null)::withdrawal.withdrawal_answer;
  end if;
  select * into v_method from payout.method where method_id = v_quote.method_id for share;
  v_judgement := withdrawal.judge_withdrawal(p_customer_id, v_terms, v_quote.amount, v_quote.method_id);
  if v_judgement.refusal is not null then
    return row(v_judgement.refusal, null, v_judgement.until_ms)::withdrawal.withdrawal_answer;
  end if;
  w.customer_id := p_customer_id;
  w.amount := v_quote.amount;
  w.two_person_threshold := v_terms.two_person_threshold;
  w.approvals_needed := withdrawal.approvals_needed(w, null);
  v_stripe := ledger.lock_stripe(ledger.stripe_of(p_customer_id, v_quote.asset));
  insert into withdrawal.withdrawal (customer_id, request_id, quote_id, account_id, stripe, asset, amount, fee,
    terms_version, two_person_threshold, approvals_needed, method_id, destination_kind, destination, created_ms,
    review_due_ms, held_seq)
  values (p_customer_id, p_request_id, p_quote_id, v_judgement.account_id, v_stripe.stripe, v_quote.asset,
    v_quote.amount, v_terms.fee, v_terms.version, v_terms.two_person_threshold, w.approvals_needed,
    v_quote.method_id, v_method.kind, v_method.fingerprint, v_now_ms, v_now_ms + v_terms.review_ms, v_stripe.seq + 1)
  returning * into w;
  delete from withdrawal.withdrawal_quote where customer_id = p_customer_id and asset = v_quote.asset;
  perform ledger.book(v_stripe, 'withdrawal-held', v_now_ms, sha256(withdrawal.withdrawal_asked_bytes(w)),
    array[row(w.account_id, w.withdrawal_id, 'withdrawal-held', 0, w.amount)::ledger.line]);
  perform withdrawal.notify_step(w.withdrawal_id, null, 'requested', '');
  return row('requested', w.withdrawal_id, null)::withdrawal.withdrawal_answer;
end
$$;

-- Cancels a withdrawal of this customer before the first approval. Returns its state, unchanged if it could not be
-- cancelled; 'conflict' when this request cancelled another one, and 'not-found' for an unknown number. Lock order: the
-- customer's accounts, the withdrawal, the stripe; the audit last.
create function withdrawal.cancel_withdrawal(p_customer_id bigint, p_request_id uuid, p_id bigint) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_past bigint;
  w withdrawal.withdrawal;
begin
  perform ledger.require_given('request', num_nulls(p_customer_id, p_request_id, p_id));
  perform ledger.lock_accounts_of(p_customer_id, 'available');
  select withdrawal_id into v_past from withdrawal.withdrawal_cancelling where request_id = p_request_id
    and customer_id = p_customer_id;
  if v_past <> p_id then
    return 'conflict';
  end if;
  select * into w from withdrawal.withdrawal where withdrawal_id = p_id and customer_id = p_customer_id
    for no key update;
  if w.withdrawal_id is null then
    return 'not-found';
  elsif w.state <> 'under-review' or w.first_approver is not null then
    return w.state;
  end if;
  insert into withdrawal.withdrawal_cancelling (customer_id, request_id, withdrawal_id)
    values (p_customer_id, p_request_id, p_id);
  perform withdrawal.release_withdrawal(w, 'cancelled', null, null, '');
  return 'cancelled';
end
$$;

create trigger withdrawal_cancelling_is_kept before update or delete or truncate on withdrawal.withdrawal_cancelling
  for each statement execute function ledger.refuse_change();
