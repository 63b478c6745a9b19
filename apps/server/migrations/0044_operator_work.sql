-- What operators do beside reviewing: customers disabled and enabled, announcements, terms of later orders, and corrections between the
-- house and a customer. Each act verifies the session first and writes its audit row last. Nothing here sets a price, an order or a
-- balance: a correction is a movement of the ledger that two operators agreed on.

-- A proposal is decided once, and what was proposed stays as it was.
create function operator.refuse_redecision() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception '% of %.% is refused: proposals are kept', tg_op, tg_table_schema, tg_table_name
      using errcode = 'integrity_constraint_violation';
  end if;
  if old.state <> 'proposed' or old.proposed_by <> new.proposed_by then
    raise exception 'a proposal is decided once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;

-- Customers.

-- Whether an account may be used is decided by the function below, not by whoever may change a mobile number.
create function identity.require_state_by_operator() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if new.state <> old.state and current_user = 'candor_app' then
    raise exception 'an account is disabled and enabled by operators' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger customer_state_by_operator before update of state on identity.customer
  for each row execute function identity.require_state_by_operator();

-- Disables or enables an account. CO004 where it is so already; false where there is no such customer.
create function identity.set_customer_enabled(p_secret text, p_customer_id bigint, p_is_enabled boolean, p_reason text) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,risk,lead,security}');
  v_state smallint;
begin
  select state into v_state from identity.customer where customer_id = p_customer_id for no key update;
  if v_state is null then
    return false;
  end if;
  if (v_state = 1) = p_is_enabled then
    raise exception 'the account is in this state already' using errcode = 'CO004';
  end if;
  update identity.customer set state = case when p_is_enabled then 1 else 0 end where customer_id = p_customer_id;
  perform audit.append(v_operator_id, case when p_is_enabled then 'customer.enabled' else 'customer.disabled' end,
    'customer:' || p_customer_id, p_reason, '{}');
  return true;
end
$$;

-- Announcements.

create table operator.announcement (
  announcement_id bigint generated always as identity primary key,
  text_en text not null check (length(text_en) between 3 and 300),
  text_zh text check (length(text_zh) between 3 and 300),
  from_ms bigint not null,
  until_ms bigint check (until_ms > from_ms),
  created_by bigint not null references operator.account,
  created_ms bigint not null,
  ended_ms bigint
);
create index announcement_shown on operator.announcement (from_ms) where ended_ms is null;

create function operator.announce(p_secret text, p_text_en text, p_text_zh text, p_from_ms bigint, p_until_ms bigint) returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
  v_now_ms constant bigint := market.now_ms();
  v_id bigint;
begin
  insert into operator.announcement (text_en, text_zh, from_ms, until_ms, created_by, created_ms)
  values (p_text_en, p_text_zh, greatest(coalesce(p_from_ms, v_now_ms), v_now_ms), p_until_ms, v_operator_id, v_now_ms)
  returning announcement_id into v_id;
  perform audit.append(v_operator_id, 'announcement.created', 'announcement:' || v_id, '',
    jsonb_build_object('textEn', p_text_en, 'textZh', p_text_zh, 'fromMs', p_from_ms, 'untilMs', p_until_ms));
  return v_id;
end
$$;

-- False where there is no such announcement, CO004 where it has ended.
create function operator.end_announcement(p_secret text, p_id bigint) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
  v_announcement operator.announcement;
begin
  select * into v_announcement from operator.announcement where announcement_id = p_id for update;
  if v_announcement.announcement_id is null then
    return false;
  end if;
  if v_announcement.ended_ms is not null then
    raise exception 'the announcement has ended already' using errcode = 'CO004';
  end if;
  update operator.announcement set ended_ms = market.now_ms() where announcement_id = p_id;
  perform audit.append(v_operator_id, 'announcement.ended', 'announcement:' || p_id, '', '{}');
  return true;
end
$$;

-- Terms of later orders.

