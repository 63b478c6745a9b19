-- Withdrawals: requests, approvals and payments. The rules are constraints, so that no function can break them: two
-- different people from the threshold on, a reference before anything counts as paid, USD to a bank and USDT to a
-- wallet.

create schema withdrawal;

create type withdrawal.withdrawal_state as enum ('under-review', 'approved', 'sent', 'completed', 'failed', 'rejected',
  'cancelled');
create type withdrawal.withdrawal_reason as enum (
  'name-differs', 'destination-unusable', 'origin-of-money', 'suspicious-activity', 'customer-asked', 'payment-returned'
);

-- Set by the owner only, as a new version; the newest one of an asset serves new quotes.
create table withdrawal.withdrawal_terms (
  version bigint generated always as identity primary key,
  asset smallint not null check (asset in (1, 2)),
  fee bigint not null check (fee >= 0),
  minimum bigint not null,
  -- Within 24 hours.
  daily_limit bigint not null,
  two_person_threshold bigint not null check (two_person_threshold > 0),
  -- The review is promised within review_ms; sending within sending_ms and the arrival within arrival_ms after the
  -- approval.
  review_ms bigint not null check (review_ms > 0),
  sending_ms bigint not null check (sending_ms > 0),
  arrival_ms bigint not null check (arrival_ms >= sending_ms),
  quote_ms bigint not null check (quote_ms > 0),
  created_ms bigint not null,
  unique (version, asset, fee, two_person_threshold),
  check (minimum > fee and daily_limit >= minimum)
);
insert into withdrawal.withdrawal_terms (asset, fee, minimum, daily_limit, two_person_threshold, review_ms, sending_ms,
  arrival_ms, quote_ms, created_ms)
select asset, 1000000, 10000000, 10000000000, 300000000, 4 * 3600000, 4 * 3600000, 24 * 3600000, 10 * 60000,
  (extract(epoch from clock_timestamp()) * 1000)::bigint
from generate_series(1, 2) as asset;

-- The open quote of a customer and asset: a new one replaces it, the withdrawal uses it up.
create table withdrawal.withdrawal_quote (
  customer_id bigint not null,
  asset smallint not null check (asset in (1, 2)),
  quote_id uuid not null unique,
  amount bigint not null check (amount > 0),
  terms_version bigint not null references withdrawal.withdrawal_terms,
  method_id bigint not null references payout.method,
  quoted_ms bigint not null,
  expires_ms bigint not null,
  primary key (customer_id, asset)
);

create table withdrawal.withdrawal (
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
  state withdrawal.withdrawal_state not null default 'under-review',
  created_ms bigint not null,
  review_due_ms bigint not null,
  approved_ms bigint,
  sending_due_ms bigint,
  arrival_due_ms bigint,
  sent_ms bigint,
  reference text check (length(reference) between 3 and 120),
  ended_ms bigint,
  reason withdrawal.withdrawal_reason,
  first_approver bigint,
  second_approver bigint,
  first_failer bigint,
  second_failer bigint,
  -- The batches that held the amount, and released or paid it.
  held_seq bigint not null,
  ended_seq bigint,
  unique (request_id, customer_id),
  foreign key (terms_version, asset, fee, two_person_threshold)
    references withdrawal.withdrawal_terms (version, asset, fee, two_person_threshold),
  foreign key (method_id, customer_id, destination_kind, destination)
    references payout.method (method_id, customer_id, kind, fingerprint),
  constraint amount_covers_the_fee check (fee >= 0 and amount > fee),
  constraint asset_fits_the_destination check ((asset = 1) = (destination_kind = 'bank-card')),
  constraint large_amounts_need_two check (approvals_needed = case
    when amount >= two_person_threshold then 2 else 1 end),
  constraint approvers_differ check (second_approver <> first_approver),
  constraint approved_by_enough check (
    case when state in ('approved', 'sent', 'completed', 'failed')
      then num_nulls(first_approver, approved_ms, sending_due_ms, arrival_due_ms) = 0
        and (approvals_needed = 2) = (second_approver is not null)
      else num_nonnulls(second_approver, approved_ms, sending_due_ms, arrival_due_ms) = 0
    end),
  constraint sent_with_its_reference check ((state in ('sent', 'completed', 'failed')) = (num_nulls(sent_ms,
    reference) = 0)
    and num_nonnulls(sent_ms, reference) in (0, 2)),
  constraint failers_differ check (second_failer <> first_failer),
  constraint failed_by_two check ((state = 'failed') = (second_failer is not null)
    and (second_failer is null or first_failer is not null)
    and (first_failer is null or state in ('sent', 'completed', 'failed'))),
  constraint cancelled_before_any_approval check (state <> 'cancelled' or first_approver is null),
  constraint ended_once check ((state in ('completed', 'failed', 'rejected', 'cancelled')) = (num_nulls(ended_ms,
    ended_seq) = 0)
    and num_nonnulls(ended_ms, ended_seq) in (0, 2)),
  constraint bad_ends_have_a_reason check ((state in ('failed', 'rejected')) = (reason is not null))
) with (fillfactor = 80);
create index withdrawal_of_customer on withdrawal.withdrawal (customer_id, withdrawal_id desc);
create index withdrawal_open on withdrawal.withdrawal (created_ms, withdrawal_id)
  where state in ('under-review', 'approved', 'sent');
