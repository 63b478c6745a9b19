-- One operator writes an announcement, a second one publishes it, and either calls it back at once. Earlier ones have
-- no title and were published by their author alone.
alter table operator.announcement
  add column kind text not null default 'notice' check (kind in ('notice', 'hours', 'work', 'terms')),
  add column titles jsonb,
  add column published_by bigint references operator.account,
  add column ended_by bigint references operator.account,
  -- Why it was called back.
  add column ended_note text check (length(ended_note) between 3 and 500),
  add constraint announcement_needs_two_operators check (published_by <> created_by);
update operator.announcement set kind = 'work' where work_from_ms is not null;
alter table operator.announcement
  alter column kind drop default,
  add constraint work_has_its_kind check ((kind = 'work') = (work_from_ms is not null));

create table operator.announcement_proposal (
  proposal_id bigint generated always as identity primary key,
  kind text not null check (kind in ('notice', 'hours', 'work', 'terms')),
  titles jsonb not null,
  texts jsonb not null,
  -- Null from the moment that it is published.
  from_ms bigint,
  -- Null until it is called back.
  until_ms bigint check (until_ms > from_ms),
  work_from_ms bigint,
  work_until_ms bigint check (work_until_ms > work_from_ms),
  note text not null check (length(note) between 3 and 500),
  proposed_by bigint not null references operator.account,
  proposed_ms bigint not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'rejected')),
  decided_by bigint references operator.account,
  decided_ms bigint,
  announcement_id bigint references operator.announcement,
  constraint proposed_work_has_its_kind check (
    (kind = 'work') = (work_from_ms is not null) and (kind = 'work') = (work_until_ms is not null)),
  constraint announcement_proposal_needs_two_operators check (state <> 'confirmed' or decided_by <> proposed_by),
  constraint confirmed_announcement_is_published check ((state = 'confirmed') = (announcement_id is not null)),
  constraint decided_announcement_is_complete check (
    (state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_ms is null))
);