create table market.terms_proposal (
  proposal_id bigint generated always as identity primary key,
  instrument_id integer not null references market.instrument,
  duration_slots integer not null check (duration_slots > 0),
  offered boolean not null,
  stake_min bigint not null check (stake_min > 0),
  stake_max bigint not null check (stake_max >= stake_min),
  fee_bps integer not null check (fee_bps between 0 and 1000),
  payout_bps integer not null check (payout_bps between 1 and 10000),
  max_open_payout bigint not null check (max_open_payout > 0),
  -- The terms that it would follow; null where the duration has none.
  follows bigint references market.terms,
  note text not null check (length(note) between 3 and 500),
  proposed_by bigint not null references operator.account,
  proposed_ms bigint not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'rejected')),
  decided_by bigint references operator.account,
  decided_ms bigint,
  -- The version that it became.
  terms_id bigint unique references market.terms,
  constraint terms_need_two_operators check (state <> 'confirmed' or decided_by <> proposed_by),
  constraint decided_proposal_is_complete check (
    (state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_ms is null) and (state = 'confirmed') = (terms_id is not null))
);
create trigger proposal_is_decided_once before update or delete on market.terms_proposal
  for each row execute function operator.refuse_redecision();
create trigger proposal_is_kept before truncate on market.terms_proposal
  for each statement execute function operator.refuse_redecision();

create function market.newest_terms(p_instrument_id integer, p_duration_slots integer) returns market.terms
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select * from market.terms where instrument_id = p_instrument_id and duration_slots = p_duration_slots order by version desc limit 1
$$;

create function market.propose_terms(
  p_secret text, p_instrument_id integer, p_duration_slots integer, p_offered boolean, p_stake_min bigint, p_stake_max bigint,
  p_fee_bps integer, p_payout_bps integer, p_max_open_payout bigint, p_note text
) returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk}');
  v_id bigint;
begin
  insert into market.terms_proposal (instrument_id, duration_slots, offered, stake_min, stake_max, fee_bps, payout_bps, max_open_payout,
    follows, note, proposed_by, proposed_ms)
  select p_instrument_id, p_duration_slots, p_offered, p_stake_min, p_stake_max, p_fee_bps, p_payout_bps, p_max_open_payout,
    newest.terms_id, p_note, v_operator_id, market.now_ms()
  from market.newest_terms(p_instrument_id, p_duration_slots) as newest
  returning proposal_id into v_id;
  perform audit.append(v_operator_id, 'terms.proposed', 'terms:' || v_id, p_note, jsonb_build_object(
    'instrumentId', p_instrument_id, 'durationSlots', p_duration_slots, 'offered', p_offered, 'stakeMin', p_stake_min,
    'stakeMax', p_stake_max, 'feeBps', p_fee_bps, 'payoutBps', p_payout_bps, 'maxOpenPayout', p_max_open_payout));
  return v_id;
end
$$;

-- Decides proposed terms; confirming makes a new version, for orders from now on. Answers what came of it: 'decided', 'not-found', or
-- 'terms-changed' where the version that was seen is not the newest any more. CO003 for one's own, CO004 where it is decided already.
create function market.decide_terms(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk,lead}');
  v_proposal market.terms_proposal;
  v_newest market.terms;
  v_terms_id bigint;
