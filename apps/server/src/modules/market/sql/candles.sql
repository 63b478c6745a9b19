-- Stores the finished candles of one minute and merges them into the longer intervals. A stored minute is left alone,
-- so a repeat after a crash counts nothing twice. Returns the number of new minute candles.
create function market.store_minute(
  p_start_ms bigint,
  p_ids integer[],
  p_opens bigint[],
  p_highs bigint[],
  p_lows bigint[],
  p_closes bigint[],
  p_volumes bigint[]
) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_stored integer;
begin
  if p_start_ms % 60000 <> 0 then
    raise exception 'a minute starts at a multiple of 60000, not %', p_start_ms using errcode = 'check_violation';
  end if;
  with minute as (
    insert into market.candle (instrument_id, interval_seconds, start_ms, open, high, low, close, volume)
    select id, 60, p_start_ms, open, high, low, close, volume
    from unnest(p_ids, p_opens, p_highs, p_lows, p_closes, p_volumes) as given (id, open, high, low, close, volume)
    on conflict do nothing
    returning instrument_id, open, high, low, close, volume
  ), longer as (
    insert into market.candle as kept (instrument_id, interval_seconds, start_ms, open, high, low, close, volume)
    select minute.instrument_id, length.seconds, p_start_ms - p_start_ms % (length.seconds * 1000::bigint),
           minute.open, minute.high, minute.low, minute.close, minute.volume
    from minute cross join unnest(array[300, 900, 3600, 14400, 86400]) as length (seconds)
    order by minute.instrument_id, length.seconds
    on conflict (instrument_id, interval_seconds, start_ms) do update
      set high = greatest(kept.high, excluded.high),
          low = least(kept.low, excluded.low),
          close = excluded.close,
          volume = kept.volume + excluded.volume
    returning 1
  )
  select count(*) into v_stored from minute;
  return v_stored;
end
$$;

-- Stores generated candles, so that charts are not empty, only before the first frame: afterwards candles come from
-- frames. Every batch has the same end; charts label candles before it as generated.
create function market.store_history(
  p_until_ms bigint,
  p_ids integer[],
  p_interval_seconds integer[],
  p_starts_ms bigint[],
  p_opens bigint[],
  p_highs bigint[],
  p_lows bigint[],
  p_closes bigint[],
  p_volumes bigint[]
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from market.frame) then
    raise exception 'history is generated before the first frame only' using errcode = 'integrity_constraint_violation';
  end if;
  update market.clock set generated_until_ms = p_until_ms where coalesce(generated_until_ms, p_until_ms) = p_until_ms;
  if not found then
    raise exception 'history was generated already' using errcode = 'integrity_constraint_violation';
  end if;
  insert into market.candle (instrument_id, interval_seconds, start_ms, open, high, low, close, volume)
  select id, interval_seconds, start_ms, open, high, low, close, volume
  from unnest(p_ids, p_interval_seconds, p_starts_ms, p_opens, p_highs, p_lows, p_closes, p_volumes)
    as given (id, interval_seconds, start_ms, open, high, low, close, volume)
  where start_ms < p_until_ms;
end
$$;
