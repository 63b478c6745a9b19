create trigger method_never_changes before update on payout.method for each row
  execute function ledger.require_single_step('removed_ms');

-- The outcome that binding a destination would have now: 'free', 'repeated' (the same request as before), 'conflict'
-- (another one under its key), 'duplicate', 'upper-limit'. Without the lock it is a forecast; add_method repeats it.
create function payout.foresee_method(
  p_customer_id bigint, p_request_id uuid, p_kind payout.method_kind, p_fingerprint bytea
) returns table (outcome text, method_id bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_setting constant payout.setting := payout.current_setting();
  v_past payout.method;
begin
  select * into v_past from payout.method where customer_id = p_customer_id and request_id = p_request_id;
  if v_past.method_id is not null then
    return query select case when v_past.kind = p_kind and v_past.fingerprint = p_fingerprint then 'repeated'
      else 'conflict' end, v_past.method_id;
    return;
  end if;
  if exists (select from payout.method where customer_id = p_customer_id and fingerprint = p_fingerprint
    and removed_ms is null) then
    return query select 'duplicate', null::bigint;
    return;
  end if;
  return query select case when (
      select count(*) from payout.method where customer_id = p_customer_id and kind = p_kind and removed_ms is null
    ) >= (case p_kind when 'bank-card' then v_setting.max_bank_cards else v_setting.max_wallet_addresses end)
    then 'upper-limit' else 'free' end, null::bigint;
end
$$;

-- Binds a destination and leaves a message to its owner. The time is the database's own: a caller cannot backdate its
-- waiting time. Outcomes: 'added', or those of foresee_method.
create function payout.add_method(
  p_customer_id bigint, p_request_id uuid, p_kind payout.method_kind, p_shown jsonb, p_sealed bytea, p_fingerprint bytea
) returns table (outcome text, method_id bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_foreseen record;
  v_method_id bigint;
begin
  -- One at a time per customer, so that the limit holds.
  perform 1 from identity.customer where customer_id = p_customer_id for no key update;
  select * into v_foreseen from payout.foresee_method(p_customer_id, p_request_id, p_kind, p_fingerprint);
  if v_foreseen.outcome <> 'free' then
    return query select v_foreseen.outcome, v_foreseen.method_id;
    return;
  end if;
  insert into payout.method (customer_id, request_id, kind, shown, sealed, fingerprint, added_ms)
  values (p_customer_id, p_request_id, p_kind, p_shown, p_sealed, p_fingerprint, clock.now_ms())
  returning method_id into v_method_id;
  perform message.add(p_customer_id, 'security-destination-added', 'payout:' || v_method_id,
    jsonb_build_object('end', right(coalesce(p_shown ->> 'numberEnd', p_shown ->> 'addressEnd'), 4)));
  return query select 'added', v_method_id;
end
$$;

-- Removes a destination of this customer. Outcomes: 'removed', 'in-use' (a withdrawal to it is under way), 'not-found'.
create function payout.remove_method(p_customer_id bigint, p_method_id bigint) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- A withdrawal being requested locks this row until it is stored: then the next statement sees it.
  perform 1 from payout.method where method_id = p_method_id and customer_id = p_customer_id and removed_ms is null
    for no key update;
  if not found then
    return 'not-found';
  end if;
  -- The trigger method_in_use_stays, which belongs to withdrawals, skips the row while a withdrawal goes there.
  update payout.method set removed_ms = clock.now_ms() where method_id = p_method_id;
  return case when found then 'removed' else 'in-use' end;
end
$$;

create trigger method_is_kept before delete or truncate on payout.method for each statement
  execute function ledger.refuse_change();
