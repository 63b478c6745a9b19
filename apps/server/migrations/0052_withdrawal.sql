-- Withdrawals: what was asked, who approved it, what was paid. The rules stand in constraints, so that no function can break them:
-- two different people from the threshold on, a reference before anything counts as paid, USD to a bank and USDT to a wallet.

create type ledger.withdrawal_state as enum ('under-review', 'approved', 'sent', 'completed', 'failed', 'rejected', 'cancelled');
create type ledger.withdrawal_reason as enum (
  'name-differs', 'destination-unusable', 'origin-of-money', 'suspicious-activity', 'customer-asked', 'payment-returned'
);

-- Set by the owner only, as a new version; the newest one of an asset serves new quotes.
create table ledger.withdrawal_terms (
  version bigint generated always as identity primary key,
  asset smallint not null check (asset in (1, 2)),
  fee bigint not null check (fee >= 0),
  minimum bigint not null,
  -- Within 24 hours.
  daily_limit bigint not null,
  two_person_threshold bigint not null check (two_person_threshold > 0),
  -- The review is promised within review_ms; sending within sending_ms and the arrival within arrival_ms after the approval.
  review_ms bigint not null check (review_ms > 0),
  sending_ms bigint not null check (sending_ms > 0),
  arrival_ms bigint not null check (arrival_ms >= sending_ms),
  quote_ms bigint not null check (quote_ms > 0),
  created_ms bigint not null,
  unique (version, asset, fee, two_person_threshold),
  check (minimum > fee and daily_limit >= minimum)
);
insert into ledger.withdrawal_terms (asset, fee, minimum, daily_limit, two_person_threshold, review_ms, sending_ms, arrival_ms, quote_ms, created_ms)
select asset, 1000000, 10000000, 10000000000, 300000000, 4 * 3600000, 4 * 3600000, 24 * 3600000, 10 * 60000, market.now_ms()
from generate_series(1, 2) as asset;

-- The open quote of a customer and asset: a new one replaces it, the withdrawal uses it up.
create table ledger.withdrawal_quote (
  customer_id bigint not null,
  asset smallint not null check (asset in (1, 2)),
  quote_id uuid not null unique,
  amount bigint not null check (amount > 0),
  terms_version bigint not null references ledger.withdrawal_terms,
  method_id bigint not null references payout.method,
  quoted_ms bigint not null,
  expires_ms bigint not null,
  primary key (customer_id, asset)
);

create table ledger.withdrawal (
  withdrawal_id bigint generated always as identity primary key,
  customer_id bigint not null,
  request_id uuid not null,
  quote_id uuid not null unique,
  account_id bigint not null references ledger.account,
  stripe smallint not null references ledger.stripe,
  asset smallint not null,
  amount bigint not null,
  fee bigint not null,
  terms_version bigint not null,
  two_person_threshold bigint not null,
  approvals_needed smallint not null,
  method_id bigint not null,
  destination_kind payout.method_kind not null,
  destination bytea not null,
  state ledger.withdrawal_state not null default 'under-review',
  created_ms bigint not null,
  review_due_ms bigint not null,
  approved_ms bigint,
  sending_due_ms bigint,
  arrival_due_ms bigint,
  sent_ms bigint,
  reference text check (length(reference) between 3 and 120),
  ended_ms bigint,
  reason ledger.withdrawal_reason,
  first_approver bigint,
  second_approver bigint,
  first_failer bigint,
  second_failer bigint,
  -- The batches that held the amount, and released or paid it.
  held_seq bigint not null,
  ended_seq bigint,
  unique (request_id, customer_id),
  foreign key (terms_version, asset, fee, two_person_threshold)
    references ledger.withdrawal_terms (version, asset, fee, two_person_threshold),
  foreign key (method_id, customer_id, destination_kind, destination) references payout.method (method_id, customer_id, kind, fingerprint),
  constraint amount_covers_the_fee check (fee >= 0 and amount > fee),
  constraint asset_fits_the_destination check ((asset = 1) = (destination_kind = 'bank-card')),
  constraint large_amounts_need_two check (approvals_needed = case when amount >= two_person_threshold then 2 else 1 end),
  constraint approvers_differ check (second_approver <> first_approver),
  constraint approved_by_enough check (
    case when state in ('approved', 'sent', 'completed', 'failed')
      then num_nulls(first_approver, approved_ms, sending_due_ms, arrival_due_ms) = 0 and (approvals_needed = 2) = (second_approver is not null)
      else num_nonnulls(second_approver, approved_ms, sending_due_ms, arrival_due_ms) = 0
    end),
  constraint sent_with_its_reference check ((state in ('sent', 'completed', 'failed')) = (num_nulls(sent_ms, reference) = 0)
    and num_nonnulls(sent_ms, reference) in (0, 2)),
  constraint failers_differ check (second_failer <> first_failer),
  constraint failed_by_two check ((state = 'failed') = (second_failer is not null) and (second_failer is null or first_failer is not null)
    and (first_failer is null or state in ('sent', 'completed', 'failed'))),
  constraint cancelled_before_any_approval check (state <> 'cancelled' or first_approver is null),
  constraint ended_once check ((state in ('completed', 'failed', 'rejected', 'cancelled')) = (num_nulls(ended_ms, ended_seq) = 0)
    and num_nonnulls(ended_ms, ended_seq) in (0, 2)),
  constraint bad_ends_have_a_reason check ((state in ('failed', 'rejected')) = (reason is not null))
) with (fillfactor = 80);
create index withdrawal_of_customer on ledger.withdrawal (customer_id, withdrawal_id desc);
create index withdrawal_open on ledger.withdrawal (created_ms, withdrawal_id) where state in ('under-review', 'approved', 'sent');
create index withdrawal_open_of_account on ledger.withdrawal (account_id) where state in ('under-review', 'approved', 'sent');
create index withdrawal_open_to_method on ledger.withdrawal (method_id) where state in ('under-review', 'approved', 'sent');
create index withdrawal_by_end on ledger.withdrawal (ended_ms) where ended_ms is not null;
create index withdrawal_by_creation on ledger.withdrawal (created_ms);
-- A payment pays one withdrawal.
create unique index withdrawal_paid_by_one_reference on ledger.withdrawal (asset, lower(reference)) where reference is not null;

