-- Money between cells. No statement touches two of them: one books against its clearing account and writes what it
-- sends, the other books what arrives, once for each reference. Order of locks: the accounts of customers and desks,
-- the allotment or offer, the stripes by number, the clearing accounts.

-- Makes this database a cell: its clearing accounts, and account numbers that no other cell gives. Idempotent. For the
-- owner only.
create function cell.become(p_cell smallint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into cell.self (cell) values (p_cell) on conflict do nothing;
  if (select cell from cell.self) <> p_cell then
    raise exception 'this database is cell %', (select cell from cell.self) using errcode = 'unique_violation';
  end if;
  perform ledger.open_clearing();
  perform ledger.number_accounts((p_cell - 1)::bigint << 40);
end
$$;

-- The canonical bytes of what was sent: the input of its batches' hashes.
create function cell.sent_bytes(s cell.sent) returns bytea
language sql stable
return int8send(s.reference) || int2send(s.to_cell) || convert_to(s.kind, 'UTF8') || int8send(s.subject_id)
  || int8send(s.customer_id) || int8send(s.usd) || int8send(s.usdt) || int8send(s.at_ms);

-- The canonical bytes of what arrived: the input of its batches' hashes.
create function cell.received_bytes(r cell.received) returns bytea
language sql stable
return int2send(r.from_cell) || int8send(r.reference) || convert_to(r.kind, 'UTF8') || int8send(r.subject_id)
  || int8send(r.usd) || int8send(r.usdt) || int8send(r.at_ms);

-- Books one line of an account against the clearing account of its asset. The account and the stripe are locked.
-- Internal.
create function cell.book_leg(p_stripe ledger.stripe, p_kind ledger.movement, p_line ledger.line, p_at_ms bigint,
  p_digest bytea)
returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select ledger.book(p_stripe, p_kind, p_at_ms, p_digest, array[
    p_line,
    row(ledger.lock_house('clearing', p_stripe.asset, null), p_line.ref, p_kind, -p_line.d_posted, 0)::ledger.line])
$$;

-- Stores and books what a customer of this cell sends; positive amounts leave the customer. The accounts are locked.
-- Internal.
create function cell.send(s cell.sent) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_kind constant ledger.movement := case s.kind when 'move' then 'cell-moved' else 'sale-across' end;
  v_usd ledger.stripe;
  v_usdt ledger.stripe;
  v_digest bytea;
begin
  if s.to_cell = (select cell from cell.self) is not false then
    raise exception 'a cell sends to another one' using errcode = 'invalid_parameter_value';
  end if;
  s.reference := clock.new_record_id();
  s.at_ms := clock.now_ms();
  if s.usd <> 0 then
    v_usd := ledger.lock_stripe(ledger.stripe_of(s.customer_id, 1::smallint));
  end if;
  if s.usdt <> 0 then
    v_usdt := ledger.lock_stripe(ledger.stripe_of(s.customer_id, 2::smallint));
  end if;
  insert into cell.sent (reference, to_cell, kind, subject_id, customer_id, request_id, usd, usdt, usd_stripe, usd_seq,
    usdt_stripe, usdt_seq, at_ms)
  values (s.reference, s.to_cell, s.kind, s.subject_id, s.customer_id, s.request_id, s.usd, s.usdt, v_usd.stripe,
    v_usd.seq + 1, v_usdt.stripe, v_usdt.seq + 1, s.at_ms);
  v_digest := sha256(cell.sent_bytes(s));
  if s.usd <> 0 then
    perform cell.book_leg(v_usd, v_kind, row(ledger.account_of(s.customer_id, 'available', 1::smallint, null),
      s.reference, v_kind, -s.usd, 0)::ledger.line, s.at_ms, v_digest);
  end if;
  if s.usdt <> 0 then
    perform cell.book_leg(v_usdt, v_kind, row(ledger.account_of(s.customer_id, 'available', 2::smallint, null),
      s.reference, v_kind, -s.usdt, 0)::ledger.line, s.at_ms, v_digest);
  end if;
  return s.reference;
end
$$;

-- The owner of the accounts that something is booked on when it arrives, and their kind. Internal.
create function cell.receiver(p_kind text, p_subject_id bigint, out owner_id bigint, out kind ledger.account_kind)
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if p_kind = 'move' then
    select customer_id, 'available' into strict owner_id, kind from cell.arrival where move_id = p_subject_id;
  else
    select merchant_id, 'merchant' into strict owner_id, kind from cell.allotment where allotment_id = p_subject_id;
  end if;
end
$$;

-- Books what another cell has sent to this one, once. Returns whether this call did it. The same reference with other
-- values is refused. For the owner only.
create function cell.receive(
  p_from_cell smallint, p_reference bigint, p_kind text, p_subject_id bigint, p_usd bigint, p_usdt bigint
) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_kind constant ledger.movement := case p_kind when 'move' then 'cell-moved' else 'sale-across' end;
  v_is_sale constant boolean := p_kind = 'sale';
  v_to record;
  v_usd ledger.stripe;
  v_usdt ledger.stripe;
  v_digest bytea;
  r cell.received;
begin
  perform ledger.require_given('delivery', num_nulls(p_from_cell, p_reference, p_kind, p_subject_id, p_usd, p_usdt));
  v_to := cell.receiver(p_kind, p_subject_id);
  perform ledger.lock_accounts_of(v_to.owner_id, v_to.kind);
  perform 1 from cell.allotment where v_is_sale and allotment_id = p_subject_id for no key update;
  select * into r from cell.received where from_cell = p_from_cell and reference = p_reference;
  if found then
    if (r.kind, r.subject_id, r.usd, r.usdt) <> (p_kind, p_subject_id, p_usd, p_usdt) then
      raise exception 'reference % of cell % arrived with other values', p_reference, p_from_cell
        using errcode = 'unique_violation';
    end if;
    return false;
  end if;
  if p_usd <> 0 then
    v_usd := ledger.lock_stripe(ledger.stripe_of(v_to.owner_id, 1::smallint));
  end if;
  if p_usdt <> 0 then
    v_usdt := ledger.lock_stripe(ledger.stripe_of(v_to.owner_id, 2::smallint));
  end if;
  insert into cell.received (from_cell, reference, kind, subject_id, usd, usdt, usd_stripe, usd_seq, usdt_stripe,
    usdt_seq, at_ms)
  values (p_from_cell, p_reference, p_kind, p_subject_id, p_usd, p_usdt, v_usd.stripe, v_usd.seq + 1, v_usdt.stripe,
    v_usdt.seq + 1, clock.now_ms())
  returning * into r;
  v_digest := sha256(cell.received_bytes(r));
  if v_is_sale then
    update cell.allotment set bought = bought + p_usdt, reserved = reserved + p_usd where allotment_id = p_subject_id;
  end if;
  if p_usd <> 0 then
    -- A desk pays what it held.
    perform cell.book_leg(v_usd, v_kind, row(ledger.account_of(v_to.owner_id, v_to.kind, 1::smallint, null),
      p_reference, v_kind, p_usd, case when v_is_sale then p_usd else 0 end)::ledger.line, r.at_ms, v_digest);
  end if;
  if p_usdt <> 0 then
    perform cell.book_leg(v_usdt, v_kind, row(ledger.account_of(v_to.owner_id, v_to.kind, 2::smallint, null),
      p_reference, v_kind, p_usdt, 0)::ledger.line, r.at_ms, v_digest);
  end if;
  return true;
end
$$;

-- Notes that the other cell has booked what was sent. For the owner only.
create function cell.note_delivered(p_reference bigint) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update cell.sent set delivered_ms = clock.now_ms() where reference = p_reference and delivered_ms is null
$$;

create trigger sent_is_delivered_once before update on cell.sent
  for each row execute function ledger.require_single_step('delivered_ms');
create trigger sent_is_kept before delete or truncate on cell.sent
  for each statement execute function ledger.refuse_change();
create trigger received_is_never_changed before update or delete or truncate on cell.received
  for each statement execute function ledger.refuse_change();
