-- Corrections between the house and a customer: proposed by one operator, booked by another.
create schema correction;

create table correction.correction (
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
create index correction_of_customer on correction.correction (customer_id, correction_id);