create index withdrawal_open_of_account on withdrawal.withdrawal (account_id)
  where state in ('under-review', 'approved', 'sent');
create index withdrawal_open_to_method on withdrawal.withdrawal (method_id)
  where state in ('under-review', 'approved', 'sent');
create index withdrawal_by_end on withdrawal.withdrawal (ended_ms) where ended_ms is not null;
create index withdrawal_by_creation on withdrawal.withdrawal (created_ms);

-- A payment pays one withdrawal.
create unique index withdrawal_paid_by_one_reference on withdrawal.withdrawal (asset, lower(reference))
  where reference is not null;

-- Approvals, and reports with a proof that a payment was never made. Each operator appears once per withdrawal.
create table withdrawal.withdrawal_approval (
  withdrawal_id bigint not null references withdrawal.withdrawal,
  operator_id bigint not null references operator.account,
  at_ms bigint not null,
  primary key (withdrawal_id, operator_id)
);

create table withdrawal.withdrawal_failing (
  withdrawal_id bigint not null references withdrawal.withdrawal,
  operator_id bigint not null references operator.account,
  proof text not null check (length(proof) between 10 and 2000),
  at_ms bigint not null,
  primary key (withdrawal_id, operator_id)
);
alter table withdrawal.withdrawal
  add foreign key (withdrawal_id, first_approver) references withdrawal.withdrawal_approval (withdrawal_id,
    operator_id),
  add foreign key (withdrawal_id, second_approver) references withdrawal.withdrawal_approval (withdrawal_id,
    operator_id),
  add foreign key (withdrawal_id, first_failer) references withdrawal.withdrawal_failing (withdrawal_id, operator_id),
  add foreign key (withdrawal_id, second_failer) references withdrawal.withdrawal_failing (withdrawal_id, operator_id);

-- Promises that passed without their step, each noticed once.
create table withdrawal.withdrawal_overdue (
  withdrawal_id bigint not null references withdrawal.withdrawal,
  step withdrawal.withdrawal_state not null check (step in ('approved', 'sent', 'completed')),
  due_ms bigint not null,
  noticed_ms bigint not null,
  primary key (withdrawal_id, step)
);

-- Whether a customer may withdraw an amount to a destination now, and the account. `refusal` is null if so.
create type withdrawal.withdrawal_judgement as (refusal text, account_id bigint, daily_left bigint, until_ms bigint);
create type withdrawal.withdrawal_offer as (
  refusal text, quote_id uuid, fee bigint, minimum bigint, daily_left bigint, two_person_threshold bigint,
    review_ms bigint, arrival_ms bigint,
  quoted_ms bigint, expires_ms bigint, until_ms bigint
);

-- 'requested' and 'repeated' name the withdrawal; every other outcome is a refusal, 'cooling-down' with its end.
create type withdrawal.withdrawal_answer as (outcome text, withdrawal_id bigint, until_ms bigint);

create table withdrawal.withdrawal_cancelling (
  customer_id bigint not null,
  request_id uuid not null,
  withdrawal_id bigint not null unique references withdrawal.withdrawal,
  primary key (request_id, customer_id)
);
