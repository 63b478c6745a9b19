-- The step that an open withdrawal waits for, and by when it was promised.
create function withdrawal.withdrawal_due(w withdrawal.withdrawal, out step withdrawal.withdrawal_state,
  out due_ms bigint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case w.state when 'under-review' then 'approved' when 'approved' then 'sent'
    when 'sent' then 'completed' end::withdrawal.withdrawal_state,
    case w.state when 'under-review' then w.review_due_ms when 'approved' then w.sending_due_ms
      when 'sent' then w.arrival_due_ms end
$$;

-- Notices overdue promises: one row, one message and one audit row each, however often it is called. Returns the number
-- of new ones.
create function withdrawal.notice_overdue_withdrawals() returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_late record;
  v_noticed bigint := 0;
begin
  for v_late in
    select w.withdrawal_id, due.step, due.due_ms from withdrawal.withdrawal as w
      cross join lateral withdrawal.withdrawal_due(w) as due
    where w.state in ('under-review', 'approved', 'sent') and due.due_ms < v_now_ms
      and not exists (select from withdrawal.withdrawal_overdue as o where o.withdrawal_id = w.withdrawal_id
        and o.step = due.step)
    order by w.withdrawal_id limit 100
  loop
    insert into withdrawal.withdrawal_overdue (withdrawal_id, step, due_ms, noticed_ms)
    values (v_late.withdrawal_id, v_late.step, v_late.due_ms, v_now_ms) on conflict do nothing;
    if found then
      perform withdrawal.notify_step(v_late.withdrawal_id, null, 'overdue', v_late.step::text);
      v_noticed := v_noticed + 1;
    end if;
  end loop;
  return v_noticed;
end
$$;

create trigger withdrawal_overdue_is_kept before update or delete or truncate on withdrawal.withdrawal_overdue
  for each statement execute function ledger.refuse_change();
