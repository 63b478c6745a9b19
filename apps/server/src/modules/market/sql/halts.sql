-- Halts of one instrument. A halt refuses new orders and nothing else: open contracts settle on the published frames,
-- because a halt that stopped them would be a free option for the house. One operator halts, at once; lifting a halt
-- takes two.

-- Halts and lifts stay on record.
create function market.refuse_halt_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.lifted_ms is null and (new.halt_id, new.instrument_id, new.reason, new.note,
    new.halted_by, new.halted_ms)
    is not distinct from (old.halt_id, old.instrument_id, old.reason, old.note, old.halted_by, old.halted_ms) then
    return new;
  end if;
  raise exception '% of market.halt is refused: halts are kept', tg_op using errcode = 'integrity_constraint_violation';
end
$$;
create trigger halt_is_kept before update or delete on market.halt for each row
  execute function market.refuse_halt_change();
create trigger halts_are_kept before truncate on market.halt for each statement
  execute function market.refuse_halt_change();

-- Halts an instrument; returns the halt, or null for an unknown instrument. CO004 when it is already halted. Orders
-- that already hold their terms are accepted: the halt affects orders after its commit.
create function market.halt_instrument(p_secret text, p_symbol text, p_reason text, p_note text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk}');
  v_instrument market.instrument;
  v_id bigint;
begin
  select * into v_instrument from market.instrument where symbol = p_symbol for no key update;
  if v_instrument.instrument_id is null then
    return null;
  end if;
  if v_instrument.halted then
    raise exception 'the instrument is halted already' using errcode = 'CO004';
  end if;
  insert into market.halt (instrument_id, reason, note, halted_by, halted_ms)
  values (v_instrument.instrument_id, p_reason, p_note, v_operator_id, clock.now_ms())
  returning halt_id into v_id;
  update market.instrument set halted = true where instrument_id = v_instrument.instrument_id;
  perform operator.append_audit(v_operator_id, 'instrument.halted', 'instrument:' || v_instrument.instrument_id,
    p_reason || ': ' || p_note, jsonb_build_object('symbol', p_symbol, 'haltId', v_id));
  return v_id;
end
$$;

-- Requests that a halt be lifted. False when it is not in force; CO004 when a request is already pending.
create function market.request_lift(p_secret text, p_id bigint, p_note text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk}');
  v_halt market.halt;
begin
  select * into v_halt from market.halt where halt_id = p_id and lifted_ms is null for update;
  if v_halt.halt_id is null then
    return false;
  end if;
  if v_halt.lift_requested_by is not null then
    raise exception 'lifting was asked for already' using errcode = 'CO004';
  end if;
  update market.halt set lift_note = p_note, lift_requested_by = v_operator_id, lift_requested_ms = clock.now_ms()
    where halt_id = p_id;
  perform operator.append_audit(v_operator_id, 'instrument.lift-requested', 'instrument:' || v_halt.instrument_id,
    p_note, jsonb_build_object('haltId', p_id));
  return true;
end
$$;

-- What an operator signs for lifting a halt; null where no request to lift it waits. Internal.
create function market.signed_lift(p_halt market.halt) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when p_halt.lift_requested_by is not null and p_halt.lifted_ms is null then operator.signed_proposal(
    jsonb_build_object(
      'instrument', (select symbol from market.instrument as i where i.instrument_id = p_halt.instrument_id),
      'haltedFor', p_halt.reason || ': ' || p_halt.note), p_halt.lift_note) end
$$;

-- Lifts a halt on another operator's request, or declines: then it stays in force and can be requested again. False
-- without a request. CO003 for one's own request, CO005 without a confirmation by passkey. Halting takes neither.
create function market.decide_lift(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk,lead}');
  v_instrument_id constant integer := (select instrument_id from market.halt where halt_id = p_id);
  v_halt market.halt;
begin
  -- The instrument first, like halting.
  perform 1 from market.instrument where instrument_id = v_instrument_id for no key update;
  select * into v_halt from market.halt where halt_id = p_id and lifted_ms is null and lift_requested_by is not null
    for update;
  if v_halt.halt_id is null then
    return false;
  end if;
  if p_is_confirmed then
    perform operator.require_second_person(v_operator_id, v_halt.lift_requested_by);
    perform operator.require_confirmation(v_operator_id, 'halt.lift', p_id, market.signed_lift(v_halt));
    update market.halt set lifted_by = v_operator_id, lifted_ms = clock.now_ms() where halt_id = p_id;
    update market.instrument set halted = false where instrument_id = v_instrument_id;
  else
    update market.halt set lift_note = null, lift_requested_by = null, lift_requested_ms = null where halt_id = p_id;
  end if;
  perform operator.append_audit(v_operator_id, case when p_is_confirmed then 'instrument.resumed'
    else 'instrument.lift-refused' end, 'instrument:' || v_instrument_id, p_note, jsonb_build_object('haltId', p_id));
  return true;
end
$$;
