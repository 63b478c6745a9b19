-- Planned work that operators announce. The status page shows it until it is over or withdrawn.
alter table operator.announcement
  add column work_from_ms bigint,
  add column work_until_ms bigint,
  add constraint planned_work_is_complete check (num_nulls(work_from_ms, work_until_ms) in (0, 2)),
  add constraint planned_work_ends_later check (work_until_ms > work_from_ms);
create index announcement_of_work on operator.announcement (work_until_ms) where ended_ms is null;
