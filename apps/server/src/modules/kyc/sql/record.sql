-- How the promised times of identity checks were kept, for the public record.

-- Counts the reviews that were decided after p_since_ms: 'checked' are first reviews, 'appealed' those of appeals. An
-- appeal does not change the figures of its first review. Recoveries of a mailbox, which their customers may stop, are
-- not counted. Returns totals only, so a single operator's decision stays hidden.
create function kyc.review_levels(p_since_ms bigint)
returns table (name text, promised_within_ms bigint, done bigint, in_time bigint, median_ms bigint,
  ninety_five_ms bigint, slowest_ms bigint, overdue_now bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recent as (
    select distinct submission_id, round from kyc.decision where decided_ms > p_since_ms
  ), review as (
    select recent.round, times.done_ms, times.due_ms, times.done_ms - times.from_ms as took_ms
    from recent join kyc.submission as s on s.submission_id = recent.submission_id cross join kyc.rule
    cross join lateral (
      -- An appeal writes its own promise over that of the first review, and has no other record of its beginning.
      select s.sent_ms as from_ms, s.sent_ms + rule.promise_ms as due_ms, (
        select max(d.decided_ms) from kyc.decision as d where d.submission_id = s.submission_id and d.round = 1
      ) as done_ms
      where recent.round < s.round
      union all
      select case s.round when 1 then s.sent_ms else s.promised_ms - rule.promise_ms end, s.promised_ms, s.decided_ms
      where recent.round = s.round
    ) as times
    where s.recovery_email is null and times.done_ms is not null
  )
  select named.name, rule.promise_ms, count(review.done_ms), count(*) filter (where review.done_ms <= review.due_ms),
    percentile_disc(0.5) within group (order by review.took_ms),
    percentile_disc(0.95) within group (order by review.took_ms), max(review.took_ms),
    (select count(*) from kyc.submission as s where s.state = 'under-review' and s.recovery_email is null
      and s.round = named.round and s.promised_ms < clock.now_ms())
  from (values ('checked', 1), ('appealed', 2)) as named (name, round) cross join kyc.rule
  left join review on review.round = named.round
  group by named.name, named.round, rule.promise_ms order by named.round
$$;
