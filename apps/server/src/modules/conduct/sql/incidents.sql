-- Incidents, as the server itself notices them: each has a start and, once, an end. Nobody edits them.

create trigger incident_ends_once before update on conduct.incident for each row
  execute function ledger.require_single_step('ended_ms');
create trigger incident_is_kept before delete or truncate on conduct.incident for each statement
  execute function ledger.refuse_change();

-- The contracts that were void because a window that a time without prices touches lacked them: of all instruments
-- where the symbol is empty, and of all until now where the time has no end. A window that two such times touch is
-- in the figures of both.
create function conduct.voids_within(p_symbol text, p_from_ms bigint, p_to_ms bigint,
  out contracts bigint, out house_gain bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with slots as (
    select (p_from_ms - genesis_ms) / slot_ms as from_slot,
      (coalesce(p_to_ms, clock.now_ms()) - genesis_ms - 1) / slot_ms as to_slot
    from market.clock cross join (select 500 as slot_ms) as sizes
  )
  select coalesce(sum(w.contracts), 0)::bigint, coalesce(sum(w.house_gain), 0)::bigint
  from slots join conduct.void_window as w
    on w.to_slot between slots.from_slot and slots.to_slot + 7200 and w.from_slot <= slots.to_slot
  where p_symbol = ''
    or w.instrument_id = (select i.instrument_id from market.instrument as i where i.symbol = p_symbol)
$$;

-- Begins an incident unless it is known. Internal.
create function conduct.begin_incident(p_kind text, p_subject text, p_started_ms bigint) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into conduct.incident (kind, subject, started_ms) values (p_kind, p_subject, p_started_ms)
  on conflict do nothing
$$;

-- Notices times without frames: those under way, and recorded gaps of the last week, whose start they share. Internal.
create function conduct.watch_frames(p_now_ms bigint, p_setting conduct.setting) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_slot_ms constant bigint := 500;
  v_week_ms constant bigint := 604800000;
  v_genesis_ms constant bigint := (select genesis_ms from market.clock);
  v_next_ms constant bigint := v_genesis_ms + ((select max(slot) from market.frame) + 1) * v_slot_ms;
begin
  if v_next_ms < p_now_ms - p_setting.outage_slots * v_slot_ms then
    perform conduct.begin_incident('no-prices', '', v_next_ms);
  end if;
  update conduct.incident set ended_ms = resumed.at_ms
  from (
    select incident_id, (
      select v_genesis_ms + slot * v_slot_ms from market.frame
      where slot >= (started_ms - v_genesis_ms) / v_slot_ms order by slot limit 1) as at_ms
    from conduct.incident where kind = 'no-prices' and ended_ms is null
  ) as resumed
  where incident.incident_id = resumed.incident_id and resumed.at_ms is not null;
  insert into conduct.incident (kind, subject, started_ms, ended_ms)
  select 'no-prices', '', v_genesis_ms + from_slot * v_slot_ms, v_genesis_ms + (to_slot + 1) * v_slot_ms
  from market.gap
  where from_slot > (p_now_ms - v_week_ms - v_genesis_ms) / v_slot_ms
    and to_slot - from_slot + 1 > p_setting.outage_slots
  on conflict do nothing;
end
$$;

-- Notices instruments without a usable price: stale now and at the beginning of the last stale_slots slots, with no
-- open frame between. Internal.
create function conduct.watch_stale(p_setting conduct.setting) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_slot_ms constant bigint := 500;
  v_round_slots constant bigint := 60;
  v_genesis_ms constant bigint := (select genesis_ms from market.clock);
  v_newest market.frame;
  v_before market.frame;
begin
  select * into v_newest from market.frame order by slot desc limit 1;
  select * into v_before from market.frame where slot <= v_newest.slot - p_setting.stale_slots
    order by slot desc limit 1;
  update conduct.incident set ended_ms = v_genesis_ms + v_newest.slot * v_slot_ms
  from market.instrument
  where kind = 'stale' and ended_ms is null and instrument.symbol = incident.subject
    and v_newest.states[instrument.instrument_id] <> 2;
  insert into conduct.incident (kind, subject, started_ms)
  select 'stale', symbol, v_genesis_ms + v_slot_ms * (
    -- The first stale frame since the newest open one: rounds are ten seconds apart, and may be late.
    select min(slot) from market.frame
    where slot between v_before.slot - v_round_slots and v_before.slot and states[instrument_id] = 2
      and open_counts[instrument_id] = v_newest.open_counts[instrument_id])
  from market.instrument
  where v_newest.states[instrument_id] = 2 and v_before.states[instrument_id] = 2
    and v_newest.open_counts[instrument_id] = v_before.open_counts[instrument_id]
  on conflict do nothing;
end
$$;

-- When the oldest frame or batch that no checkpoint of a log covers was stored; null where none waits, or the log has
-- not begun. Internal.
create function conduct.oldest_unsigned_ms(p_name text) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  with newest as (select * from transparency.log where name = p_name order by shard desc limit 1)
  select case when p_name = 'ticks' then (
      select published_ms from market.frame where slot >= newest.first_slot + newest.size order by slot limit 1)
    else (
      select min(link.at_ms) from ledger.stripe
      cross join lateral (
        select coalesce(max(seq), 0) as seq from transparency.leaf_of_batch as leaf
        where leaf.stripe = stripe.stripe
          and (leaf.shard < newest.shard or leaf.shard = newest.shard and leaf.leaf_index < newest.size)
      ) as signed
      join ledger.link on link.stripe = stripe.stripe and link.seq = signed.seq + 1) end
  from newest
$$;

-- Notices a log whose checkpoints are late. Internal.
create function conduct.watch_logs(p_now_ms bigint, p_setting conduct.setting) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_log record;
begin
  for v_log in
    select name, conduct.oldest_unsigned_ms(name) as waiting_ms from (values ('ticks'), ('events')) as logs (name)
  loop
    if v_log.waiting_ms < p_now_ms - p_setting.log_late_ms then
      perform conduct.begin_incident('log-late', v_log.name, v_log.waiting_ms);
    else
      update conduct.incident set ended_ms = p_now_ms
      where kind = 'log-late' and subject = v_log.name and ended_ms is null;
    end if;
  end loop;
end
$$;

-- Begins and ends incidents by what is stored now.
create function conduct.watch_incidents() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_setting conduct.setting;
begin
  select * into v_setting from conduct.setting for no key update;
  perform conduct.watch_frames(v_now_ms, v_setting);
  perform conduct.watch_stale(v_setting);
  perform conduct.watch_logs(v_now_ms, v_setting);
end
$$;