begin
  select * into v_proposal from market.terms_proposal where proposal_id = p_id for update;
  if v_proposal.proposal_id is null then
    return 'not-found';
  end if;
  if v_proposal.state <> 'proposed' then
    raise exception 'the proposal is decided already' using errcode = 'CO004';
  end if;
  if p_is_confirmed then
    if v_proposal.proposed_by = v_operator_id then
      raise exception 'another operator has to confirm' using errcode = 'CO003';
    end if;
    perform 1 from market.instrument where instrument_id = v_proposal.instrument_id for no key update;
    v_newest := market.newest_terms(v_proposal.instrument_id, v_proposal.duration_slots);
    if v_newest.terms_id is distinct from v_proposal.follows then
      return 'terms-changed';
    end if;
    insert into market.terms (instrument_id, duration_slots, version, offered, stake_min, stake_max, fee_bps, payout_bps, max_open_payout)
    values (v_proposal.instrument_id, v_proposal.duration_slots, coalesce(v_newest.version, 0) + 1, v_proposal.offered, v_proposal.stake_min,
      v_proposal.stake_max, v_proposal.fee_bps, v_proposal.payout_bps, v_proposal.max_open_payout)
    returning terms_id into v_terms_id;
  end if;
  update market.terms_proposal set state = case when p_is_confirmed then 'confirmed' else 'rejected' end, decided_by = v_operator_id,
    decided_ms = market.now_ms(), terms_id = v_terms_id
  where proposal_id = p_id;
  perform audit.append(v_operator_id, case when p_is_confirmed then 'terms.confirmed' else 'terms.rejected' end, 'terms:' || p_id,
    p_note, jsonb_build_object('termsId', v_terms_id));
  return 'decided';
end
$$;

-- Corrections.

create table ledger.correction (
  correction_id bigint generated always as identity primary key,
  customer_id bigint not null check (customer_id > 0),
  account_id bigint not null references ledger.account,
  asset smallint not null check (asset in (1, 2)),
  -- Positive: from the house to the customer.
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000000),
  reason text not null check (reason in ('booking-error', 'lost-transfer', 'chargeback', 'goodwill', 'other')),
  note text not null check (length(note) between 3 and 500),
  proposed_by bigint not null references operator.account,
  proposed_ms bigint not null,
  state text not null default 'proposed' check (state in ('proposed', 'booked', 'rejected')),
  decided_by bigint references operator.account,
  decided_ms bigint,
  stripe smallint,
  seq bigint,
  constraint correction_needs_two_operators check (state <> 'booked' or decided_by <> proposed_by),
  constraint decided_correction_is_complete check (
    (state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_ms is null)
    and (state = 'booked') = (stripe is not null) and (state = 'booked') = (seq is not null))
);
create index correction_of_customer on ledger.correction (customer_id, correction_id);
create trigger correction_is_decided_once before update or delete on ledger.correction
  for each row execute function operator.refuse_redecision();
create trigger correction_is_kept before truncate on ledger.correction
  for each statement execute function operator.refuse_redecision();

-- Null where there is no such customer.
create function ledger.propose_correction(p_secret text, p_customer_id bigint, p_asset smallint, p_amount bigint, p_reason text, p_note text)
returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,risk,lead}');
  v_id bigint;
begin
  insert into ledger.correction (customer_id, account_id, asset, amount, reason, note, proposed_by, proposed_ms)
  select owner_id, account_id, asset, p_amount, p_reason, p_note, v_operator_id, market.now_ms()
  from ledger.account where owner_id = p_customer_id and owner_id > 0 and kind = 'available' and asset = p_asset
  returning correction_id into v_id;
  if v_id is null then
    return null;
  end if;
  perform audit.append(v_operator_id, 'correction.proposed', 'correction:' || v_id, p_reason || ': ' || p_note,
    jsonb_build_object('customerId', p_customer_id, 'asset', p_asset, 'amount', p_amount));
  return v_id;
end
$$;

-- Books a correction that another operator proposed. Answers 'decided', 'not-found', 'insufficient-balance' or 'house-limit'.
-- CO003 for one's own, CO004 where it is decided already. Locks: the correction, the customer's accounts, the stripe with the house.
create function ledger.confirm_correction(p_secret text, p_id bigint) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stripes_per_asset constant integer := 4;
  v_operator_id constant bigint := operator.require_session(p_secret, '{lead,risk}');
  v_correction ledger.correction;
  v_stripe ledger.stripe;
  v_customer_left bigint;
  v_house_left bigint;
  v_seq bigint;
