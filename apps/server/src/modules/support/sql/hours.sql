create function support.is_on_duty(p_operator_id bigint) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from support.presence as p join operator.account as a using (operator_id)
    where p.operator_id = p_operator_id and p.is_on_duty and p.seen_ms > clock.now_ms() - 90000
      and a.disabled_ms is null
  )
$$;

create function support.is_open(p_at_ms bigint) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from support.setting as s, jsonb_to_recordset(s.days) as d (day integer, "from" time, until time),
      lateral (select to_timestamp(p_at_ms / 1000.0) at time zone s.time_zone as local_time) as l
    where d.day = extract(isodow from l.local_time) and l.local_time::time >= d."from" and l.local_time::time < d.until
  )
$$;

-- When the hours next start after a time; null without hours.
create function support.next_open_ms(p_after_ms bigint) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select min(begin_ms) from (
    select (extract(epoch from (l.local_date + n + d."from") at time zone s.time_zone) * 1000)::bigint as begin_ms
    from support.setting as s, jsonb_to_recordset(s.days) as d (day integer, "from" time, until time),
      generate_series(0, 7) as n,
      lateral (select (to_timestamp(p_after_ms / 1000.0) at time zone s.time_zone)::date as local_date) as l
    where d.day = extract(isodow from l.local_date + n)
  ) as begins where begin_ms > p_after_ms
$$;

-- Whether each span ends after it starts, and spans of a day do not overlap. Internal.
create function support.are_apart(p_days jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  with span as (
    select nth, s ->> 'day' as day, s ->> 'from' collate "C" as begins, s ->> 'until' collate "C" as ends
    from jsonb_array_elements(p_days) with ordinality as a (s, nth)
  )
  select not exists (select from span where begins >= ends)
    and not exists (
      select from span as one join span as other on other.day = one.day and other.nth > one.nth
      where one.begins < other.ends and other.begins < one.ends
    )
$$;

-- Changes opening hours and alarm. False for an unknown time zone.
create function support.change_setting(p_secret text, p_time_zone text, p_days jsonb, p_alarm_ms integer)
  returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{lead}');
begin
  if not exists (select from pg_timezone_names where name = p_time_zone) then
    return false;
  end if;
  update support.setting set time_zone = p_time_zone, days = p_days, alarm_ms = p_alarm_ms;
  -- Unreadable hours must not be stored.
  perform support.is_open(clock.now_ms()), support.next_open_ms(clock.now_ms());
  perform operator.append_audit(v_operator_id, 'support.hours-changed', 'setting:0', '',
    jsonb_build_object('timeZone', p_time_zone, 'days', p_days, 'alarmMs', p_alarm_ms));
  return true;
end
$$;
