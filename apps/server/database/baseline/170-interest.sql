-- The interest wallet: products, in versions, and customers' orders. An order keeps the version it was opened under.
-- The house holds its full interest from the start, so that the promised amount exists at its expiry.

create schema interest;

create table interest.interest_product (
  product_id bigint generated always as identity primary key,
  asset smallint not null check (asset in (1, 2)),
  duration_ms bigint not null check (duration_ms between 60000 and 31622400000),
  version integer not null check (version > 0),
  is_open boolean not null,
  daily_rate_ppm integer not null check (daily_rate_ppm between 1 and 10000),
  minimum bigint not null check (minimum > 0),
  maximum bigint not null,
  created_ms bigint not null,
  unique (asset, duration_ms, version),
  unique (product_id, asset, duration_ms, daily_rate_ppm),
  check (maximum between minimum and 1000000000000000)
);

create type interest.term_state as enum ('earning', 'matured', 'redeemed');

create table interest.term (
  term_id bigint generated always as identity primary key,
  customer_id bigint not null,
  request_id uuid not null,
  product_id bigint not null,
  account_id bigint not null references ledger.account,
  term_account_id bigint not null references ledger.account,
  stripe smallint not null references ledger.stripe,
  asset smallint not null,
  amount bigint not null check (amount > 0),
  duration_ms bigint not null,
  daily_rate_ppm integer not null,
  interest bigint not null check (interest > 0),
  state interest.term_state not null default 'earning',
  start_ms bigint not null,
  expires_ms bigint not null,
  ended_ms bigint,
  redeem_request_id uuid,
  -- The batches that took the amount in and gave it back.
  opened_seq bigint not null,
  ended_seq bigint,
  unique (customer_id, request_id),
  unique (customer_id, redeem_request_id),
  foreign key (product_id, asset, duration_ms, daily_rate_ppm)
    references interest.interest_product (product_id, asset, duration_ms, daily_rate_ppm),
  constraint expiry_follows_from_the_product check (expires_ms = start_ms + duration_ms),
  constraint ended_once check (num_nonnulls(ended_ms, ended_seq) = case when state = 'earning' then 0 else 2 end),
  constraint matured_at_its_expiry check (state <> 'matured' or ended_ms >= expires_ms),
  constraint redeemed_before_its_expiry check (state <> 'redeemed' or ended_ms < expires_ms),
  constraint redeemed_on_request check ((state = 'redeemed') = (redeem_request_id is not null))
) with (fillfactor = 80);
create index term_of_customer on interest.term (customer_id, term_id desc);
create index term_due on interest.term (stripe, expires_ms, term_id) where state = 'earning';
create index term_earning_of_account on interest.term (term_account_id) where state = 'earning';

-- 'opened', 'redeemed' and 'repeated' name the order; every other outcome is a refusal.
create type interest.term_answer as (outcome text, term_id bigint);
create type interest.maturity as (term_id bigint, customer_id bigint);

create table interest.interest_proposal (
  proposal_id bigint generated always as identity primary key,
  asset smallint not null check (asset in (1, 2)),
  duration_ms bigint not null check (duration_ms between 60000 and 31622400000),
  is_open boolean not null,
  daily_rate_ppm integer not null check (daily_rate_ppm between 1 and 10000),
  minimum bigint not null check (minimum > 0),
  maximum bigint not null,
  -- The version that it would follow; null for a product that does not exist yet.
  follows bigint references interest.interest_product,
  note text not null check (length(note) between 3 and 500),
  proposed_by bigint not null references operator.account,
  proposed_ms bigint not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'rejected')),
  decided_by bigint references operator.account,
  decided_ms bigint,
  -- The version that it became.
  product_id bigint unique references interest.interest_product,
  check (maximum between minimum and 1000000000000000),
  constraint interest_needs_two_operators check (state <> 'confirmed' or decided_by <> proposed_by),
  constraint decided_proposal_is_complete check (
    (state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_ms is null)
      and (state = 'confirmed') = (product_id is not null))
);