-- Who approved, and who said with a text of proof that a payment was never made. Nobody stands here twice for one withdrawal.
create table ledger.withdrawal_approval (
  withdrawal_id bigint not null references ledger.withdrawal,
  operator_id bigint not null references operator.account,
  at_ms bigint not null,
  primary key (withdrawal_id, operator_id)
);
create table ledger.withdrawal_failing (
  withdrawal_id bigint not null references ledger.withdrawal,
  operator_id bigint not null references operator.account,
  proof text not null check (length(proof) between 10 and 2000),
  at_ms bigint not null,
  primary key (withdrawal_id, operator_id)
);
alter table ledger.withdrawal
  add foreign key (withdrawal_id, first_approver) references ledger.withdrawal_approval (withdrawal_id, operator_id),
  add foreign key (withdrawal_id, second_approver) references ledger.withdrawal_approval (withdrawal_id, operator_id),
  add foreign key (withdrawal_id, first_failer) references ledger.withdrawal_failing (withdrawal_id, operator_id),
  add foreign key (withdrawal_id, second_failer) references ledger.withdrawal_failing (withdrawal_id, operator_id);

-- Promises that passed without their step, each noticed once.
create table ledger.withdrawal_overdue (
  withdrawal_id bigint not null references ledger.withdrawal,
  step ledger.withdrawal_state not null check (step in ('approved', 'sent', 'completed')),
  due_ms bigint not null,
  noticed_ms bigint not null,
  primary key (withdrawal_id, step)
);

create function ledger.require_withdrawal_step() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_moving constant text[] := array['state', 'approved_ms', 'sending_due_ms', 'arrival_due_ms', 'sent_ms', 'reference', 'ended_ms', 'reason',
    'first_approver', 'second_approver', 'first_failer', 'second_failer', 'ended_seq'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'under-review' or new.first_approver is not null then
      raise exception 'a withdrawal begins under review' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - v_moving) is distinct from (to_jsonb(old) - v_moving) then
    raise exception 'what was asked for in a withdrawal never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if (old.state, new.state) not in (
    ('under-review', 'under-review'), ('under-review', 'approved'), ('under-review', 'rejected'), ('under-review', 'cancelled'),
    ('approved', 'sent'), ('sent', 'sent'), ('sent', 'completed'), ('sent', 'failed')) then
    raise exception 'a withdrawal does not go from % to %', old.state, new.state using errcode = 'integrity_constraint_violation';
  end if;
  -- What was written once stays: nobody takes another's approval away, or sends again under another reference.
  if exists (
    select from jsonb_each(to_jsonb(old)) as was where was.key <> 'state' and was.value <> 'null' and to_jsonb(new) -> was.key <> was.value) then
    raise exception 'a step of a withdrawal is only ever taken, not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;

create trigger withdrawal_goes_step_by_step before insert or update on ledger.withdrawal
  for each row execute function ledger.require_withdrawal_step();
create trigger withdrawal_is_kept before delete or truncate on ledger.withdrawal for each statement execute function ledger.refuse_change();
create trigger withdrawal_terms_are_kept before update or delete or truncate on ledger.withdrawal_terms
  for each statement execute function ledger.refuse_change();
create trigger withdrawal_approval_is_kept before update or delete or truncate on ledger.withdrawal_approval
  for each statement execute function ledger.refuse_change();
create trigger withdrawal_failing_is_kept before update or delete or truncate on ledger.withdrawal_failing
  for each statement execute function ledger.refuse_change();
create trigger withdrawal_overdue_is_kept before update or delete or truncate on ledger.withdrawal_overdue
  for each statement execute function ledger.refuse_change();

-- The canonical bytes of a withdrawal as it was asked for, and as it ended: what the hashes of its two batches cover.
create function ledger.withdrawal_asked_bytes(w ledger.withdrawal) returns bytea
language sql stable
return int8send(w.withdrawal_id) || int8send(w.customer_id) || uuid_send(w.request_id) || int2send(w.asset) || int8send(w.amount)
  || int8send(w.fee) || int8send(w.terms_version) || int8send(w.method_id) || w.destination || int8send(w.created_ms);
create function ledger.withdrawal_ended_bytes(w ledger.withdrawal) returns bytea
language sql stable
return int8send(w.withdrawal_id) || convert_to(w.state::text, 'UTF8') || int8send(coalesce(w.first_approver, 0))
  || int8send(coalesce(w.second_approver, 0)) || int8send(coalesce(w.first_failer, 0)) || int8send(coalesce(w.second_failer, 0))
  || convert_to(coalesce(w.reason::text, ''), 'UTF8') || sha256(convert_to(coalesce(w.reference, ''), 'UTF8')) || int8send(w.ended_ms);
