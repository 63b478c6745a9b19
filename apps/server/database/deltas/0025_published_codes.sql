-- An invitation code of the house that the registration offers to everybody. One operator proposes it, a second one
-- publishes it, and any of them withdraws it at once.
create table identity.published_code (
  code_id bigint generated always as identity primary key,
  -- Two letters longer than a customer's code.
  code text not null unique check (code ~ '^[A-Z2-9]{8}$'),
  -- Why.
  note text not null check (length(note) between 3 and 500),
  proposed_by bigint not null references operator.account,
  proposed_ms bigint not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'rejected')),
  decided_by bigint references operator.account,
  decided_ms bigint,
  constraint published_code_needs_two_operators check (state <> 'confirmed' or decided_by <> proposed_by),
  constraint decided_code_is_complete check ((state = 'proposed') = (decided_by is null)
    and (state = 'proposed') = (decided_ms is null))
);

create table identity.withdrawn_code (
  code_id bigint primary key references identity.published_code,
  withdrawn_by bigint not null references operator.account,
  withdrawn_ms bigint not null
);