begin
  perform ledger.require_read_committed();
  select * into v_correction from ledger.correction where correction_id = p_id for update;
  if v_correction.correction_id is null then
    return 'not-found';
  end if;
  if v_correction.state <> 'proposed' then
    raise exception 'the correction is decided already' using errcode = 'CO004';
  end if;
  if v_correction.proposed_by = v_operator_id then
    raise exception 'another operator has to confirm' using errcode = 'CO003';
  end if;
  perform 1 from ledger.account where owner_id = v_correction.customer_id and kind = 'available' order by account_id for no key update;
  v_stripe := ledger.lock_stripe(
    ((v_correction.asset - 1) * v_stripes_per_asset + 1 + v_correction.customer_id % v_stripes_per_asset)::smallint);
  select posted - held - floor into strict v_house_left from ledger.account where account_id = v_stripe.house_account for no key update;
  select posted - held - floor into strict v_customer_left from ledger.account where account_id = v_correction.account_id;
  if v_customer_left + v_correction.amount < 0 then
    return 'insufficient-balance';
  end if;
  if v_house_left < v_correction.amount then
    return 'house-limit';
  end if;
  v_seq := ledger.book(v_stripe, 'correction', market.now_ms(), ''::bytea, array[
    row(v_correction.account_id, p_id, 'correction', v_correction.amount, 0)::ledger.line,
    row(v_stripe.house_account, p_id, 'correction', -v_correction.amount, 0)::ledger.line
  ]);
  update ledger.correction set state = 'booked', decided_by = v_operator_id, decided_ms = market.now_ms(), stripe = v_stripe.stripe, seq = v_seq
  where correction_id = p_id;
  perform audit.append(v_operator_id, 'correction.booked', 'correction:' || p_id, v_correction.reason || ': ' || v_correction.note,
    jsonb_build_object('customerId', v_correction.customer_id, 'asset', v_correction.asset, 'amount', v_correction.amount));
  return 'decided';
end
$$;

-- 'decided' or 'not-found'; CO004 where it is decided already.
create function ledger.reject_correction(p_secret text, p_id bigint, p_note text) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,risk,lead}');
  v_state text;
begin
  select state into v_state from ledger.correction where correction_id = p_id for update;
  if v_state is null then
    return 'not-found';
  end if;
  if v_state <> 'proposed' then
    raise exception 'the correction is decided already' using errcode = 'CO004';
  end if;
  update ledger.correction set state = 'rejected', decided_by = v_operator_id, decided_ms = market.now_ms() where correction_id = p_id;
  perform audit.append(v_operator_id, 'correction.rejected', 'correction:' || p_id, p_note, '{}');
  return 'decided';
end
$$;

-- The wall.
revoke all on function
  operator.refuse_redecision(),
  identity.require_state_by_operator(),
  identity.set_customer_enabled(text, bigint, boolean, text),
  operator.announce(text, text, text, bigint, bigint),
  operator.end_announcement(text, bigint),
  market.newest_terms(integer, integer),
  market.propose_terms(text, integer, integer, boolean, bigint, bigint, integer, integer, bigint, text),
  market.decide_terms(text, bigint, boolean, text),
  ledger.propose_correction(text, bigint, smallint, bigint, text, text),
  ledger.confirm_correction(text, bigint),
  ledger.reject_correction(text, bigint, text)
from public;
grant select on operator.announcement, market.terms_proposal, ledger.correction to candor_app;
grant execute on function
  identity.set_customer_enabled(text, bigint, boolean, text),
  operator.announce(text, text, text, bigint, bigint),
  operator.end_announcement(text, bigint),
  market.propose_terms(text, integer, integer, boolean, bigint, bigint, integer, integer, bigint, text),
  market.decide_terms(text, bigint, boolean, text),
  ledger.propose_correction(text, bigint, smallint, bigint, text, text),
  ledger.confirm_correction(text, bigint),
  ledger.reject_correction(text, bigint, text)
to candor_app;
