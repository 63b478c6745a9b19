-- What operators say about incidents. One writes a text, a second one publishes it as the next version; versions stay.
create table conduct.explanation (
  explanation_id bigint generated always as identity primary key,
  incident_id bigint not null references conduct.incident,
  -- The text.
  note text not null check (length(note) between 3 and 500),
  proposed_by bigint not null references operator.account,
  proposed_ms bigint not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'rejected')),
  decided_by bigint references operator.account,
  decided_ms bigint,
  version integer check (version > 0),
  unique (incident_id, version),
  constraint explanation_needs_two_operators check (state <> 'confirmed' or decided_by <> proposed_by),
  constraint decided_explanation_is_complete check ((state = 'proposed') = (decided_by is null)
    and (state = 'proposed') = (decided_ms is null) and (state = 'confirmed') = (version is not null))
);
