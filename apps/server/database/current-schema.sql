-- The database as its baseline, deltas and modules make it. Generated from the catalogue by `npm run schema`: do not edit.

create extension pgcrypto with schema crypto;

alter role candor_app set idle_in_transaction_session_timeout=15s;
alter role candor_app set statement_timeout=15s;

alter role candor_market set idle_in_transaction_session_timeout=15s;
alter role candor_market set statement_timeout=60s;

alter role candor_watcher set idle_in_transaction_session_timeout=15s;
alter role candor_watcher set statement_timeout=15s;

create schema alert;
grant usage on schema alert to candor_app;

create table alert.price_alert (
  price_alert_id bigint generated always as identity not null,
  customer_id bigint not null,
  instrument_id integer not null,
  direction text not null,
  price bigint not null,
  from_slot bigint not null,
  created_ms bigint not null,
  constraint price_alert_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint price_alert_customer_id_instrument_id_direction_price_key UNIQUE (customer_id, instrument_id, direction, price),
  constraint price_alert_direction_check CHECK ((direction = ANY (ARRAY['above'::text, 'below'::text]))),
  constraint price_alert_instrument_id_fkey FOREIGN KEY (instrument_id) REFERENCES market.instrument(instrument_id),
  constraint price_alert_pkey PRIMARY KEY (price_alert_id),
  constraint price_alert_price_check CHECK ((price > 0))
);
CREATE INDEX price_alert_by_price ON alert.price_alert USING btree (instrument_id, direction, price);
grant select on alert.price_alert to candor_app;

create table alert.progress (
  is_only boolean default true not null,
  evaluated_slot bigint not null,
  constraint progress_is_only_check CHECK (is_only),
  constraint progress_pkey PRIMARY KEY (is_only)
);
grant select on alert.progress to candor_app;

create FUNCTION alert.fire_due(p_most_frames integer)
 RETURNS TABLE(customer_id bigint, message_id bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_after_slot bigint;
  v_to_slot bigint;
begin
  if not exists (select from alert.price_alert)
    and (select max(slot) from market.frame) - (select evaluated_slot from alert.progress) < p_most_frames then
    return;
  end if;
  select evaluated_slot into strict v_after_slot from alert.progress for update;
  if exists (select from alert.price_alert) then
    select max(f.slot) into v_to_slot
    from (select slot from market.frame where slot > v_after_slot order by slot limit p_most_frames) as f;
  else
    select max(slot) into v_to_slot from market.frame where slot > v_after_slot;
  end if;
  if v_to_slot is null then
    return;
  end if;
  update alert.progress set evaluated_slot = v_to_slot;
  return query
  select t.customer_id, message.add(t.customer_id, 'alert-fired', 'alert:' || t.price_alert_id,
    jsonb_build_object('symbol', i.symbol, 'direction', t.direction,
      'price', (t.price * ('1e-' || i.price_decimals)::numeric)::text,
      'reached', (t.reached * ('1e-' || i.price_decimals)::numeric)::text, 'slot', t.slot::text))
  from alert.take_reached(v_after_slot, v_to_slot) as t join market.instrument as i using (instrument_id)
  order by t.slot, t.price_alert_id;
end
$function$
;
grant execute on function alert.fire_due(integer) to candor_app;

create FUNCTION alert.remove_price_alert(p_customer_id bigint, p_price_alert_id bigint)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with removed as (
    delete from alert.price_alert where customer_id = p_customer_id and price_alert_id = p_price_alert_id returning 1)
  select exists (select from removed)
$function$
;
grant execute on function alert.remove_price_alert(bigint,bigint) to candor_app;

create FUNCTION alert.set_price_alert(p_customer_id bigint, p_instrument_id integer, p_direction text, p_price bigint, p_most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_id bigint;
  v_evaluated_slot bigint;
begin
  perform from identity.customer where customer_id = p_customer_id for no key update;
  select price_alert_id into v_id from alert.price_alert
  where customer_id = p_customer_id and instrument_id = p_instrument_id and direction = p_direction
    and price = p_price;
  if found then
    return v_id;
  end if;
  if (select count(*) from alert.price_alert where customer_id = p_customer_id) >= p_most then
    return null;
  end if;
  select evaluated_slot into strict v_evaluated_slot from alert.progress for share;
  insert into alert.price_alert (customer_id, instrument_id, direction, price, from_slot, created_ms)
  select p_customer_id, p_instrument_id, p_direction, p_price,
    greatest(v_evaluated_slot, (select max(slot) from market.frame)) + 1, clock.now_ms()
  returning price_alert_id into v_id;
  return v_id;
end
$function$
;
grant execute on function alert.set_price_alert(bigint,integer,text,bigint,integer) to candor_app;

create FUNCTION alert.take_reached(p_after_slot bigint, p_to_slot bigint)
 RETURNS TABLE(price_alert_id bigint, customer_id bigint, instrument_id integer, direction text, price bigint, slot bigint, reached bigint)
 LANGUAGE sql
AS $function$
  with cell as materialized (
    select f.slot, c.instrument_id::integer as instrument_id, c.price
    from market.frame as f
    cross join lateral unnest(f.prices, f.states) with ordinality as c (price, state, instrument_id)
    where f.slot > p_after_slot and f.slot <= p_to_slot and c.state = 1
  ), bound as materialized (
    select instrument_id, min(price) as lowest, max(price) as highest from cell group by instrument_id
  ), candidate as materialized (
    select a.* from bound as b join alert.price_alert as a
      on a.instrument_id = b.instrument_id and a.direction = 'above' and a.price <= b.highest
    union all
    select a.* from bound as b join alert.price_alert as a
      on a.instrument_id = b.instrument_id and a.direction = 'below' and a.price >= b.lowest
  ), hit as (
    select distinct on (d.price_alert_id) d.price_alert_id, c.slot, c.price as reached
    from candidate as d join cell as c on c.instrument_id = d.instrument_id and c.slot >= d.from_slot
      and case d.direction when 'above' then c.price >= d.price else c.price <= d.price end
    order by d.price_alert_id, c.slot
  )
  delete from alert.price_alert as a using hit where a.price_alert_id = hit.price_alert_id
  returning a.price_alert_id, a.customer_id, a.instrument_id, a.direction, a.price, hit.slot, hit.reached
$function$
;

create schema audit;
grant usage on schema audit to candor_app;
grant usage on schema audit to candor_log;

create table audit.entry (
  seq bigint not null,
  at_ms bigint not null,
  operator_id bigint,
  actor text not null,
  action text not null,
  subject text not null,
  reason text not null,
  details jsonb not null,
  source text not null,
  prev_hash bytea not null,
  hash bytea not null,
  constraint entry_action_check CHECK (((action ~ '^[a-z]+([.-][a-z]+)*$'::text) AND (length(action) <= 64))),
  constraint entry_actor_check CHECK (((length(actor) >= 1) AND (length(actor) <= 64))),
  constraint entry_hash_check CHECK ((octet_length(hash) = 32)),
  constraint entry_pkey PRIMARY KEY (seq),
  constraint entry_prev_hash_check CHECK ((octet_length(prev_hash) = 32)),
  constraint entry_reason_check CHECK ((length(reason) <= 2000)),
  constraint entry_seq_check CHECK ((seq > 0)),
  constraint entry_source_check CHECK ((source = ANY (ARRAY['database'::text, 'server'::text]))),
  constraint entry_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 200)))
);
CREATE INDEX entry_of_action ON audit.entry USING btree (action, seq);
CREATE INDEX entry_of_operator ON audit.entry USING btree (operator_id, seq);
CREATE INDEX entry_of_subject ON audit.entry USING btree (subject, seq);
CREATE TRIGGER entry_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON audit.entry FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
grant select on audit.entry to candor_app;
grant select (seq, at_ms, hash) on audit.entry to candor_log;

create table audit.head (
  singleton boolean default true not null,
  seq bigint not null,
  hash bytea not null,
  constraint head_hash_check CHECK ((octet_length(hash) = 32)),
  constraint head_pkey PRIMARY KEY (singleton),
  constraint head_singleton_check CHECK (singleton)
);
CREATE TRIGGER head_is_kept BEFORE DELETE OR TRUNCATE ON audit.head FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

create FUNCTION audit.framed(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN ((((octet_length(p_text))::text || ':'::text) || p_text) || ','::text)
;

create FUNCTION audit.hash_of(e audit.entry)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN sha256(((e).prev_hash || convert_to(((((((((audit.framed(((e).seq)::text) || audit.framed(((e).at_ms)::text)) || audit.framed(COALESCE(((e).operator_id)::text, ''::text))) || audit.framed((e).actor)) || audit.framed((e).action)) || audit.framed((e).subject)) || audit.framed((e).reason)) || audit.framed(((e).details)::text)) || audit.framed((e).source)), 'UTF8'::name)))
;

create FUNCTION audit.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception '% of %.% is refused: %', tg_op, tg_table_schema, tg_table_name,
    coalesce(tg_argv[0], 'the audit is only added to') using errcode = 'integrity_constraint_violation';
end
$function$
;

create FUNCTION audit.verify(p_from_seq bigint DEFAULT 1)
 RETURNS TABLE(checked bigint, broken_seq bigint, head_seq bigint, head_hash bytea)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_from constant bigint := greatest(coalesce(p_from_seq, 1), 1);
  v_last audit.entry;
begin
  select head.seq, head.hash into strict head_seq, head_hash from audit.head;
  select count(*), min(walked.seq) filter (where not (
      walked.seq = walked.seq_before + 1 and walked.prev_hash = walked.hash_before and walked.hash = walked.hash_now))
  into checked, broken_seq
  from (
    select e.seq, e.prev_hash, e.hash, audit.hash_of(e) as hash_now,
      lag(e.seq, 1, v_from - 1) over in_order as seq_before,
      lag(e.hash, 1, case when v_from = 1 then decode(repeat('00', 32), 'hex')
        else e.prev_hash end) over in_order as hash_before
    from audit.entry as e where e.seq >= v_from
    window in_order as (order by e.seq)
  ) as walked;
  select * into v_last from audit.entry order by seq desc limit 1;
  if broken_seq is null and (coalesce(v_last.seq, 0) <> head_seq or (head_seq > 0 and v_last.hash <> head_hash)) then
    broken_seq := coalesce(v_last.seq, 0) + 1;
  end if;
  return next;
end
$function$
;
grant execute on function audit.verify(bigint) to candor_app;

create FUNCTION audit.write(p_operator_id bigint, p_actor text, p_action text, p_subject text, p_reason text, p_details jsonb, p_source text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_entry audit.entry;
begin
  perform pg_advisory_xact_lock(7310);
  select seq + 1, hash into strict v_entry.seq, v_entry.prev_hash from audit.head;
  v_entry.at_ms := clock.now_ms();
  v_entry.operator_id := p_operator_id;
  v_entry.actor := p_actor;
  v_entry.action := p_action;
  v_entry.subject := p_subject;
  v_entry.reason := coalesce(p_reason, '');
  v_entry.details := coalesce(p_details, '{}'::jsonb);
  v_entry.source := p_source;
  v_entry.hash := audit.hash_of(v_entry);
  insert into audit.entry select v_entry.*;
  update audit.head set seq = v_entry.seq, hash = v_entry.hash;
  return v_entry.seq;
end
$function$
;

create schema cell;
grant usage on schema cell to candor_app;
grant usage on schema cell to candor_cell;
grant usage on schema cell to candor_front;
grant usage on schema cell to candor_log;

create table cell.allotment (
  allotment_id bigint not null,
  merchant_id bigint not null,
  to_cell smallint not null,
  unit_price bigint not null,
  quantity bigint not null,
  minimum bigint not null,
  maximum bigint not null,
  bought bigint default 0 not null,
  reserved bigint not null,
  stripe smallint not null,
  held_seq bigint not null,
  at_ms bigint not null,
  released_ms bigint,
  released_seq bigint,
  constraint allotment_check CHECK (((maximum >= minimum) AND (maximum <= quantity))),
  constraint allotment_check1 CHECK (((bought >= 0) AND (bought <= quantity))),
  constraint allotment_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES floor.merchant(merchant_id),
  constraint allotment_minimum_check CHECK ((minimum > 0)),
  constraint allotment_pkey PRIMARY KEY (allotment_id),
  constraint allotment_quantity_check CHECK ((quantity > 0)),
  constraint allotment_reserved_check CHECK ((reserved >= 0)),
  constraint allotment_stripe_fkey FOREIGN KEY (stripe) REFERENCES ledger.stripe(stripe),
  constraint allotment_to_cell_check CHECK ((to_cell > 0)),
  constraint allotment_unit_price_check CHECK ((unit_price > 0)),
  constraint nothing_is_held_after_release CHECK (((released_ms IS NULL) OR (reserved = 0))),
  constraint the_rest_is_covered CHECK (((released_ms IS NOT NULL) OR ((reserved)::numeric >= div((((quantity - bought))::numeric * (unit_price)::numeric), (1000000)::numeric))))
);
grant select on cell.allotment to candor_app;

create table cell.arrival (
  move_id bigint not null,
  customer_id bigint not null,
  from_cell smallint not null,
  frozen_ms bigint not null,
  admitted_ms bigint,
  constraint arrival_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint arrival_customer_id_key UNIQUE (customer_id),
  constraint arrival_from_cell_check CHECK ((from_cell > 0)),
  constraint arrival_pkey PRIMARY KEY (move_id)
);
grant select on cell.arrival to candor_app;

create table cell.departure (
  move_id bigint not null,
  customer_id bigint not null,
  to_cell smallint not null,
  frozen_ms bigint not null,
  given_up_ms bigint,
  left_ms bigint,
  constraint departure_check CHECK (((given_up_ms IS NULL) OR (left_ms IS NULL))),
  constraint departure_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint departure_pkey PRIMARY KEY (move_id),
  constraint departure_to_cell_check CHECK ((to_cell > 0))
);
CREATE INDEX departure_of_customer ON cell.departure USING btree (customer_id);
grant select on cell.departure to candor_app;

create table cell.offer (
  desk_cell smallint not null,
  allotment_id bigint not null,
  unit_price bigint not null,
  quantity bigint not null,
  minimum bigint not null,
  maximum bigint not null,
  remaining bigint not null,
  closed_ms bigint,
  constraint offer_check CHECK ((maximum >= minimum)),
  constraint offer_check1 CHECK (((remaining >= 0) AND (remaining <= quantity))),
  constraint offer_desk_cell_check CHECK ((desk_cell > 0)),
  constraint offer_minimum_check CHECK ((minimum > 0)),
  constraint offer_pkey PRIMARY KEY (desk_cell, allotment_id),
  constraint offer_quantity_check CHECK ((quantity > 0)),
  constraint offer_unit_price_check CHECK ((unit_price > 0))
);
grant select on cell.offer to candor_app;

create table cell.received (
  from_cell smallint not null,
  reference bigint not null,
  kind text not null,
  subject_id bigint not null,
  usd bigint not null,
  usdt bigint not null,
  usd_stripe smallint,
  usd_seq bigint,
  usdt_stripe smallint,
  usdt_seq bigint,
  at_ms bigint not null,
  constraint booked_where_it_moves CHECK (((num_nulls(usd_stripe, usd_seq) =
CASE
    WHEN (usd = 0) THEN 2
    ELSE 0
END) AND (num_nulls(usdt_stripe, usdt_seq) =
CASE
    WHEN (usdt = 0) THEN 2
    ELSE 0
END))),
  constraint received_from_cell_check CHECK ((from_cell > 0)),
  constraint received_kind_check CHECK ((kind = ANY (ARRAY['move'::text, 'sale'::text]))),
  constraint received_pkey PRIMARY KEY (from_cell, reference),
  constraint received_usd_stripe_fkey FOREIGN KEY (usd_stripe) REFERENCES ledger.stripe(stripe),
  constraint received_usdt_stripe_fkey FOREIGN KEY (usdt_stripe) REFERENCES ledger.stripe(stripe)
);
CREATE TRIGGER received_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON cell.received FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on cell.received to candor_app;

create table cell.self (
  is_only boolean default true not null,
  cell smallint not null,
  newest_version bigint default 0 not null,
  constraint self_cell_check CHECK (((cell >= 1) AND (cell <= 4096))),
  constraint self_is_only_check CHECK (is_only),
  constraint self_pkey PRIMARY KEY (is_only)
);
grant select on cell.self to candor_app;
grant select on cell.self to candor_log;

create table cell.sent (
  reference bigint not null,
  to_cell smallint not null,
  kind text not null,
  subject_id bigint not null,
  customer_id bigint not null,
  request_id uuid,
  usd bigint not null,
  usdt bigint not null,
  usd_stripe smallint,
  usd_seq bigint,
  usdt_stripe smallint,
  usdt_seq bigint,
  at_ms bigint not null,
  delivered_ms bigint,
  constraint a_sale_pays CHECK (
CASE kind
    WHEN 'sale'::text THEN ((usd < 0) AND (usdt > 0) AND (request_id IS NOT NULL))
    ELSE ((usd >= 0) AND (request_id IS NULL))
END),
  constraint booked_where_it_moves CHECK (((num_nulls(usd_stripe, usd_seq) =
CASE
    WHEN (usd = 0) THEN 2
    ELSE 0
END) AND (num_nulls(usdt_stripe, usdt_seq) =
CASE
    WHEN (usdt = 0) THEN 2
    ELSE 0
END))),
  constraint money_is_sent CHECK (((usd <> 0) OR (usdt <> 0))),
  constraint sent_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint sent_kind_check CHECK ((kind = ANY (ARRAY['move'::text, 'sale'::text]))),
  constraint sent_pkey PRIMARY KEY (reference),
  constraint sent_request_id_customer_id_key UNIQUE (request_id, customer_id),
  constraint sent_to_cell_check CHECK ((to_cell > 0)),
  constraint sent_usd_stripe_fkey FOREIGN KEY (usd_stripe) REFERENCES ledger.stripe(stripe),
  constraint sent_usdt_check CHECK ((usdt >= 0)),
  constraint sent_usdt_stripe_fkey FOREIGN KEY (usdt_stripe) REFERENCES ledger.stripe(stripe)
);
CREATE INDEX undelivered ON cell.sent USING btree (reference) WHERE (delivered_ms IS NULL);
CREATE TRIGGER sent_is_delivered_once BEFORE UPDATE ON cell.sent FOR EACH ROW EXECUTE FUNCTION ledger.require_single_step('delivered_ms');
CREATE TRIGGER sent_is_kept BEFORE DELETE OR TRUNCATE ON cell.sent FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on cell.sent to candor_app;

create table cell.version (
  version bigint not null,
  digest bytea not null,
  at_ms bigint not null,
  constraint version_digest_check CHECK ((octet_length(digest) = 32)),
  constraint version_pkey PRIMARY KEY (version),
  constraint version_version_check CHECK ((version > 0))
);
CREATE TRIGGER version_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON cell.version FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on cell.version to candor_app;

create FUNCTION cell."freeze"(p_move_id bigint, p_customer_id bigint, p_to_cell smallint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_accounts constant bigint[] := closing.accounts_of(p_customer_id);
  v_since_ms bigint;
begin
  perform ledger.lock_accounts(v_accounts);
  select case when given_up_ms is null then frozen_ms end into v_since_ms from cell.departure where move_id = p_move_id;
  if found then
    return v_since_ms;
  end if;
  if exists (select from ledger.balance where account_id = any(v_accounts) and is_frozen)
    or (select state from identity.customer where customer_id = p_customer_id) is distinct from 1 then
    raise exception 'customer % is disabled', p_customer_id using errcode = 'CD004';
  end if;
  perform ledger.freeze_accounts(v_accounts);
  insert into cell.departure (move_id, customer_id, to_cell, frozen_ms)
  values (p_move_id, p_customer_id, p_to_cell, clock.now_ms()) returning frozen_ms into v_since_ms;
  return v_since_ms;
end
$function$
;

create FUNCTION cell.admit(p_move_id bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_oldest_order_ms constant bigint := 6000;
  v_missing_ms bigint;
  a cell.arrival;
begin
  select * into strict a from cell.arrival where move_id = p_move_id for update;
  v_missing_ms := a.frozen_ms + v_oldest_order_ms - clock.now_ms();
  if a.admitted_ms is null and v_missing_ms <= 0 then
    perform ledger.lock_accounts(closing.accounts_of(a.customer_id));
    perform ledger.thaw_accounts(closing.accounts_of(a.customer_id));
    update cell.arrival set admitted_ms = clock.now_ms() where move_id = p_move_id;
  end if;
  return case when a.admitted_ms is null then greatest(v_missing_ms, 0) else 0 end;
end
$function$
;

create FUNCTION cell.allot(p_merchant_id bigint, p_to_cell smallint, p_unit_price bigint, p_quantity bigint, p_minimum bigint, p_maximum bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_cost constant bigint := ceil(p_quantity::numeric * p_unit_price / 1000000)::bigint;
  v_stripe ledger.stripe;
  a cell.allotment;
begin
  perform ledger.lock_accounts_of(p_merchant_id, 'merchant');
  if (p_unit_price <= swap.swap_bid(1000000)) is not true
    or not exists (select from floor.merchant where merchant_id = p_merchant_id and approved_ms is not null) then
    raise exception 'the price is above a swap, or there is no such desk' using errcode = 'invalid_parameter_value';
  end if;
  v_stripe := ledger.lock_stripe(ledger.stripe_of(p_merchant_id, 1::smallint));
  insert into cell.allotment (allotment_id, merchant_id, to_cell, unit_price, quantity, minimum, maximum, reserved,
    stripe, held_seq, at_ms)
  values (clock.new_record_id(), p_merchant_id, p_to_cell, p_unit_price, p_quantity, p_minimum, p_maximum, v_cost,
    v_stripe.stripe, v_stripe.seq + 1, clock.now_ms()) returning * into a;
  perform ledger.book(v_stripe, 'sale-across', a.at_ms, sha256(int8send(a.allotment_id)), array[
    row(ledger.account_of(p_merchant_id, 'merchant', 1::smallint, null), a.allotment_id, 'sale-across', 0,
      v_cost)::ledger.line]);
  return a.allotment_id;
end
$function$
;

create FUNCTION cell.apply_version(p_version bigint, p_digest bytea, p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_table text;
  v_differs boolean;
begin
  if exists (select from cell.version where version = p_version and digest <> p_digest) then
    raise exception 'version % is another one here', p_version using errcode = 'unique_violation';
  end if;
  foreach v_table in array cell.common_tables() loop
    execute format('insert into %s overriding system value select * from jsonb_populate_recordset(null::%s, $1) '
      'on conflict do nothing', v_table, v_table) using p_rows->v_table;
    execute format('select exists (select cell.common_value(r) from jsonb_array_elements($1) as r '
      'except select cell.common_value(to_jsonb(t)) from %s as t)', v_table) into v_differs using p_rows->v_table;
    if v_differs then
      raise exception 'version % differs from what this cell has in %', p_version, v_table
        using errcode = 'unique_violation';
    end if;
  end loop;
  insert into cell.version (version, digest, at_ms) values (p_version, p_digest, clock.now_ms()) on conflict do nothing;
  perform cell.expect_version(p_version);
end
$function$
;

create FUNCTION cell.balances(p_customer_id bigint)
 RETURNS TABLE(asset smallint, posted bigint, held bigint, available bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select asset, posted, held, available from ledger.balance
  where owner_id = p_customer_id and owner_id > 0 and kind = 'available' order by asset
$function$
;
grant execute on function cell.balances(bigint) to candor_app;

create FUNCTION cell.become(p_cell smallint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into cell.self (cell) values (p_cell) on conflict do nothing;
  if (select cell from cell.self) <> p_cell then
    raise exception 'this database is cell %', (select cell from cell.self) using errcode = 'unique_violation';
  end if;
  perform ledger.open_clearing();
  perform ledger.number_accounts((p_cell - 1)::bigint << 40);
end
$function$
;

create FUNCTION cell.book_leg(p_stripe ledger.stripe, p_kind ledger.movement, p_line ledger.line, p_at_ms bigint, p_digest bytea)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select ledger.book(p_stripe, p_kind, p_at_ms, p_digest, array[
    p_line,
    row(ledger.lock_house('clearing', p_stripe.asset, null), p_line.ref, p_kind, -p_line.d_posted, 0)::ledger.line])
$function$
;

create FUNCTION cell.carried_rows(p_customer_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select cell.rows_by_table(cell.carried_tables(),
      'select coalesce(jsonb_agg(to_jsonb(t)), ''[]'') from %s as t where customer_id = $1', p_customer_id)
    || jsonb_build_object('accounts', (
      select jsonb_agg(jsonb_build_object('account_id', account_id, 'asset', asset) order by asset)
      from ledger.balance where owner_id = p_customer_id and owner_id > 0 and kind = 'available'))
$function$
;

create FUNCTION cell.carried_tables()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select '{identity.customer,identity.address,identity.avatar,identity.session,legal.consent,security.payment_password,'
    'security.totp,security.passkey,security.recovery_code,security.phrase,security.customer_limit,security.exclusion,'
    'security.withdrawal_hold,payout.method,favourites.favourite,message.message,invite.shown_name,'
    'transparency.customer_secret}'::text[]
$function$
;

create FUNCTION cell.close_offer(p_desk_cell smallint, p_allotment_id bigint)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update cell.offer set closed_ms = coalesce(closed_ms, clock.now_ms())
  where desk_cell = p_desk_cell and allotment_id = p_allotment_id returning quantity - remaining
$function$
;

create FUNCTION cell.common_rows()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select cell.rows_by_table(cell.common_tables(),
    'select coalesce(jsonb_agg(to_jsonb(t) order by t), ''[]'') from %s as t', null)
$function$
;

create FUNCTION cell.common_tables()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select '{market.instrument,market.terms,swap.swap_terms,withdrawal.withdrawal_terms,interest.interest_product}'
    ::text[]
$function$
;

create FUNCTION cell.common_value(p_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select p_row - '{created_at,created_ms,halted,hidden,entry_delay_slots}'::text[]
$function$
;

create FUNCTION cell.expect_version(p_version bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_newest bigint;
begin
  update cell.self set newest_version = greatest(newest_version, p_version) returning newest_version into v_newest;
  perform ledger.refuse_orders(v_newest > coalesce((select max(version) from cell.version), 0));
end
$function$
;

create FUNCTION cell.frozen_departures()
 RETURNS TABLE(customer_id bigint, to_cell smallint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select d.customer_id, d.to_cell
  from (
    select customer_id from deposit.withdrawal_freeze where lifted_ms is null
    union select customer_id from deposit.reported_freeze where lifted_ms is null) as frozen
  join cell.departure as d using (customer_id) where d.left_ms is not null
$function$
;

create FUNCTION cell.is_verified(p_cell smallint, p_customer_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_state text;
begin
  if p_cell <> coalesce((select self.cell from cell.self), 1) then
    raise exception 'this is not cell %', p_cell using errcode = 'CD001';
  end if;
  select kyc_state into v_state from identity.customer where customer_id = p_customer_id for share;
  return v_state is not distinct from 'verified';
end
$function$
;
grant execute on function cell.is_verified(smallint,bigint) to candor_cell;

create FUNCTION cell.late_transfers(p_limit integer)
 RETURNS TABLE(to_cell smallint, chain deposit.chain, txid text, log_index integer, address text, token text, units bigint, block_number bigint, block_hash text, confirmations integer)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select t.to_cell, (t.late).chain, (t.late).txid, (t.late).log_index, (t.late).address, (t.late).token,
    (t.late).units, (t.late).block_number, (t.late).block_hash, (t.late).confirmations
  from (
    select c.to_cell, l as late, row_number() over (partition by c.to_cell order by l.seen_ms) as place
    from deposit.late_transfer as l cross join lateral (
      select coalesce(
        (select d.to_cell from cell.departure as d where d.customer_id = l.customer_id and d.left_ms is not null),
        (select self.cell from cell.self)) as to_cell) as c
    where l.delivered_ms is null) as t
  where t.place <= p_limit order by (t.late).seen_ms
$function$
;

create FUNCTION cell.leave(p_move_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  d cell.departure;
begin
  perform ledger.lock_accounts(closing.accounts_of((select customer_id from cell.departure where move_id = p_move_id)));
  select * into strict d from cell.departure where move_id = p_move_id for update;
  if d.left_ms is null then
    insert into deposit.elsewhere (customer_id) values (d.customer_id) on conflict do nothing;
    update identity.customer set state = 0 where customer_id = d.customer_id;
    perform closing.end_access(d.customer_id, clock.now_ms());
    update cell.departure set left_ms = clock.now_ms() where move_id = p_move_id;
  end if;
end
$function$
;

create FUNCTION cell.left_deposits(p_move_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  d cell.departure;
begin
  select * into strict d from cell.departure where move_id = p_move_id;
  if d.left_ms is null then
    raise exception 'customer % has not left', d.customer_id using errcode = 'CD004';
  end if;
  return jsonb_build_object(
    'addresses', (
      select coalesce(jsonb_agg(to_jsonb(a)), '[]') from deposit.deposit_address as a
      where a.customer_id = d.customer_id),
    'transfers', (
      select coalesce(jsonb_agg(to_jsonb(t)), '[]') from (
        select chain, txid, log_index, customer_id from deposit.chain_transfer where customer_id = d.customer_id
        union select chain, reference, -1, customer_id from deposit.deposit
          where customer_id = d.customer_id and reference is not null
        union select chain, txid, log_index, customer_id from deposit.earlier_transfer
          where customer_id = d.customer_id) as t));
end
$function$
;

create FUNCTION cell.login_since(p_cell smallint, p_token_hash bytea)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((select max(frozen_ms) from cell.arrival where customer_id = s.customer_id), 0)
  from identity.session as s
  where s.token_hash = p_token_hash and s.revoked_ms is null
    and p_cell = coalesce((select self.cell from cell.self), 1)
$function$
;
grant execute on function cell.login_since(smallint,bytea) to candor_front;

create FUNCTION cell.note_delivered(p_reference bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update cell.sent set delivered_ms = clock.now_ms() where reference = p_reference and delivered_ms is null
$function$
;

create FUNCTION cell.note_recorded(p_chain deposit.chain, p_txid text, p_log_index integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update deposit.late_transfer set delivered_ms = clock.now_ms()
  where chain = p_chain and txid = p_txid and log_index = p_log_index and delivered_ms is null
$function$
;

create FUNCTION cell.offer(p_desk_cell smallint, p_allotment_id bigint, p_unit_price bigint, p_quantity bigint, p_minimum bigint, p_maximum bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into cell.offer (desk_cell, allotment_id, unit_price, quantity, minimum, maximum, remaining)
  values (p_desk_cell, p_allotment_id, p_unit_price, p_quantity, p_minimum, p_maximum, p_quantity)
  on conflict do nothing
$function$
;

create FUNCTION cell.open_business(p_customer_id bigint)
 RETURNS TABLE(kind text, items bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select kind, items from closing.open_items(p_customer_id) where kind not in ('balance', 'small-balance')
  union all
  select 'identity-check', 1 from kyc.submission where customer_id = p_customer_id and state = 'under-review'
  union all
  -- The freeze belongs to a deposit, which stays here.
  select 'frozen-withdrawals', 1 where deposit.is_withdrawal_frozen(p_customer_id)
    and not exists (select from deposit.elsewhere where customer_id = p_customer_id)
$function$
;

create FUNCTION cell.overview()
 RETURNS TABLE(cell smallint, figure text, asset smallint, amount bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((select self.cell from cell.self), 1::smallint), f.figure, f.asset, f.amount from (
    select 'customers' as figure, null::smallint as asset, (
      select count(*) from identity.customer where state = 1) as amount
    union all select 'withdrawals-waiting', asset, sum(amount)::bigint from withdrawal.withdrawal
      where state in ('under-review', 'approved') group by asset
    union all select 'recharges-waiting', null, (
      select count(*) from deposit.deposit where state = 'under-review')
    union all select 'open-contracts', asset, sum(stake)::bigint from contract.contract_order
      where state = 'open' group by asset
    union all select 'customers-have', asset, sum(posted)::bigint from ledger.balance
      where kind in ('available', 'invested', 'escrow') group by asset
    union all select 'clearing', asset, posted from ledger.balance where kind = 'clearing'
    union all select 'undelivered', null, (select count(*) from cell.sent where delivered_ms is null)
    union all select 'halted-stripes', null, (select count(*) from ledger.stripe where halted_reason is not null)
    union all select 'version', null, (select coalesce(max(version), 0) from cell.version)
  ) as f
$function$
;
grant execute on function cell.overview() to candor_app;

create FUNCTION cell.overview_of(p_cell smallint)
 RETURNS TABLE(figure text, asset smallint, amount bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select figure, asset, amount from cell.overview() where cell = p_cell
$function$
;
grant execute on function cell.overview_of(smallint) to candor_cell;

create FUNCTION cell.passkey_since(p_cell smallint, p_credential_id text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((select max(frozen_ms) from cell.arrival where customer_id = p.customer_id), 0)
  from security.passkey as p
  where p.credential_id = p_credential_id and p_cell = coalesce((select self.cell from cell.self), 1)
$function$
;
grant execute on function cell.passkey_since(smallint,text) to candor_front;

create FUNCTION cell.receive(p_from_cell smallint, p_reference bigint, p_kind text, p_subject_id bigint, p_usd bigint, p_usdt bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;

create FUNCTION cell.received_bytes(r cell.received)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN ((((((int2send((r).from_cell) || int8send((r).reference)) || convert_to((r).kind, 'UTF8'::name)) || int8send((r).subject_id)) || int8send((r).usd)) || int8send((r).usdt)) || int8send((r).at_ms))
;
grant execute on function cell.received_bytes(cell.received) to candor_app;

create FUNCTION cell.receiver(p_kind text, p_subject_id bigint, OUT owner_id bigint, OUT kind ledger.account_kind)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if p_kind = 'move' then
    select customer_id, 'available' into strict owner_id, kind from cell.arrival where move_id = p_subject_id;
  else
    select merchant_id, 'merchant' into strict owner_id, kind from cell.allotment where allotment_id = p_subject_id;
  end if;
end
$function$
;

create FUNCTION cell.refusal_of_sale(o cell.offer, p_customer_id bigint, p_quantity bigint, p_unit_price bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case
    when o.allotment_id is null then 'unknown-advert'
    when o.closed_ms is not null then 'transaction-closed'
    when bid is null then 'market-stale'
    when o.unit_price > bid or p_unit_price <> o.unit_price then 'price-changed'
    when p_quantity <= 0 or p_quantity > o.maximum or p_quantity < o.minimum and o.remaining >= o.minimum
      or p_quantity::numeric * o.unit_price < 1000000 then 'wrong-amount'
    when p_quantity > o.remaining then 'not-enough-quantity'
    when c.state is distinct from 1 or c.kyc_state is distinct from 'verified' or b.is_frozen then 'account-disabled'
    when (p_quantity <= b.available) is not true then 'insufficient-usdt-balance'
  end
  from swap.swap_bid(1000000) as bid
  left join identity.customer as c on c.customer_id = p_customer_id
  left join ledger.balance as b on b.owner_id = p_customer_id and b.owner_id > 0 and b.kind = 'available'
    and b.asset = 2
$function$
;

create FUNCTION cell.release_allotment(p_allotment_id bigint, p_sold bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_stripe ledger.stripe;
  a cell.allotment;
begin
  select * into strict a from cell.allotment where allotment_id = p_allotment_id;
  perform ledger.lock_accounts_of(a.merchant_id, 'merchant');
  select * into a from cell.allotment where allotment_id = p_allotment_id for no key update;
  if a.released_ms is not null or a.bought <> p_sold then
    return a.released_ms is not null;
  end if;
  v_stripe := ledger.lock_stripe(a.stripe);
  update cell.allotment set reserved = 0, released_ms = clock.now_ms(),
    released_seq = case when a.reserved > 0 then v_stripe.seq + 1 end
  where allotment_id = p_allotment_id;
  if a.reserved > 0 then
    perform ledger.book(v_stripe, 'sale-across', clock.now_ms(), sha256(int8send(a.allotment_id)), array[
      row(ledger.account_of(a.merchant_id, 'merchant', 1::smallint, null), a.allotment_id, 'sale-across', 0,
        -a.reserved)::ledger.line]);
  end if;
  return true;
end
$function$
;

create FUNCTION cell.report_freezes(p_from_cell smallint, p_customer_ids bigint[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update deposit.reported_freeze set lifted_ms = clock.now_ms()
  where from_cell = p_from_cell and lifted_ms is null and customer_id <> all(p_customer_ids);
  insert into deposit.reported_freeze (customer_id, from_cell, since_ms)
  select customer_id, p_from_cell, clock.now_ms() from unnest(p_customer_ids) as given (customer_id)
  on conflict do nothing
$function$
;

create FUNCTION cell.reported_freezes()
 RETURNS TABLE(customer_id bigint, from_cell smallint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select customer_id, from_cell from deposit.reported_freeze where lifted_ms is null
$function$
;

create FUNCTION cell.rows_by_table(p_tables text[], p_rows text, p_customer_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_table text;
  v_rows jsonb;
  v_all jsonb := '{}';
begin
  foreach v_table in array p_tables loop
    execute format(p_rows, v_table) into v_rows using p_customer_id;
    v_all := v_all || jsonb_build_object(v_table, v_rows);
  end loop;
  return v_all;
end
$function$
;

create FUNCTION cell.sell_across(p_customer_id bigint, p_request_id uuid, p_desk_cell smallint, p_allotment_id bigint, p_quantity bigint, p_unit_price bigint, OUT outcome text, OUT reference bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  o cell.offer;
  s cell.sent;
begin
  perform ledger.require_given('request', num_nulls(p_customer_id, p_request_id, p_desk_cell, p_allotment_id,
    p_quantity, p_unit_price));
  perform ledger.lock_accounts_of(p_customer_id, 'available');
  select * into s from cell.sent where request_id = p_request_id and customer_id = p_customer_id;
  if found then
    outcome := case when (s.to_cell, s.subject_id, s.usdt) = (p_desk_cell, p_allotment_id, p_quantity)
      then 'repeated' else 'conflict' end;
    reference := case outcome when 'repeated' then s.reference end;
    return;
  end if;
  select * into o from cell.offer where desk_cell = p_desk_cell and allotment_id = p_allotment_id for no key update;
  outcome := cell.refusal_of_sale(o, p_customer_id, p_quantity, p_unit_price);
  if outcome is not null then
    return;
  end if;
  update cell.offer set remaining = remaining - p_quantity
  where desk_cell = p_desk_cell and allotment_id = p_allotment_id;
  s.kind := 'sale';
  s.subject_id := p_allotment_id;
  s.to_cell := p_desk_cell;
  s.customer_id := p_customer_id;
  s.request_id := p_request_id;
  s.usdt := p_quantity;
  s.usd := -div(p_quantity::numeric * o.unit_price, 1000000);
  outcome := 'sold';
  reference := cell.send(s);
end
$function$
;
grant execute on function cell.sell_across(bigint,uuid,smallint,bigint,bigint,bigint) to candor_app;

create FUNCTION cell.send(s cell.sent)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;

create FUNCTION cell.send_balances(p_move_id bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  d cell.departure;
  s cell.sent;
begin
  perform ledger.require_read_committed();
  select * into strict d from cell.departure where move_id = p_move_id;
  perform ledger.lock_accounts(closing.accounts_of(d.customer_id));
  if (select given_up_ms from cell.departure where move_id = p_move_id) is not null
    or exists (select from cell.open_business(d.customer_id)) then
    raise exception 'customer % has something open, or stays', d.customer_id using errcode = 'CD004';
  end if;
  s.kind := 'move';
  s.subject_id := p_move_id;
  s.to_cell := d.to_cell;
  s.customer_id := d.customer_id;
  select coalesce(sum(posted) filter (where asset = 1), 0), coalesce(sum(posted) filter (where asset = 2), 0)
  into s.usd, s.usdt from ledger.balance where owner_id = d.customer_id and kind = 'available';
  if s.usd = 0 and s.usdt = 0 then
    return null;
  end if;
  return cell.send(s);
end
$function$
;

create FUNCTION cell.sent_bytes(s cell.sent)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN (((((((int8send((s).reference) || int2send((s).to_cell)) || convert_to((s).kind, 'UTF8'::name)) || int8send((s).subject_id)) || int8send((s).customer_id)) || int8send((s).usd)) || int8send((s).usdt)) || int8send((s).at_ms))
;
grant execute on function cell.sent_bytes(cell.sent) to candor_app;

create FUNCTION cell.statement_lines(p_customer_id bigint, p_asset smallint, p_after bigint, p_limit integer)
 RETURNS SETOF statement.past_entry
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select line.* from ledger.balance as b
  cross join lateral statement.lines(b.account_id, p_after, b.version + statement.past_lines(b.account_id),
    least(p_limit, 2000)) as line
  where b.owner_id = p_customer_id and b.owner_id > 0 and b.kind = 'available' and b.asset = p_asset
  order by line.version
$function$
;
grant execute on function cell.statement_lines(bigint,smallint,bigint,integer) to candor_app;

create FUNCTION cell.stay(p_move_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  d cell.departure;
begin
  select * into d from cell.departure where move_id = p_move_id;
  if d.move_id is null or d.given_up_ms is not null then
    return true;
  end if;
  perform ledger.lock_accounts(closing.accounts_of(d.customer_id));
  if exists (select from cell.sent where kind = 'move' and subject_id = p_move_id) then
    return false;
  end if;
  perform ledger.thaw_accounts(closing.accounts_of(d.customer_id));
  update cell.departure set given_up_ms = clock.now_ms() where move_id = p_move_id;
  return true;
end
$function$
;

create FUNCTION cell.store_arrival(p_move_id bigint, p_customer_id bigint, p_from_cell smallint, p_frozen_ms bigint, p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_table text;
begin
  if exists (select from cell.arrival where move_id = p_move_id) then
    return;
  end if;
  foreach v_table in array cell.carried_tables() loop
    -- The inviter may be in another cell.
    perform cell.store_rows(v_table, case v_table when 'identity.customer'
      then jsonb_build_array(p_rows->v_table->0 || '{"invited_by": null}') else p_rows->v_table end);
  end loop;
  perform ledger.open_moved_account((a->>'account_id')::bigint, p_customer_id, (a->>'asset')::smallint)
  from jsonb_array_elements(p_rows->'accounts') as a;
  if (select count(*) from ledger.balance where owner_id = p_customer_id and kind = 'available') <> 2
    or not exists (select from identity.customer where customer_id = p_customer_id) then
    raise exception 'customer % cannot be stored here: a name or a number is taken', p_customer_id
      using errcode = 'unique_violation';
  end if;
  insert into cell.arrival (move_id, customer_id, from_cell, frozen_ms)
  values (p_move_id, p_customer_id, p_from_cell, p_frozen_ms);
  insert into deposit.elsewhere (customer_id) values (p_customer_id) on conflict do nothing;
end
$function$
;

create FUNCTION cell.store_deposits(p_move_id bigint, p_deposits jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  a cell.arrival;
begin
  select * into strict a from cell.arrival where move_id = p_move_id for update;
  if a.admitted_ms is not null then
    return;
  end if;
  -- A transfer that is being recorded has read either nothing of this or all of it.
  perform ledger.lock_accounts(closing.accounts_of(a.customer_id));
  insert into deposit.deposit_address
  select * from jsonb_populate_recordset(null::deposit.deposit_address, p_deposits->'addresses')
  on conflict do nothing;
  insert into deposit.earlier_transfer
  select * from jsonb_populate_recordset(null::deposit.earlier_transfer, p_deposits->'transfers')
  on conflict do nothing;
  delete from deposit.elsewhere where customer_id = a.customer_id;
end
$function$
;

create FUNCTION cell.store_lines(p_lines jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into statement.past_entry select * from jsonb_populate_recordset(null::statement.past_entry, p_lines)
  on conflict do nothing
$function$
;

create FUNCTION cell.store_rows(p_table text, p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_columns constant text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = p_table::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and (attidentity = '' or p_table = 'identity.customer'));
begin
  execute format('insert into %s (%s) overriding system value select %s from jsonb_populate_recordset(null::%s, $1) '
    'on conflict do nothing', p_table, v_columns, v_columns, p_table) using p_rows;
end
$function$
;

create FUNCTION cell.visit_since(p_cell smallint, p_token_hash bytea)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select v.begun_ms from support.visit as v
  where v.token_hash = p_token_hash and v.expires_ms > clock.now_ms()
    and p_cell = coalesce((select self.cell from cell.self), 1)
$function$
;
grant execute on function cell.visit_since(smallint,bytea) to candor_front;

create FUNCTION cell.waiting_withdrawals(p_limit integer)
 RETURNS TABLE(cell smallint, withdrawal_id bigint, customer_id bigint, asset smallint, amount bigint, state text, created_ms bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((select self.cell from cell.self), 1::smallint), w.withdrawal_id, w.customer_id, w.asset, w.amount,
    w.state::text, w.created_ms
  from withdrawal.withdrawal as w where w.state in ('under-review', 'approved')
  order by w.created_ms limit least(p_limit, 500)
$function$
;
grant execute on function cell.waiting_withdrawals(integer) to candor_app;

create FUNCTION cell.waiting_withdrawals_of(p_cell smallint, p_limit integer)
 RETURNS TABLE(withdrawal_id bigint, asset smallint, amount bigint, state text, created_ms bigint, promised_ms bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select w.withdrawal_id, w.asset, w.amount, w.state::text, w.created_ms, due.due_ms
  from withdrawal.withdrawal as w cross join lateral withdrawal.withdrawal_due(w) as due
  where w.state in ('under-review', 'approved') and p_cell = coalesce((select self.cell from cell.self), 1)
  order by w.created_ms limit least(p_limit, 500)
$function$
;
grant execute on function cell.waiting_withdrawals_of(smallint,integer) to candor_cell;

create schema clock;
grant usage on schema clock to candor_app;
grant usage on schema clock to candor_log;
grant usage on schema clock to candor_market;

create table clock.setting (
  singleton boolean default true not null,
  virtual_now_ms bigint,
  constraint setting_pkey PRIMARY KEY (singleton),
  constraint setting_singleton_check CHECK (singleton)
);
grant select on clock.setting to candor_app;
grant select on clock.setting to candor_log;
grant select on clock.setting to candor_market;

create FUNCTION clock.batch_record_id(p_begin_us bigint, p_position integer, p_lane integer)
 RETURNS bigint
 LANGUAGE sql
 PARALLEL RESTRICTED
AS $function$
  select ((p_begin_us + 8 * p_position + floor(random() * 8)::bigint) << 10) + ((p_lane - 1) << 7)
    + floor(random() * 128)::bigint
$function$
;

create FUNCTION clock.instant_us()
 RETURNS bigint
 LANGUAGE sql
 PARALLEL RESTRICTED
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select (extract(epoch from clock_timestamp()) * 1000000)::bigint - 1577836800000000 $function$
;
grant execute on function clock.instant_us() to candor_app;

create FUNCTION clock.new_record_id()
 RETURNS bigint
 LANGUAGE sql
 PARALLEL RESTRICTED
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select (clock.instant_us() << 10) + floor(random() * 1024)::bigint $function$
;
grant execute on function clock.new_record_id() to candor_app;

create FUNCTION clock.now_ms()
 RETURNS bigint
 LANGUAGE sql
 PARALLEL RESTRICTED
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(
    (select virtual_now_ms from clock.setting),
    floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
$function$
;
grant execute on function clock.now_ms() to candor_app;
grant execute on function clock.now_ms() to candor_log;
grant execute on function clock.now_ms() to candor_market;

create schema closing;
grant usage on schema closing to candor_app;

create table closing.closed_account (
  customer_id bigint not null,
  closed_ms bigint not null,
  constraint closed_account_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint closed_account_pkey PRIMARY KEY (customer_id)
);
CREATE TRIGGER closed_account_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON closing.closed_account FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on closing.closed_account to candor_app;

create table closing.given_up (
  customer_id bigint not null,
  asset smallint not null,
  account_id bigint not null,
  amount bigint not null,
  stripe smallint not null,
  seq bigint not null,
  at_ms bigint not null,
  constraint given_up_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.account(account_id),
  constraint given_up_amount_check CHECK ((amount > 0)),
  constraint given_up_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint given_up_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES closing.closed_account(customer_id),
  constraint given_up_pkey PRIMARY KEY (customer_id, asset),
  constraint given_up_stripe_fkey FOREIGN KEY (stripe) REFERENCES ledger.stripe(stripe)
);
CREATE TRIGGER given_up_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON closing.given_up FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on closing.given_up to candor_app;

create FUNCTION closing.accounts_of(p_customer_id bigint)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select array(
    select account_id from ledger.balance
    where owner_id = p_customer_id and owner_id > 0 and kind in ('available', 'invested', 'escrow')
      or kind = 'merchant'
        and owner_id = (select merchant_id from floor.merchant where customer_id = p_customer_id))
$function$
;

create FUNCTION closing.close_account(p_customer_id bigint, p_seen bigint[])
 RETURNS TABLE(outcome text, sessions bigint[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_state smallint;
  v_left bigint[];
  v_now_ms bigint;
begin
  if p_customer_id is null or cardinality(p_seen) is distinct from 2 or array_position(p_seen, null) > 0 then
    raise exception 'malformed request' using errcode = 'invalid_parameter_value';
  end if;
  perform ledger.lock_accounts(closing.accounts_of(p_customer_id));
  select state into v_state from identity.customer where customer_id = p_customer_id for no key update;
  if v_state is distinct from 1 then
    return query select 'account-disabled', null::bigint[];
    return;
  end if;
  if exists (select from closing.open_items(p_customer_id) as item where item.kind <> 'small-balance') then
    return query select 'account-not-empty', null::bigint[];
    return;
  end if;
  v_left := array(
    select coalesce((select b.posted from ledger.balance as b
      where b.owner_id = p_customer_id and b.kind = 'available' and b.asset = each.asset), 0)
    from generate_series(1, 2) as each (asset) order by each.asset);
  if v_left <> p_seen then
    return query select 'balance-changed', null::bigint[];
    return;
  end if;
  v_now_ms := clock.now_ms();
  insert into closing.closed_account (customer_id, closed_ms) values (p_customer_id, v_now_ms);
  perform closing.give_up_balances(p_customer_id, v_now_ms);
  perform ledger.freeze_accounts(closing.accounts_of(p_customer_id));
  update identity.customer set state = 2 where customer_id = p_customer_id;
  outcome := 'closed';
  sessions := closing.end_access(p_customer_id, v_now_ms);
  perform audit.write(null, 'customer', 'customer.closed', 'customer:' || p_customer_id, '', jsonb_build_object(
    'sessions', cardinality(sessions), 'gaveUpUsd', ledger.units_text(v_left[1]),
    'gaveUpUsdt', ledger.units_text(v_left[2])), 'database');
  return next;
end
$function$
;
grant execute on function closing.close_account(bigint,bigint[]) to candor_app;

create FUNCTION closing.end_access(p_customer_id bigint, p_at_ms bigint)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_ended bigint[];
begin
  with ended as (
    update identity.session set revoked_ms = p_at_ms
    where customer_id = p_customer_id and revoked_ms is null returning session_id
  )
  select coalesce(array_agg(session_id order by session_id), '{}') into v_ended from ended;
  delete from push.subscription where customer_id = p_customer_id;
  delete from alert.price_alert where customer_id = p_customer_id;
  update payout.method set removed_ms = greatest(p_at_ms, added_ms)
  where customer_id = p_customer_id and removed_ms is null;
  delete from invite.shown_name where customer_id = p_customer_id;
  delete from identity.avatar where customer_id = p_customer_id;
  return v_ended;
end
$function$
;

create FUNCTION closing.give_up_balances(p_customer_id bigint, p_at_ms bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_kind constant ledger.movement := 'given-up';
  v_left ledger.balance;
  v_stripe ledger.stripe;
  g closing.given_up;
begin
  for v_left in
    select * from ledger.balance where owner_id = p_customer_id and kind = 'available' and posted > 0
    order by ledger.stripe_of(p_customer_id, asset)
  loop
    v_stripe := ledger.lock_stripe(ledger.stripe_of(p_customer_id, v_left.asset));
    insert into closing.given_up (customer_id, asset, account_id, amount, stripe, seq, at_ms)
    values (p_customer_id, v_left.asset, v_left.account_id, v_left.posted, v_stripe.stripe, v_stripe.seq + 1, p_at_ms)
    returning * into g;
    perform ledger.book(v_stripe, v_kind, p_at_ms, sha256(closing.given_up_bytes(g)), array[
      row(g.account_id, p_customer_id, v_kind, -g.amount, 0)::ledger.line,
      row(v_stripe.fee_account, p_customer_id, v_kind, g.amount, 0)::ledger.line
    ]);
  end loop;
end
$function$
;

create FUNCTION closing.given_up_bytes(g closing.given_up)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN (((int8send((g).customer_id) || int2send((g).asset)) || int8send((g).amount)) || int8send((g).at_ms))
;
grant execute on function closing.given_up_bytes(closing.given_up) to candor_app;

create FUNCTION closing.most_to_give_up(p_asset smallint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when exists (select from ledger.setting where name = 'opening-balance' and amount > 0)
    then 9223372036854775807
    else coalesce((withdrawal.current_withdrawal_terms(p_asset)).minimum, 1) - 1 end
$function$
;

create FUNCTION closing.open_items(p_customer_id bigint)
 RETURNS TABLE(kind text, items bigint, asset smallint, amount bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with merchant as (select merchant_id from floor.merchant where customer_id = p_customer_id)
  select case when b.posted <= closing.most_to_give_up(b.asset) and b.held = 0
      then 'small-balance' else 'balance' end, 1::bigint, b.asset, b.posted
  from ledger.balance as b
  where b.owner_id = p_customer_id and b.owner_id > 0 and b.kind = 'available' and b.posted <> 0
  union all
  select counted.kind, counted.items, null, null
  from (
    select 'contracts' as kind, (
      select count(*) from contract.contract_order where customer_id = p_customer_id and state = 'open') as items
    union all select 'withdrawals', (
      select count(*) from withdrawal.withdrawal
      where customer_id = p_customer_id and state in ('under-review', 'approved', 'sent'))
    union all select 'recharges', (
      select count(*) from deposit.deposit where customer_id = p_customer_id and state = 'under-review') + (
      select count(*) from deposit.chain_transfer as t
      where t.customer_id = p_customer_id and t.state = 'waiting'
        and not exists (select from deposit.deposit as d where d.transfer_id = t.transfer_id))
    union all select 'sales', (
      select count(*) from floor.sale where customer_id = p_customer_id and state = 'in-progress')
    union all select 'terms', (
      select count(*) from interest.interest_order where customer_id = p_customer_id and state = 'earning')
    union all select 'rewards', (
      select count(*) from invite.invite_reward where inviter_id = p_customer_id and paid_ms is null)
    union all select 'application', (
      select count(*) from floor.merchant_application
      where customer_id = p_customer_id and state in ('waiting', 'endorsed'))
    union all select 'desk', (
      select count(*) from floor.advert join merchant using (merchant_id) where closed_ms is null) + (
      select count(*) from floor.sale join merchant using (merchant_id) where state = 'in-progress') + (
      select count(*) from ledger.balance join merchant on merchant_id = owner_id
      where kind = 'merchant' and posted <> 0)
  ) as counted
  where counted.items > 0
$function$
;
grant execute on function closing.open_items(bigint) to candor_app;

create schema conduct;
grant usage on schema conduct to candor_app;
grant usage on schema conduct to candor_log;

create table conduct.acceptance_day (
  day integer not null,
  stake_from bigint not null,
  within_ms integer not null,
  orders bigint not null,
  constraint acceptance_day_orders_check CHECK ((orders > 0)),
  constraint acceptance_day_pkey PRIMARY KEY (day, stake_from, within_ms),
  constraint acceptance_day_within_ms_check CHECK ((within_ms > 0))
);
grant select on conduct.acceptance_day to candor_app;

create table conduct.closed_day (
  day integer not null,
  closed_ms bigint not null,
  constraint closed_day_pkey PRIMARY KEY (day)
);
CREATE TRIGGER closed_day_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON conduct.closed_day FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on conduct.closed_day to candor_app;
grant select on conduct.closed_day to candor_log;

create table conduct.contract_day (
  day integer not null,
  stake_from bigint not null,
  duration_slots integer not null,
  won bigint not null,
  lost bigint not null,
  tied bigint not null,
  voided bigint not null,
  staked bigint not null,
  fees bigint not null,
  profits bigint not null,
  net bigint not null,
  squares numeric(38,0),
  constraint contract_day_fees_check CHECK ((fees >= 0)),
  constraint contract_day_lost_check CHECK ((lost >= 0)),
  constraint contract_day_pkey PRIMARY KEY (day, stake_from, duration_slots),
  constraint contract_day_profits_check CHECK ((profits >= 0)),
  constraint contract_day_squares_check CHECK ((squares >= (0)::numeric)),
  constraint contract_day_staked_check CHECK ((staked >= 0)),
  constraint contract_day_tied_check CHECK ((tied >= 0)),
  constraint contract_day_voided_check CHECK ((voided >= 0)),
  constraint contract_day_won_check CHECK ((won >= 0))
);
CREATE TRIGGER contract_day_is_kept BEFORE TRUNCATE ON conduct.contract_day FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER contracts_of_closed_days_stay BEFORE INSERT OR DELETE OR UPDATE ON conduct.contract_day FOR EACH ROW EXECUTE FUNCTION conduct.refuse_closed_day();
grant select on conduct.contract_day to candor_app;
grant select on conduct.contract_day to candor_log;

create table conduct.counted_batch (
  stripe smallint not null,
  seq bigint not null,
  constraint counted_batch_pkey PRIMARY KEY (stripe)
);

create table conduct.customer_day (
  day integer not null,
  customer_id bigint not null,
  net bigint not null,
  constraint customer_day_pkey PRIMARY KEY (day, customer_id)
);

create table conduct.customer_share (
  day integer not null,
  days smallint not null,
  customers bigint not null,
  lost bigint not null,
  constraint customer_share_check CHECK (((lost >= 0) AND (lost <= customers))),
  constraint customer_share_customers_check CHECK ((customers >= 0)),
  constraint customer_share_day_fkey FOREIGN KEY (day) REFERENCES conduct.closed_day(day),
  constraint customer_share_days_check CHECK ((days = ANY (ARRAY[30, 90]))),
  constraint customer_share_pkey PRIMARY KEY (day, days)
);
CREATE TRIGGER customer_share_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON conduct.customer_share FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on conduct.customer_share to candor_app;
grant select on conduct.customer_share to candor_log;

create table conduct.explanation (
  explanation_id bigint generated always as identity not null,
  incident_id bigint not null,
  note text not null,
  proposed_by bigint not null,
  proposed_ms bigint not null,
  state text default 'proposed'::text not null,
  decided_by bigint,
  decided_ms bigint,
  version integer,
  constraint decided_explanation_is_complete CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'proposed'::text) = (decided_ms IS NULL)) AND ((state = 'confirmed'::text) = (version IS NOT NULL)))),
  constraint explanation_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operator.account(operator_id),
  constraint explanation_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES conduct.incident(incident_id),
  constraint explanation_incident_id_version_key UNIQUE (incident_id, version),
  constraint explanation_needs_two_operators CHECK (((state <> 'confirmed'::text) OR (decided_by <> proposed_by))),
  constraint explanation_note_check CHECK (((length(note) >= 3) AND (length(note) <= 500))),
  constraint explanation_pkey PRIMARY KEY (explanation_id),
  constraint explanation_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operator.account(operator_id),
  constraint explanation_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'rejected'::text]))),
  constraint explanation_version_check CHECK ((version > 0))
);
CREATE TRIGGER explanation_is_decided_once BEFORE DELETE OR UPDATE ON conduct.explanation FOR EACH ROW EXECUTE FUNCTION operator.refuse_redecision('version');
CREATE TRIGGER explanation_is_kept BEFORE TRUNCATE ON conduct.explanation FOR EACH STATEMENT EXECUTE FUNCTION operator.refuse_redecision();
grant select on conduct.explanation to candor_app;

create table conduct.incident (
  incident_id bigint generated always as identity not null,
  kind text not null,
  subject text not null,
  started_ms bigint not null,
  ended_ms bigint,
  constraint incident_check CHECK ((ended_ms >= started_ms)),
  constraint incident_kind_check CHECK ((kind = ANY (ARRAY['no-prices'::text, 'stale'::text, 'log-late'::text]))),
  constraint incident_kind_subject_started_ms_key UNIQUE (kind, subject, started_ms),
  constraint incident_pkey PRIMARY KEY (incident_id)
);
CREATE INDEX incident_by_time ON conduct.incident USING btree (started_ms);
CREATE UNIQUE INDEX incident_under_way ON conduct.incident USING btree (kind, subject) WHERE (ended_ms IS NULL);
CREATE TRIGGER incident_ends_once BEFORE UPDATE ON conduct.incident FOR EACH ROW EXECUTE FUNCTION ledger.require_single_step('ended_ms');
CREATE TRIGGER incident_is_kept BEFORE DELETE OR TRUNCATE ON conduct.incident FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on conduct.incident to candor_app;

create table conduct.promise (
  name text not null,
  within_ms bigint not null,
  constraint promise_name_check CHECK ((name = ANY (ARRAY['settled'::text, 'answered'::text, 'logged'::text]))),
  constraint promise_pkey PRIMARY KEY (name),
  constraint promise_within_ms_check CHECK ((within_ms > 0))
);
grant select on conduct.promise to candor_app;

create table conduct.rule (
  rule_id bigint generated always as identity not null,
  name text not null,
  version integer not null,
  body text not null,
  text_hash bytea not null,
  in_force_ms bigint not null,
  constraint rule_body_check CHECK (((length(body) >= 20) AND (length(body) <= 10000))),
  constraint rule_check CHECK ((text_hash = sha256(convert_to(body, 'UTF8'::name)))),
  constraint rule_name_check CHECK ((name ~ '^[a-z-]{3,40}$'::text)),
  constraint rule_name_version_key UNIQUE (name, version),
  constraint rule_pkey PRIMARY KEY (rule_id),
  constraint rule_version_check CHECK ((version > 0))
);
CREATE TRIGGER rule_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON conduct.rule FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on conduct.rule to candor_app;
grant select on conduct.rule to candor_log;

create table conduct.setting (
  singleton boolean default true not null,
  min_customers integer not null,
  min_contracts integer not null,
  min_group_contracts integer not null,
  min_accepted_orders integer not null,
  outage_slots integer not null,
  stale_slots integer not null,
  log_late_ms integer not null,
  constraint setting_log_late_ms_check CHECK ((log_late_ms > 0)),
  constraint setting_min_accepted_orders_check CHECK ((min_accepted_orders > 0)),
  constraint setting_min_contracts_check CHECK ((min_contracts > 0)),
  constraint setting_min_customers_check CHECK ((min_customers > 0)),
  constraint setting_min_group_contracts_check CHECK ((min_group_contracts > 0)),
  constraint setting_outage_slots_check CHECK ((outage_slots > 0)),
  constraint setting_pkey PRIMARY KEY (singleton),
  constraint setting_singleton_check CHECK (singleton),
  constraint setting_stale_slots_check CHECK ((stale_slots > 0))
);
grant select on conduct.setting to candor_app;

create table conduct.settled_time (
  day integer not null,
  within_ms integer not null,
  contracts bigint not null,
  constraint settled_time_contracts_check CHECK ((contracts > 0)),
  constraint settled_time_pkey PRIMARY KEY (day, within_ms),
  constraint settled_time_within_ms_check CHECK ((within_ms > 0))
);
CREATE TRIGGER settled_time_is_kept BEFORE DELETE OR TRUNCATE ON conduct.settled_time FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on conduct.settled_time to candor_app;

create table conduct.stake_band (
  stake_from bigint not null,
  constraint stake_band_pkey PRIMARY KEY (stake_from),
  constraint stake_band_stake_from_check CHECK ((stake_from >= 0))
);
grant select on conduct.stake_band to candor_app;

create table conduct.void_day (
  day integer not null,
  reason contract.void_reason not null,
  contracts bigint not null,
  house_gain bigint not null,
  constraint void_day_contracts_check CHECK ((contracts > 0)),
  constraint void_day_pkey PRIMARY KEY (day, reason)
);
CREATE TRIGGER void_day_is_kept BEFORE TRUNCATE ON conduct.void_day FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER voids_of_closed_days_stay BEFORE INSERT OR DELETE OR UPDATE ON conduct.void_day FOR EACH ROW EXECUTE FUNCTION conduct.refuse_closed_day();
grant select on conduct.void_day to candor_app;
grant select on conduct.void_day to candor_log;

create table conduct.void_window (
  instrument_id integer not null,
  reason contract.void_reason not null,
  from_slot bigint not null,
  to_slot bigint not null,
  contracts bigint not null,
  house_gain bigint not null,
  constraint void_window_check CHECK (((to_slot >= from_slot) AND (to_slot <= (from_slot + 7199)))),
  constraint void_window_contracts_check CHECK ((contracts > 0)),
  constraint void_window_pkey PRIMARY KEY (instrument_id, reason, from_slot, to_slot),
  constraint void_window_reason_check CHECK ((reason = ANY (ARRAY['entry-not-open'::contract.void_reason, 'no-exit-price'::contract.void_reason])))
);
CREATE INDEX void_window_by_slot ON conduct.void_window USING btree (to_slot);

create FUNCTION conduct.add_acceptances(p_stakes_from bigint[], p_within_ms integer[], p_orders bigint[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into conduct.acceptance_day as known (day, stake_from, within_ms, orders)
  select clock.now_ms() / 86400000, stake_from, within_ms, sum(orders)
  from unnest(p_stakes_from, p_within_ms, p_orders) as given (stake_from, within_ms, orders)
  group by stake_from, within_ms
  on conflict (day, stake_from, within_ms) do update set orders = known.orders + excluded.orders
$function$
;
grant execute on function conduct.add_acceptances(bigint[],integer[],bigint[]) to candor_app;

create FUNCTION conduct.begin_incident(p_kind text, p_subject text, p_started_ms bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into conduct.incident (kind, subject, started_ms) values (p_kind, p_subject, p_started_ms)
  on conflict do nothing
$function$
;

create FUNCTION conduct.close_day()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_day_ms constant bigint := 86400000;
  v_grace_ms constant bigint := 120000;
  v_day integer;
begin
  perform from conduct.setting for no key update;
  v_day := coalesce((select max(day) + 1 from conduct.closed_day), (select min(day) from conduct.contract_day));
  if v_day is null or clock.now_ms() < (v_day + 1) * v_day_ms + v_grace_ms or exists (
    select from ledger.stripe left join conduct.counted_batch as counted using (stripe)
    join ledger.link on link.stripe = stripe.stripe and link.seq = coalesce(counted.seq, 0) + 1
    where link.at_ms < (v_day + 1) * v_day_ms) then
    return null;
  end if;
  insert into conduct.closed_day (day, closed_ms) values (v_day, clock.now_ms());
  insert into conduct.customer_share (day, days, customers, lost)
  select v_day, span.days, count(each.net), count(each.net) filter (where each.net < 0)
  from (values (30), (90)) as span (days)
  left join lateral (
    select sum(net) as net from conduct.customer_day where day > v_day - span.days and day <= v_day group by customer_id
  ) as each on true
  group by span.days;
  delete from conduct.customer_day where day <= v_day - 90;
  return v_day;
end
$function$
;
grant execute on function conduct.close_day() to candor_app;

create FUNCTION conduct.count_settled(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_day_ms constant bigint := 86400000;
  v_first_day integer;
  v_batches integer;
begin
  perform from conduct.setting for no key update;
  v_first_day := coalesce((select max(day) + 1 from conduct.closed_day), 0);
  with next as materialized (
    select link.stripe, link.seq, link.at_ms, link.kind from ledger.stripe
    left join conduct.counted_batch as counted using (stripe)
    cross join lateral (
      select * from ledger.link where link.stripe = stripe.stripe and link.seq > coalesce(counted.seq, 0)
      order by link.seq limit p_limit
    ) as link
  ), settled as materialized (
    select greatest(next.at_ms / v_day_ms, v_first_day)::integer as day, o.*,
      (select max(stake_from) from conduct.stake_band where stake_from <= o.stake) as stake_from,
      o.result in ('won', 'lost') as is_decided
    from next
    join ledger.posting as p on p.stripe = next.stripe and p.seq = next.seq and p.at_ms = next.at_ms
    join contract.contract_order as o on o.order_id = p.ref
    where next.kind = 'contract-settled'
  ), by_group as (
    insert into conduct.contract_day as known (day, stake_from, duration_slots, won, lost, tied, voided, staked, fees,
      profits, net, squares)
    select day, stake_from, duration_slots, count(*) filter (where result = 'won'),
      count(*) filter (where result = 'lost'), count(*) filter (where result = 'tie'),
      count(*) filter (where result = 'void'), coalesce(sum(stake) filter (where is_decided), 0),
      coalesce(sum(fee) filter (where is_decided), 0), coalesce(sum(profit) filter (where is_decided), 0),
      coalesce(sum(net) filter (where is_decided), 0),
      coalesce(sum((stake + profit)::numeric * (stake + profit)) filter (where is_decided), 0)
    from settled group by day, stake_from, duration_slots
    on conflict (day, stake_from, duration_slots) do update set won = known.won + excluded.won,
      lost = known.lost + excluded.lost, tied = known.tied + excluded.tied, voided = known.voided + excluded.voided,
      staked = known.staked + excluded.staked, fees = known.fees + excluded.fees, net = known.net + excluded.net,
      profits = known.profits + excluded.profits, squares = known.squares + excluded.squares
  ), by_customer as (
    insert into conduct.customer_day as known (day, customer_id, net)
    select day, customer_id, sum(net) from settled where is_decided group by day, customer_id
    on conflict (day, customer_id) do update set net = known.net + excluded.net
  ), by_cause as (
    insert into conduct.void_day as known (day, reason, contracts, house_gain)
    select day, void_reason, count(*), coalesce(sum(conduct.result_if_settled(settled.order_id)), 0)
    from settled where result = 'void' group by day, void_reason
    on conflict (day, reason) do update set contracts = known.contracts + excluded.contracts,
      house_gain = known.house_gain + excluded.house_gain
  ), by_window as (
    insert into conduct.void_window as known (instrument_id, reason, from_slot, to_slot, contracts, house_gain)
    select o.instrument_id, void_reason, w.from_slot, w.to_slot, count(*), sum(w.house_gain)
    from settled as o cross join lateral conduct.void_window_of(o.order_id) as w where result = 'void'
    group by 1, 2, 3, 4
    on conflict (instrument_id, reason, from_slot, to_slot) do update set
      contracts = known.contracts + excluded.contracts, house_gain = known.house_gain + excluded.house_gain
  ), by_time as (
    insert into conduct.settled_time as known (day, within_ms, contracts)
    select settled_ms / v_day_ms, transparency.rounded_up_ms(settled_ms - genesis_ms - slot_ms * exit_slot - slot_ms),
      count(*) from settled cross join market.clock cross join (select 500 as slot_ms) as sizes group by 1, 2
    on conflict (day, within_ms) do update set contracts = known.contracts + excluded.contracts
  ), counted as (
    insert into conduct.counted_batch as known (stripe, seq) select stripe, max(seq) from next group by stripe
    on conflict (stripe) do update set seq = excluded.seq
  )
  select count(*) into v_batches from next;
  return v_batches;
end
$function$
;
grant execute on function conduct.count_settled(integer) to candor_app;

create FUNCTION conduct.decide_explanation(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk,lead}');
  v_explanation conduct.explanation;
  v_version integer;
begin
  select * into v_explanation from conduct.explanation where explanation_id = p_id for update;
  if v_explanation.explanation_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(
    v_operator_id, p_is_confirmed, 'explanation', v_explanation.state, v_explanation.proposed_by);
  if p_is_confirmed then
    perform from conduct.incident where incident_id = v_explanation.incident_id for no key update;
    select coalesce(max(version), 0) + 1 into v_version from conduct.explanation
    where incident_id = v_explanation.incident_id;
  end if;
  update conduct.explanation set state = case when p_is_confirmed then 'confirmed' else 'rejected' end,
    decided_by = v_operator_id, decided_ms = clock.now_ms(), version = v_version
  where explanation_id = p_id;
  perform operator.record_decision(v_operator_id, 'explanation', p_id, p_is_confirmed, v_explanation.note, p_note,
    jsonb_build_object('incidentId', v_explanation.incident_id, 'version', v_version));
  return 'decided';
end
$function$
;
grant execute on function conduct.decide_explanation(text,bigint,boolean,text) to candor_app;

create FUNCTION conduct.late_batches(p_within_ms bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with newest as (select * from transparency.log where name = 'events' order by shard desc limit 1)
  select coalesce(sum(late.batches), 0)::bigint from newest cross join ledger.stripe
  cross join lateral (
    select coalesce(max(seq), 0) as seq from transparency.leaf_of_batch as leaf
    where leaf.stripe = stripe.stripe
      and (leaf.shard < newest.shard or leaf.shard = newest.shard and leaf.leaf_index < newest.size)
  ) as signed
  cross join lateral (
    select count(*) as batches from ledger.link
    where link.stripe = stripe.stripe and link.seq > signed.seq and link.at_ms < clock.now_ms() - p_within_ms
  ) as late
$function$
;

create FUNCTION conduct.late_contracts(p_within_ms bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(sum(late.contracts), 0)::bigint
  from market.clock cross join (select 500 as slot_ms) as sizes cross join ledger.stripe
  cross join lateral (
    select count(*) as contracts from contract.contract_order as o
    where o.stripe = stripe.stripe and o.state = 'open'
      and o.exit_slot < (clock.now_ms() - p_within_ms - genesis_ms - 1) / slot_ms
  ) as late
$function$
;

create FUNCTION conduct.oldest_unsigned_ms(p_name text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;

create FUNCTION conduct.promise_levels(p_since_ms bigint)
 RETURNS TABLE(name text, promised_within_ms bigint, done bigint, in_time bigint, median_ms bigint, ninety_five_ms bigint, slowest_ms bigint, overdue_now bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with took as (
    select 'settled' as name, within_ms::bigint as took_ms, contracts as cases, true as is_done
    from conduct.settled_time where day >= p_since_ms / 86400000
    union all
    select 'logged', within_ms, batches, true from transparency.signed_time where day >= p_since_ms / 86400000
    union all
    select 'answered', ended_ms - opened_ms, 1, is_answered from support.first_answers(p_since_ms)
  ), running as (
    select took.*, sum(cases) over (partition by took.name order by took_ms range unbounded preceding) as through,
      sum(cases) over (partition by took.name) as total
    from took
  )
  select promise.name, within_ms, coalesce(sum(cases), 0)::bigint,
    coalesce(sum(cases) filter (where is_done and took_ms <= within_ms), 0)::bigint,
    min(took_ms) filter (where through * 2 >= total), min(took_ms) filter (where through * 100 >= total * 95),
    max(took_ms),
    case promise.name when 'settled' then conduct.late_contracts(within_ms)
      when 'logged' then conduct.late_batches(within_ms) else support.late_answers(within_ms) end
  from conduct.promise left join running on running.name = promise.name
  group by promise.name, within_ms order by array_position('{settled,answered,logged}', promise.name)
$function$
;
grant execute on function conduct.promise_levels(bigint) to candor_app;

create FUNCTION conduct.propose_explanation(p_secret text, p_incident_id bigint, p_note text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk,lead}');
  v_id bigint;
begin
  insert into conduct.explanation (incident_id, note, proposed_by, proposed_ms)
  select incident_id, p_note, v_operator_id, clock.now_ms() from conduct.incident where incident_id = p_incident_id
  returning explanation_id into v_id;
  if v_id is null then
    return null;
  end if;
  return operator.record_step(v_operator_id, 'explanation', v_id, 'proposed', p_note,
    jsonb_build_object('incidentId', p_incident_id));
end
$function$
;
grant execute on function conduct.propose_explanation(text,bigint,text) to candor_app;

create FUNCTION conduct.refuse_closed_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' or exists (select from conduct.closed_day where closed_day.day = new.day) then
    raise exception '% of %.% is refused: the day is closed', tg_op, tg_table_schema, tg_table_name
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$function$
;

create FUNCTION conduct.result_if_settled(p_order_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case
    when exit_at.price = entry_at.price then 0
    when (exit_at.price > entry_at.price) = (o.direction = 'up') then o.profit - o.fee
    when exit_at.price <> entry_at.price then -(o.stake + o.fee)
    else 0
  end
  from contract.contract_order as o
  left join lateral (
    select prices[o.instrument_id] as price from market.frame where slot <= o.entry_slot order by slot desc limit 1
  ) as entry_at on true
  left join lateral (
    select prices[o.instrument_id] as price from market.frame where slot >= o.exit_slot order by slot limit 1
  ) as exit_at on true
  where o.order_id = p_order_id
$function$
;

create FUNCTION conduct.void_window_of(p_order_id bigint)
 RETURNS TABLE(from_slot bigint, to_slot bigint, house_gain bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case void_reason when 'entry-not-open' then entry_slot else exit_slot - exit_window_slots + 1 end,
    case when void_reason = 'entry-not-open' then entry_slot + entry_window_slots - 1
      when exit_window_slots = 1 then exit_slot + 20 else exit_slot end,
    coalesce(conduct.result_if_settled(order_id), 0)
  from contract.contract_order join market.terms using (terms_id)
  where order_id = p_order_id and void_reason in ('entry-not-open', 'no-exit-price')
$function$
;

create FUNCTION conduct.voids_within(p_symbol text, p_from_ms bigint, p_to_ms bigint, OUT contracts bigint, OUT house_gain bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function conduct.voids_within(text,bigint,bigint) to candor_app;

create FUNCTION conduct.watch_frames(p_now_ms bigint, p_setting conduct.setting)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;

create FUNCTION conduct.watch_incidents()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_setting conduct.setting;
begin
  select * into v_setting from conduct.setting for no key update;
  perform conduct.watch_frames(v_now_ms, v_setting);
  perform conduct.watch_stale(v_setting);
  perform conduct.watch_logs(v_now_ms, v_setting);
end
$function$
;
grant execute on function conduct.watch_incidents() to candor_app;

create FUNCTION conduct.watch_logs(p_now_ms bigint, p_setting conduct.setting)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;

create FUNCTION conduct.watch_stale(p_setting conduct.setting)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;

create schema confirmation;
grant usage on schema confirmation to candor_app;

create FUNCTION confirmation.begin(p_secret text, p_kind text, p_id bigint, p_reference text)
 RETURNS TABLE(confirmation_id bigint, bytes text, credential_ids text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,risk,lead}');
  v_details constant jsonb := confirmation.details_of(v_operator_id, p_kind, p_id, p_reference);
begin
  if v_details is null then
    return;
  end if;
  return query select * from operator.open_confirmation(v_operator_id, p_kind, p_id, v_details);
end
$function$
;
grant execute on function confirmation.begin(text,text,bigint,text) to candor_app;

create FUNCTION confirmation.details_of(p_operator_id bigint, p_kind text, p_id bigint, p_reference text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return case p_kind
    when 'withdrawal.approve' then
      (select withdrawal.approval_details(w, p_operator_id)
        from withdrawal.withdrawal as w where w.withdrawal_id = p_id)
    when 'withdrawal.fail' then
      (select withdrawal.failing_details(w) from withdrawal.withdrawal as w where w.withdrawal_id = p_id)
    when 'deposit.approve' then
      (select deposit.approval_details(d, deposit.held_transfer(p_id), p_operator_id, p_reference)
        from deposit.deposit as d where d.deposit_id = p_id)
    when 'correction.confirm' then
      (select correction.signed_details(c) from correction.correction as c where c.correction_id = p_id)
    when 'desk-funding.confirm' then
      (select floor.signed_details(f) from floor.merchant_funding as f where f.funding_id = p_id)
    when 'advert.publish' then
      (select floor.signed_advert(a) from floor.advert_proposal as a where a.proposal_id = p_id)
    when 'halt.lift' then
      (select market.signed_lift(h) from market.halt as h where h.halt_id = p_id)
    when 'terms.confirm' then version.signed_details('terms', p_id)
    when 'swap-terms.confirm' then version.signed_details('swap-terms', p_id)
    when 'advert-terms.confirm' then version.signed_details('advert-terms', p_id)
    when 'interest.confirm' then version.signed_details('interest', p_id)
    when 'house-setting.confirm' then version.signed_details('house-setting', p_id)
  end;
end
$function$
;

create schema contract;
grant usage on schema contract to candor_app;
grant usage on schema contract to candor_log;
grant usage on schema contract to candor_market;

create type contract.direction as enum ('up', 'down');

create type contract.order_result as enum ('won', 'lost', 'tie', 'void');

create type contract.order_state as enum ('open', 'closed');

create type contract.void_reason as enum ('entry-not-open', 'no-exit-price', 'feed-changed');

create type contract.order_batch as (customers bigint[], requests uuid[], instruments integer[], durations integer[], terms bigint[], directions contract.direction[], stakes bigint[], seen_slots bigint[]);

create type contract.placement as (request_index integer, outcome text, order_id bigint, opens_ms bigint, accepted_ms bigint, entry_slot bigint, fee bigint, profit bigint, placed_seq bigint);

create type contract.settlement as (order_id bigint, customer_id bigint, result contract.order_result, void_reason contract.void_reason);

create table contract.contract_order (
  order_id bigint default clock.new_record_id() not null,
  customer_id bigint not null,
  request_id uuid not null,
  account_id bigint not null,
  stripe smallint not null,
  asset smallint not null,
  instrument_id integer not null,
  terms_id bigint not null,
  duration_slots integer not null,
  direction contract.direction not null,
  stake bigint not null,
  fee bigint not null,
  profit bigint not null,
  seen_slot bigint not null,
  accepted_ms bigint not null,
  accepted_slot bigint not null,
  entry_slot bigint not null,
  exit_slot bigint not null,
  placed_seq bigint not null,
  state contract.order_state default 'open'::contract.order_state not null,
  result contract.order_result,
  void_reason contract.void_reason,
  entry_price bigint,
  exit_price bigint,
  settled_slot bigint,
  net bigint,
  settled_ms bigint,
  settled_seq bigint,
  price_scale smallint default 0 not null,
  constraint closed_order_is_complete CHECK (
CASE
    WHEN (state = 'open'::contract.order_state) THEN (num_nonnulls(result, void_reason, entry_price, exit_price, settled_slot, net, settled_ms, settled_seq) = 0)
    ELSE ((num_nulls(result, net, settled_ms, settled_seq) = 0) AND ((result = 'void'::contract.order_result) = (void_reason IS NOT NULL)) AND ((result = 'void'::contract.order_result) OR (num_nulls(entry_price, exit_price, settled_slot) = 0)) AND (net =
    CASE result
        WHEN 'won'::contract.order_result THEN (profit - fee)
        WHEN 'lost'::contract.order_result THEN (- (stake + fee))
        ELSE (0)::bigint
    END))
END),
  constraint contract_order_check CHECK (((entry_slot > accepted_slot) AND (exit_slot = (entry_slot + duration_slots)))),
  constraint contract_order_check1 CHECK (((settled_slot >= exit_slot) AND (settled_slot <= (exit_slot + 20)))),
  constraint contract_order_fee_check CHECK ((fee >= 0)),
  constraint contract_order_pkey PRIMARY KEY (order_id),
  constraint contract_order_price_scale_check CHECK ((price_scale = ANY (ARRAY[0, 1]))),
  constraint contract_order_profit_check CHECK ((profit > 0)),
  constraint contract_order_request UNIQUE (request_id, customer_id),
  constraint contract_order_stake_check CHECK ((stake > 0))
) with (fillfactor=80);
CREATE INDEX contract_order_due ON contract.contract_order USING btree (stripe, exit_slot, order_id) WHERE (state = 'open'::contract.order_state);
CREATE INDEX contract_order_list ON contract.contract_order USING btree (customer_id, state, order_id);
CREATE INDEX contract_order_rare_result ON contract.contract_order USING btree (customer_id, result, settled_ms, order_id) WHERE (result = ANY (ARRAY['tie'::contract.order_result, 'void'::contract.order_result]));
CREATE INDEX contract_order_settled ON contract.contract_order USING btree (customer_id, settled_ms, order_id) INCLUDE (asset, result, stake, fee, net, instrument_id, profit) WHERE (state = 'closed'::contract.order_state);
CREATE INDEX contract_order_void ON contract.contract_order USING btree (asset, void_reason) WHERE (result = 'void'::contract.order_result);
CREATE TRIGGER order_closes_once AFTER UPDATE ON contract.contract_order REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION contract.require_single_closing();
CREATE TRIGGER order_is_kept BEFORE DELETE OR TRUNCATE ON contract.contract_order FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on contract.contract_order to candor_app;
grant select on contract.contract_order to candor_log;

create table contract.exposure (
  instrument_id integer not null,
  asset smallint not null,
  open_payout bigint default 0 not null,
  constraint exposure_instrument_id_fkey FOREIGN KEY (instrument_id) REFERENCES market.instrument(instrument_id),
  constraint exposure_open_payout_check CHECK ((open_payout >= 0)),
  constraint exposure_pkey PRIMARY KEY (instrument_id, asset)
) with (fillfactor=50);
grant select on contract.exposure to candor_app;

create table contract.foresight (
  day integer not null,
  instrument_id integer not null,
  customer_id bigint not null,
  contracts integer not null,
  right_contracts integer not null,
  break_even_bps bigint not null,
  constraint foresight_break_even_bps_check CHECK ((break_even_bps >= 0)),
  constraint foresight_check CHECK (((right_contracts >= 0) AND (right_contracts <= contracts))),
  constraint foresight_contracts_check CHECK ((contracts > 0)),
  constraint foresight_instrument_id_fkey FOREIGN KEY (instrument_id) REFERENCES market.instrument(instrument_id),
  constraint foresight_pkey PRIMARY KEY (day, instrument_id, customer_id)
);
grant select on contract.foresight to candor_app;

create table contract.foresight_cursor (
  singleton boolean default true not null,
  order_id bigint not null,
  constraint foresight_cursor_pkey PRIMARY KEY (singleton),
  constraint foresight_cursor_singleton_check CHECK (singleton)
);

create table contract.refusal (
  customer_id bigint not null,
  request_id uuid not null,
  error text not null,
  opens_ms bigint,
  asset smallint not null,
  instrument_id integer not null,
  terms_id bigint not null,
  duration_slots integer not null,
  direction contract.direction not null,
  stake bigint not null,
  seen_slot bigint not null,
  created_ms bigint not null,
  constraint refusal_pkey PRIMARY KEY (request_id, customer_id)
);
CREATE INDEX refusal_age ON contract.refusal USING btree (created_ms);
CREATE INDEX refusal_rate ON contract.refusal USING btree (customer_id, created_ms);
grant select on contract.refusal to candor_app;

create view contract.void_statistics as
 SELECT asset,
    void_reason,
    count(*) AS orders,
    (sum(stake))::bigint AS stake
   FROM contract.contract_order
  WHERE (result = 'void'::contract.order_result)
  GROUP BY asset, void_reason;
grant select on contract.void_statistics to candor_app;

create FUNCTION contract.decided_orders(p_stripe smallint, p_limit integer, p_skipped bigint[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  v_wait_slots constant integer := 20;
  v_last_slot bigint;
  v_last_open bigint[];
begin
  select max(slot) into v_last_slot from market.frame;
  if v_last_slot is null or not exists (
    select from contract.contract_order where stripe = p_stripe and state = 'open' and exit_slot <= v_last_slot) then
    return array[]::bigint[];
  end if;
  -- For each instrument the newest slot, within the wait, at which it was open.
  select array_agg(newest order by instrument_id) into v_last_open
  from (
    select instrument_id, max(slot) filter (where instrument_state = 1) as newest
    from market.frame cross join unnest(states) with ordinality as point (instrument_state, instrument_id)
    where slot > v_last_slot - v_wait_slots group by instrument_id
  ) as recent;
  return array(
    -- The first two conditions decide an average as well: the terms are read only while an instrument is not open. A
    -- join would read and sort every due order before the limit.
    select order_id from contract.contract_order as o
    where stripe = p_stripe and state = 'open' and exit_slot <= v_last_slot
      and (exit_slot <= v_last_slot - v_wait_slots or v_last_open[instrument_id] >= exit_slot
        or (select exit_window_slots from market.terms where terms.terms_id = o.terms_id) > 1)
      and order_id <> all(p_skipped)
    order by exit_slot, order_id limit p_limit
  );
end
$function$
;
grant execute on function contract.decided_orders(smallint,integer,bigint[]) to candor_app;

create FUNCTION contract.decided_requests(p_requests uuid[])
 RETURNS TABLE(customer_id bigint, request_id uuid, order_id bigint, outcome text, opens_ms bigint, asset smallint, instrument_id integer, duration_slots integer, terms_id bigint, direction contract.direction, stake bigint, seen_slot bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select customer_id, request_id, order_id, 'repeated', null::bigint, asset, instrument_id, duration_slots, terms_id,
    direction, stake, seen_slot
  from contract.contract_order where request_id = any(p_requests)
  union all
  select customer_id, request_id, null, error, opens_ms, asset, instrument_id, duration_slots, terms_id, direction,
    stake, seen_slot
  from contract.refusal where request_id = any(p_requests)
$function$
;

create FUNCTION contract.forget_refusals()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with forgotten as (delete from contract.refusal where created_ms < clock.now_ms() - 86400000 returning 1)
  select count(*) from forgotten
$function$
;
grant execute on function contract.forget_refusals() to candor_app;

create FUNCTION contract.has_own_limits(p_customers bigint[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from security.customer_limit where customer_id = any(p_customers) and kind in ('stake', 'loss'))
$function$
;

create FUNCTION contract.judge_orders(p_now_ms bigint, p_asset smallint, p_batch contract.order_batch)
 RETURNS TABLE(request_index integer, customer_id bigint, request_id uuid, instrument_id integer, duration_slots integer, terms_id bigint, direction contract.direction, stake bigint, seen_slot bigint, fee bigint, profit bigint, max_open_payout bigint, accepted_slot bigint, entry_slot bigint, account_id bigint, posted bigint, held bigint, version bigint, available bigint, outcome text, opens_ms bigint, past_order_id bigint, is_new boolean)
 LANGUAGE sql
 STABLE
AS $function$
  with request as materialized (
    select * from unnest(p_batch.customers, p_batch.requests, p_batch.instruments, p_batch.durations, p_batch.terms,
      p_batch.directions, p_batch.stakes, p_batch.seen_slots) with ordinality
      as request (customer_id, request_id, instrument_id, duration_slots, terms_id, direction, stake, seen_slot,
        request_index)
  ), moment as materialized (
    select * from contract.judging_moment(p_now_ms)
  ), offer as materialized (
    select offer.* from (select distinct terms_id from request) as wanted cross join moment
    cross join lateral contract.judged_offer(wanted.terms_id, slot_ms, genesis_ms, newest_slot, states, is_fresh)
      as offer
  ), account as materialized (
    select owner_id, account_id, posted, held, version, available, is_frozen from ledger.balance
    where owner_id = any(p_batch.customers) and owner_id > 0 and kind = 'available' and asset = p_asset
  ), exclusion as materialized (
    select customer_id from security.exclusion where customer_id = any(p_batch.customers) and until_ms > p_now_ms
  ), past as materialized (
    select * from contract.decided_requests(p_batch.requests)
  ), compared as (
    select request.*, past.order_id as past_order_id, past.outcome as past_outcome, past.opens_ms as past_opens_ms,
      case when past.request_id is not null then
        (past.asset, past.instrument_id, past.duration_slots, past.terms_id, past.direction, past.stake, past.seen_slot)
          = (p_asset, request.instrument_id, request.duration_slots, request.terms_id, request.direction, request.stake,
            request.seen_slot)
      end as is_same
    from request left join past using (customer_id, request_id)
  ), priced as (
    -- The fee is rounded down to 0.01, the profit up.
    select compared.*, offer.entry_slot, offer.max_open_payout, offer.stake_min, offer.stake_max,
      offer.opens_ms as session_opens_ms, offer.refusal,
      offer.is_current and offer.instrument_id = compared.instrument_id
        and offer.duration_slots = compared.duration_slots as is_offered,
      case when stake between stake_min and stake_max then stake * fee_bps / 100000000 * 10000 end as fee,
      case when stake between stake_min and stake_max then (stake * payout_bps + 99999999) / 100000000 * 10000
      end as profit
    from compared left join offer using (terms_id)
  ), judged as (
    select priced.*, account.account_id, account.posted, account.held, account.version, account.available,
      moment.now_slot,
      case
        when is_same then past_outcome
        when not is_same then 'conflict'
        when exclusion.customer_id is not null then 'self-excluded'
        when is_offered is not true then 'terms-changed'
        when stake < stake_min then 'below-minimum'
        when stake > stake_max then 'above-maximum'
        when refusal is not null then refusal
        when seen_slot < now_slot - max_seen_age_slots or seen_slot > now_slot then 'price-moved'
        when account.account_id is null then 'insufficient-balance'
        when account.is_frozen then 'account-disabled'
        when stake + fee > available then 'insufficient-balance'
      end as outcome
    from priced cross join moment
    left join account on account.owner_id = priced.customer_id
    left join exclusion on exclusion.customer_id = priced.customer_id
  )
  select request_index::integer, customer_id, request_id, instrument_id, duration_slots, terms_id, direction, stake,
    seen_slot, fee, profit, max_open_payout, now_slot, entry_slot, account_id, posted, held, version, available,
    outcome, case when is_same then past_opens_ms when outcome = 'market-closed' then session_opens_ms end,
    case when is_same then past_order_id end, is_same is null and account_id is not null
  from judged
$function$
;

create FUNCTION contract.judged_offer(p_terms_id bigint, p_slot_ms integer, p_genesis_ms bigint, p_newest_slot bigint, p_states smallint[], p_is_fresh boolean)
 RETURNS TABLE(terms_id bigint, instrument_id integer, duration_slots integer, stake_min bigint, stake_max bigint, fee_bps integer, payout_bps integer, max_open_payout bigint, entry_slot bigint, opens_ms bigint, is_current boolean, refusal text)
 LANGUAGE sql
 STABLE
AS $function$
  select terms.terms_id, terms.instrument_id, terms.duration_slots, terms.stake_min, terms.stake_max, terms.fee_bps,
    terms.payout_bps, terms.max_open_payout, timing.entry_slot, session.opens_ms,
    terms.offered and not instrument.hidden and not exists (
      select from market.terms as newer where newer.instrument_id = terms.instrument_id
        and newer.duration_slots = terms.duration_slots and newer.version > terms.version),
    case
      when not p_is_fresh then 'market-stale'
      when instrument.halted or session.instrument_id is null or session.state = 0
        or coalesce(p_states[terms.instrument_id], 0) = 0 then 'market-closed'
      when p_states[terms.instrument_id] <> 1 then 'market-stale'
      -- A contract may not outlive its session: the frame of its exit slot must end by the close.
      when p_genesis_ms + (timing.entry_slot + terms.duration_slots + 1) * p_slot_ms > session.closes_ms
        then 'market-closed'
    end
  from market.terms
  join market.instrument using (instrument_id)
  left join market.session using (instrument_id)
  cross join lateral (select p_newest_slot + instrument.entry_delay_slots as entry_slot) as timing
  where terms.terms_id = p_terms_id
$function$
;

create FUNCTION contract.judging_moment(p_now_ms bigint)
 RETURNS TABLE(slot_ms integer, max_seen_age_slots integer, genesis_ms bigint, now_slot bigint, newest_slot bigint, states smallint[], is_fresh boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select slot_ms, max_seen_age_slots, clock.genesis_ms, clock.now_slot, greatest(clock.now_slot, frame.slot),
    frame.states,
    -- A frame far ahead of the clock means that the clock was set back: the customer saw a different time than the
    -- clock shows.
    coalesce(p_now_ms - (clock.genesis_ms + (frame.slot + 1) * slot_ms) <= max_frame_age_ms
      and frame.slot <= clock.now_slot + max_frame_lead_slots, false)
  from (
    select 500 as slot_ms, 10 as max_seen_age_slots, 2000 as max_frame_age_ms, 2 as max_frame_lead_slots
  ) as rule
  cross join lateral (
    select genesis_ms, floor((p_now_ms - genesis_ms)::numeric / slot_ms)::bigint as now_slot from market.clock
  ) as clock
  left join (select slot, states from market.frame order by slot desc limit 1) as frame on true
$function$
;

create FUNCTION contract.lock_for_placing(p_stripe smallint, p_customers bigint[], p_instruments integer[])
 RETURNS ledger.stripe
 LANGUAGE plpgsql
AS $function$
declare
  v_stripe ledger.stripe;
  v_locked bigint;
begin
  perform 1 from ledger.balance where owner_id = any(p_customers) and owner_id > 0 and kind = 'available'
  order by account_id for no key update;
  v_stripe := ledger.lock_stripe(p_stripe);
  perform 1 from contract.exposure where instrument_id = any(p_instruments) and asset = v_stripe.asset
  order by instrument_id for no key update;
  get diagnostics v_locked = row_count;
  if v_locked < cardinality(p_instruments) and v_locked < (select count(distinct id) from unnest(p_instruments) as id)
    then
    insert into contract.exposure (instrument_id, asset)
    select instrument_id, v_stripe.asset from market.instrument where instrument_id = any(p_instruments)
    order by instrument_id on conflict do nothing;
    perform 1 from contract.exposure where instrument_id = any(p_instruments) and asset = v_stripe.asset
    order by instrument_id for no key update;
  end if;
  perform pg_advisory_xact_lock_shared(7301);
  return v_stripe;
end
$function$
;

create FUNCTION contract.own_limits_left(p_now_ms bigint, p_asset smallint, p_customers bigint[])
 RETURNS TABLE(customer_id bigint, stake_left bigint, loss_left bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select own.customer_id, security.limit_now(own.customer_id, 'stake') - counted.staked,
    security.limit_now(own.customer_id, 'loss') - counted.lost
  from (
    select distinct customer_limit.customer_id from security.customer_limit
    where customer_limit.customer_id = any(p_customers) and kind in ('stake', 'loss')
  ) as own
  cross join lateral contract.staked_since(own.customer_id, p_asset, p_now_ms - 86400000) as counted
$function$
;

create FUNCTION contract.performance(p_customer_id bigint, p_from_ms bigint, p_to_ms bigint, p_offset_ms bigint)
 RETURNS TABLE(asset smallint, instrument_id integer, start_ms bigint, contracts integer, won integer, lost integer, tie integer, void integer, fees bigint, net bigint, paid bigint, returned bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET work_mem TO '16MB'
AS $function$
  select part.asset, part.instrument_id, part.start_ms, sum(part.orders)::integer,
    coalesce(sum(part.orders) filter (where part.result = 'won'), 0)::integer,
    coalesce(sum(part.orders) filter (where part.result = 'lost'), 0)::integer,
    coalesce(sum(part.orders) filter (where part.result = 'tie'), 0)::integer,
    coalesce(sum(part.orders) filter (where part.result = 'void'), 0)::integer,
    coalesce(sum(part.fee) filter (where part.result in ('won', 'lost')), 0)::bigint, sum(part.net)::bigint,
    coalesce(sum(part.stake + part.fee) filter (where part.result in ('won', 'lost')), 0)::bigint,
    coalesce(sum(part.stake + part.profit) filter (where part.result in ('won', 'lost')), 0)::bigint
  from (
    select o.asset, o.instrument_id, (o.settled_ms + p_offset_ms) / 86400000 * 86400000 - p_offset_ms as start_ms,
      o.result, count(*) as orders, sum(o.stake) as stake, sum(o.fee) as fee, sum(o.profit) as profit, sum(o.net) as net
    from contract.contract_order as o
    where o.customer_id = p_customer_id and o.state = 'closed' and o.settled_ms >= p_from_ms and o.settled_ms < p_to_ms
    group by 1, 2, 3, 4
  ) as part
  group by grouping sets ((part.asset), (part.asset, part.instrument_id), (part.asset, part.start_ms))
$function$
;
grant execute on function contract.performance(bigint,bigint,bigint,bigint) to candor_app;

create FUNCTION contract.place_lone_order(p_stripe ledger.stripe, p_now_ms bigint, p_batch contract.order_batch)
 RETURNS SETOF contract.placement
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_seq constant bigint := p_stripe.seq + 1;
  v_asset constant smallint := p_stripe.asset;
  v_kind constant ledger.movement := 'contract-placed';
  v_order record;
  v_house ledger.account;
  v_order_id bigint;
  v_demand bigint;
  v_exit_slot bigint;
  v_digest bytea;
  v_own_bytes bytea;
  v_house_bytes bytea;
  v_hash bytea;
begin
  select judged.*, judged.max_open_payout - exposure.open_payout as payout_left into v_order
  from contract.judge_orders(p_now_ms, v_asset, p_batch) as judged
  join contract.exposure on exposure.instrument_id = judged.instrument_id and exposure.asset = v_asset
  where judged.outcome is null;
  select * into strict v_house from ledger.account where account_id = p_stripe.house_account;
  if v_order.profit is null or v_order.profit > v_order.payout_left
    or v_order.profit > v_house.posted - v_house.held - v_house.minimum then
    return;
  end if;
  v_order_id := clock.batch_record_id(clock.instant_us(), 1, p_stripe.stripe);
  v_demand := v_order.stake + v_order.fee;
  v_exit_slot := v_order.entry_slot + v_order.duration_slots;
  insert into contract.contract_order (order_id, customer_id, request_id, account_id, stripe, asset, instrument_id,
    terms_id,
    duration_slots, direction, stake, fee, profit, seen_slot, accepted_ms, accepted_slot, entry_slot, exit_slot,
      placed_seq)
  values (v_order_id, v_order.customer_id, v_order.request_id, v_order.account_id, p_stripe.stripe, v_asset,
    v_order.instrument_id,
    v_order.terms_id, v_order.duration_slots, v_order.direction, v_order.stake, v_order.fee, v_order.profit,
      v_order.seen_slot, p_now_ms, v_order.accepted_slot, v_order.entry_slot, v_exit_slot, v_seq);
  update contract.exposure set open_payout = open_payout + v_order.profit where instrument_id = v_order.instrument_id
    and asset = v_asset;
  insert into ledger.entry (account_id, version, at_ms, stripe, seq, ref, kind, asset, d_posted, d_held, posted_after,
    held_after)
  values
    (v_order.account_id, v_order.version + 1, p_now_ms, p_stripe.stripe, v_seq, v_order_id, v_kind, v_asset, 0,
      v_demand, v_order.posted, v_order.held + v_demand),
    (v_house.account_id, v_house.version + 1, p_now_ms, p_stripe.stripe, v_seq, null, v_kind, v_asset, 0,
      v_order.profit, v_house.posted, v_house.held + v_order.profit);
  update ledger.account set version = version + 1, held = held + case account_id
    when v_house.account_id then v_order.profit else v_demand end
  where account_id in (v_order.account_id, v_house.account_id);
  v_digest := sha256(contract.placed_bytes(v_order_id, v_order.customer_id, v_order.request_id, v_order.account_id,
    v_order.instrument_id, v_order.terms_id, v_order.direction, v_order.stake, v_order.fee, v_order.profit, p_now_ms,
    v_order.entry_slot, v_exit_slot));
  v_own_bytes := ledger.entry_bytes(v_order.account_id, v_order.version + 1, p_now_ms, v_order_id, v_kind, v_asset, 0,
    v_demand, v_order.posted, v_order.held + v_demand);
  v_house_bytes := ledger.entry_bytes(v_house.account_id, v_house.version + 1, p_now_ms, null, v_kind, v_asset, 0,
    v_order.profit, v_house.posted, v_house.held + v_order.profit);
  v_hash := ledger.batch_hash(p_stripe.head, p_stripe.stripe, v_seq, v_kind, v_digest,
    case when v_order.account_id < v_house.account_id then v_own_bytes || v_house_bytes
      else v_house_bytes || v_own_bytes end);
  insert into ledger.batch (stripe, seq, kind, entry_count, at_ms, orders_digest, prev_hash, hash)
  values (p_stripe.stripe, v_seq, v_kind, 2, p_now_ms, v_digest, p_stripe.head, v_hash);
  update ledger.stripe set seq = v_seq, head = v_hash where stripe = p_stripe.stripe;
  return next (1, 'accepted', v_order_id, null, p_now_ms, v_order.entry_slot, v_order.fee,
    v_order.profit, v_seq)::contract.placement;
end
$function$
;

create FUNCTION contract.place_orders(p_stripe smallint, p_customers bigint[], p_requests uuid[], p_instruments integer[], p_durations integer[], p_terms bigint[], p_directions contract.direction[], p_stakes bigint[], p_seen_slots bigint[], p_is_last_stripe boolean)
 RETURNS SETOF contract.placement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  n constant integer := cardinality(p_customers);
  v_batch constant contract.order_batch :=
    row(p_customers, p_requests, p_instruments, p_durations, p_terms, p_directions, p_stakes, p_seen_slots);
  v_stripe ledger.stripe;
  v_now_ms bigint;
  v_has_own_limits boolean;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform ledger.require_read_committed();
  end if;
  if p_stripe is null or p_is_last_stripe is null or n is null or n not between 1 and 1000
    or (array[cardinality(p_requests), cardinality(p_instruments), cardinality(p_durations), cardinality(p_terms),
      cardinality(p_directions),
      cardinality(p_stakes), cardinality(p_seen_slots)] = array_fill(n, array[7])) is not true
    or array_position(p_customers, null) > 0 or array_position(p_requests, null) > 0
      or array_position(p_instruments, null) > 0
    or array_position(p_durations, null) > 0 or array_position(p_terms, null) > 0
      or array_position(p_directions, null) > 0
    or array_position(p_stakes, null) > 0 or array_position(p_seen_slots, null) > 0 then
    raise exception 'malformed batch' using errcode = 'invalid_parameter_value';
  end if;
  v_stripe := contract.lock_for_placing(p_stripe, p_customers, p_instruments);
  if v_stripe.refuses_orders then
    raise exception 'this cell lacks the newest terms' using errcode = 'CD003';
  end if;
  -- From here on nothing waits: the time of acceptance is read after the last lock.
  v_now_ms := clock.now_ms();
  -- The day's partition name, as create_entry_days gives it.
  if to_regclass('ledger.entry_' || to_char(to_timestamp(v_now_ms / 1000) at time zone 'UTC', 'YYYYMMDD')) is null then
    perform ledger.create_entry_days(v_now_ms, 0);
  end if;
  -- Only customers who have set a limit pay for it: their orders are decided in turn.
  v_has_own_limits := contract.has_own_limits(p_customers);
  if n = 1 and not v_has_own_limits then
    return query select * from contract.place_lone_order(v_stripe, v_now_ms, v_batch);
    if found then
      return;
    end if;
  end if;
  if not v_has_own_limits then
    return query select * from contract.place_sound_orders(v_stripe, v_now_ms, v_batch, null);
    if found then
      return;
    end if;
  end if;
  return query select * from contract.place_sound_orders(v_stripe, v_now_ms, v_batch,
    contract.refuse_in_turn(v_stripe, v_now_ms, v_batch, p_is_last_stripe));
  if not found then
    raise exception 'orders that were decided in turn do not fit the money'
      using errcode = 'integrity_constraint_violation';
  end if;
end
$function$
;
grant execute on function contract.place_orders(smallint,bigint[],uuid[],integer[],integer[],bigint[],contract.direction[],bigint[],bigint[],boolean) to candor_app;

create FUNCTION contract.place_sound_orders(p_stripe ledger.stripe, p_now_ms bigint, p_batch contract.order_batch, p_refusals text[])
 RETURNS SETOF contract.placement
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_refusals_a_minute constant integer := 60;
  v_stored constant text[] := array['insufficient-balance', 'below-minimum', 'above-maximum', 'terms-changed',
    'market-closed', 'market-stale', 'house-limit', 'price-moved'];
  v_seq constant bigint := p_stripe.seq + 1;
  v_asset constant smallint := p_stripe.asset;
begin
  return query
  with judged as materialized (
    select judged.*, coalesce(judged.outcome, p_refusals[judged.request_index]) as refusal
    from contract.judge_orders(p_now_ms, v_asset, p_batch) as judged
  ), sound as materialized (
    select judged.*, version + row_number() over so_far as entry_version,
      (sum(stake + fee) over so_far)::bigint as demand
    from judged where refusal is null
    window so_far as (partition by account_id order by request_index rows unbounded preceding)
  ), payout as materialized (
    select instrument_id, sum(profit)::bigint as profit, min(max_open_payout) as cap from sound group by instrument_id
  ), house as materialized (
    -- One row where the money suffices, otherwise none. Everything below depends on it.
    select account.account_id, account.version + 1 as entry_version, account.posted,
      account.held + total.profit as held_after, total.profit, clock.instant_us() as begin_us
    from ledger.account
    cross join (
      select coalesce(sum(profit), 0)::bigint as profit, coalesce(bool_and(demand <= available), true) as is_covered
        from sound
    ) as total
    where account.account_id = p_stripe.house_account and total.is_covered
      and total.profit <= account.posted - account.held - account.minimum
      -- The lowest cap of an instrument's terms is the strictest test; refuse_in_turn has tested each order against its
      -- own terms.
      and (p_refusals is not null or not exists (
        select from payout left join contract.exposure on exposure.instrument_id = payout.instrument_id
          and exposure.asset = v_asset
        where (payout.profit <= payout.cap - exposure.open_payout) is not true))
  ), placed as materialized (
    select sound.*, clock.batch_record_id(house.begin_us, request_index, p_stripe.stripe) as order_id
    from sound cross join house
  ), stored as (
    insert into contract.contract_order (order_id, customer_id, request_id, account_id, stripe, asset, instrument_id,
      terms_id,
      duration_slots, direction, stake, fee, profit, seen_slot, accepted_ms, accepted_slot, entry_slot, exit_slot,
        placed_seq)
    select order_id, customer_id, request_id, account_id, p_stripe.stripe, v_asset, instrument_id, terms_id,
      duration_slots, direction, stake, fee, profit, seen_slot, p_now_ms, accepted_slot, entry_slot,
        entry_slot + duration_slots, v_seq
    from placed
  ), raised as (
    update contract.exposure set open_payout = exposure.open_payout + payout.profit from payout cross join house
    where exposure.instrument_id = payout.instrument_id and exposure.asset = v_asset
  ), line as materialized (
    select account_id, entry_version, order_id, stake + fee as d_held, posted, held + demand as held_after from placed
    union all
    select account_id, entry_version, null, profit, posted, held_after from house where profit > 0
  ), booked as (
    insert into ledger.entry (account_id, version, at_ms, stripe, seq, ref, kind, asset, d_posted, d_held,
      posted_after, held_after)
    select account_id, entry_version, p_now_ms, p_stripe.stripe, v_seq, order_id, 'contract-placed', v_asset, 0,
      d_held, posted, held_after
    from line
  ), changed as (
    update ledger.account set held = change.held, version = change.version
    from (select account_id, max(held_after) as held, max(entry_version) as version from line
      group by account_id) as change
    where account.account_id = change.account_id
  ), digest as (
    select sha256(string_agg(contract.placed_bytes(order_id, customer_id, request_id, account_id, instrument_id,
      terms_id, direction, stake, fee, profit, p_now_ms, entry_slot, entry_slot + duration_slots), ''::bytea
        order by order_id)) as orders_digest
    from placed
  ), link as materialized (
    select entry_count, orders_digest,
      ledger.batch_hash(p_stripe.head, p_stripe.stripe, v_seq, 'contract-placed', orders_digest, entries) as hash
    from digest cross join (
      select count(*)::integer as entry_count, string_agg(ledger.entry_bytes(account_id, entry_version, p_now_ms,
        order_id, 'contract-placed', v_asset, 0, d_held, posted, held_after), ''::bytea order by account_id,
          entry_version) as entries
      from line
    ) as body
    where entry_count > 0
  ), chained as (
    insert into ledger.batch (stripe, seq, kind, entry_count, at_ms, orders_digest, prev_hash, hash)
    select p_stripe.stripe, v_seq, 'contract-placed', entry_count, p_now_ms, orders_digest, p_stripe.head, hash
      from link
  ), headed as (
    update ledger.stripe set seq = v_seq, head = link.hash from link where stripe.stripe = p_stripe.stripe
  ), refused as (
    select judged.*, row_number() over (partition by customer_id order by request_index) as nth
    from judged where is_new and refusal = any(v_stored)
  ), kept as materialized (
    select refused.* from refused cross join house cross join lateral (
      select count(*) as recent from contract.refusal
      where refusal.customer_id = refused.customer_id and created_ms > p_now_ms - 60000
    ) as past where past.recent + refused.nth <= v_refusals_a_minute
  ), remembered as (
    insert into contract.refusal (customer_id, request_id, error, opens_ms, asset, instrument_id, terms_id,
      duration_slots, direction, stake, seen_slot, created_ms)
    select customer_id, request_id, refusal, opens_ms, v_asset, instrument_id, terms_id, duration_slots, direction,
      stake, seen_slot, p_now_ms
    from kept on conflict do nothing
  )
  select request_index, 'accepted', order_id, null::bigint, p_now_ms, entry_slot, fee, profit, v_seq from placed
  union all
  select judged.request_index, case when judged.is_new and judged.refusal = any(v_stored) and kept.request_index is null
      then 'frequent-operations' else judged.refusal end,
    judged.past_order_id, judged.opens_ms, null, judged.entry_slot, judged.fee, judged.profit, null
  from judged cross join house left join kept using (request_index)
  where judged.refusal is not null;
end
$function$
;

create FUNCTION contract.placed_bytes(p_order_id bigint, p_customer_id bigint, p_request_id uuid, p_account_id bigint, p_instrument_id integer, p_terms_id bigint, p_direction contract.direction, p_stake bigint, p_fee bigint, p_profit bigint, p_accepted_ms bigint, p_entry_slot bigint, p_exit_slot bigint)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN ((((((((((((int8send(p_order_id) || int8send(p_customer_id)) || uuid_send(p_request_id)) || int8send(p_account_id)) || int4send(p_instrument_id)) || int8send(p_terms_id)) || convert_to((p_direction)::text, 'UTF8'::name)) || int8send(p_stake)) || int8send(p_fee)) || int8send(p_profit)) || int8send(p_accepted_ms)) || int8send(p_entry_slot)) || int8send(p_exit_slot))
;
grant execute on function contract.placed_bytes(bigint,bigint,uuid,bigint,integer,bigint,contract.direction,bigint,bigint,bigint,bigint,bigint,bigint) to candor_app;

create FUNCTION contract.placed_bytes(o contract.contract_order)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN contract.placed_bytes((o).order_id, (o).customer_id, (o).request_id, (o).account_id, (o).instrument_id, (o).terms_id, (o).direction, (o).stake, (o).fee, (o).profit, (o).accepted_ms, (o).entry_slot, (o).exit_slot)
;
grant execute on function contract.placed_bytes(contract.contract_order) to candor_app;

create FUNCTION contract.refuse_in_turn(p_stripe ledger.stripe, p_now_ms bigint, p_batch contract.order_batch, p_is_last_stripe boolean)
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
declare
  v_count constant integer := cardinality(p_batch.customers);
  -- The running figures of an account, and of an instrument, are kept at the index of its first request.
  v_demand bigint[] := array_fill(0::bigint, array[v_count]);
  v_stake bigint[] := array_fill(0::bigint, array[v_count]);
  v_payout bigint[] := array_fill(0::bigint, array[v_count]);
  v_refusals text[] := array_fill(null::text, array[v_count]);
  v_house_left bigint;
  v_order record;
begin
  select posted - held - minimum into strict v_house_left from ledger.account where account_id = p_stripe.house_account;
  for v_order in
    select judged.request_index as i, judged.stake, judged.stake + judged.fee as demand, judged.available,
      judged.profit, own.stake_left, own.loss_left,
      judged.max_open_payout - exposure.open_payout as payout_left,
      min(judged.request_index) over (partition by judged.account_id) as account_i,
      min(judged.request_index) over (partition by judged.instrument_id) as instrument_i
    from contract.judge_orders(p_now_ms, p_stripe.asset, p_batch) as judged
    left join contract.exposure on exposure.instrument_id = judged.instrument_id and exposure.asset = p_stripe.asset
    left join contract.own_limits_left(p_now_ms, p_stripe.asset, p_batch.customers) as own
      on own.customer_id = judged.customer_id
    where judged.outcome is null
    order by judged.request_index
  loop
    if v_order.stake > v_order.stake_left - v_stake[v_order.account_i] then
      v_refusals[v_order.i] := 'own-stake-limit';
    elsif v_order.demand > v_order.loss_left - v_demand[v_order.account_i] then
      v_refusals[v_order.i] := 'own-loss-limit';
    elsif v_order.demand > v_order.available - v_demand[v_order.account_i] then
      v_refusals[v_order.i] := 'insufficient-balance';
    elsif (v_order.profit <= v_order.payout_left - v_payout[v_order.instrument_i]) is not true then
      v_refusals[v_order.i] := 'house-limit';
    elsif v_order.profit > v_house_left then
      v_refusals[v_order.i] := case when p_is_last_stripe then 'house-limit' else 'stripe-limit' end;
    else
      v_demand[v_order.account_i] := v_demand[v_order.account_i] + v_order.demand;
      v_stake[v_order.account_i] := v_stake[v_order.account_i] + v_order.stake;
      v_payout[v_order.instrument_i] := v_payout[v_order.instrument_i] + v_order.profit;
      v_house_left := v_house_left - v_order.profit;
    end if;
  end loop;
  return v_refusals;
end
$function$
;

create FUNCTION contract.require_single_closing()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_hashjoin TO 'on'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if exists (
    select from before_change as b full join after_change as a using (order_id)
    where a.order_id is null or b.order_id is null or b.state <> 'open'
       or (a.customer_id, a.request_id, a.account_id, a.stripe, a.asset, a.instrument_id, a.terms_id, a.direction,
         a.stake, a.fee, a.profit, a.accepted_ms, a.entry_slot, a.exit_slot, a.placed_seq)
          is distinct from
          (b.customer_id, b.request_id, b.account_id, b.stripe, b.asset, b.instrument_id, b.terms_id, b.direction,
            b.stake, b.fee, b.profit, b.accepted_ms, b.entry_slot, b.exit_slot, b.placed_seq)
  ) then
    raise exception 'an order is only ever closed, once' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$
;

create FUNCTION contract.retain_market(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_slot_ms constant integer := 500;
  v_day_ms constant bigint := 86400000;
  v_now_ms constant bigint := clock.now_ms();
  v_deleted integer;
begin
  delete from market.candle where interval_seconds = 60 and start_ms < v_now_ms - 90 * v_day_ms;
  with old as (
    select frame.slot
    from market.frame, market.clock,
      (select min(entry_slot) as slot from contract.contract_order where state = 'open') as first_entry
    where clock.genesis_ms + (frame.slot + 1) * v_slot_ms <= v_now_ms - 8 * v_day_ms
      and frame.slot < coalesce(
        (select max(before.slot) from market.frame as before where before.slot < first_entry.slot), first_entry.slot,
        9223372036854775807)
    order by frame.slot
    limit p_limit
  )
  delete from market.frame where slot in (select slot from old);
  get diagnostics v_deleted = row_count;
  return v_deleted;
end
$function$
;
grant execute on function contract.retain_market(integer) to candor_market;

create FUNCTION contract.rule_orders(p_order_ids bigint[])
 RETURNS TABLE(order_id bigint, entry_price bigint, exit_price bigint, price_scale smallint, settled_slot bigint, result contract.order_result, reason contract.void_reason)
 LANGUAGE sql
 STABLE
AS $function$
  with due as materialized (
    select o.order_id, o.instrument_id, o.direction, o.entry_slot, o.exit_slot,
      terms.entry_window_slots as entry_window, terms.exit_window_slots as exit_window
    from contract.contract_order as o join market.terms using (terms_id) where o.order_id = any(p_order_ids)
  ), entry_point as materialized (
    select instrument_id, entry_slot, entry_window,
      case when entry_window > 1 then mean.price when single.states[instrument_id] = 1
        then single.prices[instrument_id] end as price,
      case when entry_window > 1 then mean.epoch_before else single.epochs[instrument_id] end as epoch
    from (select distinct instrument_id, entry_slot, entry_window from due) as wanted
    left join market.frame as single on entry_window = 1 and single.slot = entry_slot
    left join lateral (
      select average.* from market.window_average(instrument_id, entry_slot, entry_slot + entry_window - 1) as average
      where entry_window > 1
    ) as mean on true
  ), exit_point as materialized (
    select instrument_id, exit_slot, exit_window,
      case when exit_window > 1 then mean.price else single.prices[instrument_id] end as price,
      case when exit_window > 1 then mean.epoch_end else single.epochs[instrument_id] end as epoch,
      case when exit_window = 1 then single.slot when mean.price is not null then exit_slot end as slot
    from (select distinct instrument_id, exit_slot, exit_window from due) as wanted
    left join lateral (
      select * from market.frame
      where exit_window = 1 and frame.slot between exit_slot and exit_slot + 20 and frame.states[instrument_id] = 1
      order by frame.slot limit 1
    ) as single on true
    left join lateral (
      select average.* from market.window_average(instrument_id, exit_slot - exit_window + 1, exit_slot) as average
      where exit_window > 1
    ) as mean on true
  )
  select due.order_id, entry_point.price, case when entry_point.price is not null then exit_point.price end,
    case when entry_window > 1 then 1 else 0 end::smallint,
    case when entry_point.price is not null then exit_point.slot end,
    case
      when cause.reason is not null then 'void'
      when entry_point.price = exit_point.price then 'tie'
      when (exit_point.price > entry_point.price) = (due.direction = 'up') then 'won'
      else 'lost'
    end::contract.order_result, cause.reason
  from due join entry_point using (instrument_id, entry_slot, entry_window)
    join exit_point using (instrument_id, exit_slot, exit_window)
  cross join lateral (
    select case
      when entry_point.price is null then 'entry-not-open'
      when exit_point.price is null then 'no-exit-price'
      when entry_point.epoch <> exit_point.epoch then 'feed-changed'
    end::contract.void_reason as reason
  ) as cause
$function$
;

create FUNCTION contract.settle_due(p_stripe smallint, p_limit integer, p_skipped bigint[] DEFAULT '{}'::bigint[])
 RETURNS SETOF contract.settlement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  v_order_ids bigint[];
  v_accounts bigint[];
  v_stripe ledger.stripe;
  v_now_ms bigint;
  v_digest bytea;
  v_lines ledger.line[];
  v_house_posted bigint;
  v_house_released bigint;
  v_fees bigint;
begin
  perform ledger.require_batch(p_stripe, p_limit, p_skipped);
  v_order_ids := contract.decided_orders(p_stripe, p_limit, p_skipped);
  if cardinality(v_order_ids) = 0 then
    return;
  end if;
  v_accounts := array(select distinct account_id from contract.contract_order where order_id = any(v_order_ids));
  perform 1 from ledger.balance where account_id = any(v_accounts) order by account_id for no key update;
  v_order_ids := array(
    select order_id from contract.contract_order where order_id = any(v_order_ids) and state = 'open' order by order_id
      for no key update
  );
  if cardinality(v_order_ids) = 0 then
    return; -- another settler was faster
  end if;
  v_stripe := ledger.lock_stripe(p_stripe);
  perform 1 from contract.exposure
  where asset = v_stripe.asset and instrument_id = any(array(select instrument_id from contract.contract_order
    where order_id = any(v_order_ids)))
  order by instrument_id for no key update;
  perform 1 from ledger.balance where account_id in (v_stripe.house_account, v_stripe.fee_account) order by account_id
    for no key update;
  v_now_ms := clock.now_ms();

  with closed as (
    update contract.contract_order as o
    set state = 'closed', result = ruled.result, void_reason = ruled.reason, entry_price = ruled.entry_price,
      exit_price = ruled.exit_price, settled_slot = ruled.settled_slot, price_scale = ruled.price_scale,
      net = case ruled.result when 'won' then o.profit - o.fee when 'lost' then -(o.stake + o.fee) else 0 end,
      settled_ms = v_now_ms, settled_seq = v_stripe.seq + 1
    from contract.rule_orders(v_order_ids) as ruled where o.order_id = ruled.order_id
    returning o.*
  )
  select string_agg(contract.settled_bytes(closed), ''::bytea order by order_id),
    array_agg(row(account_id, order_id, ('contract-' || result)::ledger.movement, net, -(stake + fee))::ledger.line
      order by order_id),
    (coalesce(sum(stake) filter (where result = 'lost'), 0) - coalesce(sum(profit) filter (where result = 'won'),
      0))::bigint, sum(profit)::bigint, coalesce(sum(fee) filter (where result in ('won', 'lost')), 0)::bigint
  into v_digest, v_lines, v_house_posted, v_house_released, v_fees from closed;
  if cardinality(v_lines) <> cardinality(v_order_ids) then
    raise exception 'an order was not ruled' using errcode = 'integrity_constraint_violation';
  end if;
  update contract.exposure set open_payout = exposure.open_payout - released.profit
  from (
    select instrument_id, sum(profit)::bigint as profit from contract.contract_order where order_id = any(v_order_ids)
      group by instrument_id
  ) as released
  where exposure.instrument_id = released.instrument_id and exposure.asset = v_stripe.asset;
  v_lines := v_lines || row(v_stripe.house_account, null, 'contract-settled', v_house_posted,
    -v_house_released)::ledger.line;
  if v_fees > 0 then
    v_lines := v_lines || row(v_stripe.fee_account, null, 'contract-settled', v_fees, 0)::ledger.line;
  end if;
  perform ledger.book(v_stripe, 'contract-settled', v_now_ms, sha256(v_digest), v_lines);
  return query select order_id, customer_id, result, void_reason from contract.contract_order
    where order_id = any(v_order_ids) order by exit_slot, order_id;
end
$function$
;
grant execute on function contract.settle_due(smallint,integer,bigint[]) to candor_app;

create FUNCTION contract.settled_bytes(o contract.contract_order)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN ((((((((int8send((o).order_id) || convert_to(((o).result)::text, 'UTF8'::name)) || convert_to(COALESCE(((o).void_reason)::text, ''::text), 'UTF8'::name)) || int8send(COALESCE((o).entry_price, (0)::bigint))) || int8send(COALESCE((o).exit_price, (0)::bigint))) || int8send(COALESCE((o).settled_slot, ('-1'::integer)::bigint))) || int8send((o).net)) || int8send((o).settled_ms)) || CASE WHEN ((o).price_scale > 0) THEN int2send((o).price_scale) ELSE '\x'::bytea END)
;
grant execute on function contract.settled_bytes(contract.contract_order) to candor_app;

create FUNCTION contract.share_at_least_bps(p_right bigint, p_all bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select floor(10000 * (share + z * z / (2 * n) - z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)))
    / (1 + z * z / n))::integer
  from (select p_right::float8 / p_all as share, p_all::float8 as n, 1.96::float8 as z) as given
$function$
;
grant execute on function contract.share_at_least_bps(bigint,bigint) to candor_app;

create FUNCTION contract.staked_since(p_customer_id bigint, p_asset smallint, p_since_ms bigint, OUT staked bigint, OUT lost bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(stake) filter (where accepted_ms >= p_since_ms), 0)::bigint,
    coalesce(-sum(net), 0)::bigint
  from (
    select stake, accepted_ms, net from contract.contract_order
    where customer_id = p_customer_id and state = 'closed' and settled_ms >= p_since_ms and asset = p_asset
      and result <> 'void'
    union all
    select stake, accepted_ms, -(stake + fee) from contract.contract_order
    where customer_id = p_customer_id and state = 'open' and asset = p_asset
  ) as counted
$function$
;

create FUNCTION contract.watch_foresight(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_ahead_slots constant integer := 10;
  v_settled_ms constant bigint := 60000;
  v_day_ms constant bigint := 86400000;
  v_kept_days constant integer := 30;
  v_now_ms constant bigint := clock.now_ms();
  v_cursor bigint;
  v_last bigint;
  v_orders integer;
begin
  select order_id into strict v_cursor from contract.foresight_cursor for update;
  select count(*), max(order_id) into v_orders, v_last
  from (
    select order_id, bool_and(accepted_ms <= v_now_ms - v_settled_ms) over (order by order_id) as is_settled
    from (select * from contract.contract_order where order_id > v_cursor order by order_id limit p_limit) as next
  ) as ordered
  where is_settled;
  if v_orders > 0 then
    insert into contract.foresight as known (day, instrument_id, customer_id, contracts, right_contracts,
      break_even_bps)
    select accepted_ms / v_day_ms, placed.instrument_id, customer_id, count(*),
      count(*) filter (where (ahead.price > seen.price) = (direction = 'up')),
      sum(10000 * (stake + fee) / (stake + profit))
    from contract.contract_order as placed
    cross join lateral (
      select prices[instrument_id] as price, states[instrument_id] as state, epochs[instrument_id] as epoch
      from market.frame where slot < accepted_slot order by slot desc limit 1) as seen
    cross join lateral (
      select prices[instrument_id] as price, states[instrument_id] as state, epochs[instrument_id] as epoch
      from market.frame where slot <= accepted_slot + v_ahead_slots order by slot desc limit 1) as ahead
    where order_id > v_cursor and order_id <= v_last and seen.state = 1 and ahead.state = 1
      and seen.epoch = ahead.epoch and seen.price <> ahead.price
    group by accepted_ms / v_day_ms, placed.instrument_id, customer_id
    on conflict (day, instrument_id, customer_id) do update
      set contracts = known.contracts + excluded.contracts,
        right_contracts = known.right_contracts + excluded.right_contracts,
        break_even_bps = known.break_even_bps + excluded.break_even_bps;
    update contract.foresight_cursor set order_id = v_last;
  end if;
  delete from contract.foresight where day < v_now_ms / v_day_ms - v_kept_days;
  return v_orders;
end
$function$
;
grant execute on function contract.watch_foresight(integer) to candor_app;

create schema correction;
grant usage on schema correction to candor_app;

create table correction.correction (
  correction_id bigint default clock.new_record_id() not null,
  customer_id bigint not null,
  account_id bigint not null,
  asset smallint not null,
  amount bigint not null,
  reason text not null,
  note text not null,
  proposed_by bigint not null,
  proposed_ms bigint not null,
  state text default 'proposed'::text not null,
  decided_by bigint,
  decided_ms bigint,
  stripe smallint,
  seq bigint,
  constraint correction_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.account(account_id),
  constraint correction_amount_check CHECK (((amount <> 0) AND (abs(amount) <= '1000000000000000'::bigint))),
  constraint correction_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint correction_customer_id_check CHECK ((customer_id > 0)),
  constraint correction_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operator.account(operator_id),
  constraint correction_needs_two_operators CHECK (((state <> 'booked'::text) OR (decided_by <> proposed_by))),
  constraint correction_note_check CHECK (((length(note) >= 3) AND (length(note) <= 500))),
  constraint correction_pkey PRIMARY KEY (correction_id),
  constraint correction_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operator.account(operator_id),
  constraint correction_reason_check CHECK ((reason = ANY (ARRAY['booking-error'::text, 'lost-transfer'::text, 'chargeback'::text, 'goodwill'::text, 'other'::text]))),
  constraint correction_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'booked'::text, 'rejected'::text]))),
  constraint decided_correction_is_complete CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'proposed'::text) = (decided_ms IS NULL)) AND ((state = 'booked'::text) = (stripe IS NOT NULL)) AND ((state = 'booked'::text) = (seq IS NOT NULL))))
);
CREATE INDEX correction_of_customer ON correction.correction USING btree (customer_id, correction_id);
CREATE TRIGGER correction_is_decided_once BEFORE DELETE OR UPDATE ON correction.correction FOR EACH ROW EXECUTE FUNCTION operator.refuse_redecision('stripe', 'seq');
CREATE TRIGGER correction_is_kept BEFORE TRUNCATE ON correction.correction FOR EACH STATEMENT EXECUTE FUNCTION operator.refuse_redecision();
grant select on correction.correction to candor_app;

create FUNCTION correction.book_confirmed(p_operator_id bigint, p_correction correction.correction)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_id constant bigint := p_correction.correction_id;
  v_stripe ledger.stripe;
  v_customer_left bigint;
  v_house_left bigint;
  v_seq bigint;
begin
  perform ledger.lock_accounts_of(p_correction.customer_id, 'available');
  v_stripe := ledger.lock_stripe(ledger.stripe_of(p_correction.customer_id, p_correction.asset));
  select available into strict v_house_left from ledger.balance
    where account_id = v_stripe.house_account for no key update;
  select available into strict v_customer_left from ledger.balance
    where account_id = p_correction.account_id;
  if v_customer_left + p_correction.amount < 0 then
    return 'insufficient-balance';
  end if;
  if v_house_left < p_correction.amount then
    return 'house-limit';
  end if;
  v_seq := ledger.book(v_stripe, 'correction', clock.now_ms(), ''::bytea, array[
    row(p_correction.account_id, v_id, 'correction', p_correction.amount, 0)::ledger.line,
    row(v_stripe.house_account, v_id, 'correction', -p_correction.amount, 0)::ledger.line
  ]);
  update correction.correction set state = 'booked', decided_by = p_operator_id, decided_ms = clock.now_ms(),
    stripe = v_stripe.stripe, seq = v_seq
  where correction_id = v_id;
  perform message.add_known(p_correction.customer_id, 'correction-booked', 'correction:' || v_id, jsonb_build_object(
    'asset', ledger.asset_name(p_correction.asset),
    'amount', ledger.units_text(p_correction.amount), 'reason', p_correction.reason));
  perform operator.record_step(p_operator_id, 'correction', v_id, 'booked',
    p_correction.reason || ': ' || p_correction.note, jsonb_build_object(
      'customerId', p_correction.customer_id, 'asset', p_correction.asset, 'amount', p_correction.amount));
  return 'decided';
end
$function$
;

create FUNCTION correction.decide_correction(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_decider(p_secret, p_is_confirmed, '{payments,risk,lead}');
  v_correction correction.correction;
begin
  perform ledger.require_read_committed();
  select * into v_correction from correction.correction where correction_id = p_id for update;
  if v_correction.correction_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(
    v_operator_id, p_is_confirmed, 'correction', v_correction.state, v_correction.proposed_by);
  if p_is_confirmed then
    perform operator.require_confirmation(v_operator_id, 'correction.confirm', p_id,
      correction.signed_details(v_correction));
    return correction.book_confirmed(v_operator_id, v_correction);
  end if;
  update correction.correction set state = 'rejected', decided_by = v_operator_id, decided_ms = clock.now_ms()
  where correction_id = p_id;
  perform operator.record_step(v_operator_id, 'correction', p_id, 'rejected', p_note, '{}');
  return 'decided';
end
$function$
;
grant execute on function correction.decide_correction(text,bigint,boolean,text) to candor_app;

create FUNCTION correction.propose_correction(p_secret text, p_customer_id bigint, p_asset smallint, p_amount bigint, p_reason text, p_note text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,risk,lead}');
  v_id bigint;
begin
  insert into correction.correction (customer_id, account_id, asset, amount, reason, note, proposed_by, proposed_ms)
  select owner_id, account_id, asset, p_amount, p_reason, p_note, v_operator_id, clock.now_ms()
  from ledger.balance where owner_id = p_customer_id and owner_id > 0 and kind = 'available' and asset = p_asset
  returning correction_id into v_id;
  if v_id is null then
    return null;
  end if;
  return operator.record_step(v_operator_id, 'correction', v_id, 'proposed', p_reason || ': ' || p_note,
    jsonb_build_object('customerId', p_customer_id, 'asset', p_asset, 'amount', p_amount));
end
$function$
;
grant execute on function correction.propose_correction(text,bigint,smallint,bigint,text,text) to candor_app;

create FUNCTION correction.signed_details(p_correction correction.correction)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when p_correction.state = 'proposed' then operator.signed_proposal(jsonb_build_object(
    'account', (select public_id from identity.customer as c where c.customer_id = p_correction.customer_id),
    'asset', ledger.asset_name(p_correction.asset),
    'amount', ledger.units_text(p_correction.amount),
    'reason', p_correction.reason), p_correction.note) end
$function$
;

create schema crypto;
grant usage on schema crypto to candor_definer;

create schema deposit;
grant usage on schema deposit to candor_app;
grant usage on schema deposit to candor_watcher;

create type deposit.chain as enum ('TRC20', 'ERC20');

create type deposit.deposit_reason as enum ('voucher-unreadable', 'transfer-not-found', 'quantity-differs', 'wrong-chain', 'already-credited', 'not-your-transfer', 'transfer-reversed', 'nothing-arrived');

create type deposit.deposit_state as enum ('under-review', 'completed', 'rejected', 'failed', 'lapsed');

create type deposit.transfer_state as enum ('waiting', 'credited', 'dust', 'wrong-token', 'reviewed', 'reversed');

create table deposit.chain_transfer (
  transfer_id bigint default clock.new_record_id() not null,
  chain deposit.chain not null,
  txid text not null,
  log_index integer not null,
  customer_id bigint not null,
  address text not null,
  token text not null,
  units bigint,
  block_number bigint not null,
  block_hash text not null,
  confirmations integer not null,
  state deposit.transfer_state not null,
  seen_ms bigint not null,
  changed_ms bigint not null,
  held_ms bigint,
  constraint chain_transfer_block_number_check CHECK ((block_number >= 0)),
  constraint chain_transfer_chain_txid_log_index_key UNIQUE (chain, txid, log_index),
  constraint chain_transfer_check CHECK (((units IS NULL) <= (state = ANY (ARRAY['wrong-token'::deposit.transfer_state, 'reversed'::deposit.transfer_state])))),
  constraint chain_transfer_confirmations_check CHECK ((confirmations >= 0)),
  constraint chain_transfer_log_index_check CHECK ((log_index >= 0)),
  constraint chain_transfer_pkey PRIMARY KEY (transfer_id),
  constraint chain_transfer_transfer_id_customer_id_chain_key UNIQUE (transfer_id, customer_id, chain),
  constraint chain_transfer_units_check CHECK ((units >= 0))
) with (fillfactor=80);
CREATE INDEX chain_transfer_of_customer ON deposit.chain_transfer USING btree (customer_id, transfer_id DESC);
CREATE INDEX chain_transfer_waiting ON deposit.chain_transfer USING btree (chain, block_number) WHERE (state = 'waiting'::deposit.transfer_state);
CREATE TRIGGER transfer_is_kept BEFORE DELETE OR TRUNCATE ON deposit.chain_transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER transfer_keeps_its_key BEFORE UPDATE ON deposit.chain_transfer FOR EACH ROW EXECUTE FUNCTION deposit.require_transfer_step();
grant select on deposit.chain_transfer to candor_app;
grant select on deposit.chain_transfer to candor_watcher;

create table deposit.deposit (
  deposit_id bigint default clock.new_record_id() not null,
  customer_id bigint not null,
  request_id uuid,
  chain deposit.chain not null,
  asset smallint not null,
  quantity bigint not null,
  txid text,
  voucher text,
  voucher_digest bytea,
  approvals_needed smallint not null,
  state deposit.deposit_state default 'under-review'::deposit.deposit_state not null,
  reason deposit.deposit_reason,
  transfer_id bigint,
  reference text,
  credited bigint,
  rate_ticks bigint,
  rate_decimals smallint,
  rate_spread_bps integer,
  created_ms bigint not null,
  decided_ms bigint,
  suspended bigint,
  constraint bad_ends_have_a_reason CHECK (((state = ANY (ARRAY['rejected'::deposit.deposit_state, 'failed'::deposit.deposit_state, 'lapsed'::deposit.deposit_state])) = (reason IS NOT NULL))),
  constraint completed_is_credited CHECK (
CASE
    WHEN (state = 'completed'::deposit.deposit_state) THEN ((credited IS NOT NULL) AND (suspended IS NULL))
    ELSE ((credited IS NULL) OR (state = 'failed'::deposit.deposit_state))
END),
  constraint credited_by_one_source CHECK (((credited IS NOT NULL) <= (num_nonnulls(transfer_id, reference) = 1))),
  constraint decided_once CHECK (((state = 'under-review'::deposit.deposit_state) = (decided_ms IS NULL))),
  constraint deposit_approvals_needed_check CHECK ((approvals_needed = ANY (ARRAY[1, 2]))),
  constraint deposit_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint deposit_check CHECK (((suspended >= 0) AND (suspended <= credited))),
  constraint deposit_credited_check CHECK ((credited > 0)),
  constraint deposit_has_a_source CHECK (((request_id IS NOT NULL) OR (transfer_id IS NOT NULL))),
  constraint deposit_pkey PRIMARY KEY (deposit_id),
  constraint deposit_quantity_check CHECK ((quantity > 0)),
  constraint deposit_reference_check CHECK (((length(reference) >= 6) AND (length(reference) <= 120))),
  constraint deposit_request_id_customer_id_key UNIQUE (request_id, customer_id),
  constraint deposit_transfer_id_customer_id_chain_fkey FOREIGN KEY (transfer_id, customer_id, chain) REFERENCES deposit.chain_transfer(transfer_id, customer_id, chain),
  constraint deposit_transfer_id_key UNIQUE (transfer_id),
  constraint deposit_voucher_digest_check CHECK ((octet_length(voucher_digest) = 32)),
  constraint rate_of_usd CHECK ((num_nonnulls(rate_ticks, rate_decimals, rate_spread_bps) =
CASE
    WHEN ((asset = 1) AND (credited IS NOT NULL)) THEN 3
    ELSE 0
END)),
  constraint reference_is_a_transaction CHECK ((reference ~
CASE chain
    WHEN 'ERC20'::deposit.chain THEN '^0x[0-9a-f]{64}$'::text
    ELSE '^[0-9a-f]{64}$'::text
END)) NOT VALID,
  constraint suspended_is_failed CHECK (((suspended IS NOT NULL) = ((state = 'failed'::deposit.deposit_state) AND (credited IS NOT NULL))))
) with (fillfactor=80);
CREATE INDEX deposit_by_end ON deposit.deposit USING btree (decided_ms) WHERE (decided_ms IS NOT NULL);
CREATE UNIQUE INDEX deposit_by_reference ON deposit.deposit USING btree (chain, reference) WHERE (reference IS NOT NULL);
CREATE INDEX deposit_by_transfer_credit ON deposit.deposit USING btree (decided_ms) WHERE ((transfer_id IS NOT NULL) AND (credited IS NOT NULL));
CREATE INDEX deposit_of_customer ON deposit.deposit USING btree (customer_id, deposit_id DESC);
CREATE INDEX deposit_open ON deposit.deposit USING btree (created_ms, deposit_id) WHERE (state = 'under-review'::deposit.deposit_state);
CREATE TRIGGER deposit_goes_step_by_step BEFORE INSERT OR UPDATE ON deposit.deposit FOR EACH ROW EXECUTE FUNCTION deposit.require_deposit_step();
CREATE TRIGGER deposit_is_approved AFTER UPDATE ON deposit.deposit FOR EACH ROW EXECUTE FUNCTION deposit.require_deposit_approvals();
CREATE TRIGGER deposit_is_kept BEFORE DELETE OR TRUNCATE ON deposit.deposit FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on deposit.deposit to candor_app;
grant select on deposit.deposit to candor_watcher;

create table deposit.deposit_address (
  chain deposit.chain not null,
  customer_id bigint not null,
  child_index integer not null,
  address text not null,
  created_ms bigint not null,
  constraint deposit_address_address_check CHECK (((length(address) >= 20) AND (length(address) <= 100))),
  constraint deposit_address_child_index_check CHECK ((child_index >= 0)),
  constraint deposit_address_customer_id_check CHECK ((customer_id > 0)),
  constraint deposit_address_pkey PRIMARY KEY (chain, customer_id)
);
CREATE UNIQUE INDEX deposit_address_owner ON deposit.deposit_address USING btree (chain, lower(address));
CREATE TRIGGER address_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON deposit.deposit_address FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on deposit.deposit_address to candor_app;
grant select on deposit.deposit_address to candor_watcher;

create table deposit.deposit_chain (
  chain deposit.chain not null,
  token text,
  confirmations integer not null,
  scanned_block bigint,
  scanned_hash text,
  constraint deposit_chain_check CHECK ((num_nulls(scanned_block, scanned_hash) = ANY (ARRAY[0, 2]))),
  constraint deposit_chain_confirmations_check CHECK (((confirmations >= 1) AND (confirmations <= 10000))),
  constraint deposit_chain_pkey PRIMARY KEY (chain)
);
grant select on deposit.deposit_chain to candor_app;
grant select on deposit.deposit_chain to candor_watcher;

create table deposit.deposit_setting (
  singleton boolean default true not null,
  minimum bigint not null,
  two_person_threshold bigint not null,
  spread_bps integer not null,
  max_open integer not null,
  lapse_ms bigint not null,
  per_operator_and_day bigint not null,
  constraint deposit_setting_lapse_ms_check CHECK ((lapse_ms > 0)),
  constraint deposit_setting_max_open_check CHECK ((max_open > 0)),
  constraint deposit_setting_minimum_check CHECK ((minimum > 0)),
  constraint deposit_setting_per_operator_and_day_check CHECK ((per_operator_and_day > 0)),
  constraint deposit_setting_pkey PRIMARY KEY (singleton),
  constraint deposit_setting_singleton_check CHECK (singleton),
  constraint deposit_setting_spread_bps_check CHECK (((spread_bps >= 0) AND (spread_bps <= 1000))),
  constraint deposit_setting_two_person_threshold_check CHECK ((two_person_threshold > 0))
);
grant select on deposit.deposit_setting to candor_app;

create table deposit.deposit_verdict (
  deposit_id bigint not null,
  operator_id bigint not null,
  is_approval boolean not null,
  reference text,
  at_ms bigint not null,
  constraint deposit_verdict_check CHECK ((is_approval = (reference IS NOT NULL))),
  constraint deposit_verdict_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit.deposit(deposit_id),
  constraint deposit_verdict_pkey PRIMARY KEY (deposit_id, operator_id),
  constraint verdict_names_a_transaction CHECK ((reference ~ '^(0x)?[0-9a-f]{64}$'::text)) NOT VALID
);
CREATE INDEX deposit_verdict_of_operator ON deposit.deposit_verdict USING btree (operator_id, at_ms) WHERE is_approval;
CREATE TRIGGER verdict_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON deposit.deposit_verdict FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on deposit.deposit_verdict to candor_app;

create table deposit.earlier_transfer (
  chain deposit.chain not null,
  txid text not null,
  log_index integer not null,
  customer_id bigint not null,
  constraint earlier_transfer_log_index_check CHECK ((log_index >= '-1'::integer)),
  constraint earlier_transfer_pkey PRIMARY KEY (chain, txid, log_index)
);
CREATE INDEX earlier_transfer_of_customer ON deposit.earlier_transfer USING btree (customer_id);
CREATE TRIGGER earlier_transfer_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON deposit.earlier_transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

create table deposit.elsewhere (
  customer_id bigint not null,
  constraint elsewhere_customer_id_check CHECK ((customer_id > 0)),
  constraint elsewhere_pkey PRIMARY KEY (customer_id)
);

create table deposit.late_transfer (
  chain deposit.chain not null,
  txid text not null,
  log_index integer not null,
  customer_id bigint not null,
  address text not null,
  token text not null,
  units bigint,
  block_number bigint not null,
  block_hash text not null,
  confirmations integer not null,
  seen_ms bigint not null,
  delivered_ms bigint,
  constraint late_transfer_log_index_check CHECK ((log_index >= 0)),
  constraint late_transfer_pkey PRIMARY KEY (chain, txid, log_index)
);
CREATE INDEX late_transfer_undelivered ON deposit.late_transfer USING btree (seen_ms) WHERE (delivered_ms IS NULL);
CREATE TRIGGER late_transfer_is_delivered_once BEFORE UPDATE ON deposit.late_transfer FOR EACH ROW EXECUTE FUNCTION ledger.require_single_step('delivered_ms');
CREATE TRIGGER late_transfer_is_kept BEFORE DELETE OR TRUNCATE ON deposit.late_transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

create table deposit.reported_freeze (
  freeze_id bigint generated always as identity not null,
  customer_id bigint not null,
  from_cell smallint not null,
  since_ms bigint not null,
  lifted_ms bigint,
  constraint reported_freeze_check CHECK ((lifted_ms >= since_ms)),
  constraint reported_freeze_from_cell_check CHECK ((from_cell > 0)),
  constraint reported_freeze_pkey PRIMARY KEY (freeze_id)
);
CREATE UNIQUE INDEX reported_freeze_open ON deposit.reported_freeze USING btree (customer_id, from_cell) WHERE (lifted_ms IS NULL);
CREATE TRIGGER reported_freeze_is_kept BEFORE DELETE OR TRUNCATE ON deposit.reported_freeze FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on deposit.reported_freeze to candor_app;

create table deposit.reserved_voucher (
  object_id text not null,
  reserved_ms bigint not null,
  constraint reserved_voucher_object_id_check CHECK ((object_id ~ '^[0-9a-f]{48}$'::text)),
  constraint reserved_voucher_pkey PRIMARY KEY (object_id)
);
grant delete, insert, select on deposit.reserved_voucher to candor_app;

create table deposit.watcher_cap (
  singleton boolean default true not null,
  per_transfer bigint not null,
  per_customer_and_day bigint not null,
  total_a_day bigint not null,
  constraint watcher_cap_per_customer_and_day_check CHECK ((per_customer_and_day >= 0)),
  constraint watcher_cap_per_transfer_check CHECK ((per_transfer >= 0)),
  constraint watcher_cap_pkey PRIMARY KEY (singleton),
  constraint watcher_cap_singleton_check CHECK (singleton),
  constraint watcher_cap_total_a_day_check CHECK ((total_a_day >= 0))
);

create table deposit.withdrawal_freeze (
  freeze_id bigint generated always as identity not null,
  customer_id bigint not null,
  deposit_id bigint not null,
  since_ms bigint not null,
  lifted_ms bigint,
  constraint withdrawal_freeze_check CHECK ((lifted_ms >= since_ms)),
  constraint withdrawal_freeze_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit.deposit(deposit_id),
  constraint withdrawal_freeze_pkey PRIMARY KEY (freeze_id)
);
CREATE UNIQUE INDEX withdrawal_freeze_open ON deposit.withdrawal_freeze USING btree (customer_id, deposit_id) WHERE (lifted_ms IS NULL);
CREATE TRIGGER freeze_is_kept BEFORE DELETE OR TRUNCATE ON deposit.withdrawal_freeze FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on deposit.withdrawal_freeze to candor_app;

create FUNCTION deposit.approval_details(p_deposit deposit.deposit, p_held deposit.chain_transfer, p_operator_id bigint, p_reference text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when p_deposit.state = 'under-review' and deposit.needed_approvals(p_deposit, p_operator_id) = 2 then
    jsonb_build_object(
      'account', (select public_id from identity.customer as c where c.customer_id = p_deposit.customer_id),
      'chain', p_deposit.chain,
      'paid', ledger.units_text(coalesce(p_held.units, p_deposit.quantity)) || ' USDT',
      'creditedIn', ledger.asset_name(p_deposit.asset),
      'reference', deposit.normal_txid(p_deposit.chain, p_reference))
    || operator.signed_step(exists (
      select from deposit.deposit_verdict as v where v.deposit_id = p_deposit.deposit_id and v.is_approval))
  end
$function$
;

create FUNCTION deposit.assign_address(p_chain deposit.chain, p_customer_id bigint, p_child_index integer, p_address text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_address text;
begin
  insert into deposit.deposit_address (chain, customer_id, child_index, address, created_ms)
  values (p_chain, p_customer_id, p_child_index, p_address, clock.now_ms()) on conflict (chain, customer_id) do nothing;
  select address into strict v_address from deposit.deposit_address where chain = p_chain
    and customer_id = p_customer_id;
  return v_address;
end
$function$
;
grant execute on function deposit.assign_address(deposit.chain,bigint,integer,text) to candor_watcher;

create FUNCTION deposit.credit_approved(p_deposit deposit.deposit, p_held deposit.chain_transfer, p_reference text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_outcome text;
begin
  if p_held.transfer_id is null then
    update deposit.deposit set reference = p_reference where deposit_id = p_deposit.deposit_id;
  end if;
  v_outcome := deposit.credit_deposit(p_deposit.deposit_id, coalesce(p_held.units, p_deposit.quantity));
  if v_outcome <> 'credited' then
    raise exception 'deposit % cannot be credited: %', p_deposit.deposit_id, v_outcome
      using errcode = case v_outcome when 'no-price' then 'CD001' else 'CD002' end;
  end if;
  update deposit.chain_transfer set state = 'credited' where transfer_id = p_held.transfer_id;
end
$function$
;

create FUNCTION deposit.credit_deposit(p_deposit_id bigint, p_units bigint)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_usd constant smallint := 1;
  v_usdt constant smallint := 2;
  v_deposit deposit.deposit;
  v_ticks bigint;
  v_decimals smallint;
  v_spread_bps integer;
  v_credited bigint := p_units;
  v_usdt_stripe smallint;
  v_usd_stripe smallint;
  v_custody bigint;
  v_customer bigint;
  v_at_ms bigint;
begin
  select * into strict v_deposit from deposit.deposit where deposit_id = p_deposit_id;
  v_usdt_stripe := ledger.stripe_of(v_deposit.customer_id, v_usdt);
  if v_deposit.asset = v_usd then
    select ticks, decimals into v_ticks, v_decimals from market.usdt_price();
    if v_ticks is null then
      return 'no-price';
    end if;
    select spread_bps into strict v_spread_bps from deposit.deposit_setting;
    v_credited := floor(p_units::numeric * v_ticks * (10000 - v_spread_bps) / (10000 * power(10::numeric, v_decimals)));
    v_usd_stripe := swap.lock_paying_stripe(v_deposit.customer_id, v_usd, v_credited, v_usdt_stripe);
    if v_credited <= 0 or v_usd_stripe is null then
      return 'not-covered';
    end if;
  else
    perform 1 from ledger.stripe where stripe = v_usdt_stripe for no key update;
  end if;
  v_custody := ledger.lock_house('custody', v_usdt, null);
  v_customer := ledger.account_of(v_deposit.customer_id, 'available', v_deposit.asset, null);
  v_at_ms := clock.now_ms();
  perform ledger.book(ledger.lock_stripe(v_usdt_stripe), 'deposit', v_at_ms, ''::bytea, array[
    row(case when v_usd_stripe is null then v_customer else ledger.account_of(0, 'fx', v_usdt, v_usdt_stripe) end,
      p_deposit_id, 'deposit', p_units, 0)::ledger.line,
    row(v_custody, p_deposit_id, 'deposit', -p_units, 0)::ledger.line
  ]);
  if v_usd_stripe is not null then
    perform ledger.book(ledger.lock_stripe(v_usd_stripe), 'deposit', v_at_ms, ''::bytea, array[
      row(v_customer, p_deposit_id, 'deposit', v_credited, 0)::ledger.line,
      row(ledger.account_of(0, 'fx', v_usd, v_usd_stripe), p_deposit_id, 'deposit', -v_credited, 0)::ledger.line
    ]);
  end if;
  update deposit.deposit set state = 'completed', credited = v_credited, decided_ms = v_at_ms,
    rate_ticks = v_ticks, rate_decimals = v_decimals, rate_spread_bps = v_spread_bps
  where deposit_id = p_deposit_id returning * into v_deposit;
  perform deposit.notify_customer(v_deposit);
  return 'credited';
end
$function$
;

create FUNCTION deposit.credit_transfer(p_transfer deposit.chain_transfer, p_is_final boolean, OUT outcome text, OUT deposit_id bigint, OUT deposit_state deposit.deposit_state)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_deposit_id constant bigint := deposit.deposit_for(p_transfer);
  v_deposit deposit.deposit;
begin
  select * into strict v_deposit from deposit.deposit where deposit_id = v_deposit_id;
  if v_deposit.state = 'failed' and v_deposit.credited is null then
    -- The deposit was created by the transfer alone, and failed with it.
    update deposit.deposit set state = 'under-review', reason = null, decided_ms = null
      where deposit_id = v_deposit_id;
  end if;
  outcome := 'waiting';
  if p_is_final and v_deposit.credited is not null then
    perform deposit.suspend_deposit(v_deposit_id, true);
    outcome := 'credited';
  elsif p_is_final and deposit.is_held(p_transfer) then
    outcome := 'held';
  elsif p_is_final then
    outcome := deposit.credit_deposit(v_deposit_id, p_transfer.units);
  end if;
  if outcome = 'credited' then
    update deposit.chain_transfer set state = 'credited' where transfer_id = p_transfer.transfer_id;
  end if;
  select d.deposit_id, d.state into strict deposit_id, deposit_state from deposit.deposit as d
  where d.deposit_id = v_deposit_id;
end
$function$
;

create FUNCTION deposit.decide_deposit(p_secret text, p_id bigint, p_verdict text, p_reference text, p_reason text)
 RETURNS TABLE(outcome text, customer_id bigint, deposit_state deposit.deposit_state)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_operator_id bigint;
  v_deposit deposit.deposit;
  v_held deposit.chain_transfer;
  v_reference text;
  v_needed smallint;
begin
  v_operator_id := operator.require_session(p_secret, array['payments']::operator.role[]);
  if coalesce(p_verdict, '') not in ('approve', 'reject') or (p_verdict = 'reject') <> (p_reason is not null)
    or (p_verdict = 'approve') <> (p_reference is not null) then
    raise exception 'malformed verdict' using errcode = 'invalid_parameter_value';
  end if;
  perform ledger.lock_accounts_of((select d.customer_id from deposit.deposit as d where d.deposit_id = p_id),
    'available');
  v_held := deposit.lock_held_transfer(p_id);
  select * into v_deposit from deposit.deposit as d where d.deposit_id = p_id for no key update;
  customer_id := v_deposit.customer_id;
  v_reference := deposit.normal_txid(v_deposit.chain, p_reference);
  if v_deposit.deposit_id is not null and p_reference is not null and v_reference is null then
    raise exception 'malformed reference' using errcode = 'invalid_parameter_value';
  end if;
  outcome := case
    when v_deposit.deposit_id is null then 'not-found'
    when v_deposit.state <> 'under-review' then 'transaction-closed'
    when exists (select from deposit.deposit_verdict as v where v.deposit_id = p_id and v.operator_id = v_operator_id)
      then 'already-decided'
    when p_verdict = 'approve' then deposit.refuse_reference(v_deposit, v_held, v_reference)
    when v_held.transfer_id is not null then 'transfer-known'
  end;
  if outcome is not null then
    deposit_state := v_deposit.state;
    return next;
    return;
  end if;

  perform operator.take_turn(v_operator_id);
  v_needed := deposit.needed_approvals(v_deposit, v_operator_id);
  if v_needed = 2 and p_verdict = 'approve' then
    perform operator.require_confirmation(v_operator_id, 'deposit.approve', p_id,
      deposit.approval_details(v_deposit, v_held, v_operator_id, p_reference));
  end if;
  insert into deposit.deposit_verdict (deposit_id, operator_id, is_approval, reference, at_ms)
  values (p_id, v_operator_id, p_verdict = 'approve', v_reference, clock.now_ms());
  if p_verdict = 'reject' then
    update deposit.deposit as d set state = 'rejected', reason = p_reason::deposit.deposit_reason,
      decided_ms = clock.now_ms()
    where d.deposit_id = p_id returning * into v_deposit;
    perform deposit.notify_customer(v_deposit);
    outcome := 'rejected';
  elsif (select count(*) from deposit.deposit_verdict as v where v.deposit_id = p_id
    and v.is_approval) < v_needed then
    update deposit.deposit as d set approvals_needed = v_needed where d.deposit_id = p_id;
    outcome := 'approved';
  else
    perform deposit.credit_approved(v_deposit, v_held, v_reference);
    outcome := 'completed';
  end if;
  select d.state into strict deposit_state from deposit.deposit as d where d.deposit_id = p_id;
  perform operator.append_audit(v_operator_id, 'deposit.' || outcome, 'deposit:' || p_id, coalesce(p_reason, ''),
    jsonb_strip_nulls(jsonb_build_object('reference', v_reference, 'quantity', v_deposit.quantity::text, 'chain',
      v_deposit.chain)));
  return next;
end
$function$
;
grant execute on function deposit.decide_deposit(text,bigint,text,text,text) to candor_app;

create FUNCTION deposit.deposit_for(p_transfer deposit.chain_transfer)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_deposit_id bigint;
begin
  select deposit_id into v_deposit_id from deposit.deposit where transfer_id = p_transfer.transfer_id for no key update;
  if v_deposit_id is not null then
    return v_deposit_id;
  end if;
  select deposit_id into v_deposit_id from deposit.deposit
  where customer_id = p_transfer.customer_id and chain = p_transfer.chain and state = 'under-review'
    and transfer_id is null
    and (txid is null or txid = p_transfer.txid)
  order by txid is null, quantity <> p_transfer.units, deposit_id limit 1 for no key update;
  if v_deposit_id is not null then
    update deposit.deposit set transfer_id = p_transfer.transfer_id where deposit_id = v_deposit_id;
    return v_deposit_id;
  end if;
  insert into deposit.deposit (customer_id, chain, asset, quantity, approvals_needed, transfer_id, created_ms)
  values (p_transfer.customer_id, p_transfer.chain, 2, p_transfer.units, 1, p_transfer.transfer_id, clock.now_ms())
  returning deposit_id into v_deposit_id;
  return v_deposit_id;
end
$function$
;

create FUNCTION deposit.held_transfer(p_deposit_id bigint)
 RETURNS deposit.chain_transfer
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select t.* from deposit.chain_transfer as t
  where t.transfer_id = (select d.transfer_id from deposit.deposit as d where d.deposit_id = p_deposit_id)
    and t.state = 'waiting' and t.held_ms is not null
$function$
;

create FUNCTION deposit.is_above_own_limit(p_customer_id bigint, p_quantity bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(p_quantity > security.limit_now(p_customer_id, 'deposit') - coalesce((
    select sum(quantity) from deposit.deposit
    where customer_id = p_customer_id and created_ms >= clock.now_ms() - 86400000
      and state in ('under-review', 'completed')), 0), false)
$function$
;

create FUNCTION deposit.is_held(p_transfer deposit.chain_transfer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_day_ms constant bigint := 86400000;
  v_cap deposit.watcher_cap;
  v_total numeric;
  v_of_customer numeric;
begin
  if p_transfer.held_ms is not null then
    return true;
  end if;
  select * into strict v_cap from deposit.watcher_cap for no key update;
  select coalesce(sum(t.units), 0), coalesce(sum(t.units) filter (where t.customer_id = p_transfer.customer_id), 0)
  into v_total, v_of_customer
  from deposit.deposit as d join deposit.chain_transfer as t on t.transfer_id = d.transfer_id
  where d.decided_ms > clock.now_ms() - v_day_ms and d.credited is not null and t.held_ms is null;
  if p_transfer.units <= v_cap.per_transfer and v_of_customer + p_transfer.units <= v_cap.per_customer_and_day
    and v_total + p_transfer.units <= v_cap.total_a_day then
    return false;
  end if;
  update deposit.chain_transfer set held_ms = clock.now_ms() where transfer_id = p_transfer.transfer_id;
  return true;
end
$function$
;

create FUNCTION deposit.is_withdrawal_frozen(p_customer_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from deposit.withdrawal_freeze where customer_id = p_customer_id and lifted_ms is null)
    or exists (select from deposit.reported_freeze where customer_id = p_customer_id and lifted_ms is null)
$function$
;
grant execute on function deposit.is_withdrawal_frozen(bigint) to candor_app;

create FUNCTION deposit.lapse_deposits(p_customer_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_deposit deposit.deposit;
begin
  for v_deposit in
    update deposit.deposit set state = 'lapsed', reason = 'nothing-arrived', decided_ms = clock.now_ms()
    where customer_id = p_customer_id and state = 'under-review' and transfer_id is null and voucher is null
      and created_ms < clock.now_ms() - (select lapse_ms from deposit.deposit_setting)
    returning *
  loop
    perform deposit.notify_customer(v_deposit);
  end loop;
end
$function$
;

create FUNCTION deposit.lapse_old_deposits()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_customers constant bigint[] := array(
    select distinct customer_id from deposit.deposit
    where state = 'under-review' and transfer_id is null and voucher is null
      and created_ms < clock.now_ms() - (select lapse_ms from deposit.deposit_setting)
    order by customer_id limit 100);
begin
  perform ledger.lock_accounts(array(
    select account_id from ledger.balance where owner_id = any(v_customers) and kind = 'available'));
  perform deposit.lapse_deposits(customer_id) from unnest(v_customers) as customer_id;
  return cardinality(v_customers);
end
$function$
;
grant execute on function deposit.lapse_old_deposits() to candor_app;

create FUNCTION deposit.lock_held_transfer(p_deposit_id bigint)
 RETURNS deposit.chain_transfer
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select t.* from deposit.chain_transfer as t
  where t.transfer_id = (select d.transfer_id from deposit.deposit as d where d.deposit_id = p_deposit_id)
    and t.state = 'waiting' and t.held_ms is not null for no key update
$function$
;

create FUNCTION deposit.needed_approvals(p_deposit deposit.deposit, p_operator_id bigint)
 RETURNS smallint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_setting deposit.deposit_setting;
  v_transfer deposit.chain_transfer;
  v_units bigint;
  v_alone numeric;
begin
  select * into strict v_setting from deposit.deposit_setting;
  select * into v_transfer from deposit.chain_transfer where transfer_id = p_deposit.transfer_id;
  if v_transfer.transfer_id is not null and v_transfer.held_ms is null then
    return 0;
  end if;
  v_units := coalesce(v_transfer.units, p_deposit.quantity);
  select coalesce(sum(coalesce(t.units, d.quantity)), 0) into v_alone
  from deposit.deposit_verdict as v join deposit.deposit as d using (deposit_id)
    left join deposit.chain_transfer as t using (transfer_id)
  where v.operator_id = p_operator_id and v.is_approval and v.at_ms > clock.now_ms() - 86400000
    and d.credited is not null and not exists (
      select from deposit.deposit_verdict as other
      where other.deposit_id = v.deposit_id and other.operator_id <> v.operator_id and other.is_approval);
  return case
    when p_deposit.approvals_needed = 2 or v_units >= v_setting.two_person_threshold then 2
    when p_operator_id is not null and v_units + v_alone >= v_setting.per_operator_and_day then 2
    else 1
  end;
end
$function$
;

create FUNCTION deposit.normal_txid(p_chain deposit.chain, p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when lower(btrim(p_text)) ~ '^(0x)?[0-9a-f]{64}$'
    then case p_chain when 'ERC20' then '0x' else '' end || right(lower(btrim(p_text)), 64) end
$function$
;

create FUNCTION deposit.note_scanned(p_chain deposit.chain, p_block_number bigint, p_block_hash text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update deposit.deposit_chain set scanned_block = p_block_number, scanned_hash = p_block_hash where chain = p_chain
$function$
;
grant execute on function deposit.note_scanned(deposit.chain,bigint,text) to candor_watcher;

create FUNCTION deposit.notify_customer(p_deposit deposit.deposit)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select message.add_known(p_deposit.customer_id, 'recharge-' || p_deposit.state, 'deposit:' || p_deposit.deposit_id,
    jsonb_strip_nulls(jsonb_build_object('chain', p_deposit.chain, 'asset', ledger.asset_name(p_deposit.asset),
      'quantityUnits', p_deposit.quantity::text, 'creditedUnits', p_deposit.credited::text,
      'reason', p_deposit.reason)))
$function$
;

create FUNCTION deposit.outcome_elsewhere(t deposit.chain_transfer, p_is_final boolean)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from deposit.chain_transfer as own
    where own.chain = t.chain and own.txid = t.txid and own.log_index = t.log_index) then
    return null;
  elsif exists (select from deposit.earlier_transfer as e where e.chain = t.chain and e.txid = t.txid
    and e.log_index in (t.log_index, -1) and e.customer_id = t.customer_id) then
    return 'known';
  elsif not exists (select from deposit.elsewhere as e where e.customer_id = t.customer_id) then
    return null;
  end if;
  if p_is_final then
    insert into deposit.late_transfer (chain, txid, log_index, customer_id, address, token, units, block_number,
      block_hash, confirmations, seen_ms)
    values (t.chain, t.txid, t.log_index, t.customer_id, t.address, t.token, t.units, t.block_number, t.block_hash,
      t.confirmations, clock.now_ms())
    on conflict do nothing;
  end if;
  return 'moved';
end
$function$
;

create FUNCTION deposit.record_own(t deposit.chain_transfer, p_is_final boolean, OUT outcome text, OUT deposit_id bigint, OUT deposit_state deposit.deposit_state)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_now_ms constant bigint := clock.now_ms();
  v_transfer deposit.chain_transfer;
  v_deposit deposit.deposit;
begin
  insert into deposit.chain_transfer (chain, txid, log_index, customer_id, address, token, units, block_number,
    block_hash, confirmations, state, seen_ms, changed_ms)
  values (t.chain, t.txid, t.log_index, t.customer_id, t.address, t.token, t.units, t.block_number, t.block_hash,
    t.confirmations, case when t.units is null then 'wrong-token' else 'waiting' end::deposit.transfer_state, v_now_ms,
    v_now_ms)
  on conflict (chain, txid, log_index) do nothing;
  select * into strict v_transfer from deposit.chain_transfer as own
  where own.chain = t.chain and own.txid = t.txid and own.log_index = t.log_index for no key update;
  select * into v_deposit from deposit.deposit as d where d.transfer_id = v_transfer.transfer_id for no key update;
  if v_deposit.deposit_id is not null and (v_transfer.customer_id, lower(v_transfer.token), v_transfer.units)
    is distinct from (t.customer_id, lower(t.token), t.units) then
    outcome := 'changed';
  elsif v_transfer.state = 'credited' then
    update deposit.chain_transfer as own set block_number = t.block_number, block_hash = t.block_hash,
      confirmations = greatest(own.confirmations, t.confirmations)
    where own.transfer_id = v_transfer.transfer_id
      and (own.block_hash <> t.block_hash or own.confirmations < t.confirmations);
    outcome := 'known';
    deposit_id := v_deposit.deposit_id;
    deposit_state := v_deposit.state;
  else
    update deposit.chain_transfer as own set customer_id = t.customer_id, address = t.address, token = t.token,
      units = t.units, block_number = t.block_number, block_hash = t.block_hash, confirmations = t.confirmations,
      changed_ms = v_now_ms, state = deposit.state_of_transfer(t.chain, t.txid, t.customer_id, t.units,
        v_deposit.deposit_id is not null)
    where own.transfer_id = v_transfer.transfer_id returning * into v_transfer;
    outcome := v_transfer.state;
    if outcome = 'waiting' then
      select c.outcome, c.deposit_id, c.deposit_state into outcome, deposit_id, deposit_state
      from deposit.credit_transfer(v_transfer, p_is_final) as c;
    end if;
  end if;
end
$function$
;

create FUNCTION deposit.record_transfer(p_chain deposit.chain, p_txid text, p_log_index integer, p_address text, p_token text, p_units bigint, p_block_number bigint, p_block_hash text, p_confirmations integer, p_is_final boolean)
 RETURNS TABLE(outcome text, customer_id bigint, deposit_id bigint, deposit_state deposit.deposit_state)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_is_token boolean;
  t deposit.chain_transfer;
begin
  t.chain := p_chain;
  t.txid := deposit.normal_txid(p_chain, p_txid);
  t.log_index := p_log_index;
  t.address := p_address;
  t.token := p_token;
  t.block_number := p_block_number;
  t.block_hash := p_block_hash;
  t.confirmations := p_confirmations;
  if t.txid is null or num_nulls(p_log_index, p_address, p_token, p_block_number, p_block_hash, p_confirmations,
    p_is_final) > 0 then
    raise exception 'malformed transfer' using errcode = 'invalid_parameter_value';
  end if;
  select a.customer_id, coalesce(lower(c.token) = lower(p_token), false) into t.customer_id, v_is_token
  from deposit.deposit_address as a join deposit.deposit_chain as c on c.chain = a.chain
  where a.chain = p_chain and lower(a.address) = lower(p_address);
  if t.customer_id is null then
    outcome := 'unknown-address';
    return next;
    return;
  elsif v_is_token and p_units is null then
    raise exception 'a transfer of USDT has an amount' using errcode = 'invalid_parameter_value';
  end if;
  t.units := case when v_is_token then p_units end;
  perform ledger.lock_accounts_of(t.customer_id, 'available');
  customer_id := t.customer_id;
  outcome := deposit.outcome_elsewhere(t, p_is_final);
  if outcome is null then
    select own.outcome, own.deposit_id, own.deposit_state into outcome, deposit_id, deposit_state
    from deposit.record_own(t, p_is_final) as own;
  end if;
  return next;
end
$function$
;
grant execute on function deposit.record_transfer(deposit.chain,text,integer,text,text,bigint,bigint,text,integer,boolean) to candor_watcher;

create FUNCTION deposit.refuse_reference(p_deposit deposit.deposit, p_held deposit.chain_transfer, p_reference text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case
    when p_held.transfer_id is not null then case when p_held.txid <> p_reference then 'reference-differs' end
    when p_deposit.voucher is null then 'voucher-required'
    when p_deposit.transfer_id is not null or exists (
      select from deposit.chain_transfer as t where t.chain = p_deposit.chain and t.txid = p_reference
        and t.state <> 'reversed') or exists (
      select from deposit.earlier_transfer as e where e.chain = p_deposit.chain and e.txid = p_reference)
      then 'transfer-known'
    when exists (select from deposit.deposit as d where d.chain = p_deposit.chain and d.reference = p_reference)
      then 'reference-used'
    when exists (select from deposit.deposit_verdict as v
      where v.deposit_id = p_deposit.deposit_id and v.is_approval and v.reference <> p_reference)
        then 'reference-differs'
  end
$function$
;

create FUNCTION deposit.report_missing_transfer(p_chain deposit.chain, p_txid text, p_log_index integer)
 RETURNS TABLE(outcome text, customer_id bigint, deposit_id bigint, deposit_state deposit.deposit_state)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_txid constant text := deposit.normal_txid(p_chain, p_txid);
  v_transfer deposit.chain_transfer;
  v_deposit deposit.deposit;
begin
  select * into v_transfer from deposit.chain_transfer as t where t.chain = p_chain and t.txid = v_txid
    and t.log_index = p_log_index;
  perform ledger.lock_accounts_of(v_transfer.customer_id, 'available');
  select * into v_transfer from deposit.chain_transfer as t where t.transfer_id = v_transfer.transfer_id
    for no key update;
  outcome := 'none';
  customer_id := v_transfer.customer_id;
  if v_transfer.transfer_id is null or v_transfer.state in ('reversed', 'reviewed') then
    return next;
    return;
  end if;
  select * into v_deposit from deposit.deposit as d where d.transfer_id = v_transfer.transfer_id for no key update;
  if v_transfer.state = 'credited' then
    perform deposit.suspend_deposit(v_deposit.deposit_id, false);
  elsif v_deposit.credited is not null then
    null; -- suspended before: it was waiting to be final again
  elsif v_deposit.request_id is not null then
    update deposit.deposit as d set transfer_id = null where d.deposit_id = v_deposit.deposit_id;
  elsif v_deposit.deposit_id is not null then
    update deposit.deposit as d set state = 'failed', reason = 'transfer-reversed', decided_ms = clock.now_ms()
      where d.deposit_id = v_deposit.deposit_id;
  end if;
  update deposit.chain_transfer as t set state = 'reversed', confirmations = 0, changed_ms = clock.now_ms()
    where t.transfer_id = v_transfer.transfer_id;
  outcome := case when v_transfer.state = 'credited' then 'suspended' else 'reversed' end;
  deposit_id := v_deposit.deposit_id;
  select d.state into deposit_state from deposit.deposit as d where d.deposit_id = v_deposit.deposit_id;
  return next;
end
$function$
;
grant execute on function deposit.report_missing_transfer(deposit.chain,text,integer) to candor_watcher;

create FUNCTION deposit.request_deposit(p_customer_id bigint, p_request_id uuid, p_chain deposit.chain, p_asset smallint, p_quantity bigint, p_txid text, p_voucher text, p_voucher_digest bytea)
 RETURNS TABLE(outcome text, deposit_id bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_setting deposit.deposit_setting;
  v_past deposit.deposit;
begin
  if not ledger.lock_accounts_of(p_customer_id, 'available') then
    raise exception 'this customer has no accounts' using errcode = 'invalid_parameter_value';
  end if;
  select * into v_past from deposit.deposit as d where d.request_id = p_request_id and d.customer_id = p_customer_id;
  if v_past.deposit_id is not null then
    deposit_id := v_past.deposit_id;
    outcome := case when (v_past.chain, v_past.asset, v_past.quantity, v_past.txid,
      v_past.voucher_digest) is not distinct from
      (p_chain, p_asset, p_quantity, deposit.normal_txid(p_chain, p_txid), p_voucher_digest) then 'repeated'
        else 'conflict' end;
    return next;
    return;
  end if;
  if exists (select from identity.customer as c where c.customer_id = p_customer_id and c.state <> 1) then
    outcome := 'account-disabled';
    return next;
    return;
  end if;
  if security.is_excluded(p_customer_id) then
    outcome := 'self-excluded';
    return next;
    return;
  end if;
  select * into strict v_setting from deposit.deposit_setting;
  if p_quantity < v_setting.minimum or p_quantity > 1000000000000000 then
    outcome := 'wrong-amount';
    return next;
    return;
  end if;
  if deposit.is_above_own_limit(p_customer_id, p_quantity) then
    outcome := 'limit-reached';
    return next;
    return;
  end if;
  perform deposit.lapse_deposits(p_customer_id);
  if (select count(*) from deposit.deposit as d where d.customer_id = p_customer_id
    and d.state = 'under-review') >= v_setting.max_open then
    outcome := 'upper-limit';
    return next;
    return;
  end if;
  insert into deposit.deposit as d (customer_id, request_id, chain, asset, quantity, txid, voucher, voucher_digest,
    approvals_needed, created_ms)
  values (p_customer_id, p_request_id, p_chain, p_asset, p_quantity, deposit.normal_txid(p_chain, p_txid), p_voucher,
    p_voucher_digest,
    case when p_quantity >= v_setting.two_person_threshold then 2 else 1 end, clock.now_ms())
  returning d.deposit_id into deposit_id;
  outcome := 'accepted';
  return next;
end
$function$
;
grant execute on function deposit.request_deposit(bigint,uuid,deposit.chain,smallint,bigint,text,text,bytea) to candor_app;

create FUNCTION deposit.require_deposit_approvals()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.state = 'completed' and old.credited is null and (
    select count(*) from deposit.deposit_verdict as v where v.deposit_id = new.deposit_id and v.is_approval
      and v.reference = coalesce(new.reference,
        (select t.txid from deposit.chain_transfer as t where t.transfer_id = new.transfer_id))
  ) < deposit.needed_approvals(new, null) then
    raise exception 'deposit % lacks approvals', new.deposit_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$
;

create FUNCTION deposit.require_deposit_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_moving constant text[] := array['state', 'reason', 'transfer_id', 'reference', 'credited', 'rate_ticks',
    'rate_decimals', 'rate_spread_bps', 'decided_ms', 'suspended', 'approvals_needed'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'under-review' or new.credited is not null then
      raise exception 'a deposit begins under review' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - v_moving) is distinct from (to_jsonb(old) - v_moving) or (old.credited is not null
    and (new.credited, new.transfer_id, new.reference, new.rate_ticks)
      is distinct from (old.credited, old.transfer_id, old.reference, old.rate_ticks)) then
    raise exception 'what was asked for or credited never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if new.approvals_needed < old.approvals_needed then
    raise exception 'the approvals that a deposit needs are only ever raised'
      using errcode = 'integrity_constraint_violation';
  end if;
  if (old.state, new.state) not in (('under-review', 'under-review'), ('under-review', 'completed'),
    ('under-review', 'rejected'),
    ('under-review', 'failed'), ('under-review', 'lapsed'), ('completed', 'failed'), ('failed', 'completed'),
      ('failed', 'under-review'))
    or (old.state = 'failed' and new.state = 'under-review' and old.credited is not null) then
    raise exception 'a deposit does not go from % to %', old.state,
      new.state using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$function$
;

create FUNCTION deposit.require_transfer_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if (new.transfer_id, new.chain, new.txid, new.log_index) is distinct from (old.transfer_id, old.chain, old.txid,
    old.log_index)
    or ((new.customer_id, new.address, new.token, new.units)
      is distinct from (old.customer_id, old.address, old.token, old.units)
      and exists (select from deposit.deposit as d where d.transfer_id = old.transfer_id)) then
    raise exception 'a transfer that a deposit rests on never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$function$
;

create FUNCTION deposit.state_of_transfer(p_chain deposit.chain, p_txid text, p_customer_id bigint, p_units bigint, p_has_deposit boolean)
 RETURNS deposit.transfer_state
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return case
    when p_units is null then 'wrong-token'
    when p_units < (select minimum from deposit.deposit_setting) then 'dust'
    when p_has_deposit then 'waiting'
    when exists (select from deposit.deposit as d
      where d.chain = p_chain and d.reference = p_txid and d.customer_id = p_customer_id) then 'reviewed'
    else 'waiting'
  end;
end
$function$
;

create FUNCTION deposit.suspend_deposit(p_deposit_id bigint, p_is_back boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_usdt constant smallint := 2;
  v_sign constant integer := case when p_is_back then -1 else 1 end;
  v_deposit deposit.deposit;
  v_units bigint;
  v_taken bigint;
  v_usdt_stripe smallint;
  v_own_stripe smallint;
  v_custody bigint;
  v_customer bigint;
  v_at_ms bigint;
  v_kind constant ledger.movement := 'deposit-suspended';
  v_coins ledger.line[];
  v_own ledger.line[] := '{}';
begin
  select * into strict v_deposit from deposit.deposit where deposit_id = p_deposit_id;
  select units into strict v_units from deposit.chain_transfer where transfer_id = v_deposit.transfer_id;
  v_usdt_stripe := ledger.stripe_of(v_deposit.customer_id, v_usdt);
  v_own_stripe := ledger.stripe_of(v_deposit.customer_id, v_deposit.asset);
  v_customer := ledger.account_of(v_deposit.customer_id, 'available', v_deposit.asset, null);
  if p_is_back then
    v_taken := v_deposit.suspended;
  else
    select least(posted - held, v_deposit.credited) into strict v_taken from ledger.balance
      where account_id = v_customer;
  end if;
  perform 1 from ledger.stripe where stripe in (v_usdt_stripe, v_own_stripe) order by stripe for no key update;
  v_custody := ledger.lock_house('custody', v_usdt, null);
  v_at_ms := clock.now_ms();
  v_coins := array[
    row(v_custody, p_deposit_id, v_kind, v_sign * v_units, 0)::ledger.line,
    row(ledger.account_of(0, 'suspense', v_usdt, v_usdt_stripe), p_deposit_id, v_kind, -v_sign * v_units,
      0)::ledger.line
  ];
  if v_taken > 0 then
    v_own := array[
      row(v_customer, p_deposit_id, v_kind, -v_sign * v_taken, 0)::ledger.line,
      row(ledger.account_of(0, 'suspense', v_deposit.asset, v_own_stripe), p_deposit_id, v_kind, v_sign * v_taken,
        0)::ledger.line
    ];
  end if;
  perform ledger.book(ledger.lock_stripe(v_usdt_stripe), v_kind, v_at_ms, ''::bytea,
    case when v_own_stripe = v_usdt_stripe then v_coins || v_own else v_coins end);
  if v_own_stripe <> v_usdt_stripe and v_taken > 0 then
    perform ledger.book(ledger.lock_stripe(v_own_stripe), v_kind, v_at_ms, ''::bytea, v_own);
  end if;
  if p_is_back then
    update deposit.deposit set state = 'completed', reason = null, suspended = null where deposit_id = p_deposit_id
      returning * into v_deposit;
    update deposit.withdrawal_freeze set lifted_ms = v_at_ms where deposit_id = p_deposit_id and lifted_ms is null;
  else
    update deposit.deposit set state = 'failed', reason = 'transfer-reversed', suspended = v_taken
    where deposit_id = p_deposit_id returning * into v_deposit;
    insert into deposit.withdrawal_freeze (customer_id, deposit_id, since_ms)
      values (v_deposit.customer_id, p_deposit_id, v_at_ms);
  end if;
  perform deposit.notify_customer(v_deposit);
end
$function$
;

create schema favourites;
grant usage on schema favourites to candor_app;

create table favourites.favourite (
  customer_id bigint not null,
  instrument_id integer not null,
  favourite_id bigint generated always as identity not null,
  constraint favourite_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint favourite_instrument_id_fkey FOREIGN KEY (instrument_id) REFERENCES market.instrument(instrument_id),
  constraint favourite_pkey PRIMARY KEY (customer_id, instrument_id)
);
grant delete, insert, select on favourites.favourite to candor_app;

create schema floor;
grant usage on schema floor to candor_app;

create type floor.merchant_kind as enum ('house', 'merchant');

create type floor.sale_state as enum ('in-progress', 'completed', 'closed');

create type floor.sale_answer as (request_index integer, outcome text, sale_id bigint);

create table floor.advert (
  advert_id bigint generated always as identity not null,
  merchant_id bigint not null,
  merchant_kind floor.merchant_kind not null,
  request_id uuid,
  unit_price bigint not null,
  total bigint not null,
  minimum bigint not null,
  maximum bigint not null,
  is_auto boolean not null,
  below_bid_bps integer,
  published_ms bigint not null,
  published_by bigint,
  account_id bigint not null,
  stripe smallint not null,
  remaining bigint not null,
  reserved bigint not null,
  closed_ms bigint,
  successor_id bigint,
  official_price bigint,
  band_bps integer,
  approved_by bigint,
  constraint advert_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.account(account_id),
  constraint advert_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES operator.account(operator_id),
  constraint advert_approvers_differ CHECK ((approved_by <> published_by)),
  constraint advert_band_bps_check CHECK ((band_bps > 0)),
  constraint advert_below_bid_bps_check CHECK (((below_bid_bps >= 1) AND (below_bid_bps <= 1000))),
  constraint advert_merchant_id_merchant_kind_fkey FOREIGN KEY (merchant_id, merchant_kind) REFERENCES floor.merchant(merchant_id, kind),
  constraint advert_minimum_check CHECK ((minimum > 0)),
  constraint advert_official_price_check CHECK ((official_price > 0)),
  constraint advert_pkey PRIMARY KEY (advert_id),
  constraint advert_published_by_fkey FOREIGN KEY (published_by) REFERENCES operator.account(operator_id),
  constraint advert_request_id_key UNIQUE (request_id),
  constraint advert_reserved_check CHECK ((reserved >= 0)),
  constraint advert_stripe_fkey FOREIGN KEY (stripe) REFERENCES ledger.stripe(stripe),
  constraint advert_successor_id_fkey FOREIGN KEY (successor_id) REFERENCES floor.advert(advert_id),
  constraint advert_total_check CHECK ((total > 0)),
  constraint advert_unit_price_check CHECK (((unit_price > 0) AND ((unit_price % (100)::bigint) = 0))),
  constraint closed_advert_holds_nothing CHECK (((closed_ms IS NULL) OR (reserved = 0))),
  constraint judged_by_price_and_band CHECK ((num_nulls(official_price, band_bps) = ANY (ARRAY[0, 2]))),
  constraint limits_of_a_sale CHECK (((maximum >= minimum) AND (maximum <= total))),
  constraint never_more_than_there_is CHECK (((remaining >= 0) AND (remaining <= total))),
  constraint only_automatic_ones_follow CHECK (((below_bid_bps IS NULL) OR is_auto)),
  constraint only_closed_ones_are_followed CHECK (((successor_id IS NULL) OR (closed_ms IS NOT NULL))),
  constraint only_the_house_is_automatic CHECK (((NOT is_auto) OR (merchant_kind = 'house'::floor.merchant_kind))),
  constraint open_advert_is_covered CHECK (((closed_ms IS NOT NULL) OR (((reserved)::numeric * (1000000)::numeric) >= ((remaining)::numeric * (unit_price)::numeric)))),
  constraint outside_the_band_needs_two CHECK (((approved_by IS NOT NULL) OR (band_bps IS NULL) OR (((abs((unit_price - official_price)))::numeric * (10000)::numeric) <= ((official_price)::numeric * (band_bps)::numeric))))
) with (fillfactor=50);
CREATE INDEX advert_of_merchant ON floor.advert USING btree (merchant_id, advert_id);
CREATE INDEX advert_open ON floor.advert USING btree (unit_price DESC, advert_id) WHERE (closed_ms IS NULL);
CREATE TRIGGER advert_is_kept BEFORE DELETE OR TRUNCATE ON floor.advert FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER advert_stays_as_published BEFORE INSERT OR UPDATE ON floor.advert FOR EACH ROW EXECUTE FUNCTION floor.require_advert_step();
grant select on floor.advert to candor_app;

create table floor.advert_proposal (
  proposal_id bigint generated always as identity not null,
  request_id uuid not null,
  merchant_id bigint not null,
  unit_price bigint not null,
  total bigint not null,
  minimum bigint not null,
  maximum bigint not null,
  is_auto boolean not null,
  official_price bigint not null,
  note text not null,
  proposed_by bigint not null,
  proposed_ms bigint not null,
  state text default 'proposed'::text not null,
  decided_by bigint,
  decided_ms bigint,
  advert_id bigint,
  constraint advert_proposal_advert_id_fkey FOREIGN KEY (advert_id) REFERENCES floor.advert(advert_id),
  constraint advert_proposal_advert_id_key UNIQUE (advert_id),
  constraint advert_proposal_check CHECK (((maximum >= minimum) AND (maximum <= total))),
  constraint advert_proposal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operator.account(operator_id),
  constraint advert_proposal_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES floor.merchant(merchant_id),
  constraint advert_proposal_minimum_check CHECK ((minimum > 0)),
  constraint advert_proposal_note_check CHECK (((length(note) >= 3) AND (length(note) <= 500))),
  constraint advert_proposal_official_price_check CHECK ((official_price > 0)),
  constraint advert_proposal_pkey PRIMARY KEY (proposal_id),
  constraint advert_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operator.account(operator_id),
  constraint advert_proposal_request_id_key UNIQUE (request_id),
  constraint advert_proposal_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'published'::text, 'rejected'::text]))),
  constraint advert_proposal_total_check CHECK ((total > 0)),
  constraint advert_proposal_unit_price_check CHECK (((unit_price > 0) AND ((unit_price % (100)::bigint) = 0))),
  constraint decided_advert_is_complete CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'proposed'::text) = (decided_ms IS NULL)) AND ((state = 'published'::text) = (advert_id IS NOT NULL)))),
  constraint proposed_advert_needs_two_operators CHECK (((state <> 'published'::text) OR (decided_by <> proposed_by)))
);
CREATE INDEX advert_proposal_of_merchant ON floor.advert_proposal USING btree (merchant_id, proposal_id);
CREATE TRIGGER advert_proposal_is_decided_once BEFORE UPDATE ON floor.advert_proposal FOR EACH ROW EXECUTE FUNCTION operator.refuse_redecision('advert_id');
CREATE TRIGGER advert_proposal_is_kept BEFORE DELETE OR TRUNCATE ON floor.advert_proposal FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on floor.advert_proposal to candor_app;

create table floor.advert_terms (
  version bigint generated always as identity not null,
  band_bps integer not null,
  created_ms bigint not null,
  constraint advert_terms_band_bps_check CHECK (((band_bps >= 1) AND (band_bps <= 1000))),
  constraint advert_terms_pkey PRIMARY KEY (version)
);
CREATE TRIGGER advert_terms_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON floor.advert_terms FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on floor.advert_terms to candor_app;

create table floor.advert_terms_proposal (
  proposal_id bigint generated always as identity not null,
  band_bps integer not null,
  follows bigint not null,
  note text not null,
  proposed_by bigint not null,
  proposed_ms bigint not null,
  state text default 'proposed'::text not null,
  decided_by bigint,
  decided_ms bigint,
  version bigint,
  constraint advert_terms_need_two_operators CHECK (((state <> 'confirmed'::text) OR (decided_by <> proposed_by))),
  constraint advert_terms_proposal_band_bps_check CHECK (((band_bps >= 1) AND (band_bps <= 1000))),
  constraint advert_terms_proposal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operator.account(operator_id),
  constraint advert_terms_proposal_follows_fkey FOREIGN KEY (follows) REFERENCES floor.advert_terms(version),
  constraint advert_terms_proposal_note_check CHECK (((length(note) >= 3) AND (length(note) <= 500))),
  constraint advert_terms_proposal_pkey PRIMARY KEY (proposal_id),
  constraint advert_terms_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operator.account(operator_id),
  constraint advert_terms_proposal_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'rejected'::text]))),
  constraint advert_terms_proposal_version_fkey FOREIGN KEY (version) REFERENCES floor.advert_terms(version),
  constraint advert_terms_proposal_version_key UNIQUE (version),
  constraint decided_terms_are_complete CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'proposed'::text) = (decided_ms IS NULL)) AND ((state = 'confirmed'::text) = (version IS NOT NULL))))
);
CREATE TRIGGER advert_terms_proposal_is_decided_once BEFORE DELETE OR UPDATE ON floor.advert_terms_proposal FOR EACH ROW EXECUTE FUNCTION operator.refuse_redecision('version');
CREATE TRIGGER advert_terms_proposal_is_kept BEFORE TRUNCATE ON floor.advert_terms_proposal FOR EACH STATEMENT EXECUTE FUNCTION operator.refuse_redecision();
grant select on floor.advert_terms_proposal to candor_app;

create table floor.floor_setting (
  singleton boolean default true not null,
  lapse_ms bigint not null,
  constraint floor_setting_lapse_ms_check CHECK ((lapse_ms > 0)),
  constraint floor_setting_pkey PRIMARY KEY (singleton),
  constraint floor_setting_singleton_check CHECK (singleton)
);
grant select on floor.floor_setting to candor_app;

create table floor.merchant (
  merchant_id bigint generated always as identity not null,
  name text not null,
  kind floor.merchant_kind not null,
  customer_id bigint,
  applied_by bigint,
  applied_ms bigint not null,
  approved_by bigint,
  approved_ms bigint,
  constraint approval_is_complete CHECK (
CASE
    WHEN (approved_ms IS NULL) THEN (approved_by IS NULL)
    ELSE ((approved_by IS NULL) = (applied_by IS NULL))
END),
  constraint merchant_applied_by_fkey FOREIGN KEY (applied_by) REFERENCES operator.account(operator_id),
  constraint merchant_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES operator.account(operator_id),
  constraint merchant_customer_id_check CHECK ((customer_id > 0)),
  constraint merchant_customer_id_key UNIQUE (customer_id),
  constraint merchant_merchant_id_kind_key UNIQUE (merchant_id, kind),
  constraint merchant_name_check CHECK (((length(name) >= 2) AND (length(name) <= 40))),
  constraint merchant_needs_two_operators CHECK ((approved_by <> applied_by)),
  constraint merchant_pkey PRIMARY KEY (merchant_id),
  constraint merchants_are_customers CHECK (((kind = 'merchant'::floor.merchant_kind) = (customer_id IS NOT NULL)))
);
CREATE TRIGGER merchant_is_approved_once BEFORE UPDATE ON floor.merchant FOR EACH ROW EXECUTE FUNCTION ledger.require_single_step('approved_ms', 'approved_by');
CREATE TRIGGER merchant_is_kept BEFORE DELETE OR TRUNCATE ON floor.merchant FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on floor.merchant to candor_app;

create table floor.merchant_application (
  application_id bigint generated always as identity not null,
  customer_id bigint not null,
  request_id uuid not null,
  name text not null,
  about text not null,
  applied_ms bigint not null,
  state text default 'waiting'::text not null,
  endorsed_by bigint,
  endorsed_ms bigint,
  decided_by bigint,
  decided_ms bigint,
  merchant_id bigint,
  constraint application_needs_two_operators CHECK (((state <> 'approved'::text) OR (decided_by <> endorsed_by))),
  constraint decided_application_is_complete CHECK ((((state = ANY (ARRAY['approved'::text, 'refused'::text])) = (decided_by IS NOT NULL)) AND ((decided_by IS NULL) = (decided_ms IS NULL)) AND ((state = 'approved'::text) = (merchant_id IS NOT NULL)))),
  constraint endorsement_is_complete CHECK ((((endorsed_by IS NULL) = (endorsed_ms IS NULL)) AND
CASE state
    WHEN 'waiting'::text THEN (endorsed_by IS NULL)
    WHEN 'refused'::text THEN true
    ELSE (endorsed_by IS NOT NULL)
END)),
  constraint merchant_application_about_check CHECK (((length(about) >= 10) AND (length(about) <= 300))),
  constraint merchant_application_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint merchant_application_customer_id_request_id_key UNIQUE (customer_id, request_id),
  constraint merchant_application_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operator.account(operator_id),
  constraint merchant_application_endorsed_by_fkey FOREIGN KEY (endorsed_by) REFERENCES operator.account(operator_id),
  constraint merchant_application_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES floor.merchant(merchant_id),
  constraint merchant_application_merchant_id_key UNIQUE (merchant_id),
  constraint merchant_application_name_check CHECK (((length(name) >= 2) AND (length(name) <= 40))),
  constraint merchant_application_pkey PRIMARY KEY (application_id),
  constraint merchant_application_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'endorsed'::text, 'approved'::text, 'refused'::text])))
);
CREATE UNIQUE INDEX one_open_application ON floor.merchant_application USING btree (customer_id) WHERE (state = ANY (ARRAY['waiting'::text, 'endorsed'::text]));
CREATE INDEX open_applications ON floor.merchant_application USING btree (application_id) WHERE (state = ANY (ARRAY['waiting'::text, 'endorsed'::text]));
CREATE TRIGGER application_is_kept BEFORE DELETE OR TRUNCATE ON floor.merchant_application FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER application_takes_its_steps BEFORE UPDATE ON floor.merchant_application FOR EACH ROW WHEN ((((to_jsonb(new.*) - '{state,endorsed_by,endorsed_ms,decided_by,decided_ms,merchant_id}'::text[]) IS DISTINCT FROM (to_jsonb(old.*) - '{state,endorsed_by,endorsed_ms,decided_by,decided_ms,merchant_id}'::text[])) OR (old.decided_by IS NOT NULL) OR ((old.endorsed_by IS NOT NULL) AND ((new.endorsed_by IS DISTINCT FROM old.endorsed_by) OR (new.endorsed_ms IS DISTINCT FROM old.endorsed_ms))))) EXECUTE FUNCTION ledger.refuse_change('an application is endorsed once and decided once');
grant select on floor.merchant_application to candor_app;

create table floor.merchant_funding (
  funding_id bigint generated always as identity not null,
  request_id uuid not null,
  merchant_id bigint not null,
  account_id bigint not null,
  amount bigint not null,
  reference text not null,
  note text not null,
  proposed_by bigint not null,
  proposed_ms bigint not null,
  state text default 'proposed'::text not null,
  decided_by bigint,
  decided_ms bigint,
  transfer_id bigint,
  constraint decided_funding_is_complete CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'proposed'::text) = (decided_ms IS NULL)) AND ((state = 'booked'::text) = (transfer_id IS NOT NULL)))),
  constraint funding_needs_two_operators CHECK (((state <> 'booked'::text) OR (decided_by <> proposed_by))),
  constraint merchant_funding_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.account(account_id),
  constraint merchant_funding_amount_check CHECK (((amount >= 1) AND (amount <= '1000000000000000'::bigint))),
  constraint merchant_funding_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operator.account(operator_id),
  constraint merchant_funding_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES floor.merchant(merchant_id),
  constraint merchant_funding_note_check CHECK (((length(note) >= 3) AND (length(note) <= 500))),
  constraint merchant_funding_pkey PRIMARY KEY (funding_id),
  constraint merchant_funding_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operator.account(operator_id),
  constraint merchant_funding_reference_check CHECK (((length(reference) >= 3) AND (length(reference) <= 140))),
  constraint merchant_funding_request_id_key UNIQUE (request_id),
  constraint merchant_funding_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'booked'::text, 'rejected'::text]))),
  constraint merchant_funding_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES ledger.transfer(transfer_id),
  constraint merchant_funding_transfer_id_key UNIQUE (transfer_id)
);
CREATE INDEX merchant_funding_of_merchant ON floor.merchant_funding USING btree (merchant_id, funding_id);
CREATE UNIQUE INDEX merchant_funding_reference ON floor.merchant_funding USING btree (reference) WHERE (state <> 'rejected'::text);
CREATE TRIGGER funding_is_decided_once BEFORE UPDATE ON floor.merchant_funding FOR EACH ROW EXECUTE FUNCTION operator.refuse_redecision('transfer_id');
CREATE TRIGGER funding_is_kept BEFORE DELETE OR TRUNCATE ON floor.merchant_funding FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on floor.merchant_funding to candor_app;

create table floor.sale (
  sale_id bigint default clock.new_record_id() not null,
  customer_id bigint not null,
  request_id uuid not null,
  advert_id bigint not null,
  merchant_id bigint not null,
  quantity bigint not null,
  unit_price bigint not null,
  total bigint not null,
  rounded_off integer not null,
  is_auto boolean not null,
  usdt_account bigint not null,
  escrow_account bigint,
  usd_account bigint not null,
  usdt_stripe smallint not null,
  usd_stripe smallint not null,
  state floor.sale_state default 'in-progress'::floor.sale_state not null,
  created_ms bigint not null,
  lapses_ms bigint,
  asked_seq bigint not null,
  ended_ms bigint,
  ended_seq bigint,
  usd_seq bigint,
  confirmed_by bigint,
  constraint automatic_sales_are_done_at_once CHECK (
CASE
    WHEN is_auto THEN ((state = 'completed'::floor.sale_state) AND (num_nonnulls(escrow_account, lapses_ms, confirmed_by) = 0))
    ELSE (num_nulls(escrow_account, lapses_ms) = 0)
END),
  constraint ended_sale_is_complete CHECK (
CASE state
    WHEN 'in-progress'::floor.sale_state THEN (num_nonnulls(ended_ms, ended_seq, usd_seq, confirmed_by) = 0)
    WHEN 'completed'::floor.sale_state THEN ((num_nulls(ended_ms, ended_seq, usd_seq) = 0) AND ((confirmed_by IS NULL) = is_auto))
    ELSE ((num_nulls(ended_ms, ended_seq) = 0) AND (confirmed_by IS NULL) AND (ended_ms >= lapses_ms))
END),
  constraint rounded_against_the_seller CHECK ((((quantity)::numeric * (unit_price)::numeric) = (((total)::numeric * (1000000)::numeric) + (rounded_off)::numeric))),
  constraint sale_advert_id_fkey FOREIGN KEY (advert_id) REFERENCES floor.advert(advert_id),
  constraint sale_check CHECK ((lapses_ms > created_ms)),
  constraint sale_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES operator.account(operator_id),
  constraint sale_pkey PRIMARY KEY (sale_id),
  constraint sale_quantity_check CHECK ((quantity > 0)),
  constraint sale_request_id_customer_id_key UNIQUE (request_id, customer_id),
  constraint sale_rounded_off_check CHECK (((rounded_off >= 0) AND (rounded_off <= 999999))),
  constraint sale_total_check CHECK ((total > 0)),
  constraint sale_unit_price_check CHECK ((unit_price > 0))
) with (fillfactor=80);
CREATE INDEX sale_ended ON floor.sale USING btree (sale_id DESC) WHERE ((state <> 'in-progress'::floor.sale_state) AND (lapses_ms IS NOT NULL));
CREATE INDEX sale_in_escrow ON floor.sale USING btree (escrow_account) WHERE (state = 'in-progress'::floor.sale_state);
CREATE INDEX sale_of_advert ON floor.sale USING btree (advert_id) INCLUDE (quantity, total, state);
CREATE INDEX sale_of_customer ON floor.sale USING btree (customer_id, sale_id DESC);
CREATE INDEX sale_waiting ON floor.sale USING btree (lapses_ms, sale_id) WHERE (state = 'in-progress'::floor.sale_state);
CREATE INDEX sale_waiting_of_merchant ON floor.sale USING btree (merchant_id, lapses_ms) WHERE (state = 'in-progress'::floor.sale_state);
CREATE TRIGGER sale_ends_once BEFORE UPDATE ON floor.sale FOR EACH ROW EXECUTE FUNCTION ledger.require_single_step('ended_ms', 'state', 'ended_seq', 'usd_seq', 'confirmed_by');
CREATE TRIGGER sale_is_kept BEFORE DELETE OR TRUNCATE ON floor.sale FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on floor.sale to candor_app;

create FUNCTION floor.add_advert_terms(p_proposal_id bigint)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  -- One version at a time; sales continue meanwhile.
  lock table floor.advert_terms in share row exclusive mode;
  insert into floor.advert_terms (band_bps, created_ms)
  select band_bps, clock.now_ms() from floor.advert_terms_proposal
  where proposal_id = p_proposal_id and follows = (floor.current_advert_terms()).version
  returning version
$function$
;

create FUNCTION floor.add_merchant(p_secret text, p_name text, p_kind floor.merchant_kind, p_account text)
 RETURNS TABLE(outcome text, merchant_id bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  v_customer_id bigint;
begin
  if p_kind is null or length(coalesce(p_name, '')) not between 2 and 40
    or (p_kind = 'merchant') <> (p_account is not null) then
    raise exception 'malformed merchant' using errcode = 'invalid_parameter_value';
  end if;
  if p_kind = 'merchant' then
    select c.customer_id into v_customer_id from identity.customer as c where c.public_id = p_account;
    if v_customer_id is null then
      return query select 'not-found'::text, null::bigint;
      return;
    end if;
  end if;
  insert into floor.merchant as d (name, kind, customer_id, applied_by, applied_ms)
    values (p_name, p_kind, v_customer_id, v_operator_id, clock.now_ms())
  on conflict (customer_id) do nothing returning d.merchant_id into merchant_id;
  if merchant_id is null then
    return query select 'already-registered'::text, null::bigint;
    return;
  end if;
  perform floor.open_merchant(merchant_id);
  perform operator.append_audit(v_operator_id, 'desk.added', 'desk:' || merchant_id, '',
    jsonb_build_object('name', p_name, 'kind', p_kind, 'customerId', v_customer_id));
  outcome := 'added';
  return next;
end
$function$
;
grant execute on function floor.add_merchant(text,text,floor.merchant_kind,text) to candor_app;

create FUNCTION floor.advert_bytes(a floor.advert)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN (((((((((int8send((a).advert_id) || int8send((a).merchant_id)) || int8send((a).unit_price)) || int8send((a).total)) || int8send((a).minimum)) || int8send((a).maximum)) || boolsend((a).is_auto)) || int4send(COALESCE((a).below_bid_bps, 0))) || int8send((a).published_ms)) || int8send(COALESCE((a).published_by, (0)::bigint)))
;
grant execute on function floor.advert_bytes(floor.advert) to candor_app;

create FUNCTION floor.advert_cost(p_quantity bigint, p_unit_price bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (((p_quantity)::numeric * (p_unit_price)::numeric) < '9000000000000000000000'::numeric) THEN (ceil((((p_quantity)::numeric * (p_unit_price)::numeric) / (1000000)::numeric)))::bigint ELSE NULL::bigint END
;

create FUNCTION floor.apply_as_merchant(p_customer_id bigint, p_request_id uuid, p_name text, p_about text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_refusal text;
  v_past floor.merchant_application;
begin
  perform ledger.require_given('application', num_nulls(p_customer_id, p_request_id, p_name, p_about));
  perform ledger.require_read_committed();
  select case when c.state is distinct from 1 then 'account-disabled'
    when c.kyc_state is distinct from 'verified' then 'kyc-not-passed'
    when m.approved_ms is not null then 'already-approved'
    when m.merchant_id is not null then 'under-review' end into v_refusal
  from (values (p_customer_id)) as given (customer_id) left join identity.customer as c using (customer_id)
    left join floor.merchant as m using (customer_id);
  if v_refusal is null then
    insert into floor.merchant_application (customer_id, request_id, name, about, applied_ms)
      values (p_customer_id, p_request_id, p_name, p_about, clock.now_ms())
    on conflict do nothing;
    if found then
      return 'applied';
    end if;
  end if;
  select * into v_past from floor.merchant_application where customer_id = p_customer_id and request_id = p_request_id;
  return case when v_past.application_id is null then coalesce(v_refusal, 'under-review')
    when (v_past.name, v_past.about) = (p_name, p_about) then 'applied' else 'conflict' end;
end
$function$
;
grant execute on function floor.apply_as_merchant(bigint,uuid,text,text) to candor_app;

create FUNCTION floor.approve_application(p_secret text, p_application_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  v_now_ms constant bigint := clock.now_ms();
  v_merchant_id bigint;
  a constant floor.merchant_application := floor.hold_application(p_application_id);
begin
  if a.application_id is null then
    return 'not-found';
  end if;
  if a.state = 'waiting' then
    update floor.merchant_application set state = 'endorsed', endorsed_by = v_operator_id, endorsed_ms = v_now_ms
    where application_id = p_application_id;
    perform operator.record_step(v_operator_id, 'merchant-application', p_application_id, 'endorsed', '', '{}');
    return 'endorsed';
  end if;
  perform operator.require_session(p_secret, array['lead']::operator.role[]);
  perform operator.require_second_person(v_operator_id, a.endorsed_by);
  insert into floor.merchant as m (name, kind, customer_id, applied_by, applied_ms, approved_by, approved_ms)
    values (a.name, 'merchant', a.customer_id, a.endorsed_by, a.applied_ms, v_operator_id, v_now_ms)
  on conflict (customer_id) do nothing returning m.merchant_id into v_merchant_id;
  if v_merchant_id is null then
    return 'already-registered';
  end if;
  perform floor.open_merchant(v_merchant_id);
  update floor.merchant_application set state = 'approved', decided_by = v_operator_id, decided_ms = v_now_ms,
    merchant_id = v_merchant_id
  where application_id = p_application_id;
  perform operator.record_step(v_operator_id, 'merchant-application', p_application_id, 'approved', '',
    jsonb_build_object('deskId', v_merchant_id, 'name', a.name, 'customerId', a.customer_id));
  return 'approved';
end
$function$
;
grant execute on function floor.approve_application(text,bigint) to candor_app;

create FUNCTION floor.approve_merchant(p_secret text, p_merchant_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['lead']::operator.role[]);
  v_merchant floor.merchant;
begin
  select * into v_merchant from floor.merchant where merchant_id = p_merchant_id for no key update;
  if v_merchant.merchant_id is null then
    return false;
  end if;
  if v_merchant.approved_ms is not null then
    raise exception 'merchant % is approved already', p_merchant_id using errcode = 'CO004';
  end if;
  perform operator.require_second_person(v_operator_id, v_merchant.applied_by);
  update floor.merchant set approved_by = v_operator_id, approved_ms = clock.now_ms() where merchant_id = p_merchant_id;
  perform operator.append_audit(v_operator_id, 'desk.approved', 'desk:' || p_merchant_id, '', '{}');
  return true;
end
$function$
;
grant execute on function floor.approve_merchant(text,bigint) to candor_app;

create FUNCTION floor.book_sales(p_advert floor.advert, p_outcomes text[], p_customers bigint[], p_requests uuid[], p_quantities bigint[])
 RETURNS bigint[]
 LANGUAGE plpgsql
AS $function$
declare
  v_is_auto constant boolean := p_advert.is_auto;
  v_kind constant ledger.movement := case when v_is_auto then 'sale-completed' else 'sale-escrowed' end;
  v_now_ms constant bigint := clock.now_ms();
  v_lapses_ms bigint;
  v_usd ledger.stripe;
  v_usdt ledger.stripe;
  v_sale_ids bigint[];
  v_sold bigint;
  v_paid bigint;
  v_digest bytea;
  v_coins ledger.line[];
  v_dollars ledger.line[];
begin
  if v_is_auto then
    v_usd := ledger.lock_stripe(ledger.stripe_of(p_advert.merchant_id, 1::smallint));
  else
    select v_now_ms + lapse_ms into strict v_lapses_ms from floor.floor_setting;
  end if;
  v_usdt := ledger.lock_stripe(ledger.stripe_of(p_advert.merchant_id, 2::smallint));
  with sold as (
    insert into floor.sale (customer_id, request_id, advert_id, merchant_id, quantity, unit_price, total, rounded_off,
      is_auto, usdt_account, escrow_account, usd_account, usdt_stripe, usd_stripe, state, created_ms, lapses_ms,
      asked_seq, ended_ms, ended_seq, usd_seq)
    select given.customer_id, given.request_id, p_advert.advert_id, p_advert.merchant_id, given.quantity,
      p_advert.unit_price, div(value, 1000000)::bigint, mod(value, 1000000)::integer, v_is_auto,
      given.usdt_account, given.escrow_account, given.usd_account, v_usdt.stripe, p_advert.stripe,
      case when v_is_auto then 'completed' else 'in-progress' end::floor.sale_state, v_now_ms, v_lapses_ms,
      v_usdt.seq + 1, case when v_is_auto then v_now_ms end, case when v_is_auto then v_usdt.seq + 1 end, v_usd.seq + 1
    from floor.sellers_of(v_is_auto, p_outcomes, p_customers, p_requests, p_quantities) as given
    cross join lateral (select given.quantity::numeric * p_advert.unit_price as value) as exact
    order by given.i
    returning *
  )
  select array_agg(sale_id order by sale_id), sum(quantity)::bigint, sum(total)::bigint,
    string_agg(case when is_auto then floor.sale_ended_bytes(sold) else floor.sale_asked_bytes(sold) end, ''::bytea
      order by sale_id),
    array_agg(row(usdt_account, sale_id, v_kind, -quantity, 0)::ledger.line order by sale_id)
      || array_agg(row(escrow_account, sale_id, v_kind, quantity, 0)::ledger.line order by sale_id)
        filter (where not is_auto),
    array_agg(row(usd_account, sale_id, v_kind, total, 0)::ledger.line order by sale_id)
  into v_sale_ids, v_sold, v_paid, v_digest, v_coins, v_dollars from sold;
  update floor.advert set remaining = remaining - v_sold, reserved = reserved - v_paid
    where advert_id = p_advert.advert_id;
  if v_is_auto then
    -- The merchant's side of a whole batch is one line.
    perform ledger.book(v_usd, v_kind, v_now_ms, sha256(v_digest),
      v_dollars || row(p_advert.account_id, null, v_kind, -v_paid, -v_paid)::ledger.line);
    v_coins := v_coins || row(ledger.account_of(p_advert.merchant_id, 'merchant', 2::smallint, null), null, v_kind,
      v_sold, 0)::ledger.line;
  end if;
  perform ledger.book(v_usdt, v_kind, v_now_ms, sha256(v_digest), v_coins);
  if v_is_auto then
    perform floor.notify_sellers(v_sale_ids);
  end if;
  return v_sale_ids;
end
$function$
;

create FUNCTION floor.close_own_advert(p_customer_id bigint, p_advert_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not exists (select from floor.advert join floor.merchant as m using (merchant_id)
    where advert_id = p_advert_id and m.customer_id = p_customer_id) then
    return false;
  end if;
  perform floor.shut_advert(a) from floor.lock_advert(p_advert_id) as a where a.closed_ms is null;
  return true;
end
$function$
;
grant execute on function floor.close_own_advert(bigint,bigint) to candor_app;

create FUNCTION floor.confirm_sale(p_secret text, p_sale_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  s floor.sale := floor.lock_sale(p_sale_id);
  v_now_ms constant bigint := clock.now_ms();
  v_usd_of_merchant bigint;
  v_usd ledger.stripe;
  v_usdt ledger.stripe;
begin
  if s.sale_id is null or s.state = 'completed' then
    return s.state;
  end if;
  if s.state = 'closed' or s.lapses_ms <= v_now_ms then
    raise exception 'the time of sale % is over', p_sale_id using errcode = 'CO004';
  end if;
  perform floor.require_other_dealer(a, v_operator_id) from floor.advert as a where a.advert_id = s.advert_id;
  v_usd_of_merchant := ledger.account_of(s.merchant_id, 'merchant', 1::smallint, null);
  v_usd := ledger.lock_stripe(s.usd_stripe);
  v_usdt := ledger.lock_stripe(s.usdt_stripe);
  update floor.sale set state = 'completed', ended_ms = v_now_ms, ended_seq = v_usdt.seq + 1, usd_seq = v_usd.seq + 1,
    confirmed_by = v_operator_id
  where sale_id = p_sale_id returning * into s;
  perform ledger.book(v_usd, 'sale-completed', v_now_ms, sha256(floor.sale_ended_bytes(s)), array[
    row(s.usd_account, p_sale_id, 'sale-completed', s.total, 0)::ledger.line,
    row(v_usd_of_merchant, p_sale_id, 'sale-completed', -s.total, -s.total)::ledger.line
  ]);
  perform ledger.book(v_usdt, 'sale-completed', v_now_ms, sha256(floor.sale_ended_bytes(s)), array[
    row(s.escrow_account, p_sale_id, 'sale-completed', -s.quantity, 0)::ledger.line,
    row(ledger.account_of(s.merchant_id, 'merchant', 2::smallint, null), p_sale_id, 'sale-completed', s.quantity,
      0)::ledger.line
  ]);
  perform floor.notify_sellers(array[p_sale_id]);
  perform operator.append_audit(v_operator_id, 'sale.confirmed', 'sale:' || p_sale_id, '',
    jsonb_build_object('customerId', s.customer_id,
    'quantity', ledger.units_text(s.quantity), 'total', ledger.units_text(s.total)));
  return 'completed';
end
$function$
;
grant execute on function floor.confirm_sale(text,bigint) to candor_app;

create FUNCTION floor.current_advert_terms()
 RETURNS floor.advert_terms
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select * from floor.advert_terms order by version desc limit 1
$function$
;

create FUNCTION floor.decide_advert(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_decider(p_secret, p_is_confirmed, '{desk,lead,risk}');
  v_official constant bigint := floor.official_price();
  v_merchant floor.merchant;
  v_advert_id bigint;
  v_refusal text;
  p floor.advert_proposal;
begin
  perform ledger.require_read_committed();
  select * into p from floor.advert_proposal where proposal_id = p_id for update;
  if p.proposal_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(v_operator_id, p_is_confirmed, 'advert', p.state, p.proposed_by);
  if p_is_confirmed then
    perform ledger.lock_accounts_of(p.merchant_id, 'merchant');
    select * into strict v_merchant from floor.merchant where merchant_id = p.merchant_id;
    v_refusal := coalesce(
      floor.refusal_of_advert(v_merchant, p.unit_price, p.total, p.minimum, p.maximum, p.is_auto),
      case when v_official is null then 'market-stale'
        when floor.is_outside_band(v_official, p.official_price) then 'price-outside-band' end);
    if v_refusal is not null then
      return v_refusal;
    end if;
    perform operator.require_confirmation(v_operator_id, 'advert.publish', p_id, floor.signed_advert(p));
    v_advert_id := floor.put_up_advert(v_merchant, null, p.unit_price, p.total, p.minimum, p.maximum, p.is_auto, null,
      p.proposed_by, v_official, v_operator_id);
    if v_advert_id is null then
      return 'insufficient-balance';
    end if;
  end if;
  update floor.advert_proposal set state = case when p_is_confirmed then 'published' else 'rejected' end,
    decided_by = v_operator_id, decided_ms = clock.now_ms(), advert_id = v_advert_id
  where proposal_id = p_id;
  perform operator.record_step(v_operator_id, 'advert-proposal', p_id,
    case when p_is_confirmed then 'published' else 'rejected' end, p_note, jsonb_build_object('advertId', v_advert_id));
  return 'decided';
end
$function$
;
grant execute on function floor.decide_advert(text,bigint,boolean,text) to candor_app;

create FUNCTION floor.decide_merchant_funding(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_decider(p_secret, p_is_confirmed, '{desk,lead,risk}');
  v_funding floor.merchant_funding;
  v_source constant text := 'desk-funded:' || p_id;
begin
  perform ledger.require_read_committed();
  select * into v_funding from floor.merchant_funding where funding_id = p_id for update;
  if v_funding.funding_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(v_operator_id, p_is_confirmed, 'funding', v_funding.state, v_funding.proposed_by);
  if not p_is_confirmed then
    update floor.merchant_funding set state = 'rejected', decided_by = v_operator_id, decided_ms = clock.now_ms()
    where funding_id = p_id;
    perform operator.record_step(v_operator_id, 'desk-funding', p_id, 'rejected', p_note, '{}');
    return 'decided';
  end if;
  perform operator.require_confirmation(v_operator_id, 'desk-funding.confirm', p_id, floor.signed_details(v_funding));
  perform ledger.lock_accounts_of(v_funding.merchant_id, 'merchant');
  if not ledger.receive(v_source, 'desk-funded', v_funding.account_id,
    ledger.stripe_of(v_funding.merchant_id, 1::smallint), v_funding.amount) then
    raise exception 'funding % was booked before', p_id using errcode = 'integrity_constraint_violation';
  end if;
  update floor.merchant_funding set state = 'booked', decided_by = v_operator_id, decided_ms = clock.now_ms(),
    transfer_id = (select transfer_id from ledger.transfer where source = v_source)
  where funding_id = p_id;
  perform operator.record_step(v_operator_id, 'desk-funding', p_id, 'booked', v_funding.note, jsonb_build_object(
    'deskId', v_funding.merchant_id, 'amount', ledger.units_text(v_funding.amount), 'reference',
      v_funding.reference));
  return 'decided';
end
$function$
;
grant execute on function floor.decide_merchant_funding(text,bigint,boolean,text) to candor_app;

create FUNCTION floor.follow_bid()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_bid constant bigint := swap.swap_bid(1000000);
  v_id bigint;
  v_price bigint;
  v_successor_id bigint;
  v_merchant floor.merchant;
  a floor.advert;
begin
  -- One a call: the accounts of another merchant would be locked after a stripe.
  select advert_id into v_id from floor.advert
  where closed_ms is null and below_bid_bps is not null
    and (unit_price > v_bid or unit_price < floor.price_below(v_bid, 3 * below_bid_bps) or remaining < minimum)
  order by advert_id limit 1;
  a := floor.lock_advert(v_id);
  v_price := floor.price_below(v_bid, a.below_bid_bps);
  if a.advert_id is null or a.closed_ms is not null or (v_price > 0) is not true then
    return false;
  end if;
  select * into strict v_merchant from floor.merchant where merchant_id = a.merchant_id;
  perform floor.shut_advert(a);
  v_successor_id := floor.put_up_advert(v_merchant, null, v_price, a.total, a.minimum, a.maximum, true, a.below_bid_bps,
    null, null, null);
  update floor.advert set successor_id = v_successor_id where advert_id = v_id;
  return true;
end
$function$
;
grant execute on function floor.follow_bid() to candor_app;

create FUNCTION floor.has_left_band(a floor.advert)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when a.approved_by is null then floor.is_outside_band(a.unit_price, floor.official_price())
    else floor.is_outside_band(floor.official_price(), a.official_price) end
$function$
;

create FUNCTION floor.hold_application(p_application_id bigint)
 RETURNS floor.merchant_application
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  a floor.merchant_application;
begin
  select * into a from floor.merchant_application where application_id = p_application_id for update;
  if a.decided_by is not null then
    raise exception 'application % is decided already', p_application_id using errcode = 'CO004';
  end if;
  return a;
end
$function$
;

create FUNCTION floor.hold_for_advert(a floor.advert, p_kind ledger.movement, p_units bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if p_units <> 0 then
    perform ledger.book(ledger.lock_stripe(a.stripe), p_kind, clock.now_ms(), sha256(floor.advert_bytes(a)),
      array[row(a.account_id, a.advert_id, p_kind, 0, p_units)::ledger.line]);
  end if;
end
$function$
;

create FUNCTION floor.is_outside_band(p_price bigint, p_official_price bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select (abs(p_price - p_official_price)::numeric * 10000 <= p_official_price::numeric * band_bps) is not true
  from floor.current_advert_terms()
$function$
;

create FUNCTION floor.judge_sales(a floor.advert, p_customers bigint[], p_requests uuid[], p_quantities bigint[], p_unit_prices bigint[], OUT outcomes text[], OUT past_ids bigint[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_refusal constant text := floor.refusal_of_selling(a);
  v_remaining bigint := a.remaining;
  v_merchant floor.merchant;
  v_request record;
begin
  select * into v_merchant from floor.merchant where merchant_id = a.merchant_id;
  for v_request in
    select given.*, account.available, account.is_frozen,
      customer.state is not distinct from 1 and customer.kyc_state is not distinct from 'verified' as may_sell,
      past.sale_id as past_id, (past.advert_id, past.quantity, past.unit_price)
        is not distinct from (a.advert_id, given.quantity, given.unit_price) as is_same
    from unnest(p_customers, p_requests, p_quantities, p_unit_prices) with ordinality
      as given (customer_id, request_id, quantity, unit_price, i)
    left join ledger.balance as account on account.owner_id = given.customer_id and account.owner_id > 0
      and account.kind = 'available' and account.asset = 2 and account.stripe is null
    left join identity.customer as customer on customer.customer_id = given.customer_id
    -- By its own key, for each request: a joint plan made while there are few sales would read all of them for each.
    left join lateral (select * from floor.sale where sale.request_id = given.request_id offset 0) as past
      on past.customer_id = given.customer_id
    order by given.i
  loop
    past_ids[v_request.i] := case when v_request.is_same then v_request.past_id end;
    outcomes[v_request.i] := case
      when v_request.past_id is not null then case when v_request.is_same then 'repeated' else 'conflict' end
      when v_merchant.merchant_id is not null and v_merchant.approved_ms is null then
        case when v_merchant.customer_id = v_request.customer_id then 'application-not-approved'
          else 'unknown-advert' end
      when v_refusal is not null then v_refusal
      when v_request.unit_price <> a.unit_price then 'price-changed'
      when v_request.quantity > a.maximum or v_request.quantity <= 0 then 'wrong-amount'
      -- A remainder below the minimum could otherwise never be sold.
      when v_request.quantity < a.minimum and v_remaining >= a.minimum then 'wrong-amount'
      when v_request.quantity > v_remaining then 'not-enough-quantity'
      when v_request.quantity::numeric * a.unit_price < 1000000 then 'wrong-amount'
      when not v_request.may_sell or v_request.is_frozen then 'account-disabled'
      when (v_request.quantity <= v_request.available) is not true then 'insufficient-usdt-balance'
    end;
    if outcomes[v_request.i] is null then
      v_remaining := v_remaining - v_request.quantity;
    end if;
  end loop;
end
$function$
;

create FUNCTION floor.lapse_sale(p_sale_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  s floor.sale := floor.lock_sale(p_sale_id);
  v_now_ms constant bigint := clock.now_ms();
  v_advert floor.advert;
  v_usd ledger.stripe;
  v_usdt ledger.stripe;
begin
  if (s.state = 'in-progress' and s.lapses_ms <= v_now_ms) is not true then
    return false;
  end if;
  select * into strict v_advert from floor.advert where advert_id = s.advert_id;
  if v_advert.closed_ms is not null then
    v_usd := ledger.lock_stripe(s.usd_stripe);
  end if;
  v_usdt := ledger.lock_stripe(s.usdt_stripe);
  update floor.sale set state = 'closed', ended_ms = v_now_ms, ended_seq = v_usdt.seq + 1, usd_seq = v_usd.seq + 1
  where sale_id = p_sale_id returning * into s;
  -- An open advert keeps the USD for its restored quantity; a closed one releases them to the merchant.
  update floor.advert set remaining = remaining + s.quantity, reserved = reserved + case
    when closed_ms is null then s.total else 0 end
  where advert_id = s.advert_id;
  if v_usd.stripe is not null then
    perform ledger.book(v_usd, 'sale-lapsed', v_now_ms, sha256(floor.sale_ended_bytes(s)),
      array[row(v_advert.account_id, p_sale_id, 'sale-lapsed', 0, -s.total)::ledger.line]);
  end if;
  perform ledger.book(v_usdt, 'sale-lapsed', v_now_ms, sha256(floor.sale_ended_bytes(s)), array[
    row(s.escrow_account, p_sale_id, 'sale-lapsed', -s.quantity, 0)::ledger.line,
    row(s.usdt_account, p_sale_id, 'sale-lapsed', s.quantity, 0)::ledger.line
  ]);
  perform floor.notify_sellers(array[p_sale_id]);
  return true;
end
$function$
;
grant execute on function floor.lapse_sale(bigint) to candor_app;

create FUNCTION floor.lock_advert(p_advert_id bigint)
 RETURNS floor.advert
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select ledger.lock_accounts(array(select account_id from floor.advert where advert_id = p_advert_id));
  select * from floor.advert where advert_id = p_advert_id for no key update
$function$
;

create FUNCTION floor.lock_for_selling(p_advert_id bigint, p_customers bigint[])
 RETURNS floor.advert
 LANGUAGE plpgsql
AS $function$
declare
  v_usdt constant smallint := 2;
  a floor.advert;
begin
  select * into a from floor.advert where advert_id = p_advert_id;
  if not a.is_auto then
    perform ledger.open_account(given.owner_id, 'escrow', v_usdt) from ledger.balance as given
    where given.owner_id = any(p_customers) and given.owner_id > 0 and given.kind = 'available'
      and given.asset = v_usdt and not exists (
        select from ledger.balance as e
        where e.owner_id = given.owner_id and e.kind = 'escrow' and e.asset = v_usdt and e.stripe is null)
    order by given.owner_id;
  end if;
  perform ledger.lock_accounts(array(
    select account_id from ledger.balance where owner_id = any(p_customers) and owner_id > 0
      and kind in ('available', 'escrow')
    union all select account_id from ledger.balance where owner_id = a.merchant_id and kind = 'merchant'
      and a.is_auto));
  select * into a from floor.advert where advert_id = p_advert_id for no key update;
  return a;
end
$function$
;

create FUNCTION floor.lock_sale(p_sale_id bigint)
 RETURNS floor.sale
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  s floor.sale;
begin
  perform ledger.require_read_committed();
  select * into s from floor.sale where sale_id = p_sale_id;
  perform 1 from ledger.balance
  where account_id in (s.usdt_account, s.escrow_account, s.usd_account)
    or (owner_id = s.merchant_id and kind = 'merchant')
  order by account_id for no key update;
  perform 1 from floor.advert where advert_id = s.advert_id for no key update;
  select * into s from floor.sale where sale_id = p_sale_id for no key update;
  return s;
end
$function$
;

create FUNCTION floor.notify_sellers(p_sale_ids bigint[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select message.add(s.customer_id, case s.state when 'completed' then 'sale-completed' else 'sale-lapsed' end,
    'sale:' || s.sale_id,
    jsonb_build_object('saleId', s.sale_id::text, 'quantity', ledger.units_text(s.quantity),
      'unitPrice', ledger.units_text(s.unit_price), 'total', ledger.units_text(s.total), 'asset',
        'USD'))
  from floor.sale as s where s.sale_id = any(p_sale_ids) order by s.sale_id
$function$
;

create FUNCTION floor.official_price()
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select div(ticks::numeric * 1000000, power(10::numeric, decimals))::bigint from market.usdt_price()
$function$
;

create FUNCTION floor.open_merchant(p_merchant_id bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select ledger.open_account(p_merchant_id, 'merchant', asset::smallint) from generate_series(1, 2) as asset
$function$
;

create FUNCTION floor.open_sandbox_floor()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_merchant floor.merchant;
  v_name text;
  v_now_ms constant bigint := clock.now_ms();
begin
  if exists (select from floor.merchant) or (select amount = 0 from ledger.setting where name = 'house-funding') then
    return;
  end if;
  foreach v_name in array array['Meridian Desk', 'Kestrel OTC'] loop
    insert into floor.merchant (name, kind, applied_ms, approved_ms) values (v_name, 'house', v_now_ms, v_now_ms)
      returning * into v_merchant;
    perform floor.open_merchant(v_merchant.merchant_id);
    perform ledger.receive(format('desk-funding:%s', v_merchant.merchant_id), 'desk-funded',
      ledger.account_of(v_merchant.merchant_id, 'merchant', 1::smallint, null),
      ledger.stripe_of(v_merchant.merchant_id, 1::smallint), 1000000000000);
    if v_name = 'Meridian Desk' then
      perform floor.put_up_advert(v_merchant, null, 990000, 20000000000, 50000000, 5000000000, true, 4, null, null,
        null);
      perform floor.put_up_advert(v_merchant, null, 989000, 50000000000, 500000000, 20000000000, true, 10, null, null,
        null);
    else
      perform floor.put_up_advert(v_merchant, null, 999200, 10000000000, 100000000, 2000000000, false, null, null, null,
        null);
    end if;
  end loop;
end
$function$
;

create FUNCTION floor.price_below(p_bid bigint, p_below_bps integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN ((div(((p_bid)::numeric * ((10000 - p_below_bps))::numeric), (1000000)::numeric) * (100)::numeric))::bigint
;

create FUNCTION floor.propose_advert(p_secret text, p_request_id uuid, p_merchant_id bigint, p_unit_price bigint, p_total bigint, p_minimum bigint, p_maximum bigint, p_is_auto boolean, p_note text)
 RETURNS TABLE(outcome text, proposal_id bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  v_official constant bigint := floor.official_price();
  v_merchant floor.merchant;
  p floor.advert_proposal;
begin
  perform ledger.require_read_committed();
  perform ledger.require_given('advert', num_nulls(p_request_id, p_merchant_id, p_unit_price, p_total, p_minimum,
    p_maximum, p_is_auto, p_note));
  -- Serialised, so that a repeat finds the first.
  select * into v_merchant from floor.merchant as d where d.merchant_id = p_merchant_id for no key update;
  select * into p from floor.advert_proposal as past where past.request_id = p_request_id;
  if p.proposal_id is not null then
    proposal_id := p.proposal_id;
    outcome := case when (p.merchant_id, p.unit_price, p.total, p.minimum, p.maximum, p.is_auto, p.note, p.proposed_by)
      = (p_merchant_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto, p_note, v_operator_id)
      then 'repeated' else 'conflict' end;
    return next;
    return;
  end if;
  outcome := coalesce(
    floor.refusal_of_advert(v_merchant, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto),
    case when v_official is null then 'market-stale' end);
  if outcome is null then
    insert into floor.advert_proposal as fresh (request_id, merchant_id, unit_price, total, minimum, maximum, is_auto,
      official_price, note, proposed_by, proposed_ms)
    values (p_request_id, p_merchant_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto, v_official, p_note,
      v_operator_id, clock.now_ms())
    on conflict (request_id) do nothing returning fresh.proposal_id into proposal_id;
    outcome := case when proposal_id is null then 'conflict' else 'proposed' end;
  end if;
  if outcome = 'proposed' then
    perform operator.record_step(v_operator_id, 'advert-proposal', proposal_id, 'proposed', p_note, jsonb_build_object(
      'deskId', p_merchant_id, 'unitPrice', ledger.units_text(p_unit_price), 'total', ledger.units_text(p_total),
      'officialPrice', ledger.units_text(v_official), 'isAuto', p_is_auto));
  end if;
  return next;
end
$function$
;
grant execute on function floor.propose_advert(text,uuid,bigint,bigint,bigint,bigint,bigint,boolean,text) to candor_app;

create FUNCTION floor.propose_advert_terms(p_secret text, p_band_bps integer, p_note text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk}');
  v_id bigint;
begin
  insert into floor.advert_terms_proposal (band_bps, follows, note, proposed_by, proposed_ms)
  select p_band_bps, newest.version, p_note, v_operator_id, clock.now_ms() from floor.current_advert_terms() as newest
  returning proposal_id into v_id;
  return operator.record_step(v_operator_id, 'advert-terms', v_id, 'proposed', p_note,
    jsonb_build_object('bandBps', p_band_bps));
end
$function$
;
grant execute on function floor.propose_advert_terms(text,integer,text) to candor_app;

create FUNCTION floor.propose_merchant_funding(p_secret text, p_request_id uuid, p_merchant_id bigint, p_units bigint, p_reference text, p_note text)
 RETURNS TABLE(outcome text, funding_id bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  v_merchant floor.merchant;
  v_past floor.merchant_funding;
begin
  perform ledger.require_read_committed();
  perform ledger.require_given('funding', num_nulls(p_request_id, p_merchant_id, p_units, p_reference, p_note));
  -- Serialised, so that a repeat finds the first.
  select * into v_merchant from floor.merchant as d where d.merchant_id = p_merchant_id for no key update;
  select * into v_past from floor.merchant_funding as past where past.request_id = p_request_id;
  if v_past.funding_id is not null then
    funding_id := v_past.funding_id;
    outcome := case when (v_past.merchant_id, v_past.amount, v_past.reference, v_past.note, v_past.proposed_by)
      = (p_merchant_id, p_units, p_reference, p_note, v_operator_id) then 'repeated' else 'conflict' end;
    return next;
    return;
  end if;
  outcome := case
    when v_merchant.approved_ms is null then 'not-found'
    when p_units not between 1 and 1000000000000000 then 'wrong-amount'
  end;
  if outcome is null then
    insert into floor.merchant_funding as f (request_id, merchant_id, account_id, amount, reference, note, proposed_by,
      proposed_ms)
    values (p_request_id, p_merchant_id, ledger.account_of(p_merchant_id, 'merchant', 1::smallint, null), p_units,
      p_reference, p_note, v_operator_id, clock.now_ms())
    on conflict do nothing returning f.funding_id into funding_id;
    -- The conflict is the payment's reference, or a concurrent request with the same id for another merchant.
    outcome := case when funding_id is not null then 'proposed'
      when exists (select from floor.merchant_funding as other where other.request_id = p_request_id) then 'conflict'
        else 'reference-taken' end;
  end if;
  if outcome = 'proposed' then
    perform operator.record_step(v_operator_id, 'desk-funding', funding_id, 'proposed', p_note, jsonb_build_object(
      'deskId', p_merchant_id, 'amount', ledger.units_text(p_units), 'reference', p_reference));
  end if;
  return next;
end
$function$
;
grant execute on function floor.propose_merchant_funding(text,uuid,bigint,bigint,text,text) to candor_app;

create FUNCTION floor.publish_advert(p_secret text, p_request_id uuid, p_merchant_id bigint, p_unit_price bigint, p_total bigint, p_minimum bigint, p_maximum bigint, p_is_auto boolean)
 RETURNS TABLE(outcome text, advert_id bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
begin
  perform ledger.require_given('advert', num_nulls(p_request_id, p_merchant_id, p_unit_price, p_total, p_minimum,
    p_maximum, p_is_auto));
  select made.outcome, made.advert_id into strict outcome, advert_id from floor.publish_in_band(p_request_id,
    p_merchant_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto, v_operator_id) as made;
  if outcome = 'published' then
    perform operator.append_audit(v_operator_id, 'advert.published', 'advert:' || advert_id, '',
      jsonb_build_object('deskId', p_merchant_id,
      'unitPrice', ledger.units_text(p_unit_price), 'total', ledger.units_text(p_total),
        'isAuto', p_is_auto));
  end if;
  return next;
end
$function$
;
grant execute on function floor.publish_advert(text,uuid,bigint,bigint,bigint,bigint,bigint,boolean) to candor_app;

create FUNCTION floor.publish_in_band(p_request_id uuid, p_merchant_id bigint, p_unit_price bigint, p_total bigint, p_minimum bigint, p_maximum bigint, p_is_auto boolean, p_operator_id bigint)
 RETURNS TABLE(outcome text, advert_id bigint)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_merchant floor.merchant;
  v_official constant bigint := floor.official_price();
  a floor.advert;
begin
  perform ledger.lock_accounts_of(p_merchant_id, 'merchant');
  select * into v_merchant from floor.merchant as d where d.merchant_id = p_merchant_id;
  select * into a from floor.advert as past where past.request_id = p_request_id;
  if a.advert_id is not null then
    outcome := case when (a.merchant_id, a.unit_price, a.total, a.minimum, a.maximum, a.is_auto)
      = (p_merchant_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto) then 'repeated' else 'conflict' end;
    advert_id := case when outcome = 'repeated' then a.advert_id end;
    return next;
    return;
  end if;
  outcome := coalesce(
    floor.refusal_of_advert(v_merchant, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto),
    case when v_official is null then 'market-stale'
      when floor.is_outside_band(p_unit_price, v_official) then 'price-outside-band' end);
  if outcome is null then
    advert_id := floor.put_up_advert(v_merchant, p_request_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto,
      null, p_operator_id, v_official, null);
    outcome := case when advert_id is null then 'insufficient-balance' else 'published' end;
  end if;
  return next;
end
$function$
;

create FUNCTION floor.publish_own_advert(p_customer_id bigint, p_request_id uuid, p_unit_price bigint, p_total bigint, p_minimum bigint, p_maximum bigint)
 RETURNS TABLE(outcome text, advert_id bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform ledger.require_given('advert', num_nulls(p_customer_id, p_request_id, p_unit_price, p_total, p_minimum,
    p_maximum));
  outcome := floor.refusal_of_own_desk(p_customer_id);
  if outcome is null then
    select made.outcome, made.advert_id into strict outcome, advert_id
    from floor.merchant as m cross join lateral floor.publish_in_band(p_request_id, m.merchant_id, p_unit_price,
      p_total, p_minimum, p_maximum, false, null) as made
    where m.customer_id = p_customer_id;
  end if;
  return next;
end
$function$
;
grant execute on function floor.publish_own_advert(bigint,uuid,bigint,bigint,bigint,bigint) to candor_app;

create FUNCTION floor.put_up_advert(p_merchant floor.merchant, p_request_id uuid, p_unit_price bigint, p_total bigint, p_minimum bigint, p_maximum bigint, p_is_auto boolean, p_below_bid_bps integer, p_operator_id bigint, p_official_price bigint, p_approved_by bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_account ledger.balance;
  v_cost constant bigint := floor.advert_cost(p_total, p_unit_price);
  a floor.advert;
begin
  select * into strict v_account from ledger.balance
  where owner_id = p_merchant.merchant_id and kind = 'merchant' and asset = 1 and stripe is null;
  if (v_cost <= v_account.available) is not true then
    return null;
  end if;
  insert into floor.advert (merchant_id, merchant_kind, request_id, unit_price, total, minimum, maximum, is_auto,
    below_bid_bps, published_ms, published_by, account_id, stripe, remaining, reserved, official_price, band_bps,
    approved_by)
  values (p_merchant.merchant_id, p_merchant.kind, p_request_id, p_unit_price, p_total, p_minimum, p_maximum, p_is_auto,
    p_below_bid_bps, clock.now_ms(),
    p_operator_id, v_account.account_id, ledger.stripe_of(p_merchant.merchant_id, 1::smallint), p_total, v_cost,
    p_official_price, case when p_official_price is not null then (floor.current_advert_terms()).band_bps end,
    p_approved_by)
  returning * into a;
  perform floor.hold_for_advert(a, 'advert-held', v_cost);
  return a.advert_id;
end
$function$
;

create FUNCTION floor.refusal_of_advert(p_merchant floor.merchant, p_unit_price bigint, p_total bigint, p_minimum bigint, p_maximum bigint, p_is_auto boolean)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case
    when p_merchant.merchant_id is null then 'not-found'
    when p_is_auto and p_merchant.kind <> 'house' then 'not-allowed'
    when p_unit_price <= 0 or p_unit_price % 100 <> 0 or p_minimum <= 0 or p_maximum < p_minimum
      or p_total < p_maximum then 'wrong-amount'
    when p_is_auto then floor.refusal_of_auto_price(p_unit_price)
  end
$function$
;

create FUNCTION floor.refusal_of_auto_price(p_unit_price bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when bid is null then 'market-stale' when p_unit_price > bid then 'price-above-bid' end
    from swap.swap_bid(1000000) as bid
$function$
;

create FUNCTION floor.refusal_of_own_desk(p_customer_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case
    when c.state is distinct from 1 then 'account-disabled'
    when c.kyc_state is distinct from 'verified' then 'kyc-not-passed'
    when m.approved_ms is not null then null
    when m.merchant_id is not null
      or exists (select from floor.merchant_application as a where a.customer_id = p_customer_id)
      then 'application-not-approved'
    else 'unknown-advert'
  end
  from (values (p_customer_id)) as given (customer_id) left join identity.customer as c using (customer_id)
    left join floor.merchant as m using (customer_id)
$function$
;

create FUNCTION floor.refusal_of_selling(a floor.advert)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_bid constant bigint := case when a.is_auto then swap.swap_bid(1000000) end;
begin
  return case
    when a.advert_id is null then 'unknown-advert'
    when a.successor_id is not null then 'price-changed'
    when a.closed_ms is not null then 'transaction-closed'
    when a.is_auto and v_bid is null then 'market-stale'
    -- Above the swap price, swapping back and forth would drain the merchant's money.
    when a.is_auto and a.unit_price > v_bid then 'price-changed'
    when not a.is_auto and floor.official_price() is null then 'market-stale'
    when not a.is_auto and floor.has_left_band(a) then 'price-outside-band'
  end;
end
$function$
;

create FUNCTION floor.refuse_application(p_secret text, p_application_id bigint, p_note text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  a constant floor.merchant_application := floor.hold_application(p_application_id);
begin
  if a.application_id is null then
    return false;
  end if;
  update floor.merchant_application set state = 'refused', decided_by = v_operator_id, decided_ms = clock.now_ms()
  where application_id = p_application_id;
  perform operator.record_step(v_operator_id, 'merchant-application', p_application_id, 'refused', p_note,
    jsonb_build_object('name', a.name, 'customerId', a.customer_id));
  return true;
end
$function$
;
grant execute on function floor.refuse_application(text,bigint,text) to candor_app;

create FUNCTION floor.require_advert_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.published_by is not null and new.band_bps is null then
      raise exception 'an operator''s advert is judged by the official price'
        using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if (new.advert_id, new.merchant_id, new.merchant_kind, new.request_id, new.unit_price, new.total, new.minimum,
    new.maximum, new.is_auto, new.below_bid_bps, new.published_ms, new.published_by, new.account_id, new.stripe,
    new.official_price, new.band_bps, new.approved_by)
    is distinct from (old.advert_id, old.merchant_id, old.merchant_kind, old.request_id, old.unit_price, old.total,
      old.minimum, old.maximum, old.is_auto,
      old.below_bid_bps, old.published_ms, old.published_by, old.account_id, old.stripe, old.official_price,
      old.band_bps, old.approved_by)
    or (old.successor_id is not null and (new.successor_id is distinct from old.successor_id or new.closed_ms is null))
      then
    raise exception 'what was published never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$function$
;

create FUNCTION floor.require_other_dealer(a floor.advert, p_operator_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if a.approved_by is not null or floor.has_left_band(a) then
    perform operator.require_second_person(p_operator_id, a.published_by);
  end if;
end
$function$
;

create FUNCTION floor.sale_asked_bytes(s floor.sale)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN (((((((((int8send((s).sale_id) || int8send((s).customer_id)) || uuid_send((s).request_id)) || int8send((s).advert_id)) || int8send((s).quantity)) || int8send((s).unit_price)) || int8send((s).total)) || boolsend((s).is_auto)) || int8send((s).created_ms)) || int8send(COALESCE((s).lapses_ms, (0)::bigint)))
;
grant execute on function floor.sale_asked_bytes(floor.sale) to candor_app;

create FUNCTION floor.sale_ended_bytes(s floor.sale)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN (((floor.sale_asked_bytes(s) || convert_to(((s).state)::text, 'UTF8'::name)) || int8send((s).ended_ms)) || int8send(COALESCE((s).confirmed_by, (0)::bigint)))
;
grant execute on function floor.sale_ended_bytes(floor.sale) to candor_app;

create FUNCTION floor.sell_to_advert(p_advert_id bigint, p_customers bigint[], p_requests uuid[], p_quantities bigint[], p_unit_prices bigint[])
 RETURNS SETOF floor.sale_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  n constant integer := cardinality(p_customers);
  v_advert floor.advert;
  v_judged record;
  v_sale_ids bigint[];
begin
  if p_advert_id is null or n is null or n not between 1 and 500
    or (array[cardinality(p_requests), cardinality(p_quantities), cardinality(p_unit_prices)] = array_fill(n,
      array[3])) is not true
    or array_position(p_customers, null) > 0 or array_position(p_requests, null) > 0
    or array_position(p_quantities, null) > 0 or array_position(p_unit_prices, null) > 0
    or (select count(distinct id) from unnest(p_customers) as id) <> n then
    raise exception 'malformed batch' using errcode = 'invalid_parameter_value';
  end if;
  v_advert := floor.lock_for_selling(p_advert_id, p_customers);
  v_judged := floor.judge_sales(v_advert, p_customers, p_requests, p_quantities, p_unit_prices);
  if array_position(v_judged.outcomes, null) > 0 then
    v_sale_ids := floor.book_sales(v_advert, v_judged.outcomes, p_customers, p_requests, p_quantities);
  end if;
  -- The sales have their numbers in the order of their requests.
  return query select given.i::integer, coalesce(given.outcome, 'sold'),
    case when given.outcome is null then v_sale_ids[count(*)
      filter (where given.outcome is null) over (order by given.i)] else given.past_id end
  from unnest(v_judged.outcomes, v_judged.past_ids) with ordinality as given (outcome, past_id, i)
  order by given.i;
end
$function$
;
grant execute on function floor.sell_to_advert(bigint,bigint[],uuid[],bigint[],bigint[]) to candor_app;

create FUNCTION floor.sellers_of(p_is_auto boolean, p_outcomes text[], p_customers bigint[], p_requests uuid[], p_quantities bigint[])
 RETURNS TABLE(i bigint, customer_id bigint, request_id uuid, quantity bigint, usdt_account bigint, escrow_account bigint, usd_account bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select i, given.customer_id, given.request_id, given.quantity, usdt.account_id, escrow.account_id, usd.account_id
  from unnest(p_outcomes, p_customers, p_requests, p_quantities)
    with ordinality as given (outcome, customer_id, request_id, quantity, i)
  join ledger.balance as usdt on usdt.owner_id = given.customer_id and usdt.kind = 'available' and usdt.asset = 2
    and usdt.stripe is null
  join ledger.balance as usd on usd.owner_id = given.customer_id and usd.kind = 'available' and usd.asset = 1
    and usd.stripe is null
  left join ledger.balance as escrow on not p_is_auto and escrow.owner_id = given.customer_id
    and escrow.kind = 'escrow' and escrow.asset = 2 and escrow.stripe is null
  where given.outcome is null
$function$
;

create FUNCTION floor.set_advert_open(p_secret text, p_advert_id bigint, p_is_open boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, array['desk', 'lead']::operator.role[]);
  a floor.advert := floor.lock_advert(p_advert_id);
  v_cost bigint;
  v_refusal text;
begin
  if a.advert_id is null then
    return 'not-found';
  end if;
  if (a.closed_ms is null) = p_is_open then
    return 'done';
  end if;
  if not p_is_open then
    perform floor.shut_advert(a);
  else
    -- Quantities that may return from sales in progress must be covered as well, together with what is held for them.
    select floor.advert_cost((a.remaining + coalesce(sum(quantity), 0))::bigint, a.unit_price) - coalesce(sum(total),
      0)::bigint into v_cost
    from floor.sale where advert_id = p_advert_id and state = 'in-progress';
    v_refusal := case
      when a.successor_id is not null then 'transaction-closed'
      when a.is_auto and floor.refusal_of_auto_price(a.unit_price) is not null
        then floor.refusal_of_auto_price(a.unit_price)
      when v_cost > (select available from ledger.balance where account_id = a.account_id) then 'insufficient-balance'
    end;
    if v_refusal is not null then
      return v_refusal;
    end if;
    update floor.advert set closed_ms = null, reserved = v_cost where advert_id = p_advert_id;
    perform floor.hold_for_advert(a, 'advert-held', v_cost);
  end if;
  perform operator.append_audit(v_operator_id, case when p_is_open then 'advert.opened' else 'advert.closed' end,
    'advert:' || p_advert_id, '', '{}');
  return 'done';
end
$function$
;
grant execute on function floor.set_advert_open(text,bigint,boolean) to candor_app;

create FUNCTION floor.shut_advert(a floor.advert)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update floor.advert set closed_ms = clock.now_ms(), reserved = 0 where advert_id = a.advert_id;
  perform floor.hold_for_advert(a, 'advert-released', -a.reserved);
end
$function$
;

create FUNCTION floor.signed_advert(p floor.advert_proposal)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when p.state = 'proposed' then operator.signed_proposal(jsonb_build_object(
    'merchant', (select name from floor.merchant as m where m.merchant_id = p.merchant_id),
    'unitPrice', ledger.units_text(p.unit_price),
    'officialPrice', ledger.units_text(p.official_price),
    'total', ledger.units_text(p.total),
    'minimum', ledger.units_text(p.minimum),
    'maximum', ledger.units_text(p.maximum),
    'isAuto', p.is_auto), p.note) end
$function$
;

create FUNCTION floor.signed_advert_terms(p_proposal_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object(
    'from', (select jsonb_build_object('bandBps', t.band_bps) from floor.advert_terms as t where t.version = p.follows),
    'to', jsonb_build_object('bandBps', p.band_bps))
  from floor.advert_terms_proposal as p where p.proposal_id = p_proposal_id
$function$
;

create FUNCTION floor.signed_details(p_funding floor.merchant_funding)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when p_funding.state = 'proposed' then operator.signed_proposal(jsonb_build_object(
    'merchant', (select name from floor.merchant as m where m.merchant_id = p_funding.merchant_id),
    'asset', 'USD',
    'amount', ledger.units_text(p_funding.amount),
    'reference', p_funding.reference), p_funding.note) end
$function$
;

create schema identity;
grant usage on schema identity to candor_app;

create table identity.access_change (
  change_id bigint generated always as identity not null,
  customer_id bigint not null,
  session_id bigint,
  kind text not null,
  at_ms bigint not null,
  constraint access_change_kind_check CHECK ((kind = ANY (ARRAY['session-revoked'::text, 'customer-changed'::text]))),
  constraint access_change_pkey PRIMARY KEY (change_id)
);
CREATE INDEX access_change_newest ON identity.access_change USING btree (at_ms);
grant delete, select on identity.access_change to candor_app;

create table identity.address (
  customer_id bigint not null,
  address text not null,
  lat double precision,
  lng double precision,
  changed_ms bigint not null,
  constraint address_address_check CHECK (((char_length(address) >= 3) AND (char_length(address) <= 200))),
  constraint address_check CHECK (((lat IS NULL) = (lng IS NULL))),
  constraint address_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint address_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint address_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint address_pkey PRIMARY KEY (customer_id)
);
grant delete, insert, select, update on identity.address to candor_app;

create table identity.attempt (
  kind text not null,
  subject bytea not null,
  failures integer not null,
  last_ms bigint not null,
  constraint attempt_failures_check CHECK ((failures >= 0)),
  constraint attempt_pkey PRIMARY KEY (kind, subject)
);
CREATE INDEX attempt_by_last ON identity.attempt USING btree (last_ms);
grant delete, insert, select, update on identity.attempt to candor_app;

create table identity.avatar (
  customer_id bigint not null,
  photo_hash bytea not null,
  photo bytea not null,
  created_ms bigint not null,
  constraint avatar_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint avatar_photo_check CHECK (((octet_length(photo) >= 1) AND (octet_length(photo) <= 262144))),
  constraint avatar_photo_hash_check CHECK ((octet_length(photo_hash) = 32)),
  constraint avatar_pkey PRIMARY KEY (customer_id)
);
CREATE INDEX avatar_by_hash ON identity.avatar USING btree (photo_hash);
grant delete, insert, select, update on identity.avatar to candor_app;

create table identity.captcha (
  captcha_id text not null,
  answer_hash bytea not null,
  expires_ms bigint not null,
  constraint captcha_pkey PRIMARY KEY (captcha_id)
);
CREATE INDEX captcha_by_expiry ON identity.captcha USING btree (expires_ms);
grant delete, insert, select, update on identity.captcha to candor_app;

create table identity.code (
  code_id bigint generated always as identity not null,
  purpose text not null,
  address text not null,
  code_hash bytea not null,
  tries smallint default 0 not null,
  network text not null,
  sent_ms bigint not null,
  expires_ms bigint not null,
  used_ms bigint,
  foreign_tries smallint default 0 not null,
  constraint code_foreign_tries_check CHECK (((foreign_tries >= 0) AND (foreign_tries <= 5))),
  constraint code_pkey PRIMARY KEY (code_id),
  constraint code_tries_check CHECK (((tries >= 0) AND (tries <= 5)))
);
CREATE INDEX code_by_sending ON identity.code USING btree (sent_ms);
CREATE INDEX code_of_address ON identity.code USING btree (purpose, address, code_id DESC);
CREATE INDEX code_of_network ON identity.code USING btree (network, sent_ms);
grant delete, insert, select, update on identity.code to candor_app;

create table identity.customer (
  customer_id bigint generated always as identity not null,
  public_id text not null,
  mobile text,
  email text,
  password_hash text not null,
  invite_code text not null,
  invited_by bigint,
  state smallint default 1 not null,
  kyc_state text default 'none'::text not null,
  lang text not null,
  created_ms bigint not null,
  password_changed_ms bigint,
  constraint customer_check CHECK (((mobile IS NOT NULL) OR (email IS NOT NULL))),
  constraint customer_email_check CHECK ((email = lower(email))),
  constraint customer_email_key UNIQUE (email),
  constraint customer_invite_code_check CHECK ((invite_code ~ '^[A-Z0-9]{6}$'::text)),
  constraint customer_invite_code_key UNIQUE (invite_code),
  constraint customer_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES identity.customer(customer_id),
  constraint customer_kyc_state_check CHECK ((kyc_state = ANY (ARRAY['none'::text, 'under-review'::text, 'verified'::text, 'rejected'::text]))),
  constraint customer_mobile_check CHECK ((mobile ~ '^[0-9]{10,13}$'::text)),
  constraint customer_mobile_key UNIQUE (mobile),
  constraint customer_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text)),
  constraint customer_pkey PRIMARY KEY (customer_id),
  constraint customer_public_id_check CHECK ((public_id ~ '^[1-9][0-9]{7}$'::text)),
  constraint customer_public_id_key UNIQUE (public_id),
  constraint customer_state_check CHECK ((state = ANY (ARRAY[0, 1, 2]))),
  constraint nobody_invites_themselves CHECK ((invited_by <> customer_id))
);
CREATE INDEX customer_invited ON identity.customer USING btree (invited_by, customer_id DESC) WHERE (invited_by IS NOT NULL);
CREATE TRIGGER customer_change_is_noted AFTER UPDATE OF state, kyc_state ON identity.customer FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) OR (old.kyc_state IS DISTINCT FROM new.kyc_state))) EXECUTE FUNCTION identity.note_customer_change();
CREATE TRIGGER customer_state_by_operator BEFORE UPDATE OF state ON identity.customer FOR EACH ROW WHEN (((new.state <> old.state) AND (CURRENT_USER = 'candor_app'::name))) EXECUTE FUNCTION identity.refuse_change('an account is disabled and enabled by operators');
CREATE TRIGGER invitation_never_changes BEFORE UPDATE OF invited_by ON identity.customer FOR EACH ROW WHEN ((new.invited_by IS DISTINCT FROM old.invited_by)) EXECUTE FUNCTION identity.refuse_change('who invited whom never changes');
CREATE TRIGGER inviter_is_notified AFTER INSERT ON identity.customer FOR EACH ROW WHEN ((new.invited_by IS NOT NULL)) EXECUTE FUNCTION invite.notify_inviter();
CREATE TRIGGER kyc_state_is_decided BEFORE UPDATE ON identity.customer FOR EACH ROW WHEN ((old.kyc_state IS DISTINCT FROM new.kyc_state)) EXECUTE FUNCTION kyc.guard_state();
CREATE TRIGGER newcomers_are_unverified BEFORE INSERT ON identity.customer FOR EACH ROW WHEN ((new.kyc_state <> 'none'::text)) EXECUTE FUNCTION kyc.guard_state();
CREATE TRIGGER verified_friend_is_rewarded AFTER UPDATE OF kyc_state ON identity.customer FOR EACH ROW WHEN (((new.invited_by IS NOT NULL) AND (new.kyc_state = 'verified'::text) AND (old.kyc_state <> 'verified'::text))) EXECUTE FUNCTION invite.promise_reward();
grant insert, select on identity.customer to candor_app;
grant update (mobile, email, password_hash, password_changed_ms) on identity.customer to candor_app;

create table identity.login (
  login_id bigint default clock.new_record_id() not null,
  customer_id bigint not null,
  outcome text not null,
  device text not null,
  network text,
  at_ms bigint not null,
  constraint login_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint login_device_check CHECK ((length(device) <= 200)),
  constraint login_outcome_check CHECK ((outcome = ANY (ARRAY['logged-in'::text, 'wrong-password'::text, 'wrong-second-step'::text, 'disabled'::text]))),
  constraint login_pkey PRIMARY KEY (login_id)
);
CREATE INDEX login_by_time ON identity.login USING btree (at_ms);
CREATE INDEX login_of_customer ON identity.login USING btree (customer_id, login_id DESC);
grant delete, insert, select on identity.login to candor_app;

create table identity.published_code (
  code_id bigint generated always as identity not null,
  code text not null,
  note text not null,
  proposed_by bigint not null,
  proposed_ms bigint not null,
  state text default 'proposed'::text not null,
  decided_by bigint,
  decided_ms bigint,
  constraint decided_code_is_complete CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'proposed'::text) = (decided_ms IS NULL)))),
  constraint published_code_code_check CHECK ((code ~ '^[A-Z2-9]{8}$'::text)),
  constraint published_code_code_key UNIQUE (code),
  constraint published_code_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operator.account(operator_id),
  constraint published_code_needs_two_operators CHECK (((state <> 'confirmed'::text) OR (decided_by <> proposed_by))),
  constraint published_code_note_check CHECK (((length(note) >= 3) AND (length(note) <= 500))),
  constraint published_code_pkey PRIMARY KEY (code_id),
  constraint published_code_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operator.account(operator_id),
  constraint published_code_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'rejected'::text])))
);
CREATE TRIGGER published_code_is_decided_once BEFORE DELETE OR UPDATE ON identity.published_code FOR EACH ROW EXECUTE FUNCTION operator.refuse_redecision();
CREATE TRIGGER published_code_is_kept BEFORE TRUNCATE ON identity.published_code FOR EACH STATEMENT EXECUTE FUNCTION operator.refuse_redecision();
grant select on identity.published_code to candor_app;

create table identity.registration (
  request_id uuid not null,
  fingerprint bytea not null,
  customer_id bigint not null,
  created_ms bigint not null,
  constraint registration_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint registration_pkey PRIMARY KEY (request_id)
);
grant delete, insert, select on identity.registration to candor_app;

create table identity.root_invitation (
  singleton boolean default true not null,
  code text not null,
  constraint root_invitation_code_check CHECK ((code ~ '^[A-Z0-9]{1,32}$'::text)),
  constraint root_invitation_pkey PRIMARY KEY (singleton),
  constraint root_invitation_singleton_check CHECK (singleton)
);
grant insert, select on identity.root_invitation to candor_app;
grant update (code) on identity.root_invitation to candor_app;

create table identity.session (
  session_id bigint default clock.new_record_id() not null,
  customer_id bigint not null,
  token_hash bytea not null,
  device text not null,
  network text not null,
  created_ms bigint not null,
  last_used_ms bigint not null,
  revoked_ms bigint,
  is_support_only boolean default false not null,
  constraint session_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint session_device_check CHECK ((length(device) <= 200)),
  constraint session_pkey PRIMARY KEY (session_id),
  constraint session_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint session_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX session_by_last_use ON identity.session USING btree (last_used_ms);
CREATE INDEX session_of_customer ON identity.session USING btree (customer_id);
CREATE TRIGGER session_revocation_is_noted AFTER UPDATE OF revoked_ms ON identity.session FOR EACH ROW WHEN (((old.revoked_ms IS NULL) AND (new.revoked_ms IS NOT NULL))) EXECUTE FUNCTION identity.note_revocation();
grant delete, insert, select, update on identity.session to candor_app;

create table identity.turn (
  name text not null,
  taken_ms bigint not null,
  constraint turn_pkey PRIMARY KEY (name)
);
CREATE INDEX turn_by_time ON identity.turn USING btree (taken_ms);
grant delete, insert, select, update on identity.turn to candor_app;

create table identity.withdrawn_code (
  code_id bigint not null,
  withdrawn_by bigint not null,
  withdrawn_ms bigint not null,
  constraint withdrawn_code_code_id_fkey FOREIGN KEY (code_id) REFERENCES identity.published_code(code_id),
  constraint withdrawn_code_pkey PRIMARY KEY (code_id),
  constraint withdrawn_code_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES operator.account(operator_id)
);
CREATE TRIGGER withdrawn_code_is_kept BEFORE DELETE OR TRUNCATE ON identity.withdrawn_code FOR EACH STATEMENT EXECUTE FUNCTION operator.refuse_redecision();
grant select on identity.withdrawn_code to candor_app;

create FUNCTION identity.decide_code(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
  v_code identity.published_code;
begin
  -- One decision at a time: at most one code is published.
  lock table identity.withdrawn_code in share row exclusive mode;
  select * into v_code from identity.published_code where code_id = p_id for update;
  if v_code.code_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(v_operator_id, p_is_confirmed, 'code', v_code.state, v_code.proposed_by);
  if p_is_confirmed then
    perform identity.withdraw_codes(v_operator_id, v_code.note);
  end if;
  update identity.published_code set state = case when p_is_confirmed then 'confirmed' else 'rejected' end,
    decided_by = v_operator_id, decided_ms = clock.now_ms()
  where code_id = p_id;
  perform operator.record_decision(v_operator_id, 'published-code', p_id, p_is_confirmed, v_code.note, p_note,
    jsonb_build_object('code', v_code.code));
  return 'decided';
end
$function$
;
grant execute on function identity.decide_code(text,bigint,boolean,text) to candor_app;

create FUNCTION identity.note_customer_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into identity.access_change (customer_id, kind, at_ms)
  values (new.customer_id,
    case when old.state is distinct from new.state then 'session-revoked' else 'customer-changed' end,
    clock.now_ms());
  return null;
end
$function$
;

create FUNCTION identity.note_revocation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into identity.access_change (customer_id, session_id, kind, at_ms)
  values (new.customer_id, new.session_id, 'session-revoked', clock.now_ms());
  return null;
end
$function$
;

create FUNCTION identity.open_codes()
 RETURNS SETOF identity.published_code
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select * from identity.published_code as p
  where p.state = 'confirmed' and not exists (select from identity.withdrawn_code as w where w.code_id = p.code_id)
$function$
;
grant execute on function identity.open_codes() to candor_app;

create FUNCTION identity.propose_code(p_secret text, p_code text, p_note text)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with proposed as (
    insert into identity.published_code (code, note, proposed_by, proposed_ms)
    values (p_code, p_note, operator.require_session(p_secret, '{support,lead}'), clock.now_ms())
    returning code_id, proposed_by)
  select operator.record_step(proposed_by, 'published-code', code_id, 'proposed', p_note,
    jsonb_build_object('code', p_code))
  from proposed
$function$
;
grant execute on function identity.propose_code(text,text,text) to candor_app;

create FUNCTION identity.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception '%', tg_argv[0] using errcode = 'insufficient_privilege';
end
$function$
;

create FUNCTION identity.set_customer_enabled(p_secret text, p_customer_id bigint, p_is_enabled boolean, p_reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,risk,lead,security}');
  v_state smallint;
begin
  select state into v_state from identity.customer where customer_id = p_customer_id for no key update;
  if v_state is null then
    return false;
  end if;
  if v_state = 2 then
    raise exception 'the account is closed' using errcode = 'CO004';
  end if;
  if (v_state = 1) = p_is_enabled then
    raise exception 'the account is in this state already' using errcode = 'CO004';
  end if;
  update identity.customer set state = case when p_is_enabled then 1 else 0 end where customer_id = p_customer_id;
  perform operator.append_audit(v_operator_id, case when p_is_enabled then 'customer.enabled'
    else 'customer.disabled' end, 'customer:' || p_customer_id, p_reason, '{}');
  return true;
end
$function$
;
grant execute on function identity.set_customer_enabled(text,bigint,boolean,text) to candor_app;

create FUNCTION identity.withdraw_code(p_secret text, p_id bigint, p_note text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
begin
  lock table identity.withdrawn_code in share row exclusive mode;
  if not exists (select from identity.open_codes() where code_id = p_id) then
    return false;
  end if;
  perform identity.withdraw_codes(v_operator_id, p_note);
  return true;
end
$function$
;
grant execute on function identity.withdraw_code(text,bigint,text) to candor_app;

create FUNCTION identity.withdraw_codes(p_operator_id bigint, p_note text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with withdrawn as (
    insert into identity.withdrawn_code (code_id, withdrawn_by, withdrawn_ms)
    select code_id, p_operator_id, clock.now_ms() from identity.open_codes() returning code_id)
  select operator.record_step(p_operator_id, 'published-code', code_id, 'withdrawn', p_note,
    jsonb_build_object('code', code))
  from withdrawn join identity.published_code using (code_id)
$function$
;

create schema inbox;
grant usage on schema inbox to candor_app;

create FUNCTION inbox.announcements_of(p_customer_id bigint)
 RETURNS SETOF operator.announcement
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select a.* from operator.announcement as a, identity.customer as c
  where c.customer_id = p_customer_id and a.from_ms <= clock.now_ms()
    and least(coalesce(a.ended_ms, 9223372036854775807), coalesce(a.until_ms,
      9223372036854775807)) > greatest(a.from_ms, c.created_ms)
    and (a.audience = 'everyone' or inbox.is_addressed(a.audience, a.from_ms, p_customer_id))
$function$
;
grant execute on function inbox.announcements_of(bigint) to candor_app;

create FUNCTION inbox.is_addressed(p_audience text, p_from_ms bigint, p_customer_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case p_audience
    when 'everyone' then true
    when 'verified' then exists (
      select from identity.customer where customer_id = p_customer_id and kyc_state = 'verified')
    when 'traders' then exists (
      select from contract.contract_order where customer_id = p_customer_id and state = 'open')
      or exists (
        select from contract.contract_order where customer_id = p_customer_id and state = 'closed'
          and settled_ms >= p_from_ms - 2592000000)
    when 'interest' then exists (
      select from interest.interest_order where customer_id = p_customer_id
        and coalesce(ended_ms, 9223372036854775807) > p_from_ms)
    when 'merchants' then exists (
      select from floor.merchant where customer_id = p_customer_id and approved_ms is not null)
  end
$function$
;
grant execute on function inbox.is_addressed(text,bigint,bigint) to candor_app;

create FUNCTION inbox.mark_all_read(p_customer_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_in_flight_ms constant bigint := 10000;
  v_now_ms constant bigint := clock.now_ms();
  v_through_ms bigint;
begin
  update message.message set read_ms = greatest(v_now_ms, created_ms) where customer_id = p_customer_id
    and read_ms is null;
  insert into message.reader as r (customer_id, orders_read_ms) values (p_customer_id, v_now_ms - v_in_flight_ms)
  on conflict (customer_id) do update set orders_read_ms = greatest(r.orders_read_ms, excluded.orders_read_ms)
  returning r.orders_read_ms into v_through_ms;
  delete from message.read_mark as k using contract.contract_order as o
  where k.customer_id = p_customer_id and k.source = 'order' and o.order_id = k.item_id
    and o.settled_ms <= v_through_ms;
  insert into message.read_mark (customer_id, source, item_id, read_ms)
  select p_customer_id, 'order', o.order_id, v_now_ms from contract.contract_order as o
  where o.customer_id = p_customer_id and o.state = 'closed' and o.settled_ms > v_through_ms
  union all
  select p_customer_id, 'announcement', a.announcement_id, v_now_ms from inbox.announcements_of(p_customer_id) as a
  on conflict do nothing;
end
$function$
;
grant execute on function inbox.mark_all_read(bigint) to candor_app;

create FUNCTION inbox.mark_read(p_customer_id bigint, p_source text, p_item_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update message.message set read_ms = greatest(clock.now_ms(), created_ms)
  where p_source = 'decision' and customer_id = p_customer_id and message_id = p_item_id and read_ms is null;
  insert into message.read_mark (customer_id, source, item_id, read_ms)
  select p_customer_id, p_source, p_item_id, clock.now_ms()
  where (p_source = 'announcement' and exists (select from inbox.announcements_of(p_customer_id)
    where announcement_id = p_item_id))
    or (p_source = 'order' and exists (
      select from contract.contract_order as o where o.order_id = p_item_id and o.customer_id = p_customer_id
        and o.state = 'closed'
        and o.settled_ms > coalesce((select r.orders_read_ms from message.reader as r
          where r.customer_id = p_customer_id), -1)))
  on conflict do nothing;
end
$function$
;
grant execute on function inbox.mark_read(bigint,text,bigint) to candor_app;

create FUNCTION inbox.reach_of(p_audience text, p_most integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*)::integer from (
    select from identity.customer where state = 1 and inbox.is_addressed(p_audience, clock.now_ms(), customer_id)
    limit p_most) as addressed
$function$
;
grant execute on function inbox.reach_of(text,integer) to candor_app;

create FUNCTION inbox.unread_count(p_customer_id bigint, p_most integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select least(p_most, (
    select count(*) from (select from message.message where customer_id = p_customer_id and read_ms is null
      limit p_most) as decided
  ) + (
    select count(*) from (
      select from contract.contract_order as o
      where o.customer_id = p_customer_id and o.state = 'closed'
        and o.settled_ms > coalesce((select r.orders_read_ms from message.reader as r
          where r.customer_id = p_customer_id), -1)
        and not exists (
          select from message.read_mark as k where k.customer_id = p_customer_id and k.source = 'order'
            and k.item_id = o.order_id)
      limit p_most
    ) as settled
  ) + (
    select count(*) from inbox.announcements_of(p_customer_id) as a
    where not exists (
      select from message.read_mark as k where k.customer_id = p_customer_id and k.source = 'announcement'
        and k.item_id = a.announcement_id)
  ))::integer
$function$
;
grant execute on function inbox.unread_count(bigint,integer) to candor_app;

create schema interest;
grant usage on schema interest to candor_app;

create type interest.order_state as enum ('earning', 'matured', 'redeemed');

create type interest.maturity as (order_id bigint, customer_id bigint);

create type interest.order_answer as (outcome text, order_id bigint);

create table interest.interest_order (
  order_id bigint default clock.new_record_id() not null,
  customer_id bigint not null,
  request_id uuid not null,
  product_id bigint not null,
  account_id bigint not null,
  invested_account_id bigint not null,
  stripe smallint not null,
  asset smallint not null,
  amount bigint not null,
  duration_ms bigint not null,
  daily_rate_ppm integer not null,
  interest bigint not null,
  state interest.order_state default 'earning'::interest.order_state not null,
  start_ms bigint not null,
  expires_ms bigint not null,
  ended_ms bigint,
  redeem_request_id uuid,
  opened_seq bigint not null,
  ended_seq bigint,
  constraint ended_once CHECK ((num_nonnulls(ended_ms, ended_seq) =
CASE
    WHEN (state = 'earning'::interest.order_state) THEN 0
    ELSE 2
END)),
  constraint expiry_follows_from_the_product CHECK ((expires_ms = (start_ms + duration_ms))),
  constraint interest_follows_from_the_product CHECK ((interest = interest.interest_of(amount, daily_rate_ppm, duration_ms))),
  constraint interest_order_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.account(account_id),
  constraint interest_order_amount_check CHECK ((amount > 0)),
  constraint interest_order_customer_id_redeem_request_id_key UNIQUE (customer_id, redeem_request_id),
  constraint interest_order_customer_id_request_id_key UNIQUE (customer_id, request_id),
  constraint interest_order_interest_check CHECK ((interest > 0)),
  constraint interest_order_invested_account_id_fkey FOREIGN KEY (invested_account_id) REFERENCES ledger.account(account_id),
  constraint interest_order_pkey PRIMARY KEY (order_id),
  constraint interest_order_product_id_asset_duration_ms_daily_rate_ppm_fkey FOREIGN KEY (product_id, asset, duration_ms, daily_rate_ppm) REFERENCES interest.interest_product(product_id, asset, duration_ms, daily_rate_ppm),
  constraint interest_order_stripe_fkey FOREIGN KEY (stripe) REFERENCES ledger.stripe(stripe),
  constraint matured_at_its_expiry CHECK (((state <> 'matured'::interest.order_state) OR (ended_ms >= expires_ms))),
  constraint redeemed_before_its_expiry CHECK (((state <> 'redeemed'::interest.order_state) OR (ended_ms < expires_ms))),
  constraint redeemed_on_request CHECK (((state = 'redeemed'::interest.order_state) = (redeem_request_id IS NOT NULL)))
) with (fillfactor=80);
CREATE INDEX order_due ON interest.interest_order USING btree (stripe, expires_ms, order_id) WHERE (state = 'earning'::interest.order_state);
CREATE INDEX order_earning_of_account ON interest.interest_order USING btree (invested_account_id) WHERE (state = 'earning'::interest.order_state);
CREATE INDEX order_of_customer ON interest.interest_order USING btree (customer_id, order_id DESC);
CREATE TRIGGER order_begins_as_its_product_says BEFORE INSERT ON interest.interest_order FOR EACH ROW EXECUTE FUNCTION interest.require_opening();
CREATE TRIGGER order_ends_once BEFORE UPDATE ON interest.interest_order FOR EACH ROW EXECUTE FUNCTION ledger.require_single_step('ended_ms', 'state', 'redeem_request_id', 'ended_seq');
CREATE TRIGGER order_is_kept BEFORE DELETE OR TRUNCATE ON interest.interest_order FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on interest.interest_order to candor_app;

create table interest.interest_product (
  product_id bigint generated always as identity not null,
  asset smallint not null,
  duration_ms bigint not null,
  version integer not null,
  is_open boolean not null,
  daily_rate_ppm integer not null,
  minimum bigint not null,
  maximum bigint not null,
  created_ms bigint not null,
  constraint interest_product_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint interest_product_asset_duration_ms_version_key UNIQUE (asset, duration_ms, version),
  constraint interest_product_check CHECK (((maximum >= minimum) AND (maximum <= '1000000000000000'::bigint))),
  constraint interest_product_daily_rate_ppm_check CHECK (((daily_rate_ppm >= 1) AND (daily_rate_ppm <= 10000))),
  constraint interest_product_duration_ms_check CHECK (((duration_ms >= 60000) AND (duration_ms <= '31622400000'::bigint))),
  constraint interest_product_minimum_check CHECK ((minimum > 0)),
  constraint interest_product_pkey PRIMARY KEY (product_id),
  constraint interest_product_product_id_asset_duration_ms_daily_rate_pp_key UNIQUE (product_id, asset, duration_ms, daily_rate_ppm),
  constraint interest_product_version_check CHECK ((version > 0)),
  constraint least_amount_earns CHECK ((interest.interest_of(minimum, daily_rate_ppm, duration_ms) > 0))
);
CREATE TRIGGER interest_product_is_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON interest.interest_product FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on interest.interest_product to candor_app;

create table interest.interest_proposal (
  proposal_id bigint generated always as identity not null,
  asset smallint not null,
  duration_ms bigint not null,
  is_open boolean not null,
  daily_rate_ppm integer not null,
  minimum bigint not null,
  maximum bigint not null,
  follows bigint,
  note text not null,
  proposed_by bigint not null,
  proposed_ms bigint not null,
  state text default 'proposed'::text not null,
  decided_by bigint,
  decided_ms bigint,
  product_id bigint,
  constraint decided_proposal_is_complete CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'proposed'::text) = (decided_ms IS NULL)) AND ((state = 'confirmed'::text) = (product_id IS NOT NULL)))),
  constraint interest_needs_two_operators CHECK (((state <> 'confirmed'::text) OR (decided_by <> proposed_by))),
  constraint interest_proposal_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint interest_proposal_check CHECK (((maximum >= minimum) AND (maximum <= '1000000000000000'::bigint))),
  constraint interest_proposal_daily_rate_ppm_check CHECK (((daily_rate_ppm >= 1) AND (daily_rate_ppm <= 10000))),
  constraint interest_proposal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operator.account(operator_id),
  constraint interest_proposal_duration_ms_check CHECK (((duration_ms >= 60000) AND (duration_ms <= '31622400000'::bigint))),
  constraint interest_proposal_follows_fkey FOREIGN KEY (follows) REFERENCES interest.interest_product(product_id),
  constraint interest_proposal_minimum_check CHECK ((minimum > 0)),
  constraint interest_proposal_note_check CHECK (((length(note) >= 3) AND (length(note) <= 500))),
  constraint interest_proposal_pkey PRIMARY KEY (proposal_id),
  constraint interest_proposal_product_id_fkey FOREIGN KEY (product_id) REFERENCES interest.interest_product(product_id),
  constraint interest_proposal_product_id_key UNIQUE (product_id),
  constraint interest_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operator.account(operator_id),
  constraint interest_proposal_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'rejected'::text]))),
  constraint least_amount_earns CHECK ((interest.interest_of(minimum, daily_rate_ppm, duration_ms) > 0))
);
CREATE TRIGGER interest_proposal_is_decided_once BEFORE DELETE OR UPDATE ON interest.interest_proposal FOR EACH ROW EXECUTE FUNCTION operator.refuse_redecision('product_id');
CREATE TRIGGER interest_proposal_is_kept BEFORE TRUNCATE ON interest.interest_proposal FOR EACH STATEMENT EXECUTE FUNCTION operator.refuse_redecision();
grant select on interest.interest_proposal to candor_app;

create FUNCTION interest.add_product(p_proposal_id bigint)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  -- One version at a time; orders continue meanwhile.
  lock table interest.interest_product in share row exclusive mode;
  insert into interest.interest_product (asset, duration_ms, version, is_open, daily_rate_ppm, minimum, maximum,
    created_ms)
  select p.asset, p.duration_ms, coalesce(newest.version, 0) + 1, p.is_open, p.daily_rate_ppm, p.minimum, p.maximum,
    clock.now_ms()
  from interest.interest_proposal as p
  cross join lateral interest.newest_interest_product(p.asset, p.duration_ms) as newest
  where p.proposal_id = p_proposal_id and newest.product_id is not distinct from p.follows
  returning product_id
$function$
;

create FUNCTION interest.due_orders(p_stripe smallint, p_limit integer, p_skipped bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  select array(
    select order_id from interest.interest_order
    where stripe = p_stripe and state = 'earning' and expires_ms <= (select clock.now_ms())
      and order_id <> all(p_skipped)
    order by expires_ms, order_id limit p_limit
  )
$function$
;
grant execute on function interest.due_orders(smallint,integer,bigint[]) to candor_app;

create FUNCTION interest.interest_of(p_amount bigint, p_daily_rate_ppm integer, p_duration_ms bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN (floor(((((p_amount)::numeric * (p_daily_rate_ppm)::numeric) * (p_duration_ms)::numeric) / ((1000000)::numeric * (86400000)::numeric))))::bigint
;
grant execute on function interest.interest_of(bigint,integer,bigint) to candor_app;

create FUNCTION interest.judge_order(p_customer_id bigint, p_product interest.interest_product, p_amount bigint)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_customer identity.customer;
  v_account ledger.balance;
begin
  select * into v_customer from identity.customer where customer_id = p_customer_id;
  select * into v_account from ledger.balance where owner_id = p_customer_id and owner_id > 0 and kind = 'available'
    and asset = p_product.asset;
  return case
    when p_product.product_id is null then 'not-found'
    when v_customer.state is distinct from 1 or v_account.account_id is null
      or v_account.is_frozen then 'account-disabled'
    when v_customer.kyc_state <> 'verified' then 'kyc-not-completed'
    when security.is_excluded(p_customer_id) then 'self-excluded'
    when not p_product.is_open
      or p_product.product_id is distinct from (interest.newest_interest_product(p_product.asset,
        p_product.duration_ms)).product_id
      then 'transaction-closed'
    when p_amount not between p_product.minimum and p_product.maximum then 'wrong-amount'
    when p_amount > v_account.available then 'insufficient-balance'
  end;
end
$function$
;

create FUNCTION interest.lock_covering_stripe(p_customer_id bigint, p_asset smallint, p_interest bigint)
 RETURNS ledger.stripe
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_candidate smallint;
  v_stripe ledger.stripe;
  v_account_id bigint;
begin
  loop
    select s.stripe into v_candidate from ledger.stripe as s join ledger.balance as a on a.kind = 'interest'
      and a.stripe = s.stripe
    where s.asset = p_asset and a.available >= p_interest
    order by s.halted_reason is not null, s.stripe <> ledger.stripe_of(p_customer_id, p_asset), s.stripe limit 1;
    if v_candidate is null then
      return null;
    end if;
    begin
      v_stripe := ledger.lock_stripe(v_candidate);
      v_account_id := ledger.lock_house('interest', p_asset, v_candidate);
      if exists (select from ledger.balance where account_id = v_account_id and available >= p_interest) then
        return v_stripe;
      end if;
      raise exception 'stripe % was emptied meanwhile', v_candidate using errcode = 'CL002';
    exception when sqlstate 'CL002' then
      null; -- and its locks are released
    end;
  end loop;
end
$function$
;

create FUNCTION interest.mature_orders(p_stripe smallint, p_limit integer, p_skipped bigint[] DEFAULT '{}'::bigint[])
 RETURNS SETOF interest.maturity
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  v_due bigint[];
  v_stripe ledger.stripe;
  v_interest_account bigint;
  v_now_ms bigint;
  v_interest bigint;
  v_digest bytea;
  v_lines ledger.line[];
  o interest.interest_order;
begin
  perform ledger.require_batch(p_stripe, p_limit, p_skipped);
  v_due := interest.due_orders(p_stripe, p_limit, p_skipped);
  perform ledger.lock_accounts(array(select unnest(array[due.account_id, due.invested_account_id])
    from interest.interest_order as due where due.order_id = any(v_due)));
  v_due := array(
    select due.order_id from interest.interest_order as due where due.order_id = any(v_due) and state = 'earning'
    order by due.order_id for no key update);
  if cardinality(v_due) = 0 then
    return; -- Nothing is due, or another call was faster.
  end if;
  v_stripe := ledger.lock_stripe(p_stripe);
  v_interest_account := ledger.lock_house('interest', v_stripe.asset, p_stripe);
  v_now_ms := clock.now_ms();
  with ended as (
    update interest.interest_order set state = 'matured', ended_ms = v_now_ms, ended_seq = v_stripe.seq + 1
      where interest_order.order_id = any(v_due) returning *
  )
  select string_agg(interest.order_ended_bytes(ended), ''::bytea order by ended.order_id), sum(ended.interest)::bigint,
    array_agg(row(ended.invested_account_id, ended.order_id, 'term-matured', -ended.amount, 0)::ledger.line
      order by ended.order_id)
      || array_agg(row(ended.account_id, ended.order_id, 'term-matured', ended.amount, 0)::ledger.line
        order by ended.order_id)
      || array_agg(row(ended.account_id, ended.order_id, 'interest-paid', ended.interest, 0)::ledger.line
        order by ended.order_id)
  into v_digest, v_interest, v_lines from ended;
  v_lines := v_lines || row(v_interest_account, null, 'interest-paid', -v_interest, -v_interest)::ledger.line;
  perform ledger.book(v_stripe, 'term-matured', v_now_ms, sha256(v_digest), v_lines);
  for o in select * from interest.interest_order as ended where ended.order_id = any(v_due) order by ended.expires_ms,
    ended.order_id loop
    perform interest.notify_customer(o);
    return next row(o.order_id, o.customer_id)::interest.maturity;
  end loop;
end
$function$
;
grant execute on function interest.mature_orders(smallint,integer,bigint[]) to candor_app;

create FUNCTION interest.newest_interest_product(p_asset smallint, p_duration_ms bigint)
 RETURNS interest.interest_product
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select * from interest.interest_product where asset = p_asset and duration_ms = p_duration_ms order by version desc
    limit 1
$function$
;

create FUNCTION interest.notify_customer(o interest.interest_order)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select message.add_known(o.customer_id, 'term-' || o.state, 'term:' || o.order_id, jsonb_build_object(
    'asset', ledger.asset_name(o.asset), 'amount', ledger.units_text(o.amount),
    'interest', ledger.units_text(case when o.state = 'matured' then o.interest else 0 end),
    'durationMs', o.duration_ms))
$function$
;

create FUNCTION interest.open_order(p_customer_id bigint, p_request_id uuid, p_product_id bigint, p_amount bigint)
 RETURNS interest.order_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms bigint;
  v_product interest.interest_product;
  v_refusal text;
  v_interest bigint;
  v_stripe ledger.stripe;
  v_kind constant ledger.movement := 'term-opened';
  o interest.interest_order;
begin
  perform ledger.require_given('request', num_nulls(p_customer_id, p_request_id, p_product_id, p_amount));
  perform ledger.lock_accounts_of(p_customer_id, 'available', 'invested');
  select * into o from interest.interest_order where customer_id = p_customer_id and request_id = p_request_id;
  if o.order_id is not null then
    return row(case when (o.product_id, o.amount) = (p_product_id, p_amount) then 'repeated' else 'conflict' end,
      o.order_id)::interest.order_answer;
  end if;
  select * into v_product from interest.interest_product where product_id = p_product_id;
  v_refusal := interest.judge_order(p_customer_id, v_product, p_amount);
  if v_refusal is not null then
    return row(v_refusal, null)::interest.order_answer;
  end if;
  v_interest := interest.interest_of(p_amount, v_product.daily_rate_ppm, v_product.duration_ms);
  perform ledger.open_account(p_customer_id, 'invested', v_product.asset);
  v_stripe := interest.lock_covering_stripe(p_customer_id, v_product.asset, v_interest);
  if v_stripe.stripe is null then
    return row('not-covered', null)::interest.order_answer;
  end if;
  v_now_ms := clock.now_ms();
  insert into interest.interest_order (customer_id, request_id, product_id, account_id, invested_account_id, stripe,
    asset, amount, duration_ms, daily_rate_ppm, interest, start_ms, expires_ms, opened_seq)
  values (p_customer_id, p_request_id, p_product_id,
    ledger.account_of(p_customer_id, 'available', v_product.asset, null),
    ledger.account_of(p_customer_id, 'invested', v_product.asset, null),
    v_stripe.stripe, v_product.asset, p_amount, v_product.duration_ms, v_product.daily_rate_ppm,
    v_interest, v_now_ms, v_now_ms + v_product.duration_ms, v_stripe.seq + 1)
  returning * into o;
  perform ledger.book(v_stripe, v_kind, v_now_ms, sha256(interest.order_opened_bytes(o)), array[
    row(o.account_id, o.order_id, v_kind, -o.amount, 0)::ledger.line,
    row(o.invested_account_id, o.order_id, v_kind, o.amount, 0)::ledger.line,
    row(ledger.account_of(0, 'interest', o.asset, o.stripe), o.order_id, v_kind, 0, o.interest)::ledger.line
  ]);
  return row('opened', o.order_id)::interest.order_answer;
end
$function$
;
grant execute on function interest.open_order(bigint,uuid,bigint,bigint) to candor_app;

create FUNCTION interest.open_sandbox_interest()
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into interest.interest_product (asset, duration_ms, version, is_open, daily_rate_ppm, minimum, maximum,
    created_ms)
  select asset, duration_ms, 1, true, daily_rate_ppm, minimum, 5000000000, clock.now_ms()
  from generate_series(1, 2) as asset
  cross join (values (60000::bigint, 100, 100000000::bigint), (7 * 86400000::bigint, 150, 10000000),
    (30 * 86400000::bigint, 200, 10000000))
    as offered (duration_ms, daily_rate_ppm, minimum)
  order by asset, duration_ms
  on conflict (asset, duration_ms, version) do nothing
$function$
;

create FUNCTION interest.order_ended_bytes(o interest.interest_order)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN (((((int8send((o).order_id) || convert_to(((o).state)::text, 'UTF8'::name)) || int8send((o).amount)) || int8send(CASE WHEN ((o).state = 'matured'::interest.order_state) THEN (o).interest ELSE (0)::bigint END)) || int8send((o).ended_ms)) || sha256(convert_to(COALESCE(((o).redeem_request_id)::text, ''::text), 'UTF8'::name)))
;
grant execute on function interest.order_ended_bytes(interest.interest_order) to candor_app;

create FUNCTION interest.order_opened_bytes(o interest.interest_order)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN ((((((((int8send((o).order_id) || int8send((o).customer_id)) || uuid_send((o).request_id)) || int8send((o).product_id)) || int2send((o).asset)) || int8send((o).amount)) || int8send((o).interest)) || int8send((o).start_ms)) || int8send((o).expires_ms))
;
grant execute on function interest.order_opened_bytes(interest.interest_order) to candor_app;

create FUNCTION interest.propose_interest(p_secret text, p_asset smallint, p_duration_ms bigint, p_is_open boolean, p_daily_rate_ppm integer, p_minimum bigint, p_maximum bigint, p_note text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk}');
  v_id bigint;
begin
  insert into interest.interest_proposal (asset, duration_ms, is_open, daily_rate_ppm, minimum, maximum, follows, note,
    proposed_by, proposed_ms)
  select p_asset, p_duration_ms, p_is_open, p_daily_rate_ppm, p_minimum, p_maximum, newest.product_id, p_note,
    v_operator_id, clock.now_ms()
  from interest.newest_interest_product(p_asset, p_duration_ms) as newest
  returning proposal_id into v_id;
  return operator.record_step(v_operator_id, 'interest', v_id, 'proposed', p_note, jsonb_build_object(
    'asset', p_asset, 'durationMs', p_duration_ms, 'isOpen', p_is_open, 'dailyRatePpm', p_daily_rate_ppm, 'minimum',
      p_minimum, 'maximum', p_maximum));
end
$function$
;
grant execute on function interest.propose_interest(text,smallint,bigint,boolean,integer,bigint,bigint,text) to candor_app;

create FUNCTION interest.redeem_order(p_customer_id bigint, p_request_id uuid, p_order_id bigint)
 RETURNS interest.order_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms bigint;
  v_interest_account bigint;
  v_stripe ledger.stripe;
  v_kind constant ledger.movement := 'term-redeemed';
  o interest.interest_order;
begin
  perform ledger.require_given('request', num_nulls(p_customer_id, p_request_id, p_order_id));
  perform ledger.lock_accounts_of(p_customer_id, 'available', 'invested');
  select * into o from interest.interest_order where customer_id = p_customer_id and redeem_request_id = p_request_id;
  if o.order_id is not null then
    return row(case when o.order_id = p_order_id then 'repeated' else 'conflict' end,
      o.order_id)::interest.order_answer;
  end if;
  select * into o from interest.interest_order where order_id = p_order_id and customer_id = p_customer_id
    for no key update;
  if o.order_id is null then
    return row('not-found', null)::interest.order_answer;
  end if;
  v_stripe := ledger.lock_stripe(o.stripe);
  v_interest_account := ledger.lock_house('interest', o.asset, o.stripe);
  v_now_ms := clock.now_ms();
  if o.state <> 'earning' or v_now_ms >= o.expires_ms then
    return row('transaction-closed', o.order_id)::interest.order_answer;
  end if;
  update interest.interest_order set state = 'redeemed', ended_ms = v_now_ms, redeem_request_id = p_request_id,
    ended_seq = v_stripe.seq + 1
  where order_id = o.order_id returning * into o;
  perform ledger.book(v_stripe, v_kind, v_now_ms, sha256(interest.order_ended_bytes(o)), array[
    row(o.invested_account_id, o.order_id, v_kind, -o.amount, 0)::ledger.line,
    row(o.account_id, o.order_id, v_kind, o.amount, 0)::ledger.line,
    row(v_interest_account, o.order_id, v_kind, 0, -o.interest)::ledger.line
  ]);
  perform interest.notify_customer(o);
  return row('redeemed', o.order_id)::interest.order_answer;
end
$function$
;
grant execute on function interest.redeem_order(bigint,uuid,bigint) to candor_app;

create FUNCTION interest.require_opening()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.state <> 'earning' or not exists (
    select from interest.interest_product as p
    where p.product_id = new.product_id and new.amount between p.minimum and p.maximum) then
    raise exception 'an interest order begins as its product says' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$function$
;

create FUNCTION interest.signed_product(p_proposal_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object(
    'asset', ledger.asset_name(p.asset),
    'durationMs', p.duration_ms,
    'from', (select interest.signed_values(to_jsonb(i)) from interest.interest_product as i
      where i.product_id = p.follows),
    'to', interest.signed_values(to_jsonb(p)))
  from interest.interest_proposal as p where p.proposal_id = p_proposal_id
$function$
;

create FUNCTION interest.signed_values(p_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object(
    'isOpen', p_row->'is_open',
    'dailyRatePpm', p_row->'daily_rate_ppm',
    'minimum', ledger.units_text((p_row->>'minimum')::bigint),
    'maximum', ledger.units_text((p_row->>'maximum')::bigint))
$function$
;

create schema invite;
grant usage on schema invite to candor_app;

create type invite.rewarded as (inviter_id bigint, invite_code text);

create table invite.invite_reward (
  invited_id bigint not null,
  inviter_id bigint not null,
  asset smallint not null,
  amount bigint not null,
  stripe smallint not null,
  promised_ms bigint not null,
  paid_ms bigint,
  seq bigint,
  constraint invite_reward_amount_check CHECK ((amount > 0)),
  constraint invite_reward_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint invite_reward_check CHECK (((inviter_id > 0) AND (inviter_id <> invited_id))),
  constraint invite_reward_check1 CHECK ((paid_ms >= promised_ms)),
  constraint invite_reward_invited_id_check CHECK ((invited_id > 0)),
  constraint invite_reward_pkey PRIMARY KEY (invited_id),
  constraint invite_reward_stripe_fkey FOREIGN KEY (stripe) REFERENCES ledger.stripe(stripe),
  constraint paid_reward_has_its_batch CHECK (((paid_ms IS NULL) = (seq IS NULL)))
);
CREATE INDEX invite_reward_due ON invite.invite_reward USING btree (stripe, promised_ms, invited_id) INCLUDE (amount) WHERE (paid_ms IS NULL);
CREATE INDEX invite_reward_of_inviter ON invite.invite_reward USING btree (inviter_id);
CREATE TRIGGER reward_is_kept BEFORE DELETE OR TRUNCATE ON invite.invite_reward FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER reward_is_paid_once BEFORE UPDATE ON invite.invite_reward FOR EACH ROW EXECUTE FUNCTION ledger.require_single_step('paid_ms', 'seq');
grant select on invite.invite_reward to candor_app;

create table invite.invite_setting (
  singleton boolean default true not null,
  asset smallint not null,
  amount bigint not null,
  most_per_inviter integer not null,
  constraint invite_setting_amount_check CHECK (((amount >= 0) AND (amount <= 1000000000))),
  constraint invite_setting_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint invite_setting_most_per_inviter_check CHECK (((most_per_inviter >= 1) AND (most_per_inviter <= 10000))),
  constraint invite_setting_pkey PRIMARY KEY (singleton),
  constraint invite_setting_singleton_check CHECK (singleton)
);
grant select on invite.invite_setting to candor_app;

create table invite.shown_name (
  customer_id bigint not null,
  name text not null,
  constraint shown_name_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint shown_name_name_check CHECK (((length(name) >= 2) AND (length(name) <= 30))),
  constraint shown_name_pkey PRIMARY KEY (customer_id)
);
grant select on invite.shown_name to candor_app;

create FUNCTION invite.due_invite_rewards(p_stripe smallint, p_limit integer, p_skipped bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select array(
    select r.invited_id from invite.invite_reward as r
    where r.stripe = p_stripe and r.paid_ms is null and r.invited_id <> all(p_skipped)
      and exists (select from identity.customer as c where c.customer_id = r.inviter_id and c.state = 1)
      and not exists (
        select from ledger.balance as a
        where a.owner_id = r.inviter_id and a.kind = 'available' and a.asset = r.asset and a.is_frozen)
    order by r.promised_ms, r.invited_id limit p_limit
  )
$function$
;
grant execute on function invite.due_invite_rewards(smallint,integer,bigint[]) to candor_app;

create FUNCTION invite.fund_rewards(p_source text, p_asset smallint, p_amount bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_stripe ledger.stripe;
begin
  if p_amount < 4 then
    return;
  end if;
  perform 1 from ledger.stripe where asset = p_asset order by stripe for no key update;
  for v_stripe in select * from ledger.stripe where asset = p_asset order by stripe loop
    perform ledger.receive(format('reward-funding:%s:%s', p_source, v_stripe.stripe), 'house-funding',
      ledger.account_of(0, 'reward', p_asset, v_stripe.stripe), v_stripe.stripe, p_amount / 4);
  end loop;
end
$function$
;

create FUNCTION invite.invitation_place(p_invited_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*) from identity.customer as c join identity.customer as earlier
    on earlier.invited_by = c.invited_by and earlier.customer_id <= c.customer_id
  where c.customer_id = p_invited_id
$function$
;

create FUNCTION invite.invite_reward_bytes(r invite.invite_reward)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN (((((int8send((r).invited_id) || int8send((r).inviter_id)) || int2send((r).asset)) || int8send((r).amount)) || int8send((r).promised_ms)) || int8send((r).paid_ms))
;
grant execute on function invite.invite_reward_bytes(invite.invite_reward) to candor_app;

create FUNCTION invite.masked_contact(p_mobile text, p_email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select coalesce(left(p_email, 1) || '••••' || substring(p_email from '@[^@]*$'),
  '•••• ' || right(p_mobile, 4)) $function$
;
grant execute on function invite.masked_contact(text,text) to candor_app;

create FUNCTION invite.next_invite_reward(p_inviter_id bigint)
 RETURNS TABLE(asset smallint, amount bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.asset, s.amount
  from invite.invite_setting as s
  join identity.customer as c on c.customer_id = p_inviter_id and c.state = 1
  join ledger.balance as house on house.kind = 'reward' and house.stripe = ledger.stripe_of(p_inviter_id, s.asset)
  where s.amount > 0
    and (select count(*) from invite.invite_reward as r where r.inviter_id = p_inviter_id) < s.most_per_inviter
    and house.available
      >= s.amount + (select coalesce(sum(r.amount), 0) from invite.invite_reward as r where r.stripe = house.stripe
        and r.paid_ms is null)
$function$
;
grant execute on function invite.next_invite_reward(bigint) to candor_app;

create FUNCTION invite.notify_inviter()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform message.add(new.invited_by, 'invite-registered', 'invite:' || invite.invitation_place(new.customer_id),
    jsonb_build_object('contact', invite.masked_contact(new.mobile, new.email)));
  return null;
end
$function$
;

create FUNCTION invite.pay_invite_rewards(p_stripe smallint, p_limit integer, p_skipped bigint[] DEFAULT '{}'::bigint[])
 RETURNS SETOF invite.rewarded
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_ids bigint[];
  v_stripe ledger.stripe;
  v_house bigint;
  v_now_ms bigint;
  v_total bigint;
  v_digest bytea;
  v_lines ledger.line[];
begin
  perform ledger.require_batch(p_stripe, p_limit, p_skipped);
  v_ids := invite.due_invite_rewards(p_stripe, p_limit, p_skipped);
  perform ledger.lock_accounts(array(select ledger.account_of(r.inviter_id, 'available', r.asset, null)
    from invite.invite_reward as r where r.invited_id = any(v_ids)));
  v_ids := array(
    select r.invited_id from invite.invite_reward as r where r.invited_id = any(v_ids) and r.paid_ms is null
      order by r.invited_id for no key update);
  if cardinality(v_ids) = 0 then
    return; -- Nothing is due, or another call was faster.
  end if;
  v_stripe := ledger.lock_stripe(p_stripe);
  v_house := ledger.lock_house('reward', v_stripe.asset, p_stripe);
  v_now_ms := clock.now_ms();
  with paid as (
    update invite.invite_reward set paid_ms = greatest(v_now_ms, promised_ms), seq = v_stripe.seq + 1
      where invited_id = any(v_ids) returning *
  )
  select string_agg(invite.invite_reward_bytes(paid), ''::bytea order by paid.invited_id), sum(paid.amount)::bigint,
    array_agg(row(ledger.account_of(paid.inviter_id, 'available', paid.asset, null), paid.invited_id, 'invite-reward',
      paid.amount, 0)::ledger.line
      order by paid.invited_id)
  into v_digest, v_total, v_lines from paid;
  perform ledger.book(v_stripe, 'invite-reward', v_now_ms, sha256(v_digest),
    v_lines || row(v_house, null, 'invite-reward', -v_total, 0)::ledger.line);
  perform message.add(r.inviter_id, 'invite-rewarded', 'invite:' || invite.invitation_place(r.invited_id),
    jsonb_build_object(
      'asset', ledger.asset_name(r.asset), 'amount', ledger.units_text(r.amount),
      'contact', invite.masked_contact(friend.mobile, friend.email)))
  from invite.invite_reward as r
  join identity.customer as friend on friend.customer_id = r.invited_id
  where r.invited_id = any(v_ids) order by r.invited_id;
  return query select distinct r.inviter_id, c.invite_code
    from invite.invite_reward as r join identity.customer as c on c.customer_id = r.inviter_id
      where r.invited_id = any(v_ids);
end
$function$
;
grant execute on function invite.pay_invite_rewards(smallint,integer,bigint[]) to candor_app;

create FUNCTION invite.promise_reward()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not exists (select from invite.invite_setting where amount > 0) then
    return null;
  end if;
  perform ledger.lock_accounts_of(new.invited_by, 'available');
  perform ledger.lock_house('reward', s.asset, ledger.stripe_of(new.invited_by, s.asset))
    from invite.invite_setting as s;
  insert into invite.invite_reward (invited_id, inviter_id, asset, amount, stripe, promised_ms)
  select new.customer_id, new.invited_by, r.asset, r.amount, ledger.stripe_of(new.invited_by, r.asset), clock.now_ms()
  from invite.next_invite_reward(new.invited_by) as r
  on conflict do nothing;
  return null;
end
$function$
;

create FUNCTION invite.set_invite_reward(p_asset smallint, p_amount bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ update invite.invite_setting set asset = p_asset, amount = p_amount $function$
;

create FUNCTION invite.show_name(p_customer_id bigint, p_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if p_name = '' then
    delete from invite.shown_name where customer_id = p_customer_id;
  else
    insert into invite.shown_name (customer_id, name) values (p_customer_id, p_name)
    on conflict (customer_id) do update set name = excluded.name;
  end if;
end
$function$
;
grant execute on function invite.show_name(bigint,text) to candor_app;

create schema kyc;
grant usage on schema kyc to candor_app;

create table kyc.decision (
  decision_id bigint generated always as identity not null,
  submission_id bigint not null,
  round smallint not null,
  operator_id bigint not null,
  verdict text not null,
  resubmit text,
  reasons jsonb not null,
  note text not null,
  decided_ms bigint not null,
  constraint decision_check CHECK (((verdict = 'rejected'::text) = (resubmit IS NOT NULL))),
  constraint decision_check1 CHECK (((verdict = 'rejected'::text) = (jsonb_array_length(reasons) > 0))),
  constraint decision_note_check CHECK ((length(note) <= 2000)),
  constraint decision_pkey PRIMARY KEY (decision_id),
  constraint decision_reasons_check CHECK (((jsonb_typeof(reasons) = 'array'::text) AND (length((reasons)::text) <= 2000))),
  constraint decision_resubmit_check CHECK ((resubmit = ANY (ARRAY['retry-photos'::text, 'fix-data'::text, 'final'::text]))),
  constraint decision_round_check CHECK ((round = ANY (ARRAY[1, 2]))),
  constraint decision_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES kyc.submission(submission_id),
  constraint decision_submission_id_operator_id_key UNIQUE (submission_id, operator_id),
  constraint decision_verdict_check CHECK ((verdict = ANY (ARRAY['approved'::text, 'rejected'::text])))
);
CREATE INDEX decision_by_time ON kyc.decision USING btree (decided_ms);
CREATE TRIGGER decision_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON kyc.decision FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

create table kyc.photo (
  submission_id bigint not null,
  side text not null,
  object_id text,
  width_px integer not null,
  height_px integer not null,
  sharpness real not null,
  glare real not null,
  destroyed_ms bigint,
  constraint photo_check CHECK (((object_id IS NULL) = (destroyed_ms IS NOT NULL))),
  constraint photo_height_px_check CHECK ((height_px > 0)),
  constraint photo_object_id_key UNIQUE (object_id),
  constraint photo_pkey PRIMARY KEY (submission_id, side),
  constraint photo_side_check CHECK ((side = ANY (ARRAY['front'::text, 'back'::text]))),
  constraint photo_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES kyc.submission(submission_id),
  constraint photo_width_px_check CHECK ((width_px > 0))
);
grant select (submission_id, side, width_px, height_px, sharpness, glare, destroyed_ms) on kyc.photo to candor_app;

create table kyc.photo_view (
  view_id bigint default clock.new_record_id() not null,
  submission_id bigint not null,
  side text not null,
  operator_id bigint not null,
  reason text not null,
  at_ms bigint not null,
  constraint photo_view_pkey PRIMARY KEY (view_id),
  constraint photo_view_reason_check CHECK ((reason = ANY (ARRAY['review'::text, 'appeal'::text, 'customer-question'::text, 'fraud-check'::text]))),
  constraint photo_view_side_check CHECK ((side = ANY (ARRAY['front'::text, 'back'::text]))),
  constraint photo_view_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES kyc.submission(submission_id)
);
CREATE INDEX photo_view_of_submission ON kyc.photo_view USING btree (submission_id, view_id);
CREATE TRIGGER photo_view_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON kyc.photo_view FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on kyc.photo_view to candor_app;

create table kyc.reserved_object (
  object_id text not null,
  reserved_ms bigint not null,
  constraint reserved_object_pkey PRIMARY KEY (object_id)
);
grant delete, insert, select on kyc.reserved_object to candor_app;

create table kyc.rule (
  singleton boolean default true not null,
  promise_ms bigint default (4 * 3600000) not null,
  retention_ms bigint default (30 * (86400000)::bigint) not null,
  recovery_hold_ms bigint default (7 * (86400000)::bigint) not null,
  sandbox_recovery_hold_ms bigint default (10 * 60000) not null,
  constraint rule_pkey PRIMARY KEY (singleton),
  constraint rule_promise_ms_check CHECK ((promise_ms > 0)),
  constraint rule_recovery_hold_ms_check CHECK ((recovery_hold_ms > 0)),
  constraint rule_retention_ms_check CHECK ((retention_ms > 0)),
  constraint rule_sandbox_recovery_hold_ms_check CHECK ((sandbox_recovery_hold_ms > 0)),
  constraint rule_singleton_check CHECK (singleton)
);
grant select on kyc.rule to candor_app;

create table kyc.submission (
  submission_id bigint default clock.new_record_id() not null,
  customer_id bigint not null,
  request_id uuid not null,
  fingerprint bytea not null,
  country text not null,
  document_type text not null,
  details_sealed bytea,
  number_hash bytea not null,
  state text default 'under-review'::text not null,
  resubmit text,
  reasons jsonb default '[]'::jsonb not null,
  round smallint default 1 not null,
  appeal_sealed bytea,
  appeal_request_id uuid,
  sent_ms bigint not null,
  promised_ms bigint not null,
  first_checked_ms bigint,
  decided_ms bigint,
  acknowledged_ms bigint,
  recovery_email text,
  person_hash bytea,
  constraint submission_check CHECK (((state = 'rejected'::text) = (resubmit IS NOT NULL))),
  constraint submission_check1 CHECK (((state = 'under-review'::text) = (decided_ms IS NULL))),
  constraint submission_check2 CHECK (((round = 2) = (appeal_request_id IS NOT NULL))),
  constraint submission_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint submission_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint submission_customer_id_request_id_key UNIQUE (customer_id, request_id),
  constraint submission_document_type_check CHECK ((document_type = ANY (ARRAY['id-card'::text, 'passport'::text, 'drivers-license'::text]))),
  constraint submission_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
  constraint submission_number_hash_check CHECK ((octet_length(number_hash) = 32)),
  constraint submission_person_hash_check CHECK ((octet_length(person_hash) = 32)),
  constraint submission_pkey PRIMARY KEY (submission_id),
  constraint submission_reasons_check CHECK (((jsonb_typeof(reasons) = 'array'::text) AND (length((reasons)::text) <= 2000))),
  constraint submission_recovery_email_check CHECK ((recovery_email = lower(recovery_email))),
  constraint submission_resubmit_check CHECK ((resubmit = ANY (ARRAY['retry-photos'::text, 'fix-data'::text, 'final'::text]))),
  constraint submission_round_check CHECK ((round = ANY (ARRAY[1, 2]))),
  constraint submission_state_check CHECK ((state = ANY (ARRAY['under-review'::text, 'verified'::text, 'rejected'::text])))
);
CREATE INDEX submission_by_end ON kyc.submission USING btree (decided_ms) WHERE (decided_ms IS NOT NULL);
CREATE INDEX submission_of_customer ON kyc.submission USING btree (customer_id, submission_id DESC);
CREATE INDEX submission_of_person ON kyc.submission USING btree (person_hash) WHERE (person_hash IS NOT NULL);
CREATE UNIQUE INDEX submission_open ON kyc.submission USING btree (customer_id) WHERE (state = 'under-review'::text);
CREATE UNIQUE INDEX submission_verified ON kyc.submission USING btree (customer_id) WHERE ((state = 'verified'::text) AND (recovery_email IS NULL));
CREATE UNIQUE INDEX submission_verified_number ON kyc.submission USING btree (number_hash) WHERE ((state = 'verified'::text) AND (recovery_email IS NULL));
CREATE INDEX submission_waiting ON kyc.submission USING btree (promised_ms) WHERE (state = 'under-review'::text);
grant select on kyc.submission to candor_app;
grant update (acknowledged_ms) on kyc.submission to candor_app;

create FUNCTION kyc.answer_to(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_number_hash bytea)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_last kyc.submission;
  v_state text;
begin
  select * into v_last from kyc.submission where customer_id = p_customer_id and request_id = p_request_id;
  if v_last.submission_id is not null then
    return case when v_last.fingerprint = p_fingerprint then 'repeat' else 'conflict' end;
  end if;
  select kyc_state into strict v_state from identity.customer where customer_id = p_customer_id;
  if v_state = 'verified' then
    return 'already-approved';
  end if;
  select * into v_last from kyc.submission where customer_id = p_customer_id order by submission_id desc limit 1;
  if v_last.state = 'under-review' then
    return case when v_last.fingerprint = p_fingerprint then 'under-review' else 'wait-for-review' end;
  end if;
  if v_last.resubmit = 'final' then
    return 'submission-failed';
  end if;
  if exists (select from kyc.submission where number_hash = p_number_hash and state = 'verified') then
    return 'id-number-taken';
  end if;
  return 'may-submit';
end
$function$
;

create FUNCTION kyc.answer_to_recovery(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_number_hash bytea, p_email text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_past kyc.submission;
begin
  select * into v_past from kyc.submission where customer_id = p_customer_id and request_id = p_request_id;
  if v_past.submission_id is not null then
    return case when v_past.fingerprint = p_fingerprint and v_past.recovery_email = p_email then 'repeat'
      else 'conflict' end;
  end if;
  if not exists (select from kyc.submission
    where customer_id = p_customer_id and state = 'verified' and recovery_email is null
      and number_hash = p_number_hash) then
    return 'details-differ';
  end if;
  if exists (select from kyc.submission where customer_id = p_customer_id and state = 'under-review') then
    return 'wait-for-review';
  end if;
  if exists (select from identity.customer where email = p_email) then
    return 'already-registered';
  end if;
  return 'may-submit';
end
$function$
;

create FUNCTION kyc.appeal(p_customer_id bigint, p_request_id uuid, p_appeal_sealed bytea)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_last kyc.submission;
begin
  perform from identity.customer where customer_id = p_customer_id for no key update;
  select * into v_last from kyc.submission where customer_id = p_customer_id and recovery_email is null
  order by submission_id desc limit 1 for update;
  if v_last.appeal_request_id = p_request_id then
    return 'repeat';
  end if;
  if v_last.state is distinct from 'rejected' or v_last.round <> 1
    or exists (select from kyc.photo where submission_id = v_last.submission_id and destroyed_ms is not null) then
    return 'not-allowed';
  end if;
  update kyc.submission set state = 'under-review', round = 2, appeal_request_id = p_request_id,
    appeal_sealed = p_appeal_sealed,
    resubmit = null, reasons = '[]', decided_ms = null, acknowledged_ms = null, first_checked_ms = null,
    promised_ms = clock.now_ms() + (select promise_ms from kyc.rule)
  where submission_id = v_last.submission_id;
  update identity.customer set kyc_state = 'under-review' where customer_id = p_customer_id;
  return 'appealed';
end
$function$
;
grant execute on function kyc.appeal(bigint,uuid,bytea) to candor_app;

create FUNCTION kyc.audit_decision(p_operator_id bigint, p_submission_id bigint, p_stage text, p_outcome text, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_decisions jsonb;
begin
  if p_outcome = 'recorded' then
    perform operator.append_audit(p_operator_id, 'kyc.decision-sealed', 'kyc:' || p_submission_id, '',
      jsonb_build_object('stage', p_stage));
    return;
  end if;
  select jsonb_agg(jsonb_build_object('operatorId', d.operator_id, 'round', d.round, 'verdict', d.verdict, 'resubmit',
    d.resubmit, 'reasons', d.reasons, 'note', d.note) order by d.decision_id) into v_decisions
  from kyc.decision as d where d.submission_id = p_submission_id;
  perform operator.append_audit(p_operator_id, 'kyc.decided', 'kyc:' || p_submission_id, p_note,
    jsonb_build_object('stage', p_stage, 'outcome', p_outcome, 'decisions', v_decisions));
end
$function$
;

create FUNCTION kyc.check_recovery(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_number_hash bytea, p_email text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select kyc.answer_to_recovery(p_customer_id, p_request_id, p_fingerprint, p_number_hash, p_email) $function$
;
grant execute on function kyc.check_recovery(bigint,uuid,bytea,bytea,text) to candor_app;

create FUNCTION kyc.check_submission(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_number_hash bytea)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select kyc.answer_to(p_customer_id, p_request_id, p_fingerprint, p_number_hash) $function$
;
grant execute on function kyc.check_submission(bigint,uuid,bytea,bytea) to candor_app;

create FUNCTION kyc.conclude(p_submission kyc.submission, p_verdict text, p_resubmit text, p_reasons jsonb, p_is_number_taken boolean)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_verdict text := p_verdict;
  v_resubmit text := p_resubmit;
  v_reasons jsonb := p_reasons;
  v_is_number_taken boolean := p_is_number_taken;
begin
  if p_submission.recovery_email is not null then
    return kyc.conclude_recovery(p_submission, p_verdict, p_resubmit, p_reasons);
  end if;
  if v_verdict = 'approved' and not v_is_number_taken then
    begin
      update kyc.submission set state = 'verified', decided_ms = v_now_ms
        where submission_id = p_submission.submission_id;
    exception when unique_violation then
      v_is_number_taken := true;
    end;
  end if;
  if v_verdict = 'approved' and v_is_number_taken then
    v_verdict := 'rejected';
    v_resubmit := 'fix-data';
    v_reasons := '[{"code": "number-taken", "target": "number"}]';
  end if;
  if v_verdict = 'rejected' then
    update kyc.submission set state = 'rejected', decided_ms = v_now_ms, resubmit = v_resubmit, reasons = v_reasons
    where submission_id = p_submission.submission_id;
  end if;
  update identity.customer set kyc_state = case v_verdict when 'approved' then 'verified' else 'rejected' end
  where customer_id = p_submission.customer_id;
  perform message.add(p_submission.customer_id, case v_verdict
    when 'approved' then 'kyc-verified' else 'kyc-rejected' end,
    'kyc:' || p_submission.submission_id, jsonb_strip_nulls(jsonb_build_object('resubmit', v_resubmit, 'reasons',
      v_reasons)));
  return case v_verdict when 'approved' then 'verified' else 'rejected' end;
end
$function$
;

create FUNCTION kyc.conclude_recovery(p_submission kyc.submission, p_verdict text, p_resubmit text, p_reasons jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_is_approved boolean := p_verdict = 'approved';
  v_hold_ms bigint;
begin
  if v_is_approved then
    begin
      update identity.customer set email = p_submission.recovery_email where customer_id = p_submission.customer_id;
    exception when unique_violation then
      v_is_approved := false;
    end;
  end if;
  update kyc.submission set state = case when v_is_approved then 'verified' else 'rejected' end, decided_ms = v_now_ms,
    resubmit = case when not v_is_approved then coalesce(p_resubmit, 'fix-data') end, reasons = p_reasons
  where submission_id = p_submission.submission_id;
  if v_is_approved then
    update identity.session set revoked_ms = v_now_ms where customer_id = p_submission.customer_id
      and revoked_ms is null;
    select case when operator.is_sandbox() then sandbox_recovery_hold_ms else recovery_hold_ms end
    into strict v_hold_ms from kyc.rule;
    perform security.hold_withdrawals(p_submission.customer_id, v_hold_ms);
  end if;
  perform message.add(p_submission.customer_id, case when v_is_approved then 'security-recovered'
    else 'security-recovery-refused' end, 'kyc:' || p_submission.submission_id, '{}');
  return case when v_is_approved then 'verified' else 'rejected' end;
end
$function$
;

create FUNCTION kyc.decide(p_secret text, p_submission_id bigint, p_verdict text, p_resubmit text, p_reasons jsonb, p_note text, p_is_number_taken boolean)
 RETURNS TABLE(outcome text, customer_id bigint, number_hash bytea)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{kyc,lead}');
  v_submission kyc.submission;
  v_first kyc.decision;
  v_stage text;
begin
  perform from identity.customer as c
  where c.customer_id = (select s.customer_id from kyc.submission as s where s.submission_id = p_submission_id)
    for no key update;
  select * into v_submission from kyc.submission as s where s.submission_id = p_submission_id for update;
  if v_submission.state is distinct from 'under-review' then
    raise exception 'this submission is not under review' using errcode = 'CO004';
  end if;
  perform operator.require_second_person(v_operator_id, d.operator_id)
    from kyc.decision as d where d.submission_id = p_submission_id;
  v_stage := kyc.stage_of(v_submission);
  perform operator.require_session(p_secret, case v_stage when 'lead' then '{lead}'
    when 'appeal' then '{kyc,lead}' else '{kyc}' end::operator.role[]);
  select * into v_first from kyc.decision as d where d.submission_id = p_submission_id and d.round = 1 limit 1;
  insert into kyc.decision (submission_id, round, operator_id, verdict, resubmit, reasons, note, decided_ms)
  values (p_submission_id, v_submission.round, v_operator_id, p_verdict, p_resubmit, p_reasons, p_note, clock.now_ms());
  customer_id := v_submission.customer_id;
  number_hash := v_submission.number_hash;
  if v_stage = 'second' and p_verdict = v_first.verdict and p_resubmit is not distinct from v_first.resubmit then
    outcome := kyc.conclude(v_submission, p_verdict, p_resubmit, kyc.joined(v_first.reasons, p_reasons),
      p_is_number_taken);
  elsif v_stage in ('lead', 'appeal') then
    outcome := kyc.conclude(v_submission, p_verdict, p_resubmit, p_reasons, p_is_number_taken);
  else
    update kyc.submission as s set first_checked_ms = coalesce(s.first_checked_ms, clock.now_ms())
      where s.submission_id = p_submission_id;
    outcome := 'recorded';
  end if;
  perform kyc.audit_decision(v_operator_id, v_submission.submission_id, v_stage, outcome, p_note);
  return next;
end
$function$
;
grant execute on function kyc.decide(text,bigint,text,text,jsonb,text,boolean) to candor_app;

create FUNCTION kyc.decisions(p_secret text, p_submission_id bigint)
 RETURNS TABLE(operator_id bigint, name text, round smallint, verdict text, resubmit text, reasons jsonb, note text, decided_ms bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{kyc,lead,auditor}');
begin
  return query
    select d.operator_id, a.name, d.round, d.verdict, d.resubmit, d.reasons, d.note, d.decided_ms
    from kyc.decision as d join operator.account as a on a.operator_id = d.operator_id
      join kyc.submission as s on s.submission_id = d.submission_id
    where d.submission_id = p_submission_id and (s.state <> 'under-review' or d.operator_id = v_operator_id)
    order by d.decision_id;
end
$function$
;
grant execute on function kyc.decisions(text,bigint) to candor_app;

create FUNCTION kyc.guard_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not pg_has_role((select c.relowner from pg_class as c where c.oid = tg_relid), 'member') then
    raise exception 'kyc_state is decided by operators' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$function$
;

create FUNCTION kyc.joined(p_one jsonb, p_other jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(jsonb_agg(distinct r.reason), '[]') from jsonb_array_elements(p_one || p_other) as r(reason)
$function$
;

create FUNCTION kyc.keep_submission(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_country text, p_document_type text, p_details_sealed bytea, p_number_hash bytea, p_person_hash bytea, p_photos jsonb, p_recovery_email text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_submission_id bigint;
begin
  if not exists (select from jsonb_array_elements(p_photos) as p where p->>'side' = 'front')
    or (p_document_type <> 'passport') <> exists (select from jsonb_array_elements(p_photos) as p
      where p->>'side' = 'back') then
    raise exception 'these photos do not make a submission' using errcode = 'check_violation';
  end if;
  insert into kyc.submission (customer_id, request_id, fingerprint, country, document_type, details_sealed,
    number_hash, person_hash, sent_ms, promised_ms, recovery_email)
  select p_customer_id, p_request_id, p_fingerprint, p_country, p_document_type, p_details_sealed, p_number_hash,
    p_person_hash, v_now_ms, v_now_ms + promise_ms, p_recovery_email
  from kyc.rule
  returning submission_id into v_submission_id;
  insert into kyc.photo (submission_id, side, object_id, width_px, height_px, sharpness, glare)
  select v_submission_id, p."side", p."objectId", p."widthPx", p."heightPx", p."sharpness", p."glare"
  from jsonb_to_recordset(p_photos) as p("side" text, "objectId" text, "widthPx" integer, "heightPx" integer,
    "sharpness" real, "glare" real);
  delete from kyc.reserved_object as r using kyc.photo as p where p.submission_id = v_submission_id
    and r.object_id = p.object_id;
  return v_submission_id;
end
$function$
;

create FUNCTION kyc.open_photo(p_secret text, p_submission_id bigint, p_side text, p_reason text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{kyc,lead}');
  v_object_id text;
begin
  select object_id into v_object_id from kyc.photo where submission_id = p_submission_id and side = p_side;
  if v_object_id is null then
    return null;
  end if;
  insert into kyc.photo_view (submission_id, side, operator_id, reason, at_ms)
  values (p_submission_id, p_side, v_operator_id, p_reason, clock.now_ms());
  perform operator.append_audit(v_operator_id, 'kyc.photo-opened', 'kyc:' || p_submission_id, p_reason,
    jsonb_build_object('side', p_side));
  return v_object_id;
end
$function$
;
grant execute on function kyc.open_photo(text,bigint,text,text) to candor_app;

create FUNCTION kyc.photo_destroyed(p_submission_id bigint, p_side text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update kyc.photo as p set object_id = null, destroyed_ms = clock.now_ms()
  where p.submission_id = p_submission_id and p.side = p_side
    and exists (select from kyc.photos_due(2147483647) as due where due.submission_id = p.submission_id
      and due.side = p.side);
  update kyc.submission as s set details_sealed = null, appeal_sealed = null
  where s.submission_id = p_submission_id and (s.state = 'rejected' or s.recovery_email is not null)
    and not exists (select from kyc.photo as p where p.submission_id = p_submission_id and p.destroyed_ms is null);
end
$function$
;
grant execute on function kyc.photo_destroyed(bigint,text) to candor_app;

create FUNCTION kyc.photos_due(p_limit integer)
 RETURNS TABLE(submission_id bigint, side text, object_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select p.submission_id, p.side, p.object_id
  from kyc.photo as p join kyc.submission as s using (submission_id) cross join kyc.rule as r
  where p.destroyed_ms is null and s.decided_ms is not null and s.decided_ms + r.retention_ms <= clock.now_ms()
  order by s.decided_ms limit p_limit
$function$
;
grant execute on function kyc.photos_due(integer) to candor_app;

create FUNCTION kyc.queue(p_secret text, p_limit integer, p_submission_id bigint DEFAULT NULL::bigint)
 RETURNS TABLE(submission_id bigint, stage text, has_decided boolean, may_decide boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{kyc,lead}');
  v_is_lead boolean;
  v_is_kyc boolean;
begin
  select 'lead' = any(a.roles), 'kyc' = any(a.roles) into strict v_is_lead, v_is_kyc
  from operator.account as a where a.operator_id = v_operator_id;
  return query
    select s.submission_id, g.stage, d.decision_id is not null,
      d.decision_id is null and case g.stage when 'lead' then v_is_lead when 'appeal' then true else v_is_kyc end
    from kyc.submission as s
      cross join lateral (select kyc.stage_of(s) as stage) as g
      left join kyc.decision as d on d.submission_id = s.submission_id and d.operator_id = v_operator_id
    where s.state = 'under-review' and (p_submission_id is null or s.submission_id = p_submission_id)
    order by s.promised_ms, s.submission_id limit p_limit;
end
$function$
;
grant execute on function kyc.queue(text,integer,bigint) to candor_app;

create FUNCTION kyc.recover(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_country text, p_document_type text, p_details_sealed bytea, p_number_hash bytea, p_photos jsonb, p_email text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_answer text;
  v_submission_id bigint;
begin
  perform from identity.customer where customer_id = p_customer_id for no key update;
  v_answer := kyc.answer_to_recovery(p_customer_id, p_request_id, p_fingerprint, p_number_hash, p_email);
  if v_answer <> 'may-submit' then
    return v_answer;
  end if;
  v_submission_id := kyc.keep_submission(p_customer_id, p_request_id, p_fingerprint, p_country, p_document_type,
    p_details_sealed, p_number_hash, null, p_photos, p_email);
  perform message.add(p_customer_id, 'security-recovery-asked', 'kyc:' || v_submission_id, '{}');
  return 'submitted';
end
$function$
;
grant execute on function kyc.recover(bigint,uuid,bytea,text,text,bytea,bytea,jsonb,text) to candor_app;

create FUNCTION kyc.review_levels(p_since_ms bigint)
 RETURNS TABLE(name text, promised_within_ms bigint, done bigint, in_time bigint, median_ms bigint, ninety_five_ms bigint, slowest_ms bigint, overdue_now bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function kyc.review_levels(bigint) to candor_app;

create FUNCTION kyc.stage_of(p_submission kyc.submission)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case
    when p_submission.round = 2 then 'appeal'
    else (array['first', 'second', 'lead'])[least(1 + count(*), 3)] end
  from kyc.decision where submission_id = p_submission.submission_id and round = 1
$function$
;

create FUNCTION kyc.stop_recovery(p_customer_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_submission_id bigint;
begin
  perform from identity.customer where customer_id = p_customer_id for no key update;
  update kyc.submission set state = 'rejected', resubmit = 'final', decided_ms = clock.now_ms()
  where customer_id = p_customer_id and state = 'under-review' and recovery_email is not null
  returning submission_id into v_submission_id;
  if v_submission_id is null then
    return false;
  end if;
  perform message.add(p_customer_id, 'security-recovery-refused', 'kyc:' || v_submission_id, '{}');
  return true;
end
$function$
;
grant execute on function kyc.stop_recovery(bigint) to candor_app;

create FUNCTION kyc.submit(p_customer_id bigint, p_request_id uuid, p_fingerprint bytea, p_country text, p_document_type text, p_details_sealed bytea, p_number_hash bytea, p_person_hash bytea, p_photos jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_answer text;
begin
  -- One submission of a customer at a time; decisions about the customer wait here as well.
  perform from identity.customer where customer_id = p_customer_id for no key update;
  v_answer := kyc.answer_to(p_customer_id, p_request_id, p_fingerprint, p_number_hash);
  if v_answer <> 'may-submit' then
    return v_answer;
  end if;
  perform kyc.keep_submission(p_customer_id, p_request_id, p_fingerprint, p_country, p_document_type, p_details_sealed,
    p_number_hash, p_person_hash, p_photos, null);
  update identity.customer set kyc_state = 'under-review' where customer_id = p_customer_id;
  return 'submitted';
end
$function$
;
grant execute on function kyc.submit(bigint,uuid,bytea,text,text,bytea,bytea,bytea,jsonb) to candor_app;

create schema ledger;
grant usage on schema ledger to candor_app;
grant usage on schema ledger to candor_log;

create type ledger.account_kind as enum ('available', 'bankroll', 'fees', 'custody', 'fx', 'suspense', 'invested', 'escrow', 'merchant', 'interest', 'reward', 'clearing');

create type ledger.movement as enum ('grant', 'house-funding', 'contract-placed', 'contract-settled', 'contract-won', 'contract-lost', 'contract-tie', 'contract-void', 'deposit', 'deposit-suspended', 'withdrawal-held', 'withdrawal-released', 'withdrawal-completed', 'correction', 'swap', 'desk-funded', 'advert-held', 'advert-released', 'sale-escrowed', 'sale-completed', 'sale-lapsed', 'term-opened', 'term-matured', 'term-redeemed', 'interest-paid', 'invite-reward', 'given-up', 'cell-moved', 'sale-across');

create type ledger.line as (account_id bigint, ref bigint, kind ledger.movement, d_posted bigint, d_held bigint);

create table ledger.account (
  account_id bigint generated always as identity not null,
  owner_id bigint not null,
  kind ledger.account_kind not null,
  asset smallint not null,
  stripe smallint,
  posted bigint default 0 not null,
  held bigint default 0 not null,
  minimum bigint default 0,
  version bigint default 0 not null,
  is_frozen boolean default false not null,
  constraint account_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint account_has_an_owner CHECK (((owner_id > 0) = (kind = ANY (ARRAY['available'::ledger.account_kind, 'invested'::ledger.account_kind, 'escrow'::ledger.account_kind, 'merchant'::ledger.account_kind])))),
  constraint account_held_check CHECK ((held >= 0)),
  constraint account_not_overdrawn CHECK (((minimum IS NULL) OR ((posted - held) >= minimum))),
  constraint account_of_the_house_is_striped CHECK (((kind = ANY (ARRAY['bankroll'::ledger.account_kind, 'fees'::ledger.account_kind, 'fx'::ledger.account_kind, 'suspense'::ledger.account_kind, 'interest'::ledger.account_kind, 'reward'::ledger.account_kind])) = (stripe IS NOT NULL))),
  constraint account_owner_id_check CHECK ((owner_id >= 0)),
  constraint account_owner_id_kind_asset_stripe_key UNIQUE NULLS NOT DISTINCT (owner_id, kind, asset, stripe),
  constraint account_pkey PRIMARY KEY (account_id),
  constraint account_version_check CHECK ((version >= 0)),
  constraint account_without_minimum CHECK (((kind = ANY (ARRAY['custody'::ledger.account_kind, 'suspense'::ledger.account_kind, 'clearing'::ledger.account_kind])) = (minimum IS NULL)))
) with (fillfactor=50);
CREATE TRIGGER account_is_kept BEFORE DELETE OR TRUNCATE ON ledger.account FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER account_moves_by_entries AFTER UPDATE ON ledger.account REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION ledger.require_balanced_change();
CREATE TRIGGER account_opens_empty AFTER INSERT ON ledger.account REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.require_opened_empty();

create table ledger.batch (
  stripe smallint not null,
  seq bigint not null,
  kind ledger.movement not null,
  entry_count integer not null,
  at_ms bigint not null,
  orders_digest bytea not null,
  prev_hash bytea not null,
  hash bytea not null,
  constraint batch_entry_count_check CHECK ((entry_count > 0)),
  constraint batch_pkey PRIMARY KEY (stripe, seq),
  constraint batch_seq_check CHECK ((seq > 0))
);
CREATE TRIGGER batch_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.batch FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

create table ledger.entry (
  account_id bigint not null,
  version bigint not null,
  at_ms bigint not null,
  stripe smallint not null,
  seq bigint not null,
  ref bigint,
  kind ledger.movement not null,
  asset smallint not null,
  d_posted bigint not null,
  d_held bigint not null,
  posted_after bigint not null,
  held_after bigint not null,
  constraint entry_check CHECK (((d_posted <> 0) OR (d_held <> 0))),
  constraint entry_held_after_check CHECK ((held_after >= 0)),
  constraint entry_pkey PRIMARY KEY (account_id, version, at_ms),
  constraint entry_version_check CHECK ((version > 0))
) partition by RANGE (at_ms);
CREATE INDEX entry_batch ON ONLY ledger.entry USING btree (stripe, seq);
CREATE INDEX entry_kind ON ONLY ledger.entry USING btree (account_id, kind, version) WHERE (kind <> ALL (ARRAY['contract-placed'::ledger.movement, 'contract-settled'::ledger.movement, 'contract-won'::ledger.movement, 'contract-lost'::ledger.movement]));
CREATE TRIGGER entries_sum_to_zero AFTER INSERT ON ledger.entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.require_zero_sum();
CREATE TRIGGER entry_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

create table ledger.setting (
  name text not null,
  amount bigint not null,
  constraint setting_amount_check CHECK ((amount >= 0)),
  constraint setting_name_check CHECK ((name = ANY (ARRAY['opening-balance'::text, 'house-funding'::text]))),
  constraint setting_pkey PRIMARY KEY (name)
);
grant select on ledger.setting to candor_app;

create table ledger.stripe (
  stripe smallint not null,
  asset smallint not null,
  house_account bigint not null,
  fee_account bigint not null,
  seq bigint default 0 not null,
  head bytea default decode(repeat('00'::text, 32), 'hex'::text) not null,
  halted_reason text,
  refuses_orders boolean default false not null,
  constraint stripe_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint stripe_fee_account_fkey FOREIGN KEY (fee_account) REFERENCES ledger.account(account_id),
  constraint stripe_head_check CHECK ((length(head) = 32)),
  constraint stripe_house_account_fkey FOREIGN KEY (house_account) REFERENCES ledger.account(account_id),
  constraint stripe_pkey PRIMARY KEY (stripe)
) with (fillfactor=10);
grant select on ledger.stripe to candor_app;
grant select on ledger.stripe to candor_log;

create table ledger.transfer (
  transfer_id bigint generated always as identity not null,
  source text not null,
  kind ledger.movement not null,
  account_id bigint not null,
  asset smallint not null,
  amount bigint not null,
  stripe smallint not null,
  seq bigint not null,
  at_ms bigint not null,
  constraint transfer_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.account(account_id),
  constraint transfer_amount_check CHECK ((amount > 0)),
  constraint transfer_pkey PRIMARY KEY (transfer_id),
  constraint transfer_source_key UNIQUE (source)
);
CREATE TRIGGER transfer_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on ledger.transfer to candor_app;

create view ledger.balance as
 SELECT account_id,
    owner_id,
    kind,
    asset,
    stripe,
    posted,
    held,
    ((posted - held) - minimum) AS available,
    version,
    is_frozen
   FROM ledger.account;
grant select on ledger.balance to candor_app;

create view ledger.link as
 SELECT stripe,
    seq,
    kind,
    entry_count,
    at_ms,
    orders_digest,
    prev_hash,
    hash
   FROM ledger.batch;
grant select on ledger.link to candor_app;
grant select on ledger.link to candor_log;

create view ledger.posting as
 SELECT account_id,
    version,
    at_ms,
    stripe,
    seq,
    ref,
    kind,
    asset,
    d_posted,
    d_held,
    posted_after,
    held_after
   FROM ledger.entry;
grant select on ledger.posting to candor_app;
grant select on ledger.posting to candor_log;

create FUNCTION ledger.account_of(p_owner_id bigint, p_kind ledger.account_kind, p_asset smallint, p_stripe smallint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select account_id from ledger.account where owner_id = p_owner_id and kind = p_kind and asset = p_asset
    and stripe is not distinct from p_stripe
$function$
;

create FUNCTION ledger.asset_name(p_asset smallint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE p_asset WHEN 1 THEN 'USD'::text ELSE 'USDT'::text END
;
grant execute on function ledger.asset_name(smallint) to candor_app;

create FUNCTION ledger.batch_hash(p_prev bytea, p_stripe smallint, p_seq bigint, p_kind ledger.movement, p_orders_digest bytea, p_entries bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN sha256((((((p_prev || int2send(p_stripe)) || int8send(p_seq)) || convert_to((p_kind)::text, 'UTF8'::name)) || sha256(p_orders_digest)) || sha256(p_entries)))
;
grant execute on function ledger.batch_hash(bytea,smallint,bigint,ledger.movement,bytea,bytea) to candor_app;

create FUNCTION ledger.book(p_stripe ledger.stripe, p_kind ledger.movement, p_at_ms bigint, p_orders_digest bytea, p_lines ledger.line[])
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_seq constant bigint := p_stripe.seq + 1;
  v_count integer;
  v_sum bigint;
  v_foreign boolean;
begin
  -- The day's partition name, as create_entry_days gives it.
  if to_regclass('ledger.entry_' || to_char(to_timestamp(p_at_ms / 1000) at time zone 'UTC', 'YYYYMMDD')) is null then
    perform ledger.create_entry_days(p_at_ms, 0);
  end if;
  with placed as (
    select given.account_id, account.version + row_number() over so_far as version, given.ref, given.kind,
      account.asset, given.d_posted, given.d_held,
      (account.posted + sum(given.d_posted) over so_far)::bigint as posted_after,
      (account.held + sum(given.d_held) over so_far)::bigint as held_after
    from unnest(p_lines) with ordinality as given (account_id, ref, kind, d_posted, d_held, place)
    join ledger.account using (account_id)
    window so_far as (partition by given.account_id order by given.place)
  ), added as (
    insert into ledger.entry (account_id, version, at_ms, stripe, seq, ref, kind, asset, d_posted, d_held,
      posted_after, held_after)
    select account_id, version, p_at_ms, p_stripe.stripe, v_seq, ref, kind, asset, d_posted, d_held, posted_after,
      held_after from placed
    returning *
  ), changed as (
    update ledger.account set posted = account.posted + change.d_posted, held = account.held + change.d_held,
      version = account.version + change.entries
    from (
      select account_id, sum(d_posted)::bigint as d_posted, sum(d_held)::bigint as d_held, count(*) as entries
        from placed group by account_id
    ) as change
    where account.account_id = change.account_id
  ), link as (
    select count(*)::integer as entry_count, sum(d_posted)::bigint as total,
      bool_or(asset <> p_stripe.asset) as is_foreign,
      ledger.batch_hash(p_stripe.head, p_stripe.stripe, v_seq, p_kind, p_orders_digest,
        string_agg(ledger.entry_bytes(added), ''::bytea order by account_id, version)) as hash
    from added
  ), chained as (
    insert into ledger.batch (stripe, seq, kind, entry_count, at_ms, orders_digest, prev_hash, hash)
    select p_stripe.stripe, v_seq, p_kind, entry_count, p_at_ms, p_orders_digest, p_stripe.head, hash from link
  ), headed as (
    update ledger.stripe set seq = v_seq, head = link.hash from link where stripe.stripe = p_stripe.stripe
  )
  select entry_count, total, is_foreign into v_count, v_sum, v_foreign from link;
  if v_count <> cardinality(p_lines) or v_sum <> 0 or v_foreign then
    raise exception 'batch %/% does not balance', p_stripe.stripe,
      v_seq using errcode = 'integrity_constraint_violation';
  end if;
  return v_seq;
end
$function$
;

create FUNCTION ledger.create_entry_days(p_from_ms bigint, p_days integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_day_ms constant bigint := 86400000;
  v_start_ms bigint;
  v_name text;
  v_created integer := 0;
begin
  for v_ahead in 0..p_days loop
    v_start_ms := p_from_ms - p_from_ms % v_day_ms + v_ahead * v_day_ms;
    v_name := 'entry_' || to_char(to_timestamp(v_start_ms / 1000) at time zone 'UTC', 'YYYYMMDD');
    continue when to_regclass('ledger.' || v_name) is not null;
    perform pg_advisory_xact_lock(7302);
    continue when to_regclass('ledger.' || v_name) is not null;
    -- Attaching a table, unlike creating it as a partition, does not block writers.
    execute format('create table ledger.%I (like ledger.entry including all)', v_name);
    execute format('create trigger entries_sum_to_zero after insert on ledger.%I referencing new table as added '
      'for each statement execute function ledger.require_zero_sum()', v_name);
    execute format('create trigger entry_is_never_changed before update or delete or truncate on ledger.%I '
      'for each statement execute function ledger.refuse_change()', v_name);
    execute format('grant select on ledger.%I to candor_app', v_name);
    execute format('alter table ledger.entry attach partition ledger.%I for values from (%s) to (%s)',
      v_name, v_start_ms, v_start_ms + v_day_ms);
    v_created := v_created + 1;
  end loop;
  return v_created;
end
$function$
;

create FUNCTION ledger.entry_bytes(p_account_id bigint, p_version bigint, p_at_ms bigint, p_ref bigint, p_kind ledger.movement, p_asset smallint, p_d_posted bigint, p_d_held bigint, p_posted_after bigint, p_held_after bigint)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN (((((((((int8send(p_account_id) || int8send(p_version)) || int8send(p_at_ms)) || int8send(COALESCE(p_ref, ('-1'::integer)::bigint))) || convert_to((p_kind)::text, 'UTF8'::name)) || int2send(p_asset)) || int8send(p_d_posted)) || int8send(p_d_held)) || int8send(p_posted_after)) || int8send(p_held_after))
;
grant execute on function ledger.entry_bytes(bigint,bigint,bigint,bigint,ledger.movement,smallint,bigint,bigint,bigint,bigint) to candor_app;

create FUNCTION ledger.entry_bytes(e ledger.entry)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN ledger.entry_bytes((e).account_id, (e).version, (e).at_ms, (e).ref, (e).kind, (e).asset, (e).d_posted, (e).d_held, (e).posted_after, (e).held_after)
;

create FUNCTION ledger.freeze_accounts(p_account_ids bigint[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ update ledger.account set is_frozen = true where account_id = any(p_account_ids) $function$
;

create FUNCTION ledger.fund_house()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_stripes_per_asset constant integer := 4;
  v_amount bigint;
  v_stripe ledger.stripe;
  v_kind ledger.account_kind;
  v_account_id bigint;
begin
  select amount / v_stripes_per_asset into strict v_amount from ledger.setting where name = 'house-funding';
  if v_amount = 0 then
    return;
  end if;
  perform 1 from ledger.stripe order by stripe for no key update;
  for v_stripe in select * from ledger.stripe order by stripe loop
    perform ledger.receive(format('house-funding:%s', v_stripe.stripe), 'house-funding', v_stripe.house_account,
      v_stripe.stripe, v_amount);
    foreach v_kind in array array['fx', 'interest']::ledger.account_kind[] loop
      select account_id into strict v_account_id from ledger.account where kind = v_kind and stripe = v_stripe.stripe;
      perform ledger.receive(format('%s-funding:%s', v_kind, v_stripe.stripe), 'house-funding', v_account_id,
        v_stripe.stripe, v_amount);
    end loop;
  end loop;
end
$function$
;

create FUNCTION ledger.halt(p_stripe smallint, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform 1 from ledger.stripe where p_stripe is null or stripe = p_stripe order by stripe for no key update;
  update ledger.stripe set halted_reason = left(coalesce(nullif(p_reason, ''), 'no reason given'), 500)
  where halted_reason is null and (p_stripe is null or stripe = p_stripe);
end
$function$
;
grant execute on function ledger.halt(smallint,text) to candor_app;

create FUNCTION ledger.lock_accounts(p_account_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform ledger.require_read_committed();
  perform 1 from ledger.account where account_id = any(p_account_ids) order by account_id for no key update;
end
$function$
;

create FUNCTION ledger.lock_accounts_of(p_owner_id bigint, VARIADIC p_kinds ledger.account_kind[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform ledger.require_read_committed();
  perform 1 from ledger.account where owner_id = p_owner_id and owner_id > 0 and kind = any(p_kinds)
  order by account_id for no key update;
  return found;
end
$function$
;

create FUNCTION ledger.lock_house(p_kind ledger.account_kind, p_asset smallint, p_stripe smallint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_account_id bigint;
begin
  select account_id into strict v_account_id from ledger.account
  where owner_id = 0 and kind = p_kind and asset = p_asset and stripe is not distinct from p_stripe for no key update;
  return v_account_id;
end
$function$
;

create FUNCTION ledger.lock_stripe(p_stripe smallint)
 RETURNS ledger.stripe
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_stripe ledger.stripe;
begin
  select * into v_stripe from ledger.stripe where stripe = p_stripe for no key update;
  if v_stripe.halted_reason is not null then
    raise exception 'stripe % is halted: %', p_stripe, v_stripe.halted_reason using errcode = 'CL001';
  end if;
  return v_stripe;
end
$function$
;

create FUNCTION ledger.number_accounts(p_base bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select setval(pg_get_serial_sequence('ledger.account', 'account_id'),
    greatest(p_base, (select coalesce(max(account_id), 0) from ledger.account)) + 1, false)
$function$
;

create FUNCTION ledger.open_account(p_owner_id bigint, p_kind ledger.account_kind, p_asset smallint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into ledger.account (owner_id, kind, asset) values (p_owner_id, p_kind, p_asset) on conflict do nothing
$function$
;

create FUNCTION ledger.open_clearing()
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into ledger.account (owner_id, kind, asset, minimum) values (0, 'clearing', 1, null), (0, 'clearing', 2, null)
  on conflict do nothing
$function$
;

create FUNCTION ledger.open_customer(p_customer_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_amount bigint;
  v_stripe smallint;
  v_account_id bigint;
begin
  perform ledger.require_read_committed();
  if p_customer_id is null or p_customer_id <= 0 then
    raise exception 'a customer id is positive' using errcode = 'invalid_parameter_value';
  end if;
  -- An account of nobody would be granted play money that no login can use and no report attributes.
  if not exists (select from identity.customer where customer_id = p_customer_id) then
    raise exception 'there is no customer %', p_customer_id using errcode = 'invalid_parameter_value';
  end if;
  insert into ledger.account (owner_id, kind, asset) values (p_customer_id, 'available', 1),
    (p_customer_id, 'available', 2)
  on conflict do nothing;
  select amount into strict v_amount from ledger.setting where name = 'opening-balance';
  if v_amount = 0 or (select count(*) = 2 from ledger.transfer
    where source in (format('grant:%s:1', p_customer_id), format('grant:%s:2', p_customer_id))) then
    return;
  end if;
  -- All stripes before any custody: the common lock order.
  perform 1 from ledger.account where owner_id = p_customer_id order by account_id for no key update;
  perform 1 from ledger.stripe where stripe in (ledger.stripe_of(p_customer_id, 1::smallint),
    ledger.stripe_of(p_customer_id, 2::smallint))
  order by stripe for no key update;
  for v_asset in 1..2 loop
    v_stripe := ledger.stripe_of(p_customer_id, v_asset::smallint);
    select account_id into strict v_account_id from ledger.account
    where owner_id = p_customer_id and kind = 'available' and asset = v_asset;
    perform ledger.receive(format('grant:%s:%s', p_customer_id, v_asset), 'grant', v_account_id, v_stripe, v_amount);
  end loop;
end
$function$
;
grant execute on function ledger.open_customer(bigint) to candor_app;

create FUNCTION ledger.open_moved_account(p_account_id bigint, p_owner_id bigint, p_asset smallint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into ledger.account (account_id, owner_id, kind, asset, is_frozen) overriding system value
  values (p_account_id, p_owner_id, 'available', p_asset, true) on conflict do nothing
$function$
;

create FUNCTION ledger.open_sandbox_books()
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update ledger.setting set amount = 10000000000 where name = 'opening-balance';
  update ledger.setting set amount = 1000000000000 where name = 'house-funding';
  select ledger.fund_house()
$function$
;

create FUNCTION ledger.pay_in_capital(p_reference text, p_kind ledger.account_kind, p_asset smallint, p_amount bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_stripes constant bigint := 4;
  v_stripe ledger.stripe;
  v_source text;
  v_part bigint;
  v_booked boolean := false;
begin
  perform ledger.require_read_committed();
  if p_reference is null or p_reference !~ '^[[:graph:]]([[:graph:] ]{0,98}[[:graph:]])?$'
    or p_kind is null or p_kind not in ('bankroll', 'fx', 'interest') or p_amount is null or p_amount < v_stripes then
    raise exception 'capital has a reference, a purpose and an amount' using errcode = 'invalid_parameter_value';
  end if;
  perform 1 from ledger.stripe where asset = p_asset order by stripe for no key update;
  for v_stripe in select * from ledger.stripe where asset = p_asset order by stripe loop
    v_source := format('capital:%s:%s', p_reference, v_stripe.stripe);
    -- What does not divide goes to the first stripe.
    v_part := p_amount / v_stripes + case when v_stripe.stripe % v_stripes = 1 then p_amount % v_stripes else 0 end;
    if ledger.receive(v_source, 'house-funding', ledger.account_of(0, p_kind, p_asset, v_stripe.stripe),
      v_stripe.stripe, v_part) then
      v_booked := true;
    elsif not exists (select from ledger.transfer where source = v_source and amount = v_part
      and account_id = ledger.account_of(0, p_kind, p_asset, v_stripe.stripe)) then
      raise exception 'the reference % was booked with another amount or purpose', p_reference
        using errcode = 'unique_violation';
    end if;
  end loop;
  return v_booked;
end
$function$
;

create FUNCTION ledger.prepare_entry_days(p_days_ahead integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select ledger.create_entry_days(clock.now_ms(), least(greatest(p_days_ahead, 0), 60))
$function$
;
grant execute on function ledger.prepare_entry_days(integer) to candor_app;

create FUNCTION ledger.receive(p_source text, p_kind ledger.movement, p_account_id bigint, p_stripe smallint, p_amount bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_stripe ledger.stripe;
  v_custody bigint;
  v_transfer_id bigint;
  v_at_ms bigint;
begin
  v_stripe := ledger.lock_stripe(p_stripe);
  perform 1 from ledger.account where account_id = p_account_id for no key update;
  select account_id into strict v_custody from ledger.account
  where owner_id = 0 and kind = 'custody' and asset = v_stripe.asset for no key update;
  v_at_ms := clock.now_ms();
  insert into ledger.transfer (source, kind, account_id, asset, amount, stripe, seq, at_ms)
  values (p_source, p_kind, p_account_id, v_stripe.asset, p_amount, p_stripe, v_stripe.seq + 1, v_at_ms)
  on conflict (source) do nothing returning transfer_id into v_transfer_id;
  if v_transfer_id is null then
    return false;
  end if;
  perform ledger.book(v_stripe, p_kind, v_at_ms, ''::bytea, array[
    row(p_account_id, v_transfer_id, p_kind, p_amount, 0)::ledger.line,
    row(v_custody, v_transfer_id, p_kind, -p_amount, 0)::ledger.line
  ]);
  return true;
end
$function$
;

create FUNCTION ledger.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception '% of %.% is refused: %', tg_op, tg_table_schema, tg_table_name,
    coalesce(tg_argv[0], 'its rows are kept as they are') using errcode = 'integrity_constraint_violation';
end
$function$
;

create FUNCTION ledger.refuse_orders(p_refuses boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform 1 from ledger.stripe order by stripe for no key update;
  update ledger.stripe set refuses_orders = p_refuses where refuses_orders <> p_refuses;
end
$function$
;

create FUNCTION ledger.require_balanced_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_hashjoin TO 'on'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if exists (
    select from (
      select asset, posted from after_change union all select asset, -posted from before_change
    ) as change group by asset having sum(posted) <> 0
  ) then
    raise exception 'account balances would not sum to zero' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (
    select from before_change as b full join after_change as a using (account_id)
    where a.account_id is null or b.account_id is null
       or (a.owner_id, a.kind, a.asset, a.stripe, a.minimum) is distinct from (b.owner_id, b.kind, b.asset, b.stripe,
         b.minimum)
       or ((a.posted, a.held) is distinct from (b.posted, b.held) and a.version <= b.version)
  ) then
    raise exception 'an account was changed other than by entries' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$
;

create FUNCTION ledger.require_batch(p_stripe smallint, p_limit integer, p_skipped bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform ledger.require_read_committed();
  if p_stripe is null or p_limit is null or p_limit not between 1 and 1000 or p_skipped is null
    or array_position(p_skipped, null) > 0 then
    raise exception 'malformed batch' using errcode = 'invalid_parameter_value';
  end if;
end
$function$
;

create FUNCTION ledger.require_given(p_what text, p_lacking integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if p_lacking > 0 then
    raise exception 'malformed %', p_what using errcode = 'invalid_parameter_value';
  end if;
end
$function$
;

create FUNCTION ledger.require_opened_empty()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from added where posted <> 0 or held <> 0 or version <> 0) then
    raise exception 'an account is opened empty' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$
;

create FUNCTION ledger.require_read_committed()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the ledger books under READ COMMITTED only' using errcode = 'invalid_transaction_state';
  end if;
end
$function$
;

create FUNCTION ledger.require_single_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_before constant jsonb := to_jsonb(old);
  v_after constant jsonb := to_jsonb(new);
begin
  if v_before ->> tg_argv[0] is not null or v_after ->> tg_argv[0] is null
    or v_before - tg_argv[0:] is distinct from v_after - tg_argv[0:] then
    raise exception 'UPDATE of %.% is refused: % is set once, with %', tg_table_schema, tg_table_name, tg_argv[0],
      tg_argv[1:] using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$function$
;

create FUNCTION ledger.require_zero_sum()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if exists (select from added group by stripe, seq, asset having sum(d_posted) <> 0) then
    raise exception 'the entries of a batch do not sum to zero' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$
;

create FUNCTION ledger.resume()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform 1 from ledger.stripe order by stripe for no key update;
  update ledger.stripe set halted_reason = null where halted_reason is not null;
end
$function$
;

create FUNCTION ledger.stripe_of(p_customer_id bigint, p_asset smallint)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select ((p_asset - 1) * 4 + 1 + p_customer_id % 4)::smallint
$function$
;

create FUNCTION ledger.thaw_accounts(p_account_ids bigint[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update ledger.account set is_frozen = false where account_id = any(p_account_ids)
$function$
;

create FUNCTION ledger.units_text(p_units bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (trim_scale(((p_units)::numeric * 0.000001)))::text
;
grant execute on function ledger.units_text(bigint) to candor_app;

create schema legal;
grant usage on schema legal to candor_app;

create table legal.consent (
  customer_id bigint not null,
  name text not null,
  version integer not null,
  language text not null,
  digest bytea not null,
  consented_ms bigint not null,
  constraint consent_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint consent_name_version_language_digest_fkey FOREIGN KEY (name, version, language, digest) REFERENCES legal.text(name, version, language, digest),
  constraint consent_pkey PRIMARY KEY (customer_id, name, version)
);
CREATE TRIGGER consent_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON legal.consent FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change('it is only added to');
grant select on legal.consent to candor_app;

create table legal.document (
  name text not null,
  version integer not null,
  needs_consent boolean not null,
  published_ms bigint not null,
  constraint document_name_check CHECK ((name = ANY (ARRAY['terms'::text, 'risks'::text, 'privacy'::text, 'imprint'::text]))),
  constraint document_pkey PRIMARY KEY (name, version),
  constraint document_version_check CHECK (((version >= 1) AND (version <= 9999)))
);
CREATE TRIGGER document_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON legal.document FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change('it is only added to');
grant select on legal.document to candor_app;

create table legal.text (
  name text not null,
  version integer not null,
  language text not null,
  body text not null,
  digest bytea not null,
  constraint text_body_check CHECK (((length(body) >= 1) AND (length(body) <= 200000))),
  constraint text_digest_check CHECK ((length(digest) = 32)),
  constraint text_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint text_name_version_fkey FOREIGN KEY (name, version) REFERENCES legal.document(name, version),
  constraint text_name_version_language_digest_key UNIQUE (name, version, language, digest),
  constraint text_pkey PRIMARY KEY (name, version, language)
);
CREATE TRIGGER text_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON legal.text FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change('it is only added to');
grant select on legal.text to candor_app;

create view legal.current as
 SELECT DISTINCT ON (name) name,
    version,
    published_ms,
    ( SELECT max(d.version) AS max
           FROM legal.document d
          WHERE ((d.name = document.name) AND d.needs_consent)) AS consent_from
   FROM legal.document
  ORDER BY name, version DESC;
grant select on legal.current to candor_app;

create FUNCTION legal.agree(p_customer_id bigint, p_documents text[], p_language text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (
    select from legal.current as c
    where c.consent_from is not null and not (c.name || '.' || c.version) = any (p_documents)
  ) then
    return false;
  end if;
  insert into legal.consent (customer_id, name, version, language, digest, consented_ms)
  select distinct on (t.name) p_customer_id, t.name, t.version, t.language, t.digest, clock.now_ms()
  from legal.current as c join legal.text as t using (name, version)
  where c.consent_from is not null and t.language in (p_language, 'en')
  order by t.name, t.language <> p_language
  on conflict do nothing;
  return true;
end
$function$
;
grant execute on function legal.agree(bigint,text[],text) to candor_app;

create FUNCTION legal.owed(p_customer_id bigint)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.name from legal.current as c
  where c.consent_from is not null and not exists (
    select from legal.consent as k
    where k.customer_id = p_customer_id and k.name = c.name and k.version >= c.consent_from
  )
  order by c.name;
$function$
;
grant execute on function legal.owed(bigint) to candor_app;

create FUNCTION legal.publish(p_name text, p_version integer, p_language text, p_body text, p_needs_consent boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_digest constant bytea := sha256(convert_to(p_body, 'UTF8'));
begin
  insert into legal.document (name, version, needs_consent, published_ms)
  values (p_name, p_version, p_needs_consent, clock.now_ms()) on conflict do nothing;
  insert into legal.text (name, version, language, body, digest)
  values (p_name, p_version, p_language, p_body, v_digest) on conflict do nothing;
  if not found then
    return false;
  end if;
  perform audit.write(null, 'owner', 'legal.published', 'legal:' || p_name || '.' || p_version || '.' || p_language, '',
    jsonb_build_object('digest', encode(v_digest, 'hex'), 'needs_consent', p_needs_consent), 'database');
  return true;
end
$function$
;

create schema mail;
grant usage on schema mail to candor_app;

create table mail.outbox (
  mail_id bigint generated always as identity not null,
  recipient text not null,
  subject text not null,
  body text not null,
  code text,
  sent_ms bigint not null,
  constraint outbox_pkey PRIMARY KEY (mail_id)
);
CREATE INDEX outbox_of_recipient ON mail.outbox USING btree (recipient, mail_id DESC);
grant delete, insert, select on mail.outbox to candor_app;

create schema market;
grant usage on schema market to candor_app;
grant usage on schema market to candor_log;
grant usage on schema market to candor_market;

create type market.running_sums as (price_sums numeric[], open_counts bigint[]);

create table market.candle (
  instrument_id integer not null,
  interval_seconds integer not null,
  start_ms bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume bigint not null,
  constraint candle_check CHECK (((low <= open) AND (low <= close) AND (high >= open) AND (high >= close))),
  constraint candle_interval_seconds_check CHECK ((interval_seconds = ANY (ARRAY[60, 300, 900, 3600, 14400, 86400]))),
  constraint candle_pkey PRIMARY KEY (instrument_id, interval_seconds, start_ms),
  constraint candle_volume_check CHECK ((volume >= 0))
);
CREATE INDEX candle_age ON market.candle USING btree (start_ms) WHERE (interval_seconds = 60);
grant select on market.candle to candor_app;
grant select on market.candle to candor_market;

create table market.clock (
  singleton boolean default true not null,
  genesis_ms bigint not null,
  generated_until_ms bigint,
  constraint clock_pkey PRIMARY KEY (singleton),
  constraint clock_singleton_check CHECK (singleton)
);
grant select on market.clock to candor_app;
grant select on market.clock to candor_log;
grant select on market.clock to candor_market;

create table market.entry_delay_change (
  change_id bigint generated always as identity not null,
  instrument_id integer not null,
  set_ms bigint not null,
  from_slots integer not null,
  to_slots integer not null,
  lag_ms integer not null,
  constraint entry_delay_change_instrument_id_fkey FOREIGN KEY (instrument_id) REFERENCES market.instrument(instrument_id),
  constraint entry_delay_change_lag_ms_check CHECK ((lag_ms >= 0)),
  constraint entry_delay_change_pkey PRIMARY KEY (change_id),
  constraint entry_delay_change_to_slots_check CHECK (((to_slots >= 1) AND (to_slots <= 10)))
);
CREATE TRIGGER entry_delay_change_is_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON market.entry_delay_change FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('rows are only added');
grant select on market.entry_delay_change to candor_app;

create table market.frame (
  slot bigint not null,
  prices bigint[] not null,
  ages_ms integer[] not null,
  states smallint[] not null,
  epochs integer[] not null,
  source_kinds smallint[] not null,
  published_ms bigint not null,
  volumes bigint[],
  price_sums numeric(38,0)[] not null,
  open_counts bigint[] not null,
  sources smallint[],
  ticks_digest bytea,
  term bigint default 0 not null,
  constraint frame_check CHECK ((cardinality(ages_ms) = cardinality(prices))),
  constraint frame_check1 CHECK ((cardinality(states) = cardinality(prices))),
  constraint frame_check2 CHECK ((cardinality(epochs) = cardinality(prices))),
  constraint frame_check3 CHECK ((cardinality(source_kinds) = cardinality(prices))),
  constraint frame_check4 CHECK (((volumes IS NULL) OR (cardinality(volumes) = cardinality(prices)))),
  constraint frame_has_digest CHECK (((ticks_digest IS NOT NULL) AND (octet_length(ticks_digest) = 32))) NOT VALID,
  constraint frame_has_sources CHECK (((sources IS NOT NULL) AND (cardinality(sources) = cardinality(prices)) AND (array_position(sources, NULL::smallint) IS NULL) AND (0 <= ALL (sources)))) NOT VALID,
  constraint frame_has_sums CHECK (((cardinality(price_sums) = cardinality(prices)) AND (cardinality(open_counts) = cardinality(prices)))) NOT VALID,
  constraint frame_pkey PRIMARY KEY (slot),
  constraint frame_prices_check CHECK ((cardinality(prices) > 0)),
  constraint frame_prices_check1 CHECK ((array_position(prices, NULL::bigint) IS NULL)),
  constraint frame_slot_check CHECK ((slot >= 0)),
  constraint frame_source_kinds_check CHECK ((source_kinds <@ ARRAY[(0)::smallint, (1)::smallint, (2)::smallint, (3)::smallint])) NOT VALID,
  constraint frame_states_check CHECK ((states <@ ARRAY[(0)::smallint, (1)::smallint, (2)::smallint]))
);
CREATE TRIGGER frame_is_kept BEFORE DELETE ON market.frame FOR EACH ROW EXECUTE FUNCTION market.refuse_early_delete('8');
CREATE TRIGGER frame_is_never_changed BEFORE UPDATE OR TRUNCATE ON market.frame FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('rows are only added');
CREATE TRIGGER frame_is_sealed_first BEFORE DELETE ON market.frame FOR EACH ROW EXECUTE FUNCTION transparency.keep_unsealed();
grant select on market.frame to candor_app;
grant select on market.frame to candor_log;
grant select on market.frame to candor_market;

create table market.gap (
  from_slot bigint not null,
  to_slot bigint not null,
  constraint gap_check CHECK ((to_slot >= from_slot)),
  constraint gap_pkey PRIMARY KEY (from_slot)
);
CREATE TRIGGER gap_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON market.gap FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('rows are only added');
grant select on market.gap to candor_app;
grant select on market.gap to candor_log;
grant select on market.gap to candor_market;

create table market.halt (
  halt_id bigint generated always as identity not null,
  instrument_id integer not null,
  reason text not null,
  note text not null,
  halted_by bigint not null,
  halted_ms bigint not null,
  lift_note text,
  lift_requested_by bigint,
  lift_requested_ms bigint,
  lifted_by bigint,
  lifted_ms bigint,
  constraint halt_halted_by_fkey FOREIGN KEY (halted_by) REFERENCES operator.account(operator_id),
  constraint halt_instrument_id_fkey FOREIGN KEY (instrument_id) REFERENCES market.instrument(instrument_id),
  constraint halt_lift_note_check CHECK (((length(lift_note) >= 3) AND (length(lift_note) <= 500))),
  constraint halt_lift_requested_by_fkey FOREIGN KEY (lift_requested_by) REFERENCES operator.account(operator_id),
  constraint halt_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES operator.account(operator_id),
  constraint halt_note_check CHECK (((length(note) >= 3) AND (length(note) <= 500))),
  constraint halt_pkey PRIMARY KEY (halt_id),
  constraint halt_reason_check CHECK ((reason = ANY (ARRAY['price-doubt'::text, 'source-failure'::text, 'exchange-halt'::text, 'exposure'::text, 'other'::text]))),
  constraint lift_is_complete CHECK ((num_nulls(lifted_by, lifted_ms) = ANY (ARRAY[0, 2]))),
  constraint lift_request_is_complete CHECK ((num_nulls(lift_note, lift_requested_by, lift_requested_ms) = ANY (ARRAY[0, 3]))),
  constraint lifting_needs_two_operators CHECK (((lifted_by IS NULL) OR ((lift_requested_by IS NOT NULL) AND (lifted_by <> lift_requested_by))))
);
CREATE UNIQUE INDEX halt_in_force ON market.halt USING btree (instrument_id) WHERE (lifted_ms IS NULL);
CREATE TRIGGER halt_is_kept BEFORE DELETE OR UPDATE ON market.halt FOR EACH ROW EXECUTE FUNCTION market.refuse_halt_change();
CREATE TRIGGER halts_are_kept BEFORE TRUNCATE ON market.halt FOR EACH STATEMENT EXECUTE FUNCTION market.refuse_halt_change();
grant select on market.halt to candor_app;
grant select on market.halt to candor_log;

create table market.instrument (
  instrument_id integer not null,
  symbol text not null,
  category text not null,
  base text not null,
  quote text not null,
  name text not null,
  exchange text not null,
  exchange_symbol text default ''::text not null,
  tick_decimals smallint not null,
  tick_units bigint not null,
  price_decimals smallint not null,
  calendar_id text not null,
  entry_delay_slots integer default 1 not null,
  stale_after_ms integer not null,
  max_spread_bps integer not null,
  outlier_bps integer not null,
  hidden boolean default false not null,
  halted boolean default false not null,
  simulation jsonb not null,
  max_step_bps integer not null,
  min_fresh_sources integer not null,
  fresh_ms integer not null,
  agreement_ppm integer not null,
  constraint instrument_agreement_ppm_check CHECK ((agreement_ppm > 0)),
  constraint instrument_category_check CHECK ((category = ANY (ARRAY['futures'::text, 'forex'::text, 'crypto'::text]))),
  constraint instrument_check CHECK ((price_decimals = (tick_decimals + 1))),
  constraint instrument_entry_delay_slots_check CHECK (((entry_delay_slots >= 1) AND (entry_delay_slots <= 20))),
  constraint instrument_fresh_ms_check CHECK ((fresh_ms > 0)),
  constraint instrument_instrument_id_check CHECK (((instrument_id >= 1) AND (instrument_id <= 10000))),
  constraint instrument_max_spread_bps_check CHECK (((max_spread_bps >= 1) AND (max_spread_bps <= 10000))),
  constraint instrument_min_fresh_sources_check CHECK ((min_fresh_sources > 0)),
  constraint instrument_outlier_bps_check CHECK (((outlier_bps >= 1) AND (outlier_bps <= 10000))),
  constraint instrument_pkey PRIMARY KEY (instrument_id),
  constraint instrument_stale_after_ms_check CHECK (((stale_after_ms >= 500) AND (stale_after_ms <= 600000))),
  constraint instrument_symbol_check CHECK ((symbol ~ '^[A-Z0-9]{3,20}$'::text)),
  constraint instrument_symbol_key UNIQUE (symbol),
  constraint instrument_tick_decimals_check CHECK (((tick_decimals >= 0) AND (tick_decimals <= 12))),
  constraint instrument_tick_units_check CHECK ((tick_units > 0)),
  constraint max_step_is_positive CHECK ((max_step_bps > 0))
);
grant select on market.instrument to candor_app;
grant select on market.instrument to candor_log;
grant select on market.instrument to candor_market;

create table market.lease (
  is_only boolean default true not null,
  holder text,
  term bigint default 0 not null,
  until_ms bigint default 0 not null,
  constraint lease_is_only_check CHECK (is_only),
  constraint lease_pkey PRIMARY KEY (is_only),
  constraint lease_term_check CHECK ((term >= 0))
);

create table market.secret_seed (
  day integer not null,
  seed bytea not null,
  constraint secret_seed_day_fkey FOREIGN KEY (day) REFERENCES market.seed_commitment(day),
  constraint secret_seed_pkey PRIMARY KEY (day),
  constraint secret_seed_seed_check CHECK ((octet_length(seed) = 32))
);
CREATE TRIGGER secret_seed_is_never_changed BEFORE UPDATE OR TRUNCATE ON market.secret_seed FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('rows are only added');

create table market.seed_commitment (
  day integer not null,
  commitment bytea not null,
  committed_ms bigint not null,
  seed bytea,
  revealed_ms bigint,
  constraint reveal_is_complete CHECK ((num_nulls(seed, revealed_ms) = ANY (ARRAY[0, 2]))),
  constraint reveal_is_not_early CHECK ((revealed_ms >= (((day * (24)::bigint) + 49) * 3600000))),
  constraint revealed_seed_is_the_committed_one CHECK ((sha256(seed) = commitment)),
  constraint seed_commitment_commitment_check CHECK ((octet_length(commitment) = 32)),
  constraint seed_commitment_pkey PRIMARY KEY (day)
);
CREATE TRIGGER seed_commitment_is_kept BEFORE DELETE OR TRUNCATE ON market.seed_commitment FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('rows are only added');
CREATE TRIGGER seed_commitment_is_only_revealed BEFORE UPDATE ON market.seed_commitment FOR EACH ROW EXECUTE FUNCTION ledger.require_single_step('seed', 'revealed_ms');
grant select on market.seed_commitment to candor_app;
grant select on market.seed_commitment to candor_log;

create table market.session (
  instrument_id integer not null,
  state smallint not null,
  closes_ms bigint,
  opens_ms bigint,
  updated_ms bigint not null,
  constraint session_instrument_id_fkey FOREIGN KEY (instrument_id) REFERENCES market.instrument(instrument_id),
  constraint session_pkey PRIMARY KEY (instrument_id),
  constraint session_state_check CHECK ((state = ANY (ARRAY[0, 1, 2])))
);
grant select on market.session to candor_app;
grant select on market.session to candor_market;

create table market.setting (
  singleton boolean default true not null,
  max_usdt_price_age_ms bigint not null,
  constraint setting_max_usdt_price_age_ms_check CHECK ((max_usdt_price_age_ms > 0)),
  constraint setting_pkey PRIMARY KEY (singleton),
  constraint setting_singleton_check CHECK (singleton)
);
grant select on market.setting to candor_app;

create table market.simulation_start (
  start_ms bigint not null,
  ticks double precision[] not null,
  constraint simulation_start_pkey PRIMARY KEY (start_ms),
  constraint simulation_start_ticks_check CHECK (((cardinality(ticks) > 0) AND (array_position(ticks, NULL::double precision) IS NULL)))
);
CREATE TRIGGER simulation_start_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON market.simulation_start FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('rows are only added');
grant select on market.simulation_start to candor_app;

create table market.source (
  number smallint not null,
  name text not null,
  constraint source_name_check CHECK ((name ~ '^[a-z][a-z0-9-]{0,30}$'::text)),
  constraint source_name_key UNIQUE (name),
  constraint source_number_check CHECK (((number >= 1) AND (number <= 15))),
  constraint source_pkey PRIMARY KEY (number)
);
grant select on market.source to candor_app;
grant select on market.source to candor_market;

create table market.terms (
  terms_id bigint generated always as identity not null,
  instrument_id integer not null,
  duration_slots integer not null,
  version integer not null,
  offered boolean not null,
  stake_min bigint not null,
  stake_max bigint not null,
  fee_bps integer not null,
  payout_bps integer not null,
  max_open_payout bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  entry_window_slots integer not null,
  exit_window_slots integer not null,
  constraint terms_check CHECK ((stake_max >= stake_min)),
  constraint terms_duration_slots_check CHECK ((duration_slots > 0)),
  constraint terms_fee_bps_check CHECK (((fee_bps >= 0) AND (fee_bps <= 1000))),
  constraint terms_instrument_id_duration_slots_version_key UNIQUE (instrument_id, duration_slots, version),
  constraint terms_instrument_id_fkey FOREIGN KEY (instrument_id) REFERENCES market.instrument(instrument_id),
  constraint terms_max_open_payout_check CHECK ((max_open_payout > 0)),
  constraint terms_payout_bps_check CHECK (((payout_bps >= 1) AND (payout_bps <= 10000))),
  constraint terms_pkey PRIMARY KEY (terms_id),
  constraint terms_stake_min_check CHECK ((stake_min > 0)),
  constraint terms_version_check CHECK ((version > 0)),
  constraint windows_fit_the_duration CHECK ((((entry_window_slots = 1) AND (exit_window_slots = 1)) OR ((entry_window_slots > 1) AND (exit_window_slots > 1) AND ((entry_window_slots + exit_window_slots) <= duration_slots))))
);
CREATE TRIGGER terms_are_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON market.terms FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('rows are only added');
grant select on market.terms to candor_app;
grant select on market.terms to candor_log;
grant select on market.terms to candor_market;

create table market.terms_proposal (
  proposal_id bigint generated always as identity not null,
  instrument_id integer not null,
  duration_slots integer not null,
  offered boolean not null,
  stake_min bigint not null,
  stake_max bigint not null,
  fee_bps integer not null,
  payout_bps integer not null,
  max_open_payout bigint not null,
  follows bigint,
  note text not null,
  proposed_by bigint not null,
  proposed_ms bigint not null,
  state text default 'proposed'::text not null,
  decided_by bigint,
  decided_ms bigint,
  terms_id bigint,
  entry_window_slots integer not null,
  exit_window_slots integer not null,
  constraint decided_proposal_is_complete CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'proposed'::text) = (decided_ms IS NULL)) AND ((state = 'confirmed'::text) = (terms_id IS NOT NULL)))),
  constraint terms_need_two_operators CHECK (((state <> 'confirmed'::text) OR (decided_by <> proposed_by))),
  constraint terms_proposal_check CHECK ((stake_max >= stake_min)),
  constraint terms_proposal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operator.account(operator_id),
  constraint terms_proposal_duration_slots_check CHECK ((duration_slots > 0)),
  constraint terms_proposal_fee_bps_check CHECK (((fee_bps >= 0) AND (fee_bps <= 1000))),
  constraint terms_proposal_follows_fkey FOREIGN KEY (follows) REFERENCES market.terms(terms_id),
  constraint terms_proposal_instrument_id_fkey FOREIGN KEY (instrument_id) REFERENCES market.instrument(instrument_id),
  constraint terms_proposal_max_open_payout_check CHECK ((max_open_payout > 0)),
  constraint terms_proposal_note_check CHECK (((length(note) >= 3) AND (length(note) <= 500))),
  constraint terms_proposal_payout_bps_check CHECK (((payout_bps >= 1) AND (payout_bps <= 10000))),
  constraint terms_proposal_pkey PRIMARY KEY (proposal_id),
  constraint terms_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operator.account(operator_id),
  constraint terms_proposal_stake_min_check CHECK ((stake_min > 0)),
  constraint terms_proposal_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'rejected'::text]))),
  constraint terms_proposal_terms_id_fkey FOREIGN KEY (terms_id) REFERENCES market.terms(terms_id),
  constraint terms_proposal_terms_id_key UNIQUE (terms_id),
  constraint windows_fit_the_duration CHECK ((((entry_window_slots = 1) AND (exit_window_slots = 1)) OR ((entry_window_slots > 1) AND (exit_window_slots > 1) AND ((entry_window_slots + exit_window_slots) <= duration_slots))))
);
CREATE TRIGGER proposal_is_decided_once BEFORE DELETE OR UPDATE ON market.terms_proposal FOR EACH ROW EXECUTE FUNCTION operator.refuse_redecision('terms_id');
CREATE TRIGGER proposal_is_kept BEFORE TRUNCATE ON market.terms_proposal FOR EACH STATEMENT EXECUTE FUNCTION operator.refuse_redecision();
grant select on market.terms_proposal to candor_app;

create table market.tick_record (
  slot bigint not null,
  deflated bytea not null,
  constraint tick_record_deflated_check CHECK (((octet_length(deflated) >= 1) AND (octet_length(deflated) <= 4000000))),
  constraint tick_record_pkey PRIMARY KEY (slot)
);
CREATE TRIGGER tick_record_is_kept BEFORE DELETE ON market.tick_record FOR EACH ROW EXECUTE FUNCTION market.refuse_early_delete('30');
CREATE TRIGGER tick_record_is_never_changed BEFORE UPDATE OR TRUNCATE ON market.tick_record FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('rows are only added');
grant select on market.tick_record to candor_log;

create FUNCTION market.add_terms(p_proposal_id bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_newest market.terms;
  v_terms_id bigint;
  p market.terms_proposal;
begin
  select * into strict p from market.terms_proposal where proposal_id = p_proposal_id;
  -- One version at a time.
  perform 1 from market.instrument where instrument_id = p.instrument_id for no key update;
  v_newest := market.newest_terms(p.instrument_id, p.duration_slots);
  if v_newest.terms_id is not distinct from p.follows then
    insert into market.terms (instrument_id, duration_slots, version, offered, stake_min, stake_max, fee_bps,
      payout_bps, max_open_payout, entry_window_slots, exit_window_slots)
    values (p.instrument_id, p.duration_slots, coalesce(v_newest.version, 0) + 1, p.offered, p.stake_min, p.stake_max,
      p.fee_bps, p.payout_bps, p.max_open_payout, p.entry_window_slots, p.exit_window_slots)
    returning terms_id into v_terms_id;
  end if;
  return v_terms_id;
end
$function$
;

create FUNCTION market.commit_seed(p_day integer, p_seed bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_day_ms constant bigint := 86400000;
  v_now_ms constant bigint := clock.now_ms();
begin
  if (p_day + 1) * v_day_ms <= v_now_ms - 60000 or (p_day - 2) * v_day_ms > v_now_ms then
    raise exception 'day % is over, or more than two days ahead', p_day using errcode = 'check_violation';
  end if;
  insert into market.seed_commitment (day, commitment, committed_ms) values (p_day, sha256(p_seed), v_now_ms)
  on conflict do nothing;
  if found then
    insert into market.secret_seed (day, seed) values (p_day, p_seed);
  end if;
  return (select seed from market.secret_seed where day = p_day);
end
$function$
;
grant execute on function market.commit_seed(integer,bytea) to candor_market;

create FUNCTION market.decide_lift(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function market.decide_lift(text,bigint,boolean,text) to candor_app;

create FUNCTION market.end_lease(p_holder text, p_term bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update market.lease set until_ms = 0 where holder = p_holder and term = p_term
$function$
;
grant execute on function market.end_lease(text,bigint) to candor_market;

create FUNCTION market.halt_instrument(p_secret text, p_symbol text, p_reason text, p_note text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function market.halt_instrument(text,text,text,text) to candor_app;

create FUNCTION market.hold_lease(p_holder text, p_term bigint, p_for_ms integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_longest_ms constant integer := 10000;
  v_lease market.lease;
  v_now_ms bigint;
begin
  if p_holder is null or p_for_ms is null or p_for_ms not between 100 and v_longest_ms then
    raise exception 'a lease has a holder, and lasts from 100 to % ms', v_longest_ms
      using errcode = 'invalid_parameter_value';
  end if;
  v_now_ms := clock.now_ms();
  -- A market that stands by looks often: only where the lease is its own or free does it lock, and write.
  select * into strict v_lease from market.lease;
  if (v_lease.holder, v_lease.term) is distinct from (p_holder, p_term) and v_lease.until_ms > v_now_ms
    and v_lease.until_ms <= v_now_ms + v_longest_ms then
    return null;
  end if;
  select * into strict v_lease from market.lease for no key update;
  v_now_ms := clock.now_ms();
  if v_lease.holder = p_holder and v_lease.term = p_term then
    update market.lease set until_ms = v_now_ms + p_for_ms;
    return v_lease.term;
  end if;
  if v_lease.until_ms > v_now_ms and v_lease.until_ms <= v_now_ms + v_longest_ms then
    return null;
  end if;
  update market.lease set holder = p_holder, term = v_lease.term + 1, until_ms = v_now_ms + p_for_ms;
  return v_lease.term + 1;
end
$function$
;
grant execute on function market.hold_lease(text,bigint,integer) to candor_market;

create FUNCTION market.mean_tenths(p_price_sum numeric, p_open_count bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_total constant numeric := 10 * p_price_sum;
  v_rest constant numeric := mod(mod(v_total, p_open_count) + p_open_count, p_open_count);
  v_floor constant numeric := div(v_total - v_rest, p_open_count);
begin
  return case
    when 2 * v_rest > p_open_count or 2 * v_rest = p_open_count and mod(v_floor, 2) <> 0 then v_floor + 1
    else v_floor
  end;
end
$function$
;
grant execute on function market.mean_tenths(numeric,bigint) to candor_app;

create FUNCTION market.newest_terms(p_instrument_id integer, p_duration_slots integer)
 RETURNS market.terms
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select * from market.terms where instrument_id = p_instrument_id and duration_slots = p_duration_slots
    order by version desc limit 1
$function$
;

create FUNCTION market.propose_terms(p_secret text, p_instrument_id integer, p_duration_slots integer, p_offered boolean, p_stake_min bigint, p_stake_max bigint, p_fee_bps integer, p_payout_bps integer, p_max_open_payout bigint, p_entry_window_slots integer, p_exit_window_slots integer, p_note text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk}');
  v_id bigint;
begin
  insert into market.terms_proposal (instrument_id, duration_slots, offered, stake_min, stake_max, fee_bps, payout_bps,
    max_open_payout, entry_window_slots, exit_window_slots, follows, note, proposed_by, proposed_ms)
  select p_instrument_id, p_duration_slots, p_offered, p_stake_min, p_stake_max, p_fee_bps, p_payout_bps,
    p_max_open_payout, p_entry_window_slots, p_exit_window_slots, newest.terms_id, p_note, v_operator_id, clock.now_ms()
  from market.newest_terms(p_instrument_id, p_duration_slots) as newest
  returning proposal_id into v_id;
  return operator.record_step(v_operator_id, 'terms', v_id, 'proposed', p_note, jsonb_build_object(
    'instrumentId', p_instrument_id, 'durationSlots', p_duration_slots, 'offered', p_offered, 'stakeMin', p_stake_min,
    'stakeMax', p_stake_max, 'feeBps', p_fee_bps, 'payoutBps', p_payout_bps, 'maxOpenPayout', p_max_open_payout,
    'entryWindowSlots', p_entry_window_slots, 'exitWindowSlots', p_exit_window_slots));
end
$function$
;
grant execute on function market.propose_terms(text,integer,integer,boolean,bigint,bigint,integer,integer,bigint,integer,integer,text) to candor_app;

create FUNCTION market.prune_ticks(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_slot_ms constant integer := 500;
  v_day_ms constant bigint := 86400000;
  v_kept_days constant integer := 30;
  v_now_ms constant bigint := clock.now_ms();
  v_deleted integer;
begin
  delete from market.tick_record where slot in (
    select slot from market.tick_record, market.clock
    where genesis_ms + (slot + 1) * v_slot_ms <= v_now_ms - v_kept_days * v_day_ms
    order by slot limit p_limit);
  get diagnostics v_deleted = row_count;
  return v_deleted;
end
$function$
;
grant execute on function market.prune_ticks(integer) to candor_market;

create FUNCTION market.publish_frame(p_slot bigint, p_prices bigint[], p_ages_ms integer[], p_states smallint[], p_epochs integer[], p_source_kinds smallint[], p_volumes bigint[], p_sources smallint[], p_ticks_digest bytea, p_term bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_slot_ms constant integer := 500;
  v_max_lead_ms constant bigint := 1000;
  v_max_lateness_ms constant bigint := 2500;
  v_last market.frame;
  v_now_ms bigint;
  v_end_ms bigint;
  v_sums market.running_sums;
  v_term bigint;
begin
  perform pg_advisory_xact_lock(7301);
  select term into strict v_term from market.lease;
  if p_term is distinct from v_term then
    raise exception 'term % of the market is not the newest, %', p_term, v_term
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  select * into v_last from market.frame order by slot desc limit 1;
  if p_slot <= v_last.slot then
    raise exception 'slot % is not after slot %', p_slot, v_last.slot using errcode = 'integrity_constraint_violation';
  end if;
  select genesis_ms + (p_slot + 1) * v_slot_ms into strict v_end_ms from market.clock;
  v_now_ms := clock.now_ms();
  if v_end_ms > v_now_ms + v_max_lead_ms then
    raise exception 'slot % ends % ms after now', p_slot, v_end_ms - v_now_ms
      using errcode = 'integrity_constraint_violation';
  end if;
  v_sums := market.sums_after(v_last, p_prices, p_states);
  -- The market role gives a frame up 2 s after its slot. A statement that arrives later must not store it: nobody was
  -- shown it.
  if v_end_ms < v_now_ms - v_max_lateness_ms then
    raise exception 'slot % ended % ms ago', p_slot, v_now_ms - v_end_ms
      using errcode = 'integrity_constraint_violation';
  end if;
  if p_slot > v_last.slot + 1 then
    insert into market.gap (from_slot, to_slot) values (v_last.slot + 1, p_slot - 1);
  end if;
  insert into market.frame (slot, prices, ages_ms, states, epochs, source_kinds, published_ms, volumes, price_sums,
    open_counts, sources, ticks_digest, term)
  values (p_slot, p_prices, p_ages_ms, p_states, p_epochs, p_source_kinds, v_now_ms, p_volumes, v_sums.price_sums,
    v_sums.open_counts, p_sources, p_ticks_digest, p_term);
  perform market.require_continuation(v_last, p_prices, p_epochs);
  return v_now_ms;
end
$function$
;
grant execute on function market.publish_frame(bigint,bigint[],integer[],smallint[],integer[],smallint[],bigint[],smallint[],bytea,bigint) to candor_market;

create FUNCTION market.refuse_early_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_slot_ms constant integer := 500;
  v_day_ms constant bigint := 86400000;
  v_kept_days constant integer := tg_argv[0];
  v_end_ms bigint;
begin
  select genesis_ms + (old.slot + 1) * v_slot_ms into strict v_end_ms from market.clock;
  if v_end_ms > clock.now_ms() - v_kept_days * v_day_ms then
    raise exception '% % is still kept', tg_table_name, old.slot using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end
$function$
;

create FUNCTION market.refuse_halt_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and old.lifted_ms is null and (new.halt_id, new.instrument_id, new.reason, new.note,
    new.halted_by, new.halted_ms)
    is not distinct from (old.halt_id, old.instrument_id, old.reason, old.note, old.halted_by, old.halted_ms) then
    return new;
  end if;
  raise exception '% of market.halt is refused: halts are kept', tg_op using errcode = 'integrity_constraint_violation';
end
$function$
;

create FUNCTION market.request_lift(p_secret text, p_id bigint, p_note text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function market.request_lift(text,bigint,text) to candor_app;

create FUNCTION market.require_continuation(p_last market.frame, p_prices bigint[], p_epochs integer[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_max_price constant bigint := 100000000000000000;
  v_max_age_ms constant integer := 2147483647;
  v_wrong integer;
begin
  select instrument_id into v_wrong
  from unnest(p_prices, p_epochs, p_last.prices, p_last.epochs, p_last.ages_ms) with ordinality
    as cell (price, epoch, last_price, last_epoch, last_age_ms, instrument_id)
  where price not between -v_max_price and v_max_price or epoch < last_epoch
    or price <> last_price and epoch = last_epoch and last_age_ms < v_max_age_ms and exists (
      select from market.instrument where instrument.instrument_id = cell.instrument_id
        and abs(price - last_price)::numeric * 10000 > abs(last_price)::numeric * max_step_bps)
  limit 1;
  if found then
    raise exception 'instrument % does not continue slot %', v_wrong, p_last.slot
      using errcode = 'integrity_constraint_violation';
  end if;
end
$function$
;

create FUNCTION market.reveal_seeds()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_hour_ms constant bigint := 3600000;
  v_now_ms constant bigint := clock.now_ms();
  v_revealed integer;
begin
  with due as (
    delete from market.secret_seed where (day * 24::bigint + 49) * v_hour_ms <= v_now_ms returning day, seed
  )
  update market.seed_commitment as committed set seed = due.seed, revealed_ms = v_now_ms
  from due where committed.day = due.day;
  get diagnostics v_revealed = row_count;
  return v_revealed;
end
$function$
;
grant execute on function market.reveal_seeds() to candor_market;

create FUNCTION market.set_entry_delays(p_ids integer[], p_slots integer[], p_lags_ms integer[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with given as (
    select id, slots, lag_ms, entry_delay_slots
    from unnest(p_ids, p_slots, p_lags_ms) as given (id, slots, lag_ms)
    join market.instrument on instrument_id = id
    where slots <> entry_delay_slots
  ), change as (
    insert into market.entry_delay_change (instrument_id, set_ms, from_slots, to_slots, lag_ms)
    select id, clock.now_ms(), entry_delay_slots, slots, lag_ms from given
  )
  update market.instrument set entry_delay_slots = given.slots from given where instrument_id = given.id
$function$
;
grant execute on function market.set_entry_delays(integer[],integer[],integer[]) to candor_market;

create FUNCTION market.signed_lift(p_halt market.halt)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when p_halt.lift_requested_by is not null and p_halt.lifted_ms is null then operator.signed_proposal(
    jsonb_build_object(
      'instrument', (select symbol from market.instrument as i where i.instrument_id = p_halt.instrument_id),
      'haltedFor', p_halt.reason || ': ' || p_halt.note), p_halt.lift_note) end
$function$
;

create FUNCTION market.signed_terms(p_proposal_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object(
    'instrument', i.symbol,
    'durationMs', p.duration_slots * sizes.slot_ms,
    'from', (select market.signed_values(to_jsonb(t)) from market.terms as t where t.terms_id = p.follows),
    'to', market.signed_values(to_jsonb(p)))
  from market.terms_proposal as p join market.instrument as i using (instrument_id)
    cross join (select 500 as slot_ms) as sizes
  where p.proposal_id = p_proposal_id
$function$
;

create FUNCTION market.signed_values(p_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object(
    'isOffered', p_row->'offered',
    'stakeMin', ledger.units_text((p_row->>'stake_min')::bigint),
    'stakeMax', ledger.units_text((p_row->>'stake_max')::bigint),
    'feeBps', p_row->'fee_bps',
    'payoutBps', p_row->'payout_bps',
    'maxOpenPayout', ledger.units_text((p_row->>'max_open_payout')::bigint),
    'entryWindowSlots', p_row->'entry_window_slots',
    'exitWindowSlots', p_row->'exit_window_slots')
$function$
;

create FUNCTION market.store_history(p_until_ms bigint, p_ids integer[], p_interval_seconds integer[], p_starts_ms bigint[], p_opens bigint[], p_highs bigint[], p_lows bigint[], p_closes bigint[], p_volumes bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function market.store_history(bigint,integer[],integer[],bigint[],bigint[],bigint[],bigint[],bigint[],bigint[]) to candor_market;

create FUNCTION market.store_minute(p_start_ms bigint, p_ids integer[], p_opens bigint[], p_highs bigint[], p_lows bigint[], p_closes bigint[], p_volumes bigint[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function market.store_minute(bigint,integer[],bigint[],bigint[],bigint[],bigint[],bigint[]) to candor_market;

create FUNCTION market.store_simulation_start(p_start_ms bigint, p_ticks double precision[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into market.simulation_start (start_ms, ticks) values (p_start_ms, p_ticks) on conflict do nothing
$function$
;
grant execute on function market.store_simulation_start(bigint,double precision[]) to candor_market;

create FUNCTION market.store_ticks(p_slot bigint, p_ticks bytea, p_deflated bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_digest bytea;
begin
  select ticks_digest into v_digest from market.frame where slot = p_slot;
  if v_digest is null or v_digest is distinct from sha256(p_ticks) then
    raise exception 'the frame of slot % is not made of these ticks', p_slot
      using errcode = 'integrity_constraint_violation';
  end if;
  insert into market.tick_record (slot, deflated) values (p_slot, p_deflated) on conflict do nothing;
end
$function$
;
grant execute on function market.store_ticks(bigint,bytea,bytea) to candor_market;

create FUNCTION market.sums_after(p_last market.frame, p_prices bigint[], p_states smallint[])
 RETURNS market.running_sums
 LANGUAGE sql
 STABLE
AS $function$
  select
    coalesce(array_agg(coalesce(price_sum, 0) + case when state = 1 then price else 0 end order by instrument_id),
      '{}'),
    coalesce(array_agg(coalesce(open_count, 0) + case when state = 1 then 1 else 0 end order by instrument_id), '{}')
  from unnest(p_prices, p_states, p_last.price_sums, p_last.open_counts) with ordinality
    as cell (price, state, price_sum, open_count, instrument_id)
$function$
;

create FUNCTION market.usdt_price()
 RETURNS TABLE(ticks bigint, decimals smallint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select newest.prices[i.instrument_id], i.price_decimals
  from (select * from market.frame order by slot desc limit 1) as newest, market.instrument as i, market.setting as s
  where i.symbol = 'USDTUSD' and newest.states[i.instrument_id] = 1 and newest.prices[i.instrument_id] > 0
    and newest.published_ms > clock.now_ms() - s.max_usdt_price_age_ms
$function$
;
grant execute on function market.usdt_price() to candor_app;

create FUNCTION market.window_average(p_instrument_id integer, p_from bigint, p_to bigint)
 RETURNS TABLE(price bigint, epoch_before integer, epoch_end integer)
 LANGUAGE sql
 STABLE
AS $function$
  select case when 2 * counted.open_count >= p_to - p_from + 1
      then market.mean_tenths(counted.price_sum, counted.open_count) end, counted.epoch_before, counted.epoch_end
  from (
    select final.price_sum - before.price_sum as price_sum, final.open_count - before.open_count as open_count,
      before.epoch as epoch_before, final.epoch as epoch_end
    from (
      select coalesce(price_sums[p_instrument_id], 0) as price_sum,
        coalesce(open_counts[p_instrument_id], 0) as open_count,
        epochs[p_instrument_id] as epoch
      from market.frame where slot < p_from order by slot desc limit 1
    ) as before
    cross join (
      select coalesce(price_sums[p_instrument_id], 0) as price_sum,
        coalesce(open_counts[p_instrument_id], 0) as open_count,
        epochs[p_instrument_id] as epoch
      from market.frame where slot <= p_to order by slot desc limit 1
    ) as final
  ) as counted
$function$
;
grant execute on function market.window_average(integer,bigint,bigint) to candor_app;

create FUNCTION market.write_sessions(p_ids integer[], p_states smallint[], p_closes_ms bigint[], p_opens_ms bigint[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into market.session as current (instrument_id, state, closes_ms, opens_ms, updated_ms)
  select id, state, closes_ms, opens_ms, clock.now_ms()
  from unnest(p_ids, p_states, p_closes_ms, p_opens_ms) as given (id, state, closes_ms, opens_ms)
  on conflict (instrument_id) do update
    set state = excluded.state, closes_ms = excluded.closes_ms, opens_ms = excluded.opens_ms,
      updated_ms = excluded.updated_ms
$function$
;
grant execute on function market.write_sessions(integer[],smallint[],bigint[],bigint[]) to candor_market;

create schema message;
grant usage on schema message to candor_app;

create table message.message (
  message_id bigint default clock.new_record_id() not null,
  customer_id bigint not null,
  kind text not null,
  subject text not null,
  details jsonb not null,
  created_ms bigint not null,
  read_ms bigint,
  constraint message_check CHECK ((read_ms >= created_ms)),
  constraint message_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint message_details_check CHECK (((jsonb_typeof(details) = 'object'::text) AND (length((details)::text) <= 4000))),
  constraint message_kind_check CHECK ((kind ~ '^[a-z][a-z-]{1,60}$'::text)),
  constraint message_pkey PRIMARY KEY (message_id),
  constraint message_subject_check CHECK ((subject ~ '^[a-z-]{1,40}:[0-9]{1,19}$'::text))
);
CREATE INDEX message_of_customer ON message.message USING btree (customer_id, created_ms DESC, message_id DESC);
CREATE INDEX message_unread ON message.message USING btree (customer_id) WHERE (read_ms IS NULL);
grant select on message.message to candor_app;

create table message.read_mark (
  customer_id bigint not null,
  source text not null,
  item_id bigint not null,
  read_ms bigint not null,
  constraint read_mark_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint read_mark_pkey PRIMARY KEY (customer_id, source, item_id),
  constraint read_mark_source_check CHECK ((source = ANY (ARRAY['order'::text, 'announcement'::text])))
);
grant select on message.read_mark to candor_app;

create table message.reader (
  customer_id bigint not null,
  orders_read_ms bigint not null,
  constraint reader_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint reader_pkey PRIMARY KEY (customer_id)
);
grant select on message.reader to candor_app;

create FUNCTION message.add(p_customer_id bigint, p_kind text, p_subject text, p_details jsonb)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into message.message (customer_id, kind, subject, details, created_ms)
  values (p_customer_id, p_kind, p_subject, p_details, clock.now_ms())
  returning message_id
$function$
;
grant execute on function message.add(bigint,text,text,jsonb) to candor_app;

create FUNCTION message.add_known(p_customer_id bigint, p_kind text, p_subject text, p_details jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select message.add(p_customer_id, p_kind, p_subject, p_details)
  where exists (select from identity.customer where customer_id = p_customer_id)
$function$
;

create FUNCTION message.group_of(p_kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case
    when p_kind ~ '^(withdrawal|recharge|sale|term)-' then 'orders'
    when p_kind ~ '^alert-' then 'notices'
    else 'account'
  end
$function$
;
grant execute on function message.group_of(text) to candor_app;

create schema operator;
grant usage on schema operator to candor_app;
grant usage on schema operator to candor_verifier;

create type operator.role as enum ('support', 'kyc', 'payments', 'desk', 'risk', 'lead', 'auditor', 'security');

create sequence operator.verification as bigint start 1 increment 1 minvalue 1 maxvalue 9223372036854775807 cache 1;

create table operator.account (
  operator_id bigint generated always as identity not null,
  name text not null,
  roles operator.role[] not null,
  password_salt bytea not null,
  password_check bytea not null,
  is_password_new boolean default true not null,
  totp_secret bytea,
  totp_step bigint default 0 not null,
  is_sandbox boolean default false not null,
  disabled_ms bigint,
  created_ms bigint not null,
  sealed_totp bytea,
  password_handed_ms bigint,
  constraint account_name_check CHECK ((name ~ '^[a-z][a-z0-9-]{1,31}$'::text)),
  constraint account_name_key UNIQUE (name),
  constraint account_password_check_check CHECK ((octet_length(password_check) = 32)),
  constraint account_password_salt_check CHECK ((octet_length(password_salt) = 16)),
  constraint account_pkey PRIMARY KEY (operator_id),
  constraint account_roles_check CHECK ((((cardinality(roles) >= 1) AND (cardinality(roles) <= 8)) AND (array_position(roles, NULL::operator.role) IS NULL))),
  constraint account_sealed_totp_check CHECK (((octet_length(sealed_totp) >= 80) AND (octet_length(sealed_totp) <= 200))),
  constraint account_totp_secret_check CHECK ((octet_length(totp_secret) >= 20)),
  constraint handed_password_has_a_time CHECK (((NOT is_password_new) OR (password_handed_ms IS NOT NULL))),
  constraint secret_has_one_form CHECK ((num_nonnulls(totp_secret, sealed_totp) = 1))
);

create table operator.announcement (
  announcement_id bigint generated always as identity not null,
  from_ms bigint not null,
  until_ms bigint,
  created_by bigint not null,
  created_ms bigint not null,
  ended_ms bigint,
  texts jsonb not null,
  work_from_ms bigint,
  work_until_ms bigint,
  kind text not null,
  titles jsonb,
  published_by bigint,
  ended_by bigint,
  ended_note text,
  audience text not null,
  link_page text,
  link_symbol text,
  constraint announcement_audience_check CHECK ((audience = ANY (ARRAY['everyone'::text, 'verified'::text, 'traders'::text, 'interest'::text, 'merchants'::text]))),
  constraint announcement_check CHECK ((until_ms > from_ms)),
  constraint announcement_created_by_fkey FOREIGN KEY (created_by) REFERENCES operator.account(operator_id),
  constraint announcement_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES operator.account(operator_id),
  constraint announcement_ended_note_check CHECK (((length(ended_note) >= 3) AND (length(ended_note) <= 500))),
  constraint announcement_kind_check CHECK ((kind = ANY (ARRAY['notice'::text, 'hours'::text, 'work'::text, 'terms'::text]))),
  constraint announcement_link_page_check CHECK ((link_page = ANY (ARRAY['market'::text, 'instrument'::text, 'recharge'::text, 'withdrawal'::text, 'swap'::text, 'interest'::text, 'floor'::text, 'identity'::text, 'terms'::text, 'risks'::text, 'help'::text]))),
  constraint announcement_link_symbol_check CHECK (((length(link_symbol) >= 1) AND (length(link_symbol) <= 20))),
  constraint announcement_needs_two_operators CHECK ((published_by <> created_by)),
  constraint announcement_pkey PRIMARY KEY (announcement_id),
  constraint announcement_published_by_fkey FOREIGN KEY (published_by) REFERENCES operator.account(operator_id),
  constraint announcement_texts_check CHECK (operator.are_announcement_texts(texts)),
  constraint announcement_titles_check CHECK (operator.are_announcement_titles(titles, texts)),
  constraint link_of_instrument_names_one CHECK (((NOT (link_page IS DISTINCT FROM 'instrument'::text)) = (link_symbol IS NOT NULL))),
  constraint planned_work_ends_later CHECK ((work_until_ms > work_from_ms)),
  constraint planned_work_is_complete CHECK ((num_nulls(work_from_ms, work_until_ms) = ANY (ARRAY[0, 2]))),
  constraint work_has_its_kind CHECK (((kind = 'work'::text) = (work_from_ms IS NOT NULL))),
  constraint work_is_for_everyone CHECK (((kind <> 'work'::text) OR (audience = 'everyone'::text)))
);
CREATE INDEX announcement_of_work ON operator.announcement USING btree (work_until_ms) WHERE (ended_ms IS NULL);
CREATE INDEX announcement_shown ON operator.announcement USING btree (from_ms) WHERE (ended_ms IS NULL);
grant select on operator.announcement to candor_app;

create table operator.announcement_proposal (
  proposal_id bigint generated always as identity not null,
  kind text not null,
  titles jsonb not null,
  texts jsonb not null,
  from_ms bigint,
  until_ms bigint,
  work_from_ms bigint,
  work_until_ms bigint,
  note text not null,
  proposed_by bigint not null,
  proposed_ms bigint not null,
  state text default 'proposed'::text not null,
  decided_by bigint,
  decided_ms bigint,
  announcement_id bigint,
  audience text not null,
  link_page text,
  link_symbol text,
  constraint announcement_proposal_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES operator.announcement(announcement_id),
  constraint announcement_proposal_audience_check CHECK ((audience = ANY (ARRAY['everyone'::text, 'verified'::text, 'traders'::text, 'interest'::text, 'merchants'::text]))),
  constraint announcement_proposal_check CHECK ((until_ms > from_ms)),
  constraint announcement_proposal_check1 CHECK ((work_until_ms > work_from_ms)),
  constraint announcement_proposal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operator.account(operator_id),
  constraint announcement_proposal_kind_check CHECK ((kind = ANY (ARRAY['notice'::text, 'hours'::text, 'work'::text, 'terms'::text]))),
  constraint announcement_proposal_link_page_check CHECK ((link_page = ANY (ARRAY['market'::text, 'instrument'::text, 'recharge'::text, 'withdrawal'::text, 'swap'::text, 'interest'::text, 'floor'::text, 'identity'::text, 'terms'::text, 'risks'::text, 'help'::text]))),
  constraint announcement_proposal_link_symbol_check CHECK (((length(link_symbol) >= 1) AND (length(link_symbol) <= 20))),
  constraint announcement_proposal_needs_two_operators CHECK (((state <> 'confirmed'::text) OR (decided_by <> proposed_by))),
  constraint announcement_proposal_note_check CHECK (((length(note) >= 3) AND (length(note) <= 500))),
  constraint announcement_proposal_pkey PRIMARY KEY (proposal_id),
  constraint announcement_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operator.account(operator_id),
  constraint announcement_proposal_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'rejected'::text]))),
  constraint confirmed_announcement_is_published CHECK (((state = 'confirmed'::text) = (announcement_id IS NOT NULL))),
  constraint decided_announcement_is_complete CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'proposed'::text) = (decided_ms IS NULL)))),
  constraint proposed_link_of_instrument_names_one CHECK (((NOT (link_page IS DISTINCT FROM 'instrument'::text)) = (link_symbol IS NOT NULL))),
  constraint proposed_texts_check CHECK (operator.are_announcement_texts(texts)),
  constraint proposed_titles_check CHECK (operator.are_announcement_titles(titles, texts)),
  constraint proposed_work_has_its_kind CHECK ((((kind = 'work'::text) = (work_from_ms IS NOT NULL)) AND ((kind = 'work'::text) = (work_until_ms IS NOT NULL)))),
  constraint proposed_work_is_for_everyone CHECK (((kind <> 'work'::text) OR (audience = 'everyone'::text)))
);
CREATE TRIGGER announcement_proposal_is_decided_once BEFORE DELETE OR UPDATE ON operator.announcement_proposal FOR EACH ROW EXECUTE FUNCTION operator.refuse_redecision('announcement_id');
CREATE TRIGGER announcement_proposal_is_kept BEFORE TRUNCATE ON operator.announcement_proposal FOR EACH STATEMENT EXECUTE FUNCTION operator.refuse_redecision();
grant select on operator.announcement_proposal to candor_app;

create table operator.attempt (
  name text not null,
  source text not null,
  failures integer not null,
  last_ms bigint not null,
  constraint attempt_failures_check CHECK ((failures >= 0)),
  constraint attempt_pkey PRIMARY KEY (name, source)
);

create table operator.claim (
  subject text not null,
  operator_id bigint not null,
  until_ms bigint not null,
  constraint claim_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint claim_pkey PRIMARY KEY (subject),
  constraint claim_subject_check CHECK ((subject ~ '^[a-z-]+:[0-9]{1,18}$'::text))
);
grant select on operator.claim to candor_app;

create table operator.confirmation (
  confirmation_id bigint generated always as identity not null,
  operator_id bigint not null,
  kind text not null,
  case_id bigint not null,
  details jsonb not null,
  bytes text not null,
  until_ms bigint not null,
  passkey_id bigint,
  assertion jsonb,
  confirmed_ms bigint,
  used_ms bigint,
  constraint confirmation_bytes_key UNIQUE (bytes),
  constraint confirmation_kind_check CHECK ((kind ~ '^[a-z-]+\.[a-z]+$'::text)),
  constraint confirmation_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint confirmation_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES operator.passkey(passkey_id),
  constraint confirmation_pkey PRIMARY KEY (confirmation_id),
  constraint confirmed_with_evidence CHECK (((assertion IS NULL) = (confirmed_ms IS NULL))),
  constraint used_once_confirmed CHECK (((used_ms IS NULL) OR (confirmed_ms IS NOT NULL)))
);
CREATE INDEX confirmation_to_use ON operator.confirmation USING btree (operator_id, kind, case_id) WHERE (used_ms IS NULL);
CREATE TRIGGER confirmation_is_kept BEFORE DELETE OR UPDATE ON operator.confirmation FOR EACH ROW EXECUTE FUNCTION operator.keep_confirmation();

create table operator.decoy (
  singleton boolean default true not null,
  key bytea not null,
  constraint decoy_pkey PRIMARY KEY (singleton),
  constraint decoy_singleton_check CHECK (singleton)
);

create table operator.device (
  device_id bigint generated always as identity not null,
  operator_id bigint not null,
  secret_hash bytea not null,
  last_used_ms bigint not null,
  constraint device_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint device_pkey PRIMARY KEY (device_id),
  constraint device_secret_hash_check CHECK ((octet_length(secret_hash) = 32)),
  constraint device_secret_hash_key UNIQUE (secret_hash)
);
CREATE INDEX device_of_operator ON operator.device USING btree (operator_id, last_used_ms);

create table operator.passkey (
  passkey_id bigint generated always as identity not null,
  operator_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  name text not null,
  created_ms bigint not null,
  last_used_ms bigint,
  removed_ms bigint,
  constraint passkey_check CHECK ((removed_ms >= created_ms)),
  constraint passkey_credential_id_check CHECK ((((length(credential_id) >= 16) AND (length(credential_id) <= 1400)) AND (credential_id ~ '^[A-Za-z0-9_-]+$'::text))),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint passkey_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint passkey_pkey PRIMARY KEY (passkey_id),
  constraint passkey_public_key_check CHECK (((octet_length(public_key) >= 32) AND (octet_length(public_key) <= 2000))),
  constraint passkey_sign_count_check CHECK ((sign_count >= 0))
);
CREATE INDEX passkey_of_operator ON operator.passkey USING btree (operator_id);

create table operator.passkey_code (
  operator_id bigint not null,
  key bytea not null,
  expires_ms bigint not null,
  constraint passkey_code_key_check CHECK ((octet_length(key) = 32)),
  constraint passkey_code_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint passkey_code_pkey PRIMARY KEY (operator_id)
);

create table operator.session (
  session_id bigint generated always as identity not null,
  operator_id bigint not null,
  secret_hash bytea not null,
  device text not null,
  network text not null,
  created_ms bigint not null,
  last_used_ms bigint not null,
  ended_ms bigint,
  constraint session_device_check CHECK ((length(device) <= 200)),
  constraint session_network_check CHECK ((length(network) <= 64)),
  constraint session_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint session_pkey PRIMARY KEY (session_id),
  constraint session_secret_hash_check CHECK ((octet_length(secret_hash) = 32)),
  constraint session_secret_hash_key UNIQUE (secret_hash)
);
CREATE INDEX session_of_operator ON operator.session USING btree (operator_id);

create table operator.ticket (
  ticket_hash bytea not null,
  name text not null,
  transaction_id xid8 not null,
  opened_before bigint not null,
  created_ms bigint not null,
  source text not null,
  device_id bigint,
  proof_transaction_id xid8,
  password_check bytea,
  totp_step bigint,
  constraint ticket_pkey PRIMARY KEY (ticket_hash)
);

create table operator.turn (
  operator_id bigint not null,
  constraint turn_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint turn_pkey PRIMARY KEY (operator_id)
);

create view operator.directory as
 SELECT operator_id,
    name,
    roles,
    is_sandbox,
    (disabled_ms IS NOT NULL) AS is_disabled
   FROM operator.account;
grant select on operator.directory to candor_app;

create FUNCTION operator.add_account(p_name text, p_roles operator.role[], p_salt bytea, p_check bytea, p_totp_secret bytea, p_totp_key bytea, p_is_password_new boolean, p_is_sandbox boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id bigint;
begin
  if p_is_sandbox and not operator.is_sandbox() then
    raise exception 'only a sandbox has reviewers of its own' using errcode = 'integrity_constraint_violation';
  end if;
  insert into operator.account (name, roles, password_salt, password_check, sealed_totp, is_password_new,
    password_handed_ms, is_sandbox, created_ms)
  values (p_name, p_roles, p_salt, p_check, operator.sealed_totp(p_name, p_totp_secret, p_totp_key),
    p_is_password_new, clock.now_ms(), p_is_sandbox, clock.now_ms())
  returning operator_id into v_operator_id;
  return operator.record_by_owner(v_operator_id, 'operator.added', p_name,
    jsonb_build_object('roles', p_roles, 'isSandbox', p_is_sandbox));
end
$function$
;

create FUNCTION operator.allow_passkey(p_name text, p_key bytea)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id bigint;
begin
  select operator_id into v_operator_id from operator.account where name = p_name and not is_sandbox;
  if v_operator_id is null then
    return null;
  end if;
  insert into operator.passkey_code (operator_id, key, expires_ms)
  values (v_operator_id, p_key, clock.now_ms() + 86400000)
  on conflict (operator_id) do update set key = excluded.key, expires_ms = excluded.expires_ms;
  return operator.record_by_owner(v_operator_id, 'operator.passkey-allowed', p_name, '{}');
end
$function$
;

create FUNCTION operator.append_audit(p_operator_id bigint, p_action text, p_subject text, p_reason text, p_details jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_actor text := 'system';
begin
  if p_operator_id is not null then
    select name into strict v_actor from operator.account where operator_id = p_operator_id;
  end if;
  return audit.write(p_operator_id, v_actor, p_action, p_subject, p_reason, p_details, 'database');
end
$function$
;

create FUNCTION operator.are_announcement_texts(p_texts jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_typeof(p_texts) = 'object' and p_texts ? 'en' and not exists (
    select from jsonb_each(p_texts) as t(language, said)
    where t.language <> all ('{en,pt,es,de,fr,vi,zh,ko,ja}') or jsonb_typeof(t.said) <> 'string'
      or length(t.said #>> '{}') not between 3 and 400)
$function$
;

create FUNCTION operator.are_announcement_titles(p_titles jsonb, p_texts jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_typeof(p_titles) = 'object'
    and (select array_agg(language order by language) from jsonb_object_keys(p_titles) as language)
      = (select array_agg(language order by language) from jsonb_object_keys(p_texts) as language)
    and not exists (
      select from jsonb_each(p_titles) as t(language, said)
      where jsonb_typeof(t.said) <> 'string' or length(t.said #>> '{}') not between 3 and 60)
$function$
;

create FUNCTION operator.audit_refused_login(p_action text, p_name text, p_details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := (select operator_id from operator.account where name = p_name);
  v_twentieth_ms constant bigint :=
    (select at_ms from audit.entry where subject = 'operator:0' order by seq desc offset 19 limit 1);
begin
  if v_operator_id is null and v_twentieth_ms > clock.now_ms() - 60000 then
    return;
  end if;
  perform audit.write(null, 'nobody', p_action, 'operator:' || coalesce(v_operator_id, 0), '', p_details, 'database');
end
$function$
;

create FUNCTION operator.awaited_confirmation(p_confirmation_id bigint, p_credential_id text)
 RETURNS TABLE(kind text, challenge bytea, code_key bytea, passkey_id bigint, public_key bytea, sign_count bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.kind, sha256(convert_to(c.bytes, 'UTF8')), code.key, p.passkey_id, p.public_key, p.sign_count
  from operator.confirmation as c
  left join operator.passkey as p
    on p.operator_id = c.operator_id and p.credential_id = p_credential_id and p.removed_ms is null
  left join operator.passkey_code as code
    on code.operator_id = c.operator_id and code.expires_ms > clock.now_ms() and c.kind = 'passkey.add'
  where c.confirmation_id = p_confirmation_id and c.confirmed_ms is null and c.until_ms > clock.now_ms()
$function$
;
grant execute on function operator.awaited_confirmation(bigint,text) to candor_verifier;

create FUNCTION operator.begin_login(p_name text, p_network text, p_device text)
 RETURNS TABLE(ticket text, salt bytea, is_known_device boolean, locked_until_ms bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_name constant text := left(lower(coalesce(p_name, '')), 32);
  v_device_id constant bigint := operator.device_of(v_name, p_device);
  v_source constant text := coalesce('device:' || v_device_id, 'network:' || left(coalesce(p_network, ''), 64));
begin
  delete from operator.attempt where last_ms < v_now_ms - 60 * 60000;
  delete from operator.ticket where created_ms < v_now_ms - 60000;
  insert into operator.attempt (name, source, failures, last_ms) values (v_name, v_source, 0, v_now_ms)
    on conflict do nothing;
  perform from operator.attempt as a where a.name = v_name and a.source = v_source for update;
  is_known_device := v_device_id is not null;
  locked_until_ms := operator.locked_until_ms(v_name, v_source);
  if locked_until_ms is not null then
    -- Recorded once for each lock.
    update operator.attempt as a set failures = 6 where a.name = v_name and a.source = v_source and a.failures = 5;
    if found then
      perform operator.audit_refused_login('operator.login-locked', v_name, jsonb_build_object('source', v_source));
    end if;
    return next;
    return;
  end if;
  update operator.attempt as a set last_ms = v_now_ms, failures = case when failures >= 5 then 1 else failures + 1 end
    where a.name = v_name and a.source = v_source;
  select a.password_salt into salt from operator.account as a where a.name = v_name;
  if salt is null then
    select substring(crypto.hmac(convert_to(v_name, 'UTF8'), d.key, 'sha256') from 1 for 16) into strict salt
      from operator.decoy as d;
  end if;
  ticket := encode(crypto.gen_random_bytes(24), 'hex');
  insert into operator.ticket (ticket_hash, name, source, device_id, transaction_id, opened_before, created_ms)
  select sha256(convert_to(ticket, 'UTF8')), v_name, v_source, v_device_id, pg_current_xact_id(), s.last_value, v_now_ms
    from operator.verification as s;
  return next;
end
$function$
;
grant execute on function operator.begin_login(text,text,text) to candor_app;

create FUNCTION operator.begin_passkey(p_secret text)
 RETURNS TABLE(confirmation_id bigint, bytes text, credential_ids text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, null);
begin
  return query select * from operator.open_confirmation(v_operator_id, 'passkey.add', v_operator_id, '{}');
end
$function$
;
grant execute on function operator.begin_passkey(text) to candor_app;

create FUNCTION operator.claim(p_secret text, p_subject text)
 RETURNS TABLE(operator_id bigint, name text, until_ms bigint, is_own boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, null);
  v_now_ms constant bigint := clock.now_ms();
  v_held operator.claim;
begin
  delete from operator.claim as c where c.until_ms <= v_now_ms;
  insert into operator.claim as c (subject, operator_id, until_ms) values (p_subject, v_operator_id, v_now_ms + 600000)
  on conflict (subject) do nothing returning * into v_held;
  if v_held.subject is not null then
    perform operator.append_audit(v_operator_id, 'claim.taken', p_subject, '', '{}');
  else
    update operator.claim as c set until_ms = v_now_ms + 600000 where c.subject = p_subject
      and c.operator_id = v_operator_id;
  end if;
  return query select c.operator_id, a.name, c.until_ms, c.operator_id = v_operator_id
    from operator.claim as c join operator.account as a using (operator_id) where c.subject = p_subject;
end
$function$
;
grant execute on function operator.claim(text,text) to candor_app;

create FUNCTION operator.close_session(p_secret text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, null);
begin
  update operator.session set ended_ms = clock.now_ms() where secret_hash = sha256(convert_to(p_secret, 'UTF8'))
    and ended_ms is null;
  perform operator.append_audit(v_operator_id, 'operator.logged-out', 'operator:' || v_operator_id, '', '{}');
end
$function$
;
grant execute on function operator.close_session(text) to candor_app;

create FUNCTION operator.confirm_case(p_confirmation_id bigint, p_passkey_id bigint, p_sign_count bigint, p_assertion jsonb)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((select operator.sign_confirmation(confirmation_id, p_passkey_id, p_sign_count, p_assertion)
    from operator.confirmation where confirmation_id = p_confirmation_id and kind <> 'passkey.add'), false)
$function$
;
grant execute on function operator.confirm_case(bigint,bigint,bigint,jsonb) to candor_verifier;

create FUNCTION operator.confirm_for_reviewer(p_confirmation_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update operator.confirmation as c set confirmed_ms = clock.now_ms(), assertion = '{"by": "sandbox"}'
  where c.confirmation_id = p_confirmation_id and c.confirmed_ms is null and c.until_ms > clock.now_ms()
    and c.kind <> 'passkey.add' and operator.is_sandbox()
    and exists (select from operator.account as a where a.operator_id = c.operator_id and a.is_sandbox);
  return found;
end
$function$
;
grant execute on function operator.confirm_for_reviewer(bigint) to candor_verifier;

create FUNCTION operator.credential_ids(p_operator_id bigint)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(array_agg(credential_id order by passkey_id), '{}') from operator.passkey
  where operator_id = p_operator_id and removed_ms is null
$function$
;

create FUNCTION operator.decide_announcement(p_secret text, p_id bigint, p_is_confirmed boolean, p_note text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
  v_proposal operator.announcement_proposal;
  v_id bigint;
begin
  select * into v_proposal from operator.announcement_proposal where proposal_id = p_id for update;
  if v_proposal.proposal_id is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(
    v_operator_id, p_is_confirmed, 'announcement', v_proposal.state, v_proposal.proposed_by);
  if p_is_confirmed then
    v_id := operator.publish_announcement(v_operator_id, v_proposal);
    if v_id is null then
      return 'announcement-over';
    end if;
  end if;
  update operator.announcement_proposal set state = case when p_is_confirmed then 'confirmed' else 'rejected' end,
    decided_by = v_operator_id, decided_ms = clock.now_ms(), announcement_id = v_id
  where proposal_id = p_id;
  perform operator.record_decision(v_operator_id, 'announcement-proposal', p_id, p_is_confirmed, v_proposal.note,
    p_note, case when p_is_confirmed then jsonb_build_object('announcementId', v_id) else '{}' end);
  return 'decided';
end
$function$
;
grant execute on function operator.decide_announcement(text,bigint,boolean,text) to candor_app;

create FUNCTION operator.device_of(p_name text, p_device text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select d.device_id from operator.device as d join operator.account as a using (operator_id)
  where d.secret_hash = sha256(convert_to(p_device, 'UTF8')) and a.name = p_name
    and d.last_used_ms > clock.now_ms() - 90 * 86400000::bigint
$function$
;

create FUNCTION operator.disable_colleague(p_secret text, p_name text, p_reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_colleague_id constant bigint :=
    (select operator_id from operator.account where name = p_name and disabled_ms is null);
  v_operator_id bigint;
begin
  perform 1 from operator.account where operator_id = v_colleague_id
    or operator_id = (select s.operator_id from operator.valid_session(p_secret) as s)
    order by operator_id for no key update;
  v_operator_id := operator.require_session(p_secret, '{lead,security}');
  if v_colleague_id is null then
    return false;
  end if;
  perform operator.require_second_person(v_operator_id, v_colleague_id);
  update operator.account set disabled_ms = clock.now_ms() where operator_id = v_colleague_id and disabled_ms is null;
  if not found then
    return false;
  end if;
  perform operator.end_sessions(v_colleague_id);
  perform operator.append_audit(v_operator_id, 'operator.disabled', 'operator:' || v_colleague_id, p_reason,
    jsonb_build_object('name', p_name));
  return true;
end
$function$
;
grant execute on function operator.disable_colleague(text,text,text) to candor_app;

create FUNCTION operator.end_announcement(p_secret text, p_id bigint, p_note text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
  v_announcement operator.announcement;
begin
  select * into v_announcement from operator.announcement where announcement_id = p_id for update;
  if v_announcement.announcement_id is null then
    return false;
  end if;
  if v_announcement.ended_ms is not null then
    raise exception 'the announcement has ended already' using errcode = 'CO004';
  end if;
  update operator.announcement set ended_ms = clock.now_ms(), ended_by = v_operator_id, ended_note = p_note
  where announcement_id = p_id;
  perform operator.append_audit(v_operator_id, 'announcement.ended', 'announcement:' || p_id, p_note, '{}');
  return true;
end
$function$
;
grant execute on function operator.end_announcement(text,bigint,text) to candor_app;

create FUNCTION operator.end_sessions(p_operator_id bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update operator.session set ended_ms = clock.now_ms() where operator_id = p_operator_id and ended_ms is null
$function$
;

create FUNCTION operator.enrol_passkey(p_confirmation_id bigint, p_credential_id text, p_public_key bytea, p_sign_count bigint, p_name text, p_evidence jsonb, p_by_passkey_id bigint, p_by_sign_count bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_confirmation operator.confirmation;
  v_passkey_id bigint;
begin
  select * into v_confirmation from operator.confirmation
  where confirmation_id = p_confirmation_id and kind = 'passkey.add' and confirmed_ms is null
    and until_ms > clock.now_ms() for update;
  if v_confirmation.confirmation_id is null
    or exists (select from operator.passkey where credential_id = p_credential_id) then
    return false;
  elsif p_by_passkey_id is null then
    delete from operator.passkey_code where operator_id = v_confirmation.operator_id and expires_ms > clock.now_ms();
    if not found then
      return false;
    end if;
    update operator.confirmation set assertion = p_evidence, confirmed_ms = clock.now_ms()
    where confirmation_id = p_confirmation_id;
  elsif not operator.sign_confirmation(p_confirmation_id, p_by_passkey_id, p_by_sign_count, p_evidence) then
    return false;
  end if;
  update operator.confirmation set used_ms = confirmed_ms where confirmation_id = p_confirmation_id;
  insert into operator.passkey (operator_id, credential_id, public_key, sign_count, name, created_ms)
  values (v_confirmation.operator_id, p_credential_id, p_public_key, p_sign_count, p_name, clock.now_ms())
  returning passkey_id into v_passkey_id;
  perform operator.append_audit(v_confirmation.operator_id, 'operator.passkey-added',
    'operator:' || v_confirmation.operator_id, '', jsonb_build_object('passkeyId', v_passkey_id, 'name', p_name,
      'isFirst', p_by_passkey_id is null));
  return true;
end
$function$
;
grant execute on function operator.enrol_passkey(bigint,text,bytea,bigint,text,jsonb,bigint,bigint) to candor_verifier;

create FUNCTION operator.find_session(p_secret text)
 RETURNS TABLE(operator_id bigint, name text, roles text[], is_sandbox boolean, expires_ms bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_session record;
begin
  select * into v_session from operator.valid_session(p_secret);
  if v_session.session_id is null then
    return;
  end if;
  if v_session.last_used_ms < clock.now_ms() - 60000 then
    update operator.session as s set last_used_ms = greatest(s.last_used_ms, clock.now_ms())
      where s.session_id = v_session.session_id;
  end if;
  return query select a.operator_id, a.name, a.roles::text[], a.is_sandbox, v_session.expires_ms
    from operator.account as a where a.operator_id = v_session.operator_id;
end
$function$
;
grant execute on function operator.find_session(text) to candor_app;

create FUNCTION operator.is_sandbox()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from origin.mode where mode = 'sandbox')
$function$
;

create FUNCTION operator.keep_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_steps constant text[] := array['passkey_id', 'assertion', 'confirmed_ms', 'used_ms'];
begin
  if tg_op = 'DELETE' then
    if old.confirmed_ms is null then
      return old;
    end if;
  elsif (to_jsonb(new) - v_steps) = (to_jsonb(old) - v_steps) and old.used_ms is null
    and (old.confirmed_ms is null or (old.passkey_id, old.assertion, old.confirmed_ms)
      is not distinct from (new.passkey_id, new.assertion, new.confirmed_ms)) then
    return new;
  end if;
  raise exception 'a confirmation is given once, used once and kept' using errcode = 'integrity_constraint_violation';
end
$function$
;

create FUNCTION operator.keep_device(p_account operator.account, p_device_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_secret constant text := encode(crypto.gen_random_bytes(24), 'hex');
begin
  update operator.device set last_used_ms = clock.now_ms() where device_id = p_device_id;
  if found or p_account.is_sandbox then
    return null;
  end if;
  insert into operator.device (operator_id, secret_hash, last_used_ms)
  values (p_account.operator_id, sha256(convert_to(v_secret, 'UTF8')), clock.now_ms());
  delete from operator.device where operator_id = p_account.operator_id and device_id not in (
    select device_id from operator.device where operator_id = p_account.operator_id
    order by last_used_ms desc, device_id desc limit 20);
  return v_secret;
end
$function$
;

create FUNCTION operator.locked_until_ms(p_name text, p_source text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select last_ms + 15 * 60000 from operator.attempt
  where name = p_name and source = p_source and failures >= 5 and last_ms + 15 * 60000 > clock.now_ms()
$function$
;

create FUNCTION operator.open_confirmation(p_operator_id bigint, p_kind text, p_case_id bigint, p_details jsonb)
 RETURNS TABLE(confirmation_id bigint, bytes text, credential_ids text[])
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_until_ms constant bigint := v_now_ms + 5 * 60000;
begin
  delete from operator.confirmation
  where operator_id = p_operator_id and confirmed_ms is null and until_ms <= v_now_ms;
  insert into operator.confirmation as opened (operator_id, kind, case_id, details, bytes, until_ms)
  select p_operator_id, p_kind, p_case_id, p_details,
    E'Candor confirmation 1\n' || jsonb_pretty(jsonb_build_object('act', p_kind, 'number', p_case_id::text, 'details',
      p_details, 'operator', name, 'validUntilMs', v_until_ms, 'nonce', encode(crypto.gen_random_bytes(16), 'hex'))),
    v_until_ms
  from operator.account where operator_id = p_operator_id
  returning opened.confirmation_id, opened.bytes, operator.credential_ids(p_operator_id)
    into strict confirmation_id, bytes, credential_ids;
  return next;
end
$function$
;

create FUNCTION operator.open_session(p_ticket text, p_device text, p_network text, p_new_salt bytea DEFAULT NULL::bytea, p_new_key bytea DEFAULT NULL::bytea)
 RETURNS TABLE(outcome text, secret text, device_secret text, locked_until_ms bigint, operator_id bigint, name text, roles text[], is_sandbox boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_account constant operator.account := operator.proven(p_ticket);
  v_ticket operator.ticket;
begin
  if num_nulls(p_new_salt, p_new_key) = 1 then
    raise exception 'a new key comes with its salt' using errcode = 'invalid_parameter_value';
  end if;
  outcome := 'wrong-credentials';
  if v_account.operator_id is null then
    perform operator.refuse_login(p_ticket, p_network);
    return next;
    return;
  end if;
  select * into strict v_ticket from operator.ticket as t where t.ticket_hash = sha256(convert_to(p_ticket, 'UTF8'));
  if v_ticket.device_id is null then
    locked_until_ms := operator.locked_until_ms(v_account.name, 'anywhere');
  end if;
  if locked_until_ms is not null or (v_account.is_password_new and p_new_key is null) then
    outcome := case when locked_until_ms is null then 'new-password-required' else 'locked' end;
    if outcome = 'locked' then
      perform operator.audit_refused_login('operator.login-locked', v_account.name,
        jsonb_build_object('network', left(coalesce(p_network, ''), 64), 'newDevice', true));
    end if;
    return next;
    return;
  end if;
  delete from operator.ticket as t where t.ticket_hash = v_ticket.ticket_hash;
  delete from operator.attempt as t where t.name = v_account.name and t.source in (v_ticket.source, 'anywhere');
  update operator.account as a set
    totp_step = v_ticket.totp_step,
    is_password_new = false,
    password_salt = coalesce(p_new_salt, a.password_salt),
    password_check = coalesce(sha256(p_new_key), a.password_check)
  where a.operator_id = v_account.operator_id;
  secret := translate(rtrim(encode(crypto.gen_random_bytes(32), 'base64'), '='), '+/', '-_');
  insert into operator.session (operator_id, secret_hash, device, network, created_ms, last_used_ms)
  values (v_account.operator_id, sha256(convert_to(secret, 'UTF8')), left(coalesce(p_device, ''), 200),
    left(coalesce(p_network, ''), 64), v_now_ms, v_now_ms);
  device_secret := operator.keep_device(v_account, v_ticket.device_id);
  outcome := 'logged-in';
  operator_id := v_account.operator_id;
  name := v_account.name;
  roles := v_account.roles::text[];
  is_sandbox := v_account.is_sandbox;
  perform operator.append_audit(v_account.operator_id, 'operator.logged-in', 'operator:' || v_account.operator_id, '',
    jsonb_build_object('network', left(coalesce(p_network, ''), 64), 'newPassword', p_new_key is not null,
      'newDevice', v_ticket.device_id is null));
  return next;
end
$function$
;
grant execute on function operator.open_session(text,text,text,bytea,bytea) to candor_app;

create FUNCTION operator.opened_totp(p_name text, p_sealed bytea, p_key bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_body constant bytea := substring(p_sealed from 1 for octet_length(p_sealed) - 32);
begin
  if (substring(p_sealed from octet_length(p_sealed) - 31) = operator.totp_seal_mac(p_name, v_body, p_key)) is not true
    then
    return null;
  end if;
  return crypto.decrypt_iv(substring(v_body from 17), crypto.hmac('encryption'::bytea, p_key, 'sha256'),
    substring(v_body from 1 for 16), 'aes-cbc/pad:pkcs');
end
$function$
;

create FUNCTION operator.passkeys(p_secret text)
 RETURNS TABLE(passkey_id bigint, name text, created_ms bigint, last_used_ms bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_operator_id constant bigint := operator.require_session(p_secret, null);
begin
  return query select p.passkey_id, p.name, p.created_ms, p.last_used_ms from operator.passkey as p
    where p.operator_id = v_operator_id and p.removed_ms is null order by p.passkey_id desc;
end
$function$
;
grant execute on function operator.passkeys(text) to candor_app;

create FUNCTION operator.propose_announcement(p_secret text, p_kind text, p_audience text, p_link_page text, p_link_symbol text, p_titles jsonb, p_texts jsonb, p_from_ms bigint, p_until_ms bigint, p_work_from_ms bigint, p_work_until_ms bigint, p_note text)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with proposed as (
    insert into operator.announcement_proposal (kind, audience, link_page, link_symbol, titles, texts, from_ms,
      until_ms, work_from_ms, work_until_ms, note, proposed_by, proposed_ms)
    values (p_kind, p_audience, p_link_page, p_link_symbol, p_titles, p_texts, p_from_ms, p_until_ms, p_work_from_ms,
      p_work_until_ms, p_note, operator.require_session(p_secret, '{support,lead}'), clock.now_ms())
    returning proposal_id, proposed_by)
  select operator.record_step(proposed_by, 'announcement-proposal', proposal_id, 'proposed', p_note, jsonb_strip_nulls(
    jsonb_build_object('kind', p_kind, 'audience', p_audience, 'linkPage', p_link_page,
      'linkSymbol', p_link_symbol, 'titles', p_titles, 'texts', p_texts, 'fromMs', p_from_ms, 'untilMs', p_until_ms,
      'workFromMs', p_work_from_ms, 'workUntilMs', p_work_until_ms)))
  from proposed
$function$
;
grant execute on function operator.propose_announcement(text,text,text,text,text,jsonb,jsonb,bigint,bigint,bigint,bigint,text) to candor_app;

create FUNCTION operator.prove_login(p_ticket text, p_key bytea, p_code text, p_totp_key bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_ticket operator.ticket;
  v_account operator.account;
  v_step bigint;
  v_is_password boolean;
  v_is_half boolean;
begin
  select * into v_ticket from operator.ticket
    where ticket_hash = sha256(convert_to(coalesce(p_ticket, ''), 'UTF8')) for update;
  if v_ticket.name is null or v_ticket.transaction_id = pg_current_xact_id()
    or v_ticket.proof_transaction_id is not null
    or nextval('operator.verification') - v_ticket.opened_before > 16 then
    return;
  end if;
  select * into v_account from operator.account
  where name = v_ticket.name and disabled_ms is null and (not is_sandbox or operator.is_sandbox());
  v_step := operator.totp_step_of(operator.opened_totp(v_account.name, v_account.sealed_totp, p_totp_key), p_code,
    v_account.totp_step);
  v_is_password := coalesce(v_account.password_check = sha256(coalesce(p_key, ''::bytea)), false);
  v_is_half := v_is_password <> (v_step is not null) and v_ticket.device_id is null;
  update operator.ticket set proof_transaction_id = pg_current_xact_id(),
    password_check = case when v_is_password then v_account.password_check end, totp_step = v_step
  where ticket_hash = v_ticket.ticket_hash;
  insert into operator.attempt as a (name, source, failures, last_ms)
  values (v_ticket.name, 'anywhere', v_is_half::integer, v_now_ms)
  on conflict (name, source) do update set
    failures = case when a.last_ms < v_now_ms - 15 * 60000 then 0 else least(a.failures, 5) end + v_is_half::integer,
    last_ms = case when v_is_half then v_now_ms else a.last_ms end;
end
$function$
;
grant execute on function operator.prove_login(text,bytea,text,bytea) to candor_app;

create FUNCTION operator.proven(p_ticket text)
 RETURNS operator.account
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_ticket operator.ticket;
  v_account operator.account;
begin
  select * into v_ticket from operator.ticket where ticket_hash = sha256(convert_to(coalesce(p_ticket, ''), 'UTF8'));
  if num_nulls(v_ticket.totp_step, v_ticket.password_check) > 0
    or v_ticket.proof_transaction_id = pg_current_xact_id() then
    return null;
  end if;
  select * into v_account from operator.account where name = v_ticket.name for no key update;
  if v_account.disabled_ms is not null or v_account.password_check is distinct from v_ticket.password_check
    or v_account.totp_step >= v_ticket.totp_step
    or v_account.is_password_new and v_account.password_handed_ms <= clock.now_ms() - 86400000 then
    return null;
  end if;
  return v_account;
end
$function$
;

create FUNCTION operator.publish_announcement(p_operator_id bigint, p_proposal operator.announcement_proposal)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_from_ms constant bigint := greatest(coalesce(p_proposal.from_ms, v_now_ms), v_now_ms);
  v_id bigint;
begin
  insert into operator.announcement (kind, audience, link_page, link_symbol, titles, texts, from_ms, until_ms,
    work_from_ms, work_until_ms, created_by, created_ms, published_by)
  select p_proposal.kind, p_proposal.audience, p_proposal.link_page, p_proposal.link_symbol, p_proposal.titles,
    p_proposal.texts, v_from_ms, p_proposal.until_ms, p_proposal.work_from_ms, p_proposal.work_until_ms,
    p_proposal.proposed_by, v_now_ms, p_operator_id
  where v_from_ms < coalesce(p_proposal.until_ms, 9223372036854775807)
  returning announcement_id into v_id;
  return v_id;
end
$function$
;

create FUNCTION operator.record(p_secret text, p_action text, p_subject text, p_reason text, p_details jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_roles constant operator.role[] := operator.roles_reporting(p_action);
  v_operator_id bigint;
  v_name text;
begin
  if v_roles is null then
    raise exception 'the server does not report %', p_action using errcode = 'insufficient_privilege';
  end if;
  v_operator_id := operator.require_session(p_secret, v_roles);
  select name into strict v_name from operator.account where operator_id = v_operator_id;
  return audit.write(v_operator_id, v_name, p_action, p_subject, p_reason, p_details, 'server');
end
$function$
;
grant execute on function operator.record(text,text,text,text,jsonb) to candor_app;

create FUNCTION operator.record_by_owner(p_operator_id bigint, p_action text, p_name text, p_details jsonb)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select audit.write(null, 'owner', p_action, 'operator:' || p_operator_id, '',
    jsonb_build_object('name', p_name) || p_details, 'database');
  select p_operator_id;
$function$
;

create FUNCTION operator.record_decision(p_operator_id bigint, p_kind text, p_id bigint, p_is_confirmed boolean, p_proposed text, p_rejected text, p_details jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select operator.record_step(p_operator_id, p_kind, p_id,
    case when p_is_confirmed then 'confirmed' else 'rejected' end,
    case when p_is_confirmed then p_proposed else p_rejected end, p_details)
$function$
;

create FUNCTION operator.record_step(p_operator_id bigint, p_kind text, p_id bigint, p_step text, p_note text, p_details jsonb)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select operator.append_audit(p_operator_id, p_kind || '.' || p_step, p_kind || ':' || p_id, p_note, p_details);
  select p_id;
$function$
;

create FUNCTION operator.refuse_login(p_ticket text, p_network text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_ticket operator.ticket;
begin
  delete from operator.ticket where ticket_hash = sha256(convert_to(coalesce(p_ticket, ''), 'UTF8'))
    and proof_transaction_id <> pg_current_xact_id()
  returning * into v_ticket;
  if found then
    perform operator.audit_refused_login('operator.login-failed', v_ticket.name,
      jsonb_build_object('network', left(coalesce(p_network, ''), 64), 'newDevice', v_ticket.device_id is null));
  end if;
end
$function$
;

create FUNCTION operator.refuse_redecision()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_decision constant text[] := array['state', 'decided_by', 'decided_ms'] || coalesce(tg_argv[0:], '{}');
begin
  if tg_op <> 'UPDATE' then
    raise exception '% of %.% is refused: proposals are kept', tg_op, tg_table_schema, tg_table_name
      using errcode = 'integrity_constraint_violation';
  end if;
  if old.state <> 'proposed' or (to_jsonb(new) - v_decision) is distinct from (to_jsonb(old) - v_decision) then
    raise exception 'a proposal is decided once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$function$
;

create FUNCTION operator.release(p_secret text, p_subject text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, null);
begin
  delete from operator.claim where subject = p_subject and operator_id = v_operator_id;
  if not found then
    return false;
  end if;
  perform operator.append_audit(v_operator_id, 'claim.released', p_subject, '', '{}');
  return true;
end
$function$
;
grant execute on function operator.release(text,text) to candor_app;

create FUNCTION operator.remove_passkeys(p_name text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id bigint;
begin
  select operator_id into v_operator_id from operator.account where name = p_name and not is_sandbox for update;
  if v_operator_id is null then
    return null;
  end if;
  update operator.passkey set removed_ms = clock.now_ms() where operator_id = v_operator_id and removed_ms is null;
  delete from operator.passkey_code where operator_id = v_operator_id;
  return operator.record_by_owner(v_operator_id, 'operator.passkeys-removed', p_name, '{}');
end
$function$
;

create FUNCTION operator.require_confirmation(p_operator_id bigint, p_kind text, p_case_id bigint, p_details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update operator.confirmation set used_ms = clock.now_ms()
  where used_ms is null and confirmation_id = (
    select c.confirmation_id from operator.confirmation as c left join operator.passkey as p using (passkey_id)
    where c.operator_id = p_operator_id and c.kind = p_kind and c.case_id = p_case_id and c.details = p_details
      and c.confirmed_ms is not null and c.used_ms is null and c.until_ms > clock.now_ms() and p.removed_ms is null
    order by c.confirmation_id limit 1 for update of c);
  if not found then
    raise exception '% of % has to be confirmed with a passkey', p_kind, p_case_id using errcode = 'CO005';
  end if;
end
$function$
;

create FUNCTION operator.require_decidable(p_operator_id bigint, p_is_confirmed boolean, p_what text, p_state text, p_proposed_by bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if p_state <> 'proposed' then
    raise exception 'the % is decided already', p_what using errcode = 'CO004';
  end if;
  if p_is_confirmed then
    perform operator.require_second_person(p_operator_id, p_proposed_by);
  end if;
end
$function$
;

create FUNCTION operator.require_decider(p_secret text, p_is_confirmed boolean, p_rejecting operator.role[])
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select operator.require_session(p_secret, case when p_is_confirmed then '{lead,risk}' else p_rejecting end)
$function$
;

create FUNCTION operator.require_second_person(p_operator_id bigint, p_first_operator_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if p_operator_id = p_first_operator_id then
    raise exception 'another operator has to confirm' using errcode = 'CO003';
  end if;
end
$function$
;

create FUNCTION operator.require_session(p_secret text, p_roles operator.role[])
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id bigint;
  v_roles operator.role[];
begin
  select a.operator_id into v_operator_id from operator.account as a
  where a.operator_id = (select s.operator_id from operator.valid_session(p_secret) as s) for share;
  -- Read again: the account may have been disabled while we waited for it.
  select a.roles into v_roles from operator.account as a
  where a.operator_id = v_operator_id and a.operator_id = (select s.operator_id
    from operator.valid_session(p_secret) as s);
  if v_roles is null then
    raise exception 'no operator is logged in' using errcode = 'CO001';
  end if;
  if p_roles is not null and not (v_roles && p_roles) then
    raise exception 'this operator has none of the roles %', p_roles using errcode = 'CO002';
  end if;
  return v_operator_id;
end
$function$
;

create FUNCTION operator.reset_account(p_name text, p_salt bytea, p_check bytea, p_totp_secret bytea, p_totp_key bytea)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id bigint;
begin
  update operator.account set
    password_salt = coalesce(p_salt, password_salt), password_check = coalesce(p_check, password_check),
    is_password_new = is_password_new or p_check is not null,
    password_handed_ms = case when p_check is null then password_handed_ms else clock.now_ms() end,
    totp_secret = case when p_totp_secret is null then totp_secret end,
    sealed_totp = case when p_totp_secret is null then sealed_totp
      else operator.sealed_totp(p_name, p_totp_secret, p_totp_key) end,
    totp_step = case
      when p_totp_secret is null then totp_step else 0 end
  where name = p_name and not is_sandbox returning operator_id into v_operator_id;
  if v_operator_id is null then
    return null;
  end if;
  perform operator.end_sessions(v_operator_id);
  delete from operator.attempt where name = p_name;
  delete from operator.ticket where name = p_name;
  delete from operator.device where operator_id = v_operator_id;
  return operator.record_by_owner(v_operator_id, 'operator.reset', p_name,
    jsonb_build_object('password', p_check is not null, 'authenticator', p_totp_secret is not null));
end
$function$
;

create FUNCTION operator.roles_reporting(p_action text)
 RETURNS operator.role[]
 LANGUAGE sql
 IMMUTABLE
RETURN (CASE p_action WHEN 'audit.exported'::text THEN '{auditor,security}'::text WHEN 'customer.viewed'::text THEN '{support,kyc,payments,risk,lead,auditor,security}'::text WHEN 'deposit.voucher-opened'::text THEN '{payments,lead}'::text WHEN 'support.conversation-viewed'::text THEN '{support,lead}'::text WHEN 'support.photo-viewed'::text THEN '{support,lead}'::text WHEN 'withdrawal.destination-viewed'::text THEN '{payments,lead}'::text ELSE NULL::text END)::operator.role[]
;

create FUNCTION operator.seal_authenticators(p_key bytea, p_former_key bytea DEFAULT NULL::bytea)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_account operator.account;
  v_secret bytea;
  v_count integer := 0;
begin
  for v_account in select * from operator.account order by operator_id for no key update loop
    if operator.opened_totp(v_account.name, v_account.sealed_totp, p_key) is null then
      v_secret := coalesce(v_account.totp_secret,
        operator.opened_totp(v_account.name, v_account.sealed_totp, p_former_key));
      if v_secret is null then
        raise exception 'the authenticator of % is sealed under another key', v_account.name
          using errcode = 'data_corrupted';
      end if;
      update operator.account set totp_secret = null,
        sealed_totp = operator.sealed_totp(v_account.name, v_secret, p_key)
      where operator_id = v_account.operator_id;
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end
$function$
;

create FUNCTION operator.sealed_totp(p_name text, p_secret bytea, p_key bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_iv constant bytea := crypto.gen_random_bytes(16);
  v_body constant bytea :=
    v_iv || crypto.encrypt_iv(p_secret, crypto.hmac('encryption'::bytea, p_key, 'sha256'), v_iv, 'aes-cbc/pad:pkcs');
begin
  if p_key is null or octet_length(p_key) <> 32 then
    raise exception 'the key of authenticators has 32 bytes' using errcode = 'invalid_parameter_value';
  end if;
  return v_body || operator.totp_seal_mac(p_name, v_body, p_key);
end
$function$
;

create FUNCTION operator.session_ends_ms(s operator.session)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN LEAST(((s).created_ms + (12 * 3600000)), ((s).last_used_ms + (30 * 60000)))
;

create FUNCTION operator.set_enabled(p_name text, p_is_enabled boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id bigint;
begin
  update operator.account set disabled_ms = case when p_is_enabled then null else clock.now_ms() end
  where name = p_name returning operator_id into v_operator_id;
  if v_operator_id is null then
    return null;
  end if;
  if p_is_enabled then
    return operator.record_by_owner(v_operator_id, 'operator.enabled', p_name, '{}');
  end if;
  perform operator.end_sessions(v_operator_id);
  return operator.record_by_owner(v_operator_id, 'operator.disabled', p_name, '{}');
end
$function$
;

create FUNCTION operator.sign_confirmation(p_confirmation_id bigint, p_passkey_id bigint, p_sign_count bigint, p_assertion jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_confirmation operator.confirmation;
begin
  select * into v_confirmation from operator.confirmation
  where confirmation_id = p_confirmation_id and confirmed_ms is null and until_ms > clock.now_ms() for update;
  update operator.passkey set sign_count = p_sign_count, last_used_ms = clock.now_ms()
  where passkey_id = p_passkey_id and operator_id = v_confirmation.operator_id and removed_ms is null
    and (sign_count < p_sign_count or (sign_count = 0 and p_sign_count = 0));
  if not found then
    return false;
  end if;
  update operator.confirmation set passkey_id = p_passkey_id, assertion = p_assertion, confirmed_ms = clock.now_ms()
  where confirmation_id = p_confirmation_id;
  return true;
end
$function$
;

create FUNCTION operator.signed_proposal(p_values jsonb, p_note text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select p_values || jsonb_build_object('note', p_note)
$function$
;

create FUNCTION operator.signed_step(p_is_second boolean)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object('step', case when p_is_second then '2 of 2' else '1 of 2' end)
$function$
;

create FUNCTION operator.take_turn(p_operator_id bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into operator.turn as t (operator_id) values (p_operator_id)
  on conflict (operator_id) do update set operator_id = t.operator_id
$function$
;

create FUNCTION operator.team(p_secret text)
 RETURNS TABLE(operator_id bigint, name text, roles text[], is_sandbox boolean, is_disabled boolean, created_ms bigint, last_seen_ms bigint, sessions jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  perform operator.require_session(p_secret, '{auditor,lead,security}');
  return query
    select a.operator_id, a.name, a.roles::text[], a.is_sandbox, a.disabled_ms is not null, a.created_ms,
      used.last_seen_ms, used.sessions
    from operator.account as a cross join lateral (
      select max(s.last_used_ms) as last_seen_ms,
        coalesce(jsonb_agg(jsonb_build_object('device', s.device, 'network', s.network, 'createdMs', s.created_ms,
          'lastUsedMs', s.last_used_ms)
          order by s.session_id desc) filter (
            where s.ended_ms is null and a.disabled_ms is null and clock.now_ms() < operator.session_ends_ms(s)),
              '[]') as sessions
      from operator.session as s where s.operator_id = a.operator_id
    ) as used
    order by a.name;
end
$function$
;
grant execute on function operator.team(text) to candor_app;

create FUNCTION operator.totp(p_secret bytea, p_step bigint)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_mac constant bytea := crypto.hmac(int8send(p_step), p_secret, 'sha1');
  v_from constant integer := get_byte(v_mac, 19) & 15;
  v_number constant bigint := ((get_byte(v_mac, v_from) & 127)::bigint << 24) | (get_byte(v_mac, v_from + 1) << 16)
    | (get_byte(v_mac, v_from + 2) << 8) | get_byte(v_mac, v_from + 3);
begin
  return lpad((v_number % 1000000)::text, 6, '0');
end
$function$
;

create FUNCTION operator.totp_seal_mac(p_name text, p_body bytea, p_key bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select crypto.hmac(sha256(convert_to(p_name, 'UTF8')) || p_body,
    crypto.hmac('authentication'::bytea, p_key, 'sha256'), 'sha256')
$function$
;

create FUNCTION operator.totp_step_of(p_secret bytea, p_code text, p_after bigint)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select max(step) from generate_series(clock.now_ms() / 30000 - 1, clock.now_ms() / 30000 + 1) as step
  where step > p_after and operator.totp(p_secret, step) = p_code
$function$
;

create FUNCTION operator.valid_session(p_secret text)
 RETURNS TABLE(session_id bigint, operator_id bigint, last_used_ms bigint, expires_ms bigint)
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.session_id, s.operator_id, s.last_used_ms, operator.session_ends_ms(s)
  from operator.session as s join operator.account as a using (operator_id)
  where s.secret_hash = sha256(convert_to(coalesce(p_secret, ''), 'UTF8')) and s.ended_ms is null
    and a.disabled_ms is null
    and (not a.is_sandbox or operator.is_sandbox())
    and clock.now_ms() < operator.session_ends_ms(s)
$function$
;

create schema origin;

create table origin.mode (
  singleton boolean default true not null,
  mode text not null,
  constraint mode_mode_check CHECK ((mode = ANY (ARRAY['sandbox'::text, 'live'::text]))),
  constraint mode_pkey PRIMARY KEY (singleton),
  constraint mode_singleton_check CHECK (singleton)
);
CREATE TRIGGER mode_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON origin.mode FOR EACH STATEMENT EXECUTE FUNCTION origin.refuse_change();

create FUNCTION origin.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'the mode of a database is never changed' using errcode = 'integrity_constraint_violation';
end
$function$
;

create schema own_data;
grant usage on schema own_data to candor_app;

create table own_data.archive (
  archive_id bigint not null,
  customer_id bigint not null,
  lang text not null,
  object_id text not null,
  requested_ms bigint not null,
  ready_ms bigint,
  byte_count bigint,
  destroyed_ms bigint,
  constraint archive_byte_count_check CHECK ((byte_count > 0)),
  constraint archive_check CHECK ((ready_ms >= requested_ms)),
  constraint archive_check1 CHECK ((destroyed_ms >= requested_ms)),
  constraint archive_check2 CHECK (((ready_ms IS NULL) = (byte_count IS NULL))),
  constraint archive_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint archive_lang_check CHECK ((lang ~ '^[a-z]{2}$'::text)),
  constraint archive_object_id_check CHECK ((object_id ~ '^[0-9a-f]{48}$'::text)),
  constraint archive_object_id_key UNIQUE (object_id),
  constraint archive_pkey PRIMARY KEY (archive_id)
);
CREATE INDEX archive_of_customer ON own_data.archive USING btree (customer_id, archive_id DESC);
CREATE INDEX archive_to_destroy ON own_data.archive USING btree (requested_ms) WHERE (destroyed_ms IS NULL);
grant select on own_data.archive to candor_app;

create FUNCTION own_data.archives_to_destroy(p_limit integer)
 RETURNS TABLE(archive_id bigint, object_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select a.archive_id, a.object_id from own_data.archive as a join identity.customer as c using (customer_id)
  where a.destroyed_ms is null and (a.requested_ms <= clock.now_ms() - own_data.kept_ms() or c.state = 2)
  order by a.requested_ms limit p_limit
$function$
;
grant execute on function own_data.archives_to_destroy(integer) to candor_app;

create FUNCTION own_data.finish_archive(p_archive_id bigint, p_byte_count bigint)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with ready as (
    update own_data.archive set ready_ms = greatest(requested_ms, clock.now_ms()), byte_count = p_byte_count
    where archive_id = p_archive_id and ready_ms is null and destroyed_ms is null
    returning customer_id)
  select message.add(customer_id, 'data-ready', 'data:' || p_archive_id, '{}') from ready
$function$
;
grant execute on function own_data.finish_archive(bigint,bigint) to candor_app;

create FUNCTION own_data.forget_archive(p_archive_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update own_data.archive set destroyed_ms = greatest(requested_ms, clock.now_ms())
  where archive_id = p_archive_id and destroyed_ms is null
$function$
;
grant execute on function own_data.forget_archive(bigint) to candor_app;

create FUNCTION own_data.kept_ms()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN (7 * (86400000)::bigint)
;
grant execute on function own_data.kept_ms() to candor_app;

create FUNCTION own_data.pause_ms()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN (86400000)::bigint
;
grant execute on function own_data.pause_ms() to candor_app;

create FUNCTION own_data.request_archive(p_customer_id bigint, p_object_id text, p_lang text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms bigint;
  v_archive_id bigint;
begin
  perform from identity.customer where customer_id = p_customer_id and state = 1 for no key update;
  if not found then
    return null;
  end if;
  v_now_ms := clock.now_ms();
  insert into own_data.archive (archive_id, customer_id, lang, object_id, requested_ms)
  select clock.new_record_id(), p_customer_id, p_lang, p_object_id, v_now_ms
  where not exists (select from own_data.archive
    where customer_id = p_customer_id and requested_ms > v_now_ms - own_data.pause_ms())
  returning archive_id into v_archive_id;
  return v_archive_id;
end
$function$
;
grant execute on function own_data.request_archive(bigint,text,text) to candor_app;

create schema payout;
grant usage on schema payout to candor_app;

create type payout.method_kind as enum ('bank-card', 'wallet-address');

create table payout.method (
  method_id bigint default clock.new_record_id() not null,
  customer_id bigint not null,
  request_id uuid not null,
  kind payout.method_kind not null,
  shown jsonb not null,
  sealed bytea not null,
  fingerprint bytea not null,
  added_ms bigint not null,
  removed_ms bigint,
  constraint method_check CHECK ((removed_ms >= added_ms)),
  constraint method_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint method_customer_id_request_id_key UNIQUE (customer_id, request_id),
  constraint method_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
  constraint method_method_id_customer_id_kind_fingerprint_key UNIQUE (method_id, customer_id, kind, fingerprint),
  constraint method_pkey PRIMARY KEY (method_id),
  constraint method_sealed_check CHECK (((octet_length(sealed) >= 29) AND (octet_length(sealed) <= 400))),
  constraint method_shown_check CHECK (((jsonb_typeof(shown) = 'object'::text) AND (length((shown)::text) <= 2000)))
);
CREATE UNIQUE INDEX method_bound_once ON payout.method USING btree (customer_id, fingerprint) WHERE (removed_ms IS NULL);
CREATE INDEX method_by_fingerprint ON payout.method USING btree (fingerprint);
CREATE INDEX method_of_customer ON payout.method USING btree (customer_id, method_id);
CREATE TRIGGER method_in_use_stays BEFORE UPDATE ON payout.method FOR EACH ROW EXECUTE FUNCTION withdrawal.keep_method_in_use();
CREATE TRIGGER method_is_kept BEFORE DELETE OR TRUNCATE ON payout.method FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER method_never_changes BEFORE UPDATE ON payout.method FOR EACH ROW EXECUTE FUNCTION ledger.require_single_step('removed_ms');
grant select on payout.method to candor_app;

create table payout.setting (
  version bigint generated always as identity not null,
  max_bank_cards integer not null,
  max_wallet_addresses integer not null,
  cool_down_ms bigint not null,
  created_ms bigint not null,
  constraint setting_cool_down_ms_check CHECK (((cool_down_ms >= 0) AND (cool_down_ms <= (30 * (86400000)::bigint)))),
  constraint setting_max_bank_cards_check CHECK (((max_bank_cards >= 0) AND (max_bank_cards <= 100))),
  constraint setting_max_wallet_addresses_check CHECK (((max_wallet_addresses >= 0) AND (max_wallet_addresses <= 100))),
  constraint setting_pkey PRIMARY KEY (version)
);
CREATE TRIGGER setting_is_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON payout.setting FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on payout.setting to candor_app;

create FUNCTION payout.add_method(p_customer_id bigint, p_request_id uuid, p_kind payout.method_kind, p_shown jsonb, p_sealed bytea, p_fingerprint bytea)
 RETURNS TABLE(outcome text, method_id bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function payout.add_method(bigint,uuid,payout.method_kind,jsonb,bytea,bytea) to candor_app;

create FUNCTION payout.current_setting()
 RETURNS payout.setting
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select * from payout.setting order by version desc limit 1
$function$
;

create FUNCTION payout.foresee_method(p_customer_id bigint, p_request_id uuid, p_kind payout.method_kind, p_fingerprint bytea)
 RETURNS TABLE(outcome text, method_id bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function payout.foresee_method(bigint,uuid,payout.method_kind,bytea) to candor_app;

create FUNCTION payout.open_sandbox()
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into payout.setting (max_bank_cards, max_wallet_addresses, cool_down_ms, created_ms)
  select max_bank_cards, max_wallet_addresses, 0, clock.now_ms() from payout.setting
  where version = 1 and not exists (select from payout.setting where version > 1)
$function$
;

create FUNCTION payout.remove_method(p_customer_id bigint, p_method_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function payout.remove_method(bigint,bigint) to candor_app;

create schema push;
grant usage on schema push to candor_app;

create table push.delivery (
  session_id bigint not null,
  source text not null,
  item_id bigint not null,
  state text not null,
  attempts smallint default 0 not null,
  due_ms bigint not null,
  happened_ms bigint not null,
  constraint delivery_pkey PRIMARY KEY (session_id, source, item_id),
  constraint delivery_session_id_fkey FOREIGN KEY (session_id) REFERENCES push.subscription(session_id) ON DELETE CASCADE,
  constraint delivery_source_check CHECK ((source = ANY (ARRAY['order'::text, 'decision'::text, 'announcement'::text]))),
  constraint delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'given-up'::text])))
);
CREATE INDEX delivery_by_age ON push.delivery USING btree (happened_ms);
CREATE INDEX delivery_due ON push.delivery USING btree (due_ms) WHERE (state = 'waiting'::text);
grant delete, insert, select, update on push.delivery to candor_app;

create table push.progress (
  is_only boolean default true not null,
  seen_ms bigint not null,
  constraint progress_is_only_check CHECK (is_only),
  constraint progress_pkey PRIMARY KEY (is_only)
);
grant select on push.progress to candor_app;
grant update (seen_ms) on push.progress to candor_app;

create table push.subscription (
  session_id bigint not null,
  customer_id bigint not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  kinds text[] not null,
  shows_amounts boolean not null,
  lang text not null,
  created_ms bigint not null,
  constraint subscription_auth_check CHECK ((length(auth) <= 40)),
  constraint subscription_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint subscription_endpoint_check CHECK ((length(endpoint) <= 1000)),
  constraint subscription_endpoint_key UNIQUE (endpoint),
  constraint subscription_kinds_check CHECK (((kinds <@ ARRAY['settlement'::text, 'decision'::text, 'withdrawal'::text, 'recharge'::text, 'message'::text, 'announcement'::text]) AND (cardinality(kinds) <= 6))),
  constraint subscription_lang_check CHECK ((lang ~ '^[a-z]{2}$'::text)),
  constraint subscription_p256dh_check CHECK ((length(p256dh) <= 100)),
  constraint subscription_pkey PRIMARY KEY (session_id),
  constraint subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES identity.session(session_id) ON DELETE CASCADE
);
CREATE INDEX subscription_of_customer ON push.subscription USING btree (customer_id);
grant delete, insert, select, update on push.subscription to candor_app;

create schema rate;
grant usage on schema rate to candor_app;

create unlogged table rate.counter (
  key bytea not null,
  start_ms bigint not null,
  expires_ms bigint not null,
  count integer not null,
  constraint counter_count_check CHECK ((count >= 0)),
  constraint counter_key_check CHECK ((octet_length(key) = 16)),
  constraint counter_pkey PRIMARY KEY (key, start_ms)
);

create FUNCTION rate.add_counts(p_keys bytea[], p_starts bigint[], p_expires bigint[], p_counts integer[])
 RETURNS TABLE(key bytea, start_ms bigint, count integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into rate.counter as c (key, start_ms, expires_ms, count)
  select given.key, given.start_ms, given.expires_ms, given.count
  from unnest(p_keys, p_starts, p_expires, p_counts) as given(key, start_ms, expires_ms, count)
  order by given.key, given.start_ms
  on conflict (key, start_ms) do update set count = c.count + excluded.count
  returning c.key, c.start_ms, c.count
$function$
;
grant execute on function rate.add_counts(bytea[],bigint[],bigint[],integer[]) to candor_app;

create FUNCTION rate.forget_counts()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from rate.counter where expires_ms < clock.now_ms()
$function$
;
grant execute on function rate.forget_counts() to candor_app;

create schema security;
grant usage on schema security to candor_app;

create type security.limit_kind as enum ('deposit', 'stake', 'loss', 'session');

create table security.customer_limit (
  customer_id bigint not null,
  kind security.limit_kind not null,
  value bigint,
  next_value bigint,
  next_from_ms bigint,
  constraint customer_limit_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint customer_limit_next_value_check CHECK ((next_value > 0)),
  constraint customer_limit_pkey PRIMARY KEY (customer_id, kind),
  constraint customer_limit_value_check CHECK ((value > 0))
);
grant select on security.customer_limit to candor_app;

create table security.exclusion (
  customer_id bigint not null,
  kind text not null,
  since_ms bigint not null,
  until_ms bigint not null,
  constraint exclusion_check CHECK ((until_ms > since_ms)),
  constraint exclusion_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint exclusion_kind_check CHECK ((kind = ANY (ARRAY['cool-off'::text, 'self-exclusion'::text]))),
  constraint exclusion_pkey PRIMARY KEY (customer_id)
);
grant select on security.exclusion to candor_app;

create table security.passkey (
  passkey_id bigint default clock.new_record_id() not null,
  customer_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_ms bigint not null,
  last_used_ms bigint,
  constraint passkey_counter_check CHECK ((counter >= 0)),
  constraint passkey_credential_id_check CHECK (((length(credential_id) >= 16) AND (length(credential_id) <= 1400))),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint passkey_pkey PRIMARY KEY (passkey_id)
);
CREATE INDEX passkey_of_customer ON security.passkey USING btree (customer_id);
grant delete, insert, select, update on security.passkey to candor_app;

create table security.passkey_challenge (
  challenge text not null,
  customer_id bigint,
  expires_ms bigint not null,
  constraint passkey_challenge_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint passkey_challenge_pkey PRIMARY KEY (challenge)
);
CREATE INDEX passkey_challenge_by_expiry ON security.passkey_challenge USING btree (expires_ms);
grant delete, insert, select, update on security.passkey_challenge to candor_app;

create table security.payment_password (
  customer_id bigint not null,
  password_hash text not null,
  failures smallint default 0 not null,
  set_ms bigint not null,
  constraint payment_password_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint payment_password_failures_check CHECK (((failures >= 0) AND (failures <= 5))),
  constraint payment_password_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text)),
  constraint payment_password_pkey PRIMARY KEY (customer_id)
);
grant insert, select on security.payment_password to candor_app;
grant update (password_hash, failures, set_ms) on security.payment_password to candor_app;

create table security.phrase (
  customer_id bigint not null,
  phrase text not null,
  constraint phrase_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint phrase_phrase_check CHECK (((length(phrase) >= 3) AND (length(phrase) <= 40))),
  constraint phrase_pkey PRIMARY KEY (customer_id)
);
grant delete, insert, select, update on security.phrase to candor_app;

create table security.recovery_code (
  customer_id bigint not null,
  code_hash bytea not null,
  used_ms bigint,
  constraint recovery_code_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  constraint recovery_code_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint recovery_code_pkey PRIMARY KEY (customer_id, code_hash)
);
grant delete, insert, select, update on security.recovery_code to candor_app;

create table security.totp (
  customer_id bigint not null,
  sealed_secret bytea not null,
  confirmed_ms bigint,
  last_step bigint default 0 not null,
  failures integer default 0 not null,
  tried_ms bigint default 0 not null,
  constraint secret_is_bound CHECK ((octet_length(sealed_secret) = 49)) NOT VALID,
  constraint totp_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint totp_failures_check CHECK ((failures >= 0)),
  constraint totp_pkey PRIMARY KEY (customer_id)
);
grant delete, insert, select, update on security.totp to candor_app;

create table security.withdrawal_hold (
  customer_id bigint not null,
  until_ms bigint not null,
  constraint withdrawal_hold_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint withdrawal_hold_pkey PRIMARY KEY (customer_id)
);

create FUNCTION security.end_withdrawal_hold(p_customer_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update security.withdrawal_hold set until_ms = clock.now_ms() where customer_id = p_customer_id
    and until_ms > clock.now_ms()
$function$
;

create FUNCTION security.exclude(p_customer_id bigint, p_kind text, p_duration_ms bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms bigint;
begin
  if p_duration_ms not between 1 and 5 * 366 * 86400000::bigint then
    raise exception 'an exclusion lasts five years at most';
  end if;
  perform ledger.lock_accounts_of(p_customer_id, 'available');
  v_now_ms := clock.now_ms();
  insert into security.exclusion as present (customer_id, kind, since_ms, until_ms)
    values (p_customer_id, p_kind, v_now_ms, v_now_ms + p_duration_ms)
  on conflict (customer_id) do update set kind = excluded.kind, since_ms = excluded.since_ms,
    until_ms = excluded.until_ms
    where excluded.until_ms > present.until_ms;
end
$function$
;
grant execute on function security.exclude(bigint,text,bigint) to candor_app;

create FUNCTION security.hold_withdrawals(p_customer_id bigint, p_duration_ms bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if p_duration_ms not between 0 and 30 * 86400000::bigint then
    raise exception 'a hold of withdrawals lasts 30 days at most';
  end if;
  insert into security.withdrawal_hold as hold (customer_id, until_ms)
    values (p_customer_id, clock.now_ms() + p_duration_ms)
  on conflict (customer_id) do update set until_ms = greatest(hold.until_ms, excluded.until_ms);
end
$function$
;
grant execute on function security.hold_withdrawals(bigint,bigint) to candor_app;

create FUNCTION security.is_excluded(p_customer_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from security.exclusion where customer_id = p_customer_id and until_ms > clock.now_ms())
$function$
;

create FUNCTION security.limit_now(p_customer_id bigint, p_kind security.limit_kind)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when next_from_ms <= clock.now_ms() then next_value else value end
  from security.customer_limit where customer_id = p_customer_id and kind = p_kind
$function$
;

create FUNCTION security.set_limit(p_customer_id bigint, p_kind security.limit_kind, p_value bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_value bigint;
begin
  insert into security.customer_limit (customer_id, kind) values (p_customer_id, p_kind) on conflict do nothing;
  select case when next_from_ms <= v_now_ms then next_value else value end into v_value
  from security.customer_limit where customer_id = p_customer_id and kind = p_kind for update;
  if p_value is not distinct from v_value or v_value is null or p_value < v_value then
    update security.customer_limit set value = p_value, next_value = null, next_from_ms = null
    where customer_id = p_customer_id and kind = p_kind;
  else
    update security.customer_limit set value = v_value, next_value = p_value, next_from_ms = v_now_ms + 86400000
    where customer_id = p_customer_id and kind = p_kind;
  end if;
end
$function$
;
grant execute on function security.set_limit(bigint,security.limit_kind,bigint) to candor_app;

create FUNCTION security.sign_customer_out(p_secret text, p_customer_id bigint, p_reason text, p_note text)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,risk,lead,security}');
  v_ended bigint[];
begin
  perform from identity.customer where customer_id = p_customer_id for no key update;
  if not found then
    return null;
  end if;
  with ended as (
    update identity.session set revoked_ms = clock.now_ms()
    where customer_id = p_customer_id and revoked_ms is null returning session_id
  )
  select coalesce(array_agg(session_id order by session_id), '{}') into v_ended from ended;
  perform message.add(p_customer_id, 'security-signed-out', 'account:0', jsonb_build_object('reason', p_reason));
  perform operator.append_audit(v_operator_id, 'customer.signed-out', 'customer:' || p_customer_id,
    concat_ws(': ', p_reason, nullif(p_note, '')), jsonb_build_object('sessions', cardinality(v_ended)));
  return v_ended;
end
$function$
;
grant execute on function security.sign_customer_out(text,bigint,text,text) to candor_app;

create FUNCTION security.withdrawals_held_until_ms(p_customer_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((select until_ms from security.withdrawal_hold where customer_id = p_customer_id), 0)
$function$
;
grant execute on function security.withdrawals_held_until_ms(bigint) to candor_app;

create schema setting;
grant usage on schema setting to candor_app;

create table setting.bound (
  name text not null,
  place smallint not null,
  title text not null,
  kind text not null,
  unit text not null,
  lowest bigint not null,
  highest bigint not null,
  constraint bound_check CHECK (((highest > lowest) AND (lowest >= 0))),
  constraint bound_kind_check CHECK ((kind = ANY (ARRAY['fee'::text, 'minimum'::text, 'limit'::text, 'threshold'::text, 'time'::text]))),
  constraint bound_name_check CHECK ((name ~ '^[a-z-]{3,40}$'::text)),
  constraint bound_pkey PRIMARY KEY (name),
  constraint bound_place_key UNIQUE (place),
  constraint bound_title_check CHECK (((length(title) >= 3) AND (length(title) <= 60))),
  constraint bound_unit_check CHECK ((unit = ANY (ARRAY['USD'::text, 'USDT'::text, 'count'::text, 'ms'::text])))
);
CREATE TRIGGER bound_is_kept BEFORE DELETE OR TRUNCATE ON setting.bound FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on setting.bound to candor_app;

create table setting.setting_proposal (
  proposal_id bigint generated always as identity not null,
  name text not null,
  former bigint not null,
  wanted bigint not null,
  lowest bigint not null,
  highest bigint not null,
  note text not null,
  proposed_by bigint not null,
  proposed_ms bigint not null,
  state text default 'proposed'::text not null,
  decided_by bigint,
  decided_ms bigint,
  constraint decided_setting_is_complete CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'proposed'::text) = (decided_ms IS NULL)))),
  constraint setting_is_changed CHECK ((wanted <> former)),
  constraint setting_keeps_its_bounds CHECK (((wanted >= lowest) AND (wanted <= highest))),
  constraint setting_needs_two_operators CHECK (((state <> 'confirmed'::text) OR (decided_by <> proposed_by))),
  constraint setting_proposal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operator.account(operator_id),
  constraint setting_proposal_name_fkey FOREIGN KEY (name) REFERENCES setting.bound(name),
  constraint setting_proposal_note_check CHECK (((length(note) >= 3) AND (length(note) <= 500))),
  constraint setting_proposal_pkey PRIMARY KEY (proposal_id),
  constraint setting_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operator.account(operator_id),
  constraint setting_proposal_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'rejected'::text])))
);
CREATE INDEX setting_proposal_of_name ON setting.setting_proposal USING btree (name, proposal_id);
CREATE TRIGGER setting_proposal_is_decided_once BEFORE DELETE OR UPDATE ON setting.setting_proposal FOR EACH ROW EXECUTE FUNCTION operator.refuse_redecision();
CREATE TRIGGER setting_proposal_is_kept BEFORE TRUNCATE ON setting.setting_proposal FOR EACH STATEMENT EXECUTE FUNCTION operator.refuse_redecision();
grant select on setting.setting_proposal to candor_app;

create FUNCTION setting.apply(p_proposal_id bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_found setting.setting_proposal;
begin
  -- One change at a time; customers' requests continue meanwhile.
  lock table setting.bound in share row exclusive mode;
  select p.* into v_found from setting.setting_proposal as p join setting.current_values() as now using (name)
  where p.proposal_id = p_proposal_id and now.value = p.former and setting.fits(p.name, p.wanted);
  if not found then
    return null;
  end if;
  case
    when v_found.name like 'withdrawal-%' then
      perform setting.change_withdrawals(regexp_replace(v_found.name, '-usdt?$', ''),
        case when v_found.name like '%-usd' then 1 else 2 end::smallint, v_found.wanted);
    when v_found.name in ('bank-cards', 'wallet-addresses', 'cool-down') then
      perform setting.change_payouts(v_found.name, v_found.wanted);
    when v_found.name = 'recharge-minimum' then
      update deposit.deposit_setting set minimum = v_found.wanted;
    when v_found.name = 'recharge-two-people' then
      update deposit.deposit_setting set two_person_threshold = v_found.wanted;
    when v_found.name = 'recharges-open' then
      update deposit.deposit_setting set max_open = v_found.wanted;
    when v_found.name = 'sale-time' then
      update floor.floor_setting set lapse_ms = v_found.wanted;
  end case;
  return p_proposal_id;
end
$function$
;

create FUNCTION setting.change_payouts(p_name text, p_value bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into payout.setting (max_bank_cards, max_wallet_addresses, cool_down_ms, created_ms)
  select case p_name when 'bank-cards' then p_value else max_bank_cards end,
    case p_name when 'wallet-addresses' then p_value else max_wallet_addresses end,
    case p_name when 'cool-down' then p_value else cool_down_ms end, clock.now_ms()
  from payout.current_setting()
$function$
;

create FUNCTION setting.change_withdrawals(p_field text, p_asset smallint, p_value bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into withdrawal.withdrawal_terms (asset, fee, minimum, daily_limit, two_person_threshold, review_ms,
    sending_ms, arrival_ms, quote_ms, created_ms)
  select asset, case p_field when 'withdrawal-fee' then p_value else fee end,
    case p_field when 'withdrawal-minimum' then p_value else minimum end,
    case p_field when 'withdrawal-day' then p_value else daily_limit end,
    case p_field when 'withdrawal-two-people' then p_value else two_person_threshold end,
    review_ms, sending_ms, arrival_ms, quote_ms, clock.now_ms()
  from withdrawal.current_withdrawal_terms(p_asset)
$function$
;

create FUNCTION setting.current_values()
 RETURNS TABLE(name text, value bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select field.name || case terms.asset when 1 then '-usd' else '-usdt' end, field.value
  from (values (1::smallint), (2::smallint)) as each (asset)
  cross join lateral withdrawal.current_withdrawal_terms(each.asset) as terms
  cross join lateral (values ('withdrawal-fee', terms.fee), ('withdrawal-minimum', terms.minimum),
    ('withdrawal-day', terms.daily_limit), ('withdrawal-two-people', terms.two_person_threshold)) as field (name, value)
  union all
  select field.name, field.value from payout.current_setting() as s
  cross join lateral (values ('bank-cards', s.max_bank_cards::bigint), ('wallet-addresses', s.max_wallet_addresses),
    ('cool-down', s.cool_down_ms)) as field (name, value)
  union all
  select field.name, field.value from deposit.deposit_setting as s
  cross join lateral (values ('recharge-minimum', s.minimum), ('recharge-two-people', s.two_person_threshold),
    ('recharges-open', s.max_open)) as field (name, value)
  union all
  select 'sale-time', lapse_ms from floor.floor_setting
$function$
;
grant execute on function setting.current_values() to candor_app;

create FUNCTION setting.effect(p_name text, p_former bigint, p_wanted bigint)
 RETURNS TABLE(measure text, cases bigint, former bigint, wanted bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with since as (select clock.now_ms() - 30 * 86400000::bigint as ms), asked as (
    select w.* from withdrawal.withdrawal as w, since
    where p_name like 'withdrawal-%' and created_ms >= since.ms
      and asset = case when p_name like '%-usd' then 1 else 2 end
  ), of_day as (
    select sum(amount) as total from asked where state not in ('rejected', 'failed', 'cancelled')
    group by customer_id, created_ms / 86400000
  ), recharged as (
    select coalesce(d.quantity, d.credited) as amount from deposit.deposit as d, since
    where p_name like 'recharge-%' and created_ms >= since.ms
  ), confirmed as (
    select ended_ms - created_ms as took_ms from floor.sale, since
    where p_name = 'sale-time' and state = 'completed' and lapses_ms is not null and created_ms >= since.ms
  )
  select 'two-people', count(*), count(*) filter (where amount >= p_former), count(*) filter (where amount >= p_wanted)
  from asked having p_name like 'withdrawal-two-people-%'
  union all
  select 'refused', count(*), count(*) filter (where amount < p_former), count(*) filter (where amount < p_wanted)
  from asked having p_name like 'withdrawal-minimum-%'
  union all
  select 'fees', count(*), coalesce(sum(fee), 0)::bigint, count(*) * p_wanted
  from asked where state = 'completed' having p_name like 'withdrawal-fee-%'
  union all
  select 'day', count(*), count(*) filter (where total > p_former), count(*) filter (where total > p_wanted)
  from of_day having p_name like 'withdrawal-day-%'
  union all
  select 'two-people', count(*), count(*) filter (where amount >= p_former), count(*) filter (where amount >= p_wanted)
  from recharged having p_name = 'recharge-two-people'
  union all
  select 'refused', count(*), count(*) filter (where amount < p_former), count(*) filter (where amount < p_wanted)
  from recharged having p_name = 'recharge-minimum'
  union all
  select 'late', count(*), count(*) filter (where took_ms > p_former), count(*) filter (where took_ms > p_wanted)
  from confirmed having p_name = 'sale-time'
$function$
;
grant execute on function setting.effect(text,bigint,bigint) to candor_app;

create FUNCTION setting.fits(p_name text, p_value bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with then_in_force as (
    select name, case name when p_name then p_value else value end as value from setting.current_values()
  )
  select bool_and(minimum.value > fee.value and of_day.value >= minimum.value)
  from (values ('-usd'), ('-usdt')) as each (asset)
  join then_in_force as fee on fee.name = 'withdrawal-fee' || asset
  join then_in_force as minimum on minimum.name = 'withdrawal-minimum' || asset
  join then_in_force as of_day on of_day.name = 'withdrawal-day' || asset
$function$
;

create FUNCTION setting.propose(p_secret text, p_name text, p_wanted bigint, p_note text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk}');
  v_proposal setting.setting_proposal;
begin
  insert into setting.setting_proposal (name, former, wanted, lowest, highest, note, proposed_by, proposed_ms)
  select bound.name, now.value, p_wanted, bound.lowest, bound.highest, p_note, v_operator_id, clock.now_ms()
  from setting.bound join setting.current_values() as now using (name)
  where bound.name = p_name and p_wanted between bound.lowest and bound.highest and p_wanted <> now.value
    and setting.fits(p_name, p_wanted)
  returning * into v_proposal;
  if not found then
    return null;
  end if;
  return operator.record_step(v_operator_id, 'house-setting', v_proposal.proposal_id, 'proposed', p_note,
    jsonb_build_object('name', p_name, 'from', v_proposal.former, 'to', p_wanted));
end
$function$
;
grant execute on function setting.propose(text,text,bigint,text) to candor_app;

create FUNCTION setting.signed_change(p_proposal_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object('setting', bound.title, 'from', setting.signed_value(bound.unit, p.former),
    'to', setting.signed_value(bound.unit, p.wanted))
  from setting.setting_proposal as p join setting.bound using (name) where p.proposal_id = p_proposal_id
$function$
;

create FUNCTION setting.signed_value(p_unit text, p_value bigint)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case p_unit
    when 'ms' then jsonb_build_object('settingMs', p_value)
    when 'count' then jsonb_build_object('settingCount', p_value)
    else jsonb_build_object('settingAmount', ledger.units_text(p_value) || ' ' || p_unit) end
$function$
;

create schema solvency;
grant usage on schema solvency to candor_app;
grant usage on schema solvency to candor_log;

create sequence solvency.snapshot_number as bigint start 1 increment 1 minvalue 1 maxvalue 9223372036854775807 cache 1;

create table solvency.leaf (
  snapshot_id bigint not null,
  first_customer_id bigint not null,
  records bytea not null,
  constraint leaf_pkey PRIMARY KEY (snapshot_id, first_customer_id),
  constraint leaf_snapshot_id_fkey FOREIGN KEY (snapshot_id) REFERENCES solvency.snapshot(snapshot_id)
);
grant insert on solvency.leaf to candor_app;

create table solvency.proof_reading (
  customer_id bigint not null,
  read_ms bigint not null,
  constraint proof_reading_pkey PRIMARY KEY (customer_id)
);
CREATE INDEX proof_reading_by_time ON solvency.proof_reading USING btree (read_ms);
grant insert, select on solvency.proof_reading to candor_app;
grant update (read_ms) on solvency.proof_reading to candor_app;

create table solvency.snapshot (
  snapshot_id bigint not null,
  day integer,
  at_ms bigint not null,
  customers integer not null,
  event bytea not null,
  logged_shard text,
  logged_index bigint,
  logged_ms bigint,
  constraint logged_at_once CHECK ((num_nonnulls(logged_shard, logged_index, logged_ms) = ANY (ARRAY[0, 3]))),
  constraint snapshot_at_ms_check CHECK ((at_ms > 0)),
  constraint snapshot_customers_check CHECK ((customers >= 0)),
  constraint snapshot_day_check CHECK ((day > 0)),
  constraint snapshot_day_key UNIQUE (day),
  constraint snapshot_event_check CHECK (((octet_length(event) >= 18) AND (octet_length(event) <= 65535))),
  constraint snapshot_logged_index_check CHECK ((logged_index >= 0)),
  constraint snapshot_logged_shard_check CHECK (((length(logged_shard) >= 1) AND (length(logged_shard) <= 20))),
  constraint snapshot_pkey PRIMARY KEY (snapshot_id)
);
CREATE TRIGGER snapshot_is_kept BEFORE DELETE OR TRUNCATE ON solvency.snapshot FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER snapshot_is_logged_once BEFORE UPDATE ON solvency.snapshot FOR EACH ROW EXECUTE FUNCTION ledger.require_single_step('logged_index', 'logged_shard', 'logged_ms');
grant select on solvency.snapshot to candor_app;
grant select (snapshot_id, event, logged_index) on solvency.snapshot to candor_log;

create table solvency.snapshot_key (
  snapshot_id bigint not null,
  key bytea not null,
  constraint snapshot_key_key_check CHECK ((octet_length(key) = 32)),
  constraint snapshot_key_pkey PRIMARY KEY (snapshot_id),
  constraint snapshot_key_snapshot_id_fkey FOREIGN KEY (snapshot_id) REFERENCES solvency.snapshot(snapshot_id)
);

create table solvency.tile (
  snapshot_id bigint not null,
  asset smallint not null,
  level smallint not null,
  "position" integer not null,
  nodes bytea not null,
  constraint tile_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint tile_level_check CHECK ((level >= 0)),
  constraint tile_nodes_check CHECK (((octet_length(nodes) >= 80) AND (octet_length(nodes) <= 10240))),
  constraint tile_pkey PRIMARY KEY (snapshot_id, asset, level, "position"),
  constraint tile_position_check CHECK (("position" >= 0)),
  constraint tile_snapshot_id_fkey FOREIGN KEY (snapshot_id) REFERENCES solvency.snapshot(snapshot_id)
);
grant insert on solvency.tile to candor_app;

create FUNCTION solvency.accrued(o interest.interest_order, p_at_ms bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN interest.interest_of((o).amount, (o).daily_rate_ppm, GREATEST((LEAST(p_at_ms, (o).expires_ms) - (o).start_ms), (0)::bigint))
;
grant execute on function solvency.accrued(interest.interest_order,bigint) to candor_app;

create FUNCTION solvency.house_side()
 RETURNS TABLE(asset smallint, owed bigint, open_payout bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with of_the_house as (
    select b.asset, b.kind, b.posted, b.held from ledger.balance as b where b.owner_id = 0
    union all
    select b.asset, b.kind, b.posted, b.held
    from floor.merchant as m join ledger.balance as b on b.owner_id = m.merchant_id and b.kind = 'merchant'
    where m.customer_id is null
  )
  select asset, (-sum(posted))::bigint, coalesce(sum(held) filter (where kind = 'bankroll'), 0)::bigint
  from of_the_house group by asset order by asset
$function$
;
grant execute on function solvency.house_side() to candor_app;

create FUNCTION solvency.liability_records(p_at_ms bigint, p_after_id bigint, p_until_id bigint)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with booked as (
    select b.owner_id as customer_id,
      max(b.posted - b.held) filter (where b.kind = 'available' and b.asset = 1) as free_1,
      max(b.held) filter (where b.kind = 'available' and b.asset = 1) as held_1,
      max(b.posted) filter (where b.kind = 'invested' and b.asset = 1) as invested_1,
      max(b.posted) filter (where b.kind = 'escrow' and b.asset = 1) as escrow_1,
      max(b.posted - b.held) filter (where b.kind = 'available' and b.asset = 2) as free_2,
      max(b.held) filter (where b.kind = 'available' and b.asset = 2) as held_2,
      max(b.posted) filter (where b.kind = 'invested' and b.asset = 2) as invested_2,
      max(b.posted) filter (where b.kind = 'escrow' and b.asset = 2) as escrow_2
    from ledger.balance as b
    where b.owner_id > greatest(p_after_id, 0) and b.owner_id <= p_until_id and b.kind <> 'merchant'
    group by b.owner_id
  ), earned as (
    select o.customer_id, sum(solvency.accrued(o, p_at_ms)) filter (where o.asset = 1)::bigint as accrued_1,
      sum(solvency.accrued(o, p_at_ms)) filter (where o.asset = 2)::bigint as accrued_2
    from interest.interest_order as o
    where o.customer_id > p_after_id and o.customer_id <= p_until_id and o.state = 'earning' group by o.customer_id
  ), traded as (
    select m.customer_id, sum(b.posted) filter (where b.asset = 1)::bigint as wallet_1,
      sum(b.posted) filter (where b.asset = 2)::bigint as wallet_2
    from floor.merchant as m join ledger.balance as b on b.owner_id = m.merchant_id and b.kind = 'merchant'
    where m.customer_id > p_after_id and m.customer_id <= p_until_id group by m.customer_id
  ), login as (
    select c.customer_id, c.public_id::integer as account from identity.customer as c
    where c.customer_id > p_after_id and c.customer_id <= p_until_id
  )
  select string_agg(int8send(customer_id) || int4send(coalesce(account, 0))
      || int8send(coalesce(free_1, 0)) || int8send(coalesce(held_1, 0)) || int8send(coalesce(invested_1, 0))
      || int8send(coalesce(accrued_1, 0)) || int8send(coalesce(escrow_1, 0)) || int8send(coalesce(wallet_1, 0))
      || int8send(coalesce(free_2, 0)) || int8send(coalesce(held_2, 0)) || int8send(coalesce(invested_2, 0))
      || int8send(coalesce(accrued_2, 0)) || int8send(coalesce(escrow_2, 0)) || int8send(coalesce(wallet_2, 0)),
    '' order by customer_id)
  from booked left join earned using (customer_id) left join traded using (customer_id)
    left join login using (customer_id)
$function$
;
grant execute on function solvency.liability_records(bigint,bigint,bigint) to candor_app;

create FUNCTION solvency.mark_logged(p_snapshot_id bigint, p_shard text, p_index bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform ledger.require_given('request', num_nulls(p_snapshot_id, p_shard, p_index));
  update solvency.snapshot set logged_shard = p_shard, logged_index = p_index, logged_ms = clock.now_ms()
  where snapshot_id = p_snapshot_id and logged_index is null;
  if not exists (select from solvency.snapshot where snapshot_id = p_snapshot_id
    and (logged_shard, logged_index) = (p_shard, p_index)) then
    raise exception 'snapshot % is unknown, or logged elsewhere', p_snapshot_id
      using errcode = 'invalid_parameter_value';
  end if;
end
$function$
;

create FUNCTION solvency.next_number()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select nextval('solvency.snapshot_number')
$function$
;
grant execute on function solvency.next_number() to candor_app;

create FUNCTION solvency.own_leaf(p_customer_id bigint, OUT snapshot_id bigint, OUT at_ms bigint, OUT event bytea, OUT logged_shard text, OUT logged_index bigint, OUT secret bytea, OUT nonce bytea, OUT first_customer_id bigint, OUT records bytea)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.snapshot_id, s.at_ms, s.event, s.logged_shard, s.logged_index,
    sha256('\x0133'::bytea || int8send(p_customer_id) || k.key),
    sha256('\x0134'::bytea || int8send(p_customer_id) || k.key), l.first_customer_id, l.records
  from solvency.snapshot as s join solvency.snapshot_key as k using (snapshot_id)
  left join lateral (
    select pack.first_customer_id, pack.records from solvency.leaf as pack
    where pack.snapshot_id = s.snapshot_id and pack.first_customer_id <= p_customer_id
    order by pack.first_customer_id desc limit 1
  ) as l on true
  where s.logged_index is not null order by s.snapshot_id desc limit 1
$function$
;
grant execute on function solvency.own_leaf(bigint) to candor_app;

create FUNCTION solvency.prune()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_kept constant bigint[] := array(select snapshot_id from solvency.snapshot order by snapshot_id desc limit 2)
    || array(select snapshot_id from solvency.snapshot where logged_index is not null
      order by snapshot_id desc limit 2);
begin
  delete from solvency.leaf where snapshot_id <> all(v_kept);
  delete from solvency.tile where snapshot_id <> all(v_kept);
  delete from solvency.snapshot_key where snapshot_id <> all(v_kept);
end
$function$
;
grant execute on function solvency.prune() to candor_app;

create FUNCTION solvency.store_snapshot(p_snapshot_id bigint, p_day integer, p_at_ms bigint, p_customers integer, p_event bytea, p_key bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if p_event is null or substr(p_event, 1, 18) <> '\x0114'::bytea || int8send(p_snapshot_id) || int8send(p_at_ms) then
    raise exception 'the event is of another snapshot' using errcode = 'invalid_parameter_value';
  end if;
  insert into solvency.snapshot (snapshot_id, day, at_ms, customers, event)
  values (p_snapshot_id, p_day, p_at_ms, p_customers, p_event) on conflict (day) do nothing;
  if not found then
    return false;
  end if;
  insert into solvency.snapshot_key (snapshot_id, key) values (p_snapshot_id, p_key);
  return true;
end
$function$
;
grant execute on function solvency.store_snapshot(bigint,integer,bigint,integer,bytea,bytea) to candor_app;

create FUNCTION solvency.tiles_of(p_snapshot_id bigint, p_asset smallint, p_levels smallint[], p_positions integer[])
 RETURNS SETOF bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select t.nodes
  from unnest(p_levels, p_positions) with ordinality as named (level, position, number)
  join solvency.tile as t on t.snapshot_id = p_snapshot_id and t.asset = p_asset and t.level = named.level
    and t.position = named.position
  where exists (select from solvency.snapshot as s where s.snapshot_id = p_snapshot_id and s.logged_index is not null)
  order by named.number
$function$
;
grant execute on function solvency.tiles_of(bigint,smallint,smallint[],integer[]) to candor_app;

create schema statement;
grant usage on schema statement to candor_app;

create table statement.past_entry (
  account_id bigint not null,
  version bigint not null,
  at_ms bigint not null,
  ref bigint,
  kind ledger.movement not null,
  asset smallint not null,
  d_posted bigint not null,
  d_held bigint not null,
  posted_after bigint not null,
  held_after bigint not null,
  constraint past_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.account(account_id),
  constraint past_entry_pkey PRIMARY KEY (account_id, version),
  constraint past_entry_version_check CHECK ((version > 0))
);
CREATE TRIGGER past_entry_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON statement.past_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on statement.past_entry to candor_app;

create FUNCTION statement.lines(p_account_id bigint, p_after bigint, p_through bigint, p_limit integer)
 RETURNS SETOF statement.past_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_past constant bigint := statement.past_lines(p_account_id);
begin
  if p_after < v_past then
    return query select * from statement.past_entry as e
    where e.account_id = p_account_id and e.version > p_after and e.version <= least(p_through, v_past)
    order by e.version limit p_limit;
  else
    return query select e.account_id, e.version + v_past, e.at_ms, e.ref, e.kind, e.asset, e.d_posted, e.d_held,
      e.posted_after, e.held_after
    from ledger.posting as e
    where e.account_id = p_account_id and e.version > p_after - v_past and e.version <= p_through - v_past
    order by e.version limit p_limit;
  end if;
end
$function$
;
grant execute on function statement.lines(bigint,bigint,bigint,integer) to candor_app;

create FUNCTION statement.past_lines(p_account_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((select version from statement.past_entry where account_id = p_account_id
    order by version desc limit 1), 0)
$function$
;
grant execute on function statement.past_lines(bigint) to candor_app;

create FUNCTION statement.period_totals(p_customer_id bigint, p_from_ms bigint, p_to_ms bigint, p_most integer)
 RETURNS TABLE(asset smallint, came_in bigint, went_out bigint, fees bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select a.asset, case when e.entries <= p_most then e.came_in end, case when e.entries <= p_most then e.went_out end,
    case when e.entries <= p_most then (
      select coalesce(sum(paid.fee), 0)::bigint
      from (
        select o.fee from contract.contract_order as o
        where o.customer_id = a.owner_id and o.state = 'closed' and o.settled_ms >= p_from_ms and o.settled_ms < p_to_ms
          and o.asset = a.asset and o.result in ('won', 'lost')
        union all
        select w.fee from withdrawal.withdrawal as w
        where w.customer_id = a.owner_id and w.state = 'completed' and w.ended_ms >= p_from_ms and w.ended_ms < p_to_ms
          and w.asset = a.asset
        union all
        select s.spread from swap.swap as s
        where s.customer_id = a.owner_id and s.at_ms >= p_from_ms and s.at_ms < p_to_ms and s.from_asset = a.asset
      ) as paid)
    end
  from ledger.balance as a cross join lateral (
    select count(*) as entries, coalesce(sum(d_posted) filter (where d_posted > 0), 0)::bigint as came_in,
      coalesce(-sum(d_posted) filter (where d_posted < 0), 0)::bigint as went_out
    from (
      select p.d_posted from ledger.posting as p
      where p.account_id = a.account_id and p.at_ms >= p_from_ms and p.at_ms < p_to_ms limit p_most + 1
    ) as found
  ) as e
  where a.owner_id = p_customer_id and a.owner_id > 0 and a.kind = 'available'
  order by a.asset
$function$
;
grant execute on function statement.period_totals(bigint,bigint,bigint,integer) to candor_app;

create FUNCTION statement.reference_text(p_kind ledger.movement, p_ref bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (p_ref IS NULL) THEN ''::text ELSE ((CASE WHEN (p_kind = ANY (ARRAY['contract-placed'::ledger.movement, 'contract-won'::ledger.movement, 'contract-lost'::ledger.movement, 'contract-tie'::ledger.movement, 'contract-void'::ledger.movement])) THEN 'order'::text WHEN (p_kind = ANY (ARRAY['withdrawal-held'::ledger.movement, 'withdrawal-released'::ledger.movement, 'withdrawal-completed'::ledger.movement])) THEN 'withdrawal'::text WHEN (p_kind = ANY (ARRAY['deposit'::ledger.movement, 'deposit-suspended'::ledger.movement])) THEN 'recharge'::text WHEN (p_kind = 'swap'::ledger.movement) THEN 'swap'::text WHEN (p_kind = ANY (ARRAY['sale-escrowed'::ledger.movement, 'sale-completed'::ledger.movement, 'sale-lapsed'::ledger.movement])) THEN 'sale'::text WHEN (p_kind = ANY (ARRAY['term-opened'::ledger.movement, 'term-matured'::ledger.movement, 'term-redeemed'::ledger.movement, 'interest-paid'::ledger.movement])) THEN 'term'::text ELSE (p_kind)::text END || ':'::text) || p_ref) END
;
grant execute on function statement.reference_text(ledger.movement,bigint) to candor_app;

create FUNCTION statement.statement_entries(p_account_id bigint, p_before_version bigint, p_before_ms bigint, p_kinds ledger.movement[], p_from_ms bigint, p_to_ms bigint, p_limit integer)
 RETURNS SETOF ledger.posting
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_day_ms constant bigint := 86400000;
  v_many constant ledger.movement[] := '{contract-placed,contract-settled,contract-won,contract-lost}';
  v_rare constant ledger.movement[] := (select array_agg(kind) from unnest(p_kinds) as kind where kind <> all(v_many));
  v_to_ms constant bigint := least(p_to_ms, p_before_ms + v_day_ms, clock.now_ms() + v_day_ms);
  v_since_ms bigint;
  v_found ledger.posting[];
begin
  foreach v_since_ms in array array[v_to_ms - 2 * v_day_ms, v_to_ms - 30 * v_day_ms, 0] loop
    continue when v_since_ms < p_from_ms and v_since_ms > 0;
    v_since_ms := greatest(v_since_ms, p_from_ms);
    if p_kinds is null then
      v_found := array(
        select e from ledger.posting as e
        where e.account_id = p_account_id and e.version < p_before_version and e.at_ms >= v_since_ms - v_day_ms
          and e.at_ms < v_to_ms
          and e.at_ms >= p_from_ms
        order by e.version desc limit p_limit);
    else
      v_found := array(
        select part.e from (
          select rare.e from unnest(v_rare) as wanted (kind) cross join lateral (
            select e from ledger.posting as e
            where e.account_id = p_account_id and e.kind = wanted.kind
              and e.kind not in ('contract-placed', 'contract-settled', 'contract-won', 'contract-lost')
              and e.version < p_before_version and e.at_ms >= v_since_ms - v_day_ms and e.at_ms < v_to_ms
                and e.at_ms >= p_from_ms
            order by e.version desc limit p_limit) as rare
          union all
          (select e from ledger.posting as e
            where p_kinds && v_many and e.account_id = p_account_id and e.kind = any(p_kinds) and e.kind = any(v_many)
              and e.version < p_before_version and e.at_ms >= v_since_ms - v_day_ms and e.at_ms < v_to_ms
                and e.at_ms >= p_from_ms
            order by e.version desc limit p_limit)
        ) as part
        order by (part.e).version desc limit p_limit);
    end if;
    -- An older entry of a later version would be one of a clock that was set back by more than a day.
    exit when cardinality(v_found) >= p_limit and v_found[p_limit].at_ms >= v_since_ms;
    exit when v_found[cardinality(v_found)].version = 1;
  end loop;
  return query select * from unnest(v_found);
end
$function$
;
grant execute on function statement.statement_entries(bigint,bigint,bigint,ledger.movement[],bigint,bigint,integer) to candor_app;

create FUNCTION statement.statement_records(p_account_id bigint, p_after_version bigint, p_through_version bigint, p_hash text, p_limit integer, p_kinds ledger.movement[], p_from_ms bigint, p_to_ms bigint, OUT records text, OUT record_count integer, OUT last_version bigint, OUT last_hash text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_entry record;
  v_text text;
  v_records text[] := '{}';
begin
  last_version := p_after_version;
  last_hash := p_hash;
  for v_entry in
    select e.version, e.at_ms, e.asset, e.kind, e.ref, e.d_posted - e.d_held as amount,
      e.posted_after - e.held_after as available, e.held_after as held
    from statement.lines(p_account_id, p_after_version, p_through_version, p_limit) as e
  loop
    v_text := p_account_id || ',' || v_entry.version || ','
      || to_char(to_timestamp(v_entry.at_ms / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ','
      || ledger.asset_name(v_entry.asset) || ',' || v_entry.kind || ','
      || ledger.units_text(v_entry.amount) || ',' || ledger.units_text(v_entry.available) || ','
        || ledger.units_text(v_entry.held) || ','
      || statement.reference_text(v_entry.kind, v_entry.ref);
    last_hash := encode(sha256(convert_to(last_hash || ',' || v_text, 'UTF8')), 'hex');
    last_version := v_entry.version;
    if (p_kinds is null or v_entry.kind = any(p_kinds)) and v_entry.at_ms >= p_from_ms and v_entry.at_ms < p_to_ms then
      v_records := v_records || (v_text || ',' || last_hash || E'\r\n');
    end if;
  end loop;
  records := array_to_string(v_records, '');
  record_count := cardinality(v_records);
end
$function$
;
grant execute on function statement.statement_records(bigint,bigint,bigint,text,integer,ledger.movement[],bigint,bigint) to candor_app;

create schema support;
grant usage on schema support to candor_app;

create table support.canned_answer (
  answer_id bigint generated always as identity not null,
  title text not null,
  language text,
  text text not null,
  constraint canned_answer_language_check CHECK ((length(language) <= 10)),
  constraint canned_answer_pkey PRIMARY KEY (answer_id),
  constraint canned_answer_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000))),
  constraint canned_answer_title_check CHECK (((length(title) >= 1) AND (length(title) <= 60)))
);
grant select on support.canned_answer to candor_app;

create table support.conversation (
  conversation_id bigint default clock.new_record_id() not null,
  customer_id bigint,
  state text not null,
  operator_id bigint,
  opened_ms bigint not null,
  waiting_since_ms bigint,
  closed_seq integer,
  closed_by bigint,
  newest_seq integer default 0 not null,
  last_ms bigint not null,
  customer_read_seq integer default 0 not null,
  agent_read_seq integer default 0 not null,
  agent_read_ms bigint,
  language text,
  device text,
  constraint conversation_check CHECK ((customer_read_seq <= newest_seq)),
  constraint conversation_check1 CHECK ((agent_read_seq <= newest_seq)),
  constraint conversation_check2 CHECK (((state = 'answering'::text) = (operator_id IS NOT NULL))),
  constraint conversation_check3 CHECK (((state <> 'waiting'::text) OR (waiting_since_ms IS NOT NULL))),
  constraint conversation_check4 CHECK (((state <> 'closed'::text) OR (waiting_since_ms IS NULL))),
  constraint conversation_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES operator.account(operator_id),
  constraint conversation_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint conversation_customer_id_key UNIQUE (customer_id),
  constraint conversation_device_check CHECK ((length(device) <= 200)),
  constraint conversation_language_check CHECK ((length(language) <= 10)),
  constraint conversation_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint conversation_pkey PRIMARY KEY (conversation_id),
  constraint conversation_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'answering'::text, 'closed'::text])))
);
CREATE INDEX conversation_by_activity ON support.conversation USING btree (last_ms DESC, conversation_id DESC);
CREATE INDEX conversation_of_agent ON support.conversation USING btree (operator_id) WHERE (state = 'answering'::text);
CREATE INDEX conversation_waiting ON support.conversation USING btree (waiting_since_ms) WHERE (state = 'waiting'::text);
grant select on support.conversation to candor_app;

create table support.deletion (
  conversation_id bigint not null,
  up_to_seq integer not null,
  closed_ms bigint not null,
  deleted_ms bigint not null,
  messages integer not null,
  photos integer not null,
  notes integer not null,
  constraint deletion_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES support.conversation(conversation_id),
  constraint deletion_pkey PRIMARY KEY (conversation_id, up_to_seq),
  constraint deletion_up_to_seq_check CHECK ((up_to_seq > 0))
);
CREATE TRIGGER deletion_is_due BEFORE INSERT ON support.deletion FOR EACH ROW EXECUTE FUNCTION support.require_due();
CREATE TRIGGER deletion_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON support.deletion FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on support.deletion to candor_app;

create table support.image (
  image_id text not null,
  customer_id bigint,
  operator_id bigint,
  object_id text not null,
  digest bytea not null,
  width_px integer not null,
  height_px integer not null,
  created_ms bigint not null,
  conversation_id bigint,
  seq integer,
  constraint image_check CHECK ((num_nonnulls(customer_id, operator_id) = 1)),
  constraint image_check1 CHECK ((num_nulls(conversation_id, seq) = ANY (ARRAY[0, 2]))),
  constraint image_conversation_id_seq_fkey FOREIGN KEY (conversation_id, seq) REFERENCES support.message(conversation_id, seq),
  constraint image_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.customer(customer_id),
  constraint image_digest_check CHECK ((octet_length(digest) = 32)),
  constraint image_height_px_check CHECK ((height_px > 0)),
  constraint image_image_id_check CHECK ((image_id ~ '^[0-9a-f]{32}$'::text)),
  constraint image_object_id_check CHECK ((object_id ~ '^[0-9a-f]{48}$'::text)),
  constraint image_object_id_key UNIQUE (object_id),
  constraint image_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint image_pkey PRIMARY KEY (image_id),
  constraint image_width_px_check CHECK ((width_px > 0))
);
CREATE INDEX image_of_message ON support.image USING btree (conversation_id, seq);
CREATE INDEX image_unused ON support.image USING btree (created_ms) WHERE (seq IS NULL);
grant select on support.image to candor_app;
grant insert (image_id, customer_id, operator_id, object_id, digest, width_px, height_px, created_ms) on support.image to candor_app;

create table support.message (
  conversation_id bigint not null,
  seq integer not null,
  at_ms bigint not null,
  sender text not null,
  operator_id bigint,
  client_id uuid,
  body jsonb not null,
  constraint message_body_check CHECK (((body ? 'kind'::text) AND (length((body)::text) <= 16000))),
  constraint message_check CHECK (((sender = ANY (ARRAY['customer'::text, 'agent'::text])) = (client_id IS NOT NULL))),
  constraint message_check1 CHECK (
CASE sender
    WHEN 'agent'::text THEN (operator_id IS NOT NULL)
    WHEN 'system'::text THEN true
    ELSE (operator_id IS NULL)
END),
  constraint message_check2 CHECK ((((body ->> 'kind'::text) = 'event'::text) = (sender = 'system'::text))),
  constraint message_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES support.conversation(conversation_id),
  constraint message_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint message_pkey PRIMARY KEY (conversation_id, seq),
  constraint message_sender_check CHECK ((sender = ANY (ARRAY['customer'::text, 'agent'::text, 'assistant'::text, 'system'::text]))),
  constraint message_seq_check CHECK ((seq > 0))
);
CREATE INDEX message_closing ON support.message USING btree (at_ms) WHERE ((body ->> 'event'::text) = 'closed'::text);
CREATE INDEX message_newest_of_customer ON support.message USING btree (conversation_id, at_ms) WHERE (sender = 'customer'::text);
CREATE UNIQUE INDEX message_once ON support.message USING btree (conversation_id, sender, COALESCE(operator_id, (0)::bigint), client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX message_opening ON support.message USING btree (at_ms) WHERE ((body ->> 'event'::text) = 'waiting'::text);
CREATE TRIGGER message_is_kept BEFORE DELETE ON support.message FOR EACH ROW EXECUTE FUNCTION support.require_deletion();
CREATE TRIGGER message_is_never_changed BEFORE UPDATE OR TRUNCATE ON support.message FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on support.message to candor_app;

create table support.note (
  note_id bigint generated always as identity not null,
  conversation_id bigint not null,
  operator_id bigint not null,
  at_ms bigint not null,
  text text not null,
  constraint note_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES support.conversation(conversation_id),
  constraint note_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint note_pkey PRIMARY KEY (note_id),
  constraint note_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);
CREATE INDEX note_of_conversation ON support.note USING btree (conversation_id, note_id);
CREATE TRIGGER note_is_kept BEFORE DELETE ON support.note FOR EACH ROW EXECUTE FUNCTION support.require_deletion();
CREATE TRIGGER note_is_never_changed BEFORE UPDATE OR TRUNCATE ON support.note FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on support.note to candor_app;

create table support.presence (
  operator_id bigint not null,
  is_on_duty boolean not null,
  seen_ms bigint not null,
  constraint presence_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint presence_pkey PRIMARY KEY (operator_id)
);
grant select on support.presence to candor_app;

create table support.rating (
  conversation_id bigint not null,
  closed_seq integer not null,
  score smallint not null,
  comment text not null,
  at_ms bigint not null,
  operator_id bigint,
  constraint rating_comment_check CHECK ((length(comment) <= 500)),
  constraint rating_conversation_id_closed_seq_fkey FOREIGN KEY (conversation_id, closed_seq) REFERENCES support.message(conversation_id, seq),
  constraint rating_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint rating_pkey PRIMARY KEY (conversation_id, closed_seq),
  constraint rating_score_check CHECK (((score >= 1) AND (score <= 5)))
);
CREATE TRIGGER rating_is_kept BEFORE DELETE ON support.rating FOR EACH ROW EXECUTE FUNCTION support.require_deletion();
CREATE TRIGGER rating_is_never_changed BEFORE UPDATE OR TRUNCATE ON support.rating FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on support.rating to candor_app;

create table support.setting (
  singleton boolean default true not null,
  time_zone text not null,
  days jsonb not null,
  alarm_ms integer not null,
  keep_days integer default 730 not null,
  visit_keep_days integer default 30 not null,
  constraint hours_are_apart CHECK (support.are_apart(days)),
  constraint setting_alarm_ms_check CHECK (((alarm_ms >= 30000) AND (alarm_ms <= 7200000))),
  constraint setting_days_check CHECK ((jsonb_typeof(days) = 'array'::text)),
  constraint setting_keep_days_check CHECK (((keep_days >= 30) AND (keep_days <= 3650))),
  constraint setting_pkey PRIMARY KEY (singleton),
  constraint setting_singleton_check CHECK (singleton),
  constraint setting_visit_keep_days_check CHECK (((visit_keep_days >= 1) AND (visit_keep_days <= 365)))
);
grant select on support.setting to candor_app;

create table support.ticket (
  ticket_hash bytea not null,
  session_id bigint not null,
  expires_ms bigint not null,
  constraint ticket_pkey PRIMARY KEY (ticket_hash),
  constraint ticket_session_id_fkey FOREIGN KEY (session_id) REFERENCES identity.session(session_id) ON DELETE CASCADE,
  constraint ticket_ticket_hash_check CHECK ((octet_length(ticket_hash) = 32))
);
CREATE INDEX ticket_of_session ON support.ticket USING btree (session_id);
grant delete, insert, select on support.ticket to candor_app;

create table support.token (
  token_hash bytea not null,
  session_id bigint not null,
  expires_ms bigint not null,
  constraint token_pkey PRIMARY KEY (token_hash),
  constraint token_session_id_fkey FOREIGN KEY (session_id) REFERENCES identity.session(session_id) ON DELETE CASCADE,
  constraint token_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX token_of_session ON support.token USING btree (session_id);
grant delete, insert, select on support.token to candor_app;

create table support.visit (
  conversation_id bigint not null,
  token_hash bytea not null,
  begun_ms bigint not null,
  expires_ms bigint not null,
  constraint visit_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES support.conversation(conversation_id),
  constraint visit_pkey PRIMARY KEY (conversation_id),
  constraint visit_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint visit_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX visit_by_beginning ON support.visit USING btree (begun_ms);
CREATE INDEX visit_by_expiry ON support.visit USING btree (expires_ms);
grant select on support.visit to candor_app;

create table support.wait (
  wait_id bigint generated always as identity not null,
  claimed_ms bigint not null,
  wait_ms bigint not null,
  constraint wait_pkey PRIMARY KEY (wait_id),
  constraint wait_wait_ms_check CHECK ((wait_ms >= 0))
);
grant select on support.wait to candor_app;

create FUNCTION support.add_event(p_conversation_id bigint, p_event text, p_operator_id bigint)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select seq from support.append(p_conversation_id, 'system', p_operator_id, null,
    jsonb_build_object('kind', 'event', 'event', p_event))
$function$
;

create FUNCTION support.add_note(p_secret text, p_conversation_id bigint, p_text text)
 RETURNS TABLE(note_id bigint, operator text, at_ms bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
begin
  return query
    with added as (
      insert into support.note (conversation_id, operator_id, at_ms, text)
      select c.conversation_id, v_operator_id, clock.now_ms(), p_text from support.conversation as c
      where c.conversation_id = p_conversation_id and c.newest_seq > 0
      returning note.note_id, note.operator_id, note.at_ms
    )
    select n.note_id, a.name, n.at_ms from added as n join operator.account as a using (operator_id);
end
$function$
;
grant execute on function support.add_note(text,bigint,text) to candor_app;

create FUNCTION support.add_written(p_conversation support.conversation, p_client_id uuid, p_body jsonb)
 RETURNS TABLE(outcome text, seq integer, at_ms bigint, body jsonb)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_id constant bigint := p_conversation.conversation_id;
  v_now_ms constant bigint := clock.now_ms();
  v_message constant support.message := support.append(v_id, 'customer', null, p_client_id, p_body);
begin
  if p_conversation.state = 'closed' then
    update support.conversation set state = 'waiting', opened_ms = v_now_ms, waiting_since_ms = v_now_ms
      where conversation_id = v_id;
    perform support.add_event(v_id, case when support.is_open(v_now_ms) then 'waiting' else 'outside-hours' end, null);
  else
    update support.conversation set waiting_since_ms = coalesce(waiting_since_ms, v_now_ms)
      where conversation_id = v_id;
  end if;
  return query select 'posted', v_message.seq, v_message.at_ms, v_message.body;
end
$function$
;

create FUNCTION support.agent_body_of(p_operator_id bigint, p_draft jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if p_draft ->> 'kind' not in ('text', 'image') then
    raise exception 'an agent sends no %', p_draft ->> 'kind' using errcode = 'invalid_parameter_value';
  end if;
  return case p_draft ->> 'kind' when 'text' then p_draft
    else support.photo_body(p_draft ->> 'imageId', null, p_operator_id) end;
end
$function$
;

create FUNCTION support.agent_read(p_secret text, p_conversation_id bigint, p_seq integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if (support.hold_for_agent(p_secret, p_conversation_id)).refusal is not null then
    return false;
  end if;
  update support.conversation set agent_read_seq = least(p_seq, newest_seq), agent_read_ms = clock.now_ms()
  where conversation_id = p_conversation_id and agent_read_seq < least(p_seq, newest_seq);
  return true;
end
$function$
;
grant execute on function support.agent_read(text,bigint,integer) to candor_app;

create FUNCTION support.answer(p_secret text, p_conversation_id bigint, p_client_id uuid, p_body jsonb, p_is_there boolean)
 RETURNS TABLE(outcome text, seq integer, at_ms bigint, body jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_held constant record := support.hold_for_agent(p_secret, p_conversation_id);
  v_body jsonb;
  v_agent text;
begin
  return query select * from support.repeat_of(p_conversation_id, 'agent', v_held.operator_id, p_client_id, p_body);
  if found then
    return;
  end if;
  v_body := support.agent_body_of(v_held.operator_id, p_body);
  outcome := coalesce(v_held.refusal, case when v_body is null then 'not-found'
    -- A visitor has no way to a photo.
    when v_held.customer_id is null and v_body ->> 'kind' = 'image' then 'not-allowed' end);
  if outcome is not null then
    return next;
    return;
  end if;
  return query select 'posted', m.seq, m.at_ms, m.body
    from support.append(p_conversation_id, 'agent', v_held.operator_id, p_client_id, v_body) as m;
  update support.conversation as c set waiting_since_ms = null where c.conversation_id = p_conversation_id;
  if not p_is_there and v_held.customer_id is not null then
    select a.name into strict v_agent from operator.account as a where a.operator_id = v_held.operator_id;
    perform support.notify_reply(v_held.customer_id, p_conversation_id, v_agent);
  end if;
end
$function$
;
grant execute on function support.answer(text,bigint,uuid,jsonb,boolean) to candor_app;

create FUNCTION support.append(p_conversation_id bigint, p_sender text, p_operator_id bigint, p_client_id uuid, p_body jsonb)
 RETURNS support.message
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_conversation support.conversation;
  v_message support.message;
begin
  update support.conversation set newest_seq = newest_seq + 1, last_ms = greatest(last_ms, clock.now_ms())
  where conversation_id = p_conversation_id returning * into strict v_conversation;
  insert into support.message (conversation_id, seq, at_ms, sender, operator_id, client_id, body)
  values (p_conversation_id, v_conversation.newest_seq, v_conversation.last_ms, p_sender, p_operator_id, p_client_id,
    p_body)
  returning * into v_message;
  update support.image set conversation_id = p_conversation_id, seq = v_message.seq
    where image_id = p_body ->> 'imageId' and seq is null;
  return v_message;
end
$function$
;

create FUNCTION support.are_apart(p_days jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with span as (
    select nth, s ->> 'day' as day, s ->> 'from' collate "C" as begins, s ->> 'until' collate "C" as ends
    from jsonb_array_elements(p_days) with ordinality as a (s, nth)
  )
  select not exists (select from span where begins >= ends)
    and not exists (
      select from span as one join span as other on other.day = one.day and other.nth > one.nth
      where one.begins < other.ends and other.begins < one.ends
    )
$function$
;

create FUNCTION support.assist(p_conversation_id bigint, p_after_seq integer, p_text text, p_is_there boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_conversation support.conversation;
  v_newest support.message;
begin
  if not operator.is_sandbox() then
    raise exception 'people answer where money is real' using errcode = 'insufficient_privilege';
  end if;
  v_conversation := support.hold_known(p_conversation_id);
  select * into v_newest from support.message
  where conversation_id = p_conversation_id and sender <> 'system' order by seq desc limit 1;
  if v_conversation.state is distinct from 'waiting' or v_newest.sender <> 'customer' or v_newest.seq <> p_after_seq
    or exists (select from support.presence as p where support.is_on_duty(p.operator_id)) then
    return false;
  end if;
  perform support.append(p_conversation_id, 'assistant', null, null,
    jsonb_build_object('kind', 'text', 'text', p_text));
  if not p_is_there and v_conversation.customer_id is not null then
    perform support.notify_reply(v_conversation.customer_id, p_conversation_id, 'Sandbox assistant');
  end if;
  return true;
end
$function$
;
grant execute on function support.assist(bigint,integer,text,boolean) to candor_app;

create FUNCTION support.begin_visit(p_token_hash bytea, p_language text, p_device text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_most_an_hour constant integer := 300;
  v_now_ms constant bigint := clock.now_ms();
  v_conversation_id bigint;
begin
  if not support.is_room_for_visit()
    or (select count(*) from support.visit where begun_ms > v_now_ms - 3600000) >= v_most_an_hour then
    return null;
  end if;
  insert into support.conversation (state, opened_ms, last_ms, language, device)
    values ('closed', v_now_ms, v_now_ms, p_language, p_device) returning conversation_id into v_conversation_id;
  insert into support.visit (conversation_id, token_hash, begun_ms, expires_ms)
    values (v_conversation_id, p_token_hash, v_now_ms, v_now_ms + support.visit_lasts_ms());
  return v_now_ms + support.visit_lasts_ms();
end
$function$
;
grant execute on function support.begin_visit(bytea,text,text) to candor_app;

create FUNCTION support.body_of(p_customer_id bigint, p_draft jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_kind constant text := p_draft ->> 'kind';
  v_facts jsonb;
begin
  if v_kind = 'text' then
    return jsonb_build_object('kind', 'text', 'text', p_draft ->> 'text');
  elsif v_kind = 'location' then
    return jsonb_build_object('kind', 'location', 'lat', (p_draft ->> 'lat')::float8, 'lng',
      (p_draft ->> 'lng')::float8, 'label', p_draft ->> 'label');
  elsif v_kind = 'thing' then
    v_facts := support.thing_facts(p_customer_id, p_draft ->> 'thing', (p_draft ->> 'id')::bigint);
    return case when v_facts is not null
      then jsonb_build_object('kind', 'thing', 'thing', p_draft ->> 'thing', 'id', p_draft ->> 'id', 'facts',
        v_facts) end;
  elsif v_kind = 'image' then
    return support.photo_body(p_draft ->> 'imageId', p_customer_id, null);
  end if;
  raise exception 'a customer sends no %', v_kind using errcode = 'invalid_parameter_value';
end
$function$
;

create FUNCTION support.change_setting(p_secret text, p_time_zone text, p_days jsonb, p_alarm_ms integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function support.change_setting(text,text,jsonb,integer) to candor_app;

create FUNCTION support.claim(p_secret text, p_conversation_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_held constant record := support.hold_for_agent(p_secret, p_conversation_id);
begin
  if v_held.refusal = 'not-found' then
    return 'not-found';
  elsif v_held.state = 'answering' then
    return case when v_held.refusal is null then 'own' else 'taken' end;
  end if;
  if v_held.state = 'waiting' then
    insert into support.wait (claimed_ms, wait_ms)
    values (clock.now_ms(), greatest(0, clock.now_ms() - v_held.waiting_since_ms));
  end if;
  update support.conversation set state = 'answering', operator_id = v_held.operator_id
    where conversation_id = p_conversation_id;
  perform support.add_event(p_conversation_id, 'agent-joined', v_held.operator_id);
  perform operator.append_audit(v_held.operator_id, 'support.claimed', 'conversation:' || p_conversation_id, '', '{}');
  return 'claimed';
end
$function$
;
grant execute on function support.claim(text,bigint) to candor_app;

create FUNCTION support.close(p_secret text, p_conversation_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_held constant record := support.hold_for_agent(p_secret, p_conversation_id);
begin
  if v_held.refusal is not null then
    return v_held.refusal;
  end if;
  perform support.shut(p_conversation_id, v_held.operator_id);
  perform operator.append_audit(v_held.operator_id, 'support.closed', 'conversation:' || p_conversation_id, '', '{}');
  return 'closed';
end
$function$
;
grant execute on function support.close(text,bigint) to candor_app;

create FUNCTION support.customer_read(p_customer_id bigint, p_seq integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update support.conversation set customer_read_seq = least(p_seq, newest_seq)
  where customer_id = p_customer_id and customer_read_seq < least(p_seq, newest_seq);
  update message.message set read_ms = greatest(clock.now_ms(), created_ms)
  where customer_id = p_customer_id and kind = 'support-reply' and read_ms is null;
end
$function$
;
grant execute on function support.customer_read(bigint,integer) to candor_app;

create FUNCTION support.due_closing(p_conversation_id bigint)
 RETURNS support.message
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select m from support.message as m join support.conversation as c using (conversation_id)
  where c.conversation_id = p_conversation_id and c.state = 'closed' and m.body ->> 'event' = 'closed'
    and m.at_ms <= clock.now_ms() - support.kept_ms(c.customer_id) and not support.has_open_matter(c.customer_id)
  order by m.seq desc limit 1
$function$
;

create FUNCTION support.end_visits()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_conversation_id bigint;
begin
  for v_conversation_id in
    select c.conversation_id from support.visit as v join support.conversation as c using (conversation_id)
    where v.expires_ms <= clock.now_ms() and c.state <> 'closed' for update of c
  loop
    perform support.shut(v_conversation_id, null);
  end loop;
  with unused as (
    delete from support.visit as v using support.conversation as c
    where v.conversation_id = c.conversation_id and v.expires_ms <= clock.now_ms() and c.newest_seq = 0
    returning v.conversation_id
  )
  delete from support.conversation as c using unused as u where c.conversation_id = u.conversation_id;
end
$function$
;
grant execute on function support.end_visits() to candor_app;

create FUNCTION support.first_answers(p_since_ms bigint)
 RETURNS TABLE(opened_ms bigint, ended_ms bigint, is_answered boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select opening.at_ms, ending.at_ms, ending.sender = 'agent'
  from support.message as opening
  join support.conversation as c on c.conversation_id = opening.conversation_id and c.customer_id is not null
  cross join lateral (
    select m.at_ms, m.sender from support.message as m
    where m.conversation_id = opening.conversation_id and m.seq > opening.seq
      and (m.sender = 'agent' or m.body ->> 'event' = 'closed')
    order by m.seq limit 1
  ) as ending
  where opening.body ->> 'event' = 'waiting' and ending.at_ms > p_since_ms
    -- A wait that began a month before is counted, too; the index begins there.
    and opening.at_ms > p_since_ms - 30 * 86400000::bigint
$function$
;

create FUNCTION support.forget_conversation(p_conversation_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_conversation constant support.conversation := support.hold_known(p_conversation_id);
  v_deletion support.deletion;
begin
  insert into support.deletion (conversation_id) values (p_conversation_id) returning * into v_deletion;
  if v_deletion.up_to_seq is null then
    return false;
  end if;
  update support.image set conversation_id = null, seq = null where conversation_id = p_conversation_id
    and seq <= v_deletion.up_to_seq;
  delete from support.rating where conversation_id = p_conversation_id and closed_seq <= v_deletion.up_to_seq;
  delete from support.note where conversation_id = p_conversation_id and at_ms <= v_deletion.closed_ms;
  delete from support.message where conversation_id = p_conversation_id and seq <= v_deletion.up_to_seq;
  if v_conversation.newest_seq = v_deletion.up_to_seq then
    update support.conversation set closed_seq = null, closed_by = null, language = null, device = null
    where conversation_id = p_conversation_id;
    delete from support.visit where conversation_id = p_conversation_id;
  end if;
  return true;
end
$function$
;

create FUNCTION support.forget_due(p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_conversation_id bigint;
  v_forgotten integer := 0;
begin
  for v_conversation_id in
    select m.conversation_id
    from support.message as m join support.conversation as c using (conversation_id)
    where m.body ->> 'event' = 'closed' and m.at_ms <= clock.now_ms() - support.kept_ms(c.customer_id)
      and c.state = 'closed'
    group by m.conversation_id order by max(m.at_ms)
  loop
    exit when v_forgotten >= p_most;
    if support.forget_conversation(v_conversation_id) then
      v_forgotten := v_forgotten + 1;
    end if;
  end loop;
  return v_forgotten;
end
$function$
;
grant execute on function support.forget_due(integer) to candor_app;

create FUNCTION support.forget_image(p_image_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ delete from support.image where image_id = p_image_id and seq is null $function$
;
grant execute on function support.forget_image(text) to candor_app;

create FUNCTION support.has_open_matter(p_customer_id bigint)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from withdrawal.withdrawal where customer_id = p_customer_id
    and state in ('under-review', 'approved', 'sent'))
    or exists (select from deposit.deposit where customer_id = p_customer_id and state = 'under-review')
    or exists (select from floor.sale where customer_id = p_customer_id and state = 'in-progress')
$function$
;

create FUNCTION support.hold_conversation(p_customer_id bigint)
 RETURNS support.conversation
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into support.conversation (customer_id, state, opened_ms, last_ms)
  values (p_customer_id, 'closed', clock.now_ms(), clock.now_ms()) on conflict do nothing;
  select * from support.conversation where customer_id = p_customer_id for update
$function$
;

create FUNCTION support.hold_for_agent(p_secret text, p_conversation_id bigint, OUT operator_id bigint, OUT refusal text, OUT customer_id bigint, OUT state text, OUT waiting_since_ms bigint)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_conversation support.conversation;
begin
  operator_id := operator.require_session(p_secret, '{support,lead}');
  v_conversation := support.hold_known(p_conversation_id);
  customer_id := v_conversation.customer_id;
  state := v_conversation.state;
  waiting_since_ms := v_conversation.waiting_since_ms;
  refusal := case
    when v_conversation.conversation_id is null then 'not-found'
    when v_conversation.operator_id is distinct from hold_for_agent.operator_id then 'not-allowed'
  end;
end
$function$
;

create FUNCTION support.hold_known(p_conversation_id bigint)
 RETURNS support.conversation
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select * from support.conversation as c where c.conversation_id = p_conversation_id and c.newest_seq > 0
    and (c.customer_id is not null
      or exists (select from support.visit as v where v.conversation_id = p_conversation_id))
  for update
$function$
;

create FUNCTION support.introduce(p_customer_id bigint, p_language text, p_device text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select support.hold_conversation(p_customer_id);
  update support.conversation set language = p_language, device = p_device where customer_id = p_customer_id
$function$
;
grant execute on function support.introduce(bigint,text,text) to candor_app;

create FUNCTION support.is_on_duty(p_operator_id bigint)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (
    select from support.presence as p join operator.account as a using (operator_id)
    where p.operator_id = p_operator_id and p.is_on_duty and p.seen_ms > clock.now_ms() - 90000
      and a.disabled_ms is null
  )
$function$
;
grant execute on function support.is_on_duty(bigint) to candor_app;

create FUNCTION support.is_open(p_at_ms bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (
    select from support.setting as s, jsonb_to_recordset(s.days) as d (day integer, "from" time, until time),
      lateral (select to_timestamp(p_at_ms / 1000.0) at time zone s.time_zone as local_time) as l
    where d.day = extract(isodow from l.local_time) and l.local_time::time >= d."from" and l.local_time::time < d.until
  )
$function$
;
grant execute on function support.is_open(bigint) to candor_app;

create FUNCTION support.is_room_for_visit()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_most_waiting constant integer := 100;
begin
  perform from support.setting for no key update;
  return support.waiting_visits() < v_most_waiting;
end
$function$
;

create FUNCTION support.kept_ms(p_customer_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when p_customer_id is null then visit_keep_days else keep_days end * 86400000::bigint
  from support.setting
$function$
;

create FUNCTION support.late_answers(p_within_ms bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*) from support.conversation as c
  where c.customer_id is not null and c.state <> 'closed' and c.opened_ms < clock.now_ms() - p_within_ms
    and exists (
      select from support.message as m
      where m.conversation_id = c.conversation_id and m.at_ms >= c.opened_ms and m.body ->> 'event' = 'waiting')
    and not exists (
      select from support.message as m
      where m.conversation_id = c.conversation_id and m.at_ms >= c.opened_ms and m.sender = 'agent')
$function$
;

create FUNCTION support.look_visit(p_token_hash bytea, p_seq integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_conversation_id constant bigint := support.open_visit(p_token_hash);
begin
  update support.conversation set customer_read_seq = least(p_seq, newest_seq)
  where conversation_id = v_conversation_id and customer_read_seq < least(p_seq, newest_seq);
  return v_conversation_id;
end
$function$
;
grant execute on function support.look_visit(bytea,integer) to candor_app;

create FUNCTION support.next_open_ms(p_after_ms bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select min(begin_ms) from (
    select (extract(epoch from (l.local_date + n + d."from") at time zone s.time_zone) * 1000)::bigint as begin_ms
    from support.setting as s, jsonb_to_recordset(s.days) as d (day integer, "from" time, until time),
      generate_series(0, 7) as n,
      lateral (select (to_timestamp(p_after_ms / 1000.0) at time zone s.time_zone)::date as local_date) as l
    where d.day = extract(isodow from l.local_date + n)
  ) as begins where begin_ms > p_after_ms
$function$
;
grant execute on function support.next_open_ms(bigint) to candor_app;

create FUNCTION support.notify_reply(p_customer_id bigint, p_conversation_id bigint, p_agent text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select message.add(p_customer_id, 'support-reply', 'support:' || p_conversation_id,
    jsonb_build_object('agent', p_agent))
  where not exists (
    select from message.message where customer_id = p_customer_id and kind = 'support-reply' and read_ms is null)
$function$
;

create FUNCTION support.open_visit(p_token_hash bytea)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_lasts_ms constant bigint := support.visit_lasts_ms();
begin
  -- Not with every look: an hour more or less is nothing in a week.
  update support.visit set expires_ms = clock.now_ms() + v_lasts_ms
    where token_hash = p_token_hash and expires_ms > clock.now_ms()
      and expires_ms < clock.now_ms() + v_lasts_ms - 3600000;
  return (select conversation_id from support.visit where token_hash = p_token_hash and expires_ms > clock.now_ms());
end
$function$
;

create FUNCTION support.photo_body(p_image_id text, p_customer_id bigint, p_operator_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object('kind', 'image', 'imageId', image_id, 'widthPx', width_px, 'heightPx', height_px)
  from support.image
  where image_id = p_image_id and (customer_id = p_customer_id or operator_id = p_operator_id) and seq is null
  for update
$function$
;

create FUNCTION support.post(p_customer_id bigint, p_client_id uuid, p_draft jsonb)
 RETURNS TABLE(outcome text, seq integer, at_ms bigint, body jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_most_a_minute constant integer := 60;
  v_conversation constant support.conversation := support.hold_conversation(p_customer_id);
  v_id constant bigint := v_conversation.conversation_id;
  v_body jsonb;
begin
  return query select * from support.repeat_of(v_id, 'customer', null, p_client_id, p_draft);
  if found then
    return;
  end if;
  if support.written_within(v_id, 60000) >= v_most_a_minute then
    outcome := 'frequent-operations';
    return next;
    return;
  end if;
  v_body := support.body_of(p_customer_id, p_draft);
  if v_body is null then
    outcome := 'not-found';
    return next;
    return;
  end if;
  return query select * from support.add_written(v_conversation, p_client_id, v_body);
end
$function$
;
grant execute on function support.post(bigint,uuid,jsonb) to candor_app;

create FUNCTION support.post_visit(p_token_hash bytea, p_client_id uuid, p_text text)
 RETURNS TABLE(outcome text, seq integer, at_ms bigint, body jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_most_a_minute constant integer := 20;
  v_most_a_day constant integer := 200;
  v_id constant bigint := support.open_visit(p_token_hash);
  v_body constant jsonb := jsonb_build_object('kind', 'text', 'text', p_text);
  v_conversation support.conversation;
begin
  select * into v_conversation from support.conversation where conversation_id = v_id for update;
  return query select * from support.repeat_of(v_id, 'customer', null, p_client_id, v_body);
  if found then
    return;
  end if;
  outcome := case
    when v_id is null then 'visit-ended'
    when support.written_within(v_id, 60000) >= v_most_a_minute
      or support.written_within(v_id, 86400000) >= v_most_a_day then 'frequent-operations'
    when v_conversation.state = 'closed' and not support.is_room_for_visit() then 'visits-full'
  end;
  if outcome is not null then
    return next;
    return;
  end if;
  return query select * from support.add_written(v_conversation, p_client_id, v_body);
end
$function$
;
grant execute on function support.post_visit(bytea,uuid,text) to candor_app;

create FUNCTION support.put_canned(p_secret text, p_answer_id bigint, p_title text, p_language text, p_text text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
  v_most constant integer := 200;
  v_answer_id bigint;
begin
  lock table support.canned_answer in share row exclusive mode;
  if p_answer_id is not null then
    update support.canned_answer set title = p_title, language = p_language, text = p_text
    where answer_id = p_answer_id returning answer_id into v_answer_id;
  elsif (select count(*) from support.canned_answer) < v_most then
    insert into support.canned_answer (title, language, text) values (p_title, p_language, p_text)
      returning answer_id into v_answer_id;
  end if;
  if v_answer_id is not null then
    perform operator.append_audit(v_operator_id, 'support.canned-written', 'canned-answer:' || v_answer_id, '',
      jsonb_build_object('text', p_text));
  end if;
  return v_answer_id;
end
$function$
;
grant execute on function support.put_canned(text,bigint,text,text,text) to candor_app;

create FUNCTION support.rate(p_customer_id bigint, p_score integer, p_comment text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_conversation constant support.conversation := support.hold_conversation(p_customer_id);
begin
  if v_conversation.state <> 'closed' or v_conversation.closed_seq is null then
    return false;
  end if;
  insert into support.rating (conversation_id, closed_seq, score, comment, at_ms, operator_id)
  values (v_conversation.conversation_id, v_conversation.closed_seq, p_score, p_comment, clock.now_ms(),
    v_conversation.closed_by)
  on conflict do nothing;
  return exists (
    select from support.rating as r where r.conversation_id = v_conversation.conversation_id
      and r.closed_seq = v_conversation.closed_seq
      and r.score = p_score and r.comment = p_comment
  );
end
$function$
;
grant execute on function support.rate(bigint,integer,text) to candor_app;

create FUNCTION support.remove_canned(p_secret text, p_answer_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
begin
  delete from support.canned_answer where answer_id = p_answer_id;
  if not found then
    return false;
  end if;
  perform operator.append_audit(v_operator_id, 'support.canned-removed', 'canned-answer:' || p_answer_id, '', '{}');
  return true;
end
$function$
;
grant execute on function support.remove_canned(text,bigint) to candor_app;

create FUNCTION support.repeat_of(p_conversation_id bigint, p_sender text, p_operator_id bigint, p_client_id uuid, p_draft jsonb)
 RETURNS TABLE(outcome text, seq integer, at_ms bigint, body jsonb)
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when is_same then 'repeated' else 'conflict' end, case when is_same then m.seq end,
    case when is_same then m.at_ms end, case when is_same then m.body end
  from support.message as m cross join lateral (select m.body @> p_draft as is_same) as compared
  where m.conversation_id = p_conversation_id and m.sender = p_sender
    and coalesce(m.operator_id, 0) = coalesce(p_operator_id, 0) and m.client_id = p_client_id
$function$
;

create FUNCTION support.require_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_old constant jsonb := to_jsonb(old);
begin
  if not exists (
    select from support.deletion as d where d.conversation_id = old.conversation_id and case tg_table_name
      when 'message' then (v_old ->> 'seq')::integer <= d.up_to_seq
      when 'rating' then (v_old ->> 'closed_seq')::integer <= d.up_to_seq
      else (v_old ->> 'at_ms')::bigint <= d.closed_ms end
  ) then
    raise exception 'DELETE of support.% is refused: what was written stays',
      tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end
$function$
;

create FUNCTION support.require_due()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_closing constant support.message := support.due_closing(new.conversation_id);
begin
  if new.up_to_seq is null and v_closing.seq is null then
    return null;
  elsif coalesce(new.up_to_seq, v_closing.seq) is distinct from v_closing.seq then
    raise exception 'conversation % is not to be deleted up to %', new.conversation_id, new.up_to_seq
      using errcode = 'integrity_constraint_violation';
  end if;
  new.up_to_seq := v_closing.seq;
  new.closed_ms := v_closing.at_ms;
  new.deleted_ms := clock.now_ms();
  select count(*) into new.messages from support.message where conversation_id = new.conversation_id
    and seq <= new.up_to_seq;
  select count(*) into new.photos from support.image where conversation_id = new.conversation_id
    and seq <= new.up_to_seq;
  select count(*) into new.notes from support.note where conversation_id = new.conversation_id
    and at_ms <= new.closed_ms;
  return new;
end
$function$
;

create FUNCTION support.see_desk(p_secret text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
begin
  update support.presence set seen_ms = clock.now_ms() where operator_id = v_operator_id
    and seen_ms < clock.now_ms() - 15000
    -- An agent who was away too long must go on duty explicitly.
    and support.is_on_duty(v_operator_id);
  return v_operator_id;
end
$function$
;
grant execute on function support.see_desk(text) to candor_app;

create FUNCTION support.set_duty(p_secret text, p_is_on_duty boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{support,lead}');
begin
  insert into support.presence as p (operator_id, is_on_duty, seen_ms)
    values (v_operator_id, p_is_on_duty, clock.now_ms())
  on conflict (operator_id) do update set is_on_duty = excluded.is_on_duty, seen_ms = excluded.seen_ms;
  perform operator.append_audit(v_operator_id, case when p_is_on_duty then 'support.duty-begun'
    else 'support.duty-ended' end, 'operator:' || v_operator_id, '', '{}');
end
$function$
;
grant execute on function support.set_duty(text,boolean) to candor_app;

create FUNCTION support.shut(p_conversation_id bigint, p_operator_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_closed_seq constant integer := support.add_event(p_conversation_id, 'closed', p_operator_id);
begin
  update support.conversation set state = 'closed', operator_id = null, waiting_since_ms = null,
    closed_by = p_operator_id, closed_seq = v_closed_seq
  where conversation_id = p_conversation_id;
end
$function$
;

create FUNCTION support.thing_facts(p_customer_id bigint, p_thing text, p_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object('asset', ledger.asset_name(t.asset::smallint), 'amount', ledger.units_text(t.units),
    'state', t.state, 'symbol', t.symbol, 'atMs', t.at_ms)
  from (
    select asset, amount as units, state::text, null as symbol, created_ms as at_ms from withdrawal.withdrawal
    where p_thing = 'withdrawal' and withdrawal_id = p_id and customer_id = p_customer_id
    union all
    select 2, quantity, state::text, null, created_ms from deposit.deposit
    where p_thing = 'recharge' and deposit_id = p_id and customer_id = p_customer_id
    union all
    select o.asset, o.stake, coalesce(o.result::text, o.state::text), i.symbol, o.accepted_ms
    from contract.contract_order as o join market.instrument as i using (instrument_id)
    where p_thing = 'order' and o.order_id = p_id and o.customer_id = p_customer_id
    union all
    select 2, quantity, state::text, null, created_ms from floor.sale
    where p_thing = 'sale' and sale_id = p_id and customer_id = p_customer_id
  ) as t
$function$
;

create FUNCTION support.transfer(p_secret text, p_conversation_id bigint, p_operator_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_held constant record := support.hold_for_agent(p_secret, p_conversation_id);
begin
  if v_held.refusal is not null then
    return v_held.refusal;
  elsif p_operator_id is not null and not (support.is_on_duty(p_operator_id)
      and exists (select from operator.account where operator_id = p_operator_id
        and roles && '{support,lead}'::operator.role[])) then
    return 'not-found';
  end if;
  update support.conversation set operator_id = p_operator_id,
    state = case when p_operator_id is null then 'waiting' else 'answering' end,
    waiting_since_ms = case when p_operator_id is null then coalesce(waiting_since_ms, clock.now_ms())
      else waiting_since_ms end
  where conversation_id = p_conversation_id;
  perform support.add_event(p_conversation_id, case when p_operator_id is null then 'returned' else 'transferred' end,
    p_operator_id);
  perform operator.append_audit(v_held.operator_id, 'support.transferred', 'conversation:' || p_conversation_id, '',
    jsonb_build_object('operatorId', p_operator_id::text));
  return 'transferred';
end
$function$
;
grant execute on function support.transfer(text,bigint,bigint) to candor_app;

create FUNCTION support.visit_lasts_ms()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select 7 * 86400000::bigint $function$
;

create FUNCTION support.waiting_visits()
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select count(*) from support.conversation where state = 'waiting' and customer_id is null $function$
;

create FUNCTION support.written_within(p_conversation_id bigint, p_within_ms bigint)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*) from support.message
  where conversation_id = p_conversation_id and sender = 'customer' and at_ms > clock.now_ms() - p_within_ms
$function$
;

create schema swap;
grant usage on schema swap to candor_app;

create type swap.swap_answer as (outcome text, swap_id bigint);

create type swap.swap_offer as (refusal text, quote_id uuid, receives bigint, spread bigint, rate_ticks bigint, rate_decimals smallint, spread_bps integer, minimum bigint, is_whole_number boolean, expires_ms bigint, quote_ms bigint);

create table swap.swap (
  swap_id bigint default clock.new_record_id() not null,
  customer_id bigint not null,
  request_id uuid not null,
  quote_id uuid not null,
  from_asset smallint not null,
  gives bigint not null,
  receives bigint not null,
  spread bigint not null,
  terms_version bigint not null,
  spread_bps integer not null,
  rate_ticks bigint not null,
  rate_decimals smallint not null,
  at_ms bigint not null,
  quote_expires_ms bigint not null,
  from_stripe smallint not null,
  from_seq bigint not null,
  to_stripe smallint not null,
  to_seq bigint not null,
  constraint swap_from_stripe_fkey FOREIGN KEY (from_stripe) REFERENCES ledger.stripe(stripe),
  constraint swap_gives_check CHECK ((gives > 0)),
  constraint swap_pkey PRIMARY KEY (swap_id),
  constraint swap_quote_id_key UNIQUE (quote_id),
  constraint swap_rate_ticks_check CHECK ((rate_ticks > 0)),
  constraint swap_receives_check CHECK ((receives > 0)),
  constraint swap_request_id_customer_id_key UNIQUE (request_id, customer_id),
  constraint swap_terms_version_from_asset_spread_bps_fkey FOREIGN KEY (terms_version, from_asset, spread_bps) REFERENCES swap.swap_terms(version, from_asset, spread_bps),
  constraint swap_to_stripe_fkey FOREIGN KEY (to_stripe) REFERENCES ledger.stripe(stripe),
  constraint swapped_at_its_rate CHECK (((receives = swap.swapped(from_asset, gives, rate_ticks, rate_decimals, spread_bps)) AND (spread = swap.swap_spread(from_asset, gives, spread_bps)))),
  constraint swapped_while_it_was_quoted CHECK ((at_ms < quote_expires_ms))
);
CREATE INDEX swap_of_customer ON swap.swap USING btree (customer_id, swap_id DESC);
CREATE TRIGGER swap_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON swap.swap FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on swap.swap to candor_app;

create table swap.swap_proposal (
  proposal_id bigint generated always as identity not null,
  from_asset smallint not null,
  minimum bigint not null,
  is_whole_number boolean not null,
  spread_bps integer not null,
  quote_ms bigint not null,
  follows bigint not null,
  note text not null,
  proposed_by bigint not null,
  proposed_ms bigint not null,
  state text default 'proposed'::text not null,
  decided_by bigint,
  decided_ms bigint,
  version bigint,
  constraint decided_proposal_is_complete CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'proposed'::text) = (decided_ms IS NULL)) AND ((state = 'confirmed'::text) = (version IS NOT NULL)))),
  constraint swap_proposal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operator.account(operator_id),
  constraint swap_proposal_follows_fkey FOREIGN KEY (follows) REFERENCES swap.swap_terms(version),
  constraint swap_proposal_from_asset_check CHECK ((from_asset = ANY (ARRAY[1, 2]))),
  constraint swap_proposal_minimum_check CHECK (((minimum >= 1) AND (minimum <= '1000000000000000'::bigint))),
  constraint swap_proposal_note_check CHECK (((length(note) >= 3) AND (length(note) <= 500))),
  constraint swap_proposal_pkey PRIMARY KEY (proposal_id),
  constraint swap_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operator.account(operator_id),
  constraint swap_proposal_quote_ms_check CHECK (((quote_ms >= 1000) AND (quote_ms <= 60000))),
  constraint swap_proposal_spread_bps_check CHECK (((spread_bps >= 0) AND (spread_bps <= 1000))),
  constraint swap_proposal_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'rejected'::text]))),
  constraint swap_proposal_version_fkey FOREIGN KEY (version) REFERENCES swap.swap_terms(version),
  constraint swap_proposal_version_key UNIQUE (version),
  constraint swap_terms_need_two_operators CHECK (((state <> 'confirmed'::text) OR (decided_by <> proposed_by)))
);
CREATE TRIGGER swap_proposal_is_decided_once BEFORE DELETE OR UPDATE ON swap.swap_proposal FOR EACH ROW EXECUTE FUNCTION operator.refuse_redecision('version');
CREATE TRIGGER swap_proposal_is_kept BEFORE TRUNCATE ON swap.swap_proposal FOR EACH STATEMENT EXECUTE FUNCTION operator.refuse_redecision();
grant select on swap.swap_proposal to candor_app;

create table swap.swap_quote (
  customer_id bigint not null,
  from_asset smallint not null,
  quote_id uuid not null,
  gives bigint not null,
  receives bigint not null,
  terms_version bigint not null,
  rate_ticks bigint not null,
  rate_decimals smallint not null,
  expires_ms bigint not null,
  constraint swap_quote_from_asset_check CHECK ((from_asset = ANY (ARRAY[1, 2]))),
  constraint swap_quote_gives_check CHECK ((gives > 0)),
  constraint swap_quote_pkey PRIMARY KEY (customer_id, from_asset),
  constraint swap_quote_quote_id_key UNIQUE (quote_id),
  constraint swap_quote_receives_check CHECK ((receives > 0)),
  constraint swap_quote_terms_version_fkey FOREIGN KEY (terms_version) REFERENCES swap.swap_terms(version)
);
grant select on swap.swap_quote to candor_app;

create table swap.swap_terms (
  version bigint generated always as identity not null,
  from_asset smallint not null,
  minimum bigint not null,
  is_whole_number boolean not null,
  spread_bps integer not null,
  quote_ms bigint not null,
  created_ms bigint not null,
  constraint swap_terms_from_asset_check CHECK ((from_asset = ANY (ARRAY[1, 2]))),
  constraint swap_terms_minimum_check CHECK ((minimum > 0)),
  constraint swap_terms_pkey PRIMARY KEY (version),
  constraint swap_terms_quote_ms_check CHECK ((quote_ms > 0)),
  constraint swap_terms_spread_bps_check CHECK (((spread_bps >= 0) AND (spread_bps <= 1000))),
  constraint swap_terms_version_from_asset_spread_bps_key UNIQUE (version, from_asset, spread_bps)
);
CREATE TRIGGER swap_terms_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON swap.swap_terms FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on swap.swap_terms to candor_app;

create FUNCTION swap.add_terms(p_proposal_id bigint)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  -- One version at a time; swaps continue meanwhile.
  lock table swap.swap_terms in share row exclusive mode;
  insert into swap.swap_terms (from_asset, minimum, is_whole_number, spread_bps, quote_ms, created_ms)
  select from_asset, minimum, is_whole_number, spread_bps, quote_ms, clock.now_ms() from swap.swap_proposal
  where proposal_id = p_proposal_id and follows = (swap.current_swap_terms(from_asset)).version
  returning version
$function$
;

create FUNCTION swap.book_swap(s swap.swap)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_to constant smallint := 3 - s.from_asset;
  v_from_stripe constant ledger.stripe := ledger.lock_stripe(s.from_stripe);
  v_digest constant bytea := sha256(swap.swap_bytes(s));
  v_taken ledger.line[] := array[
    row(ledger.account_of(s.customer_id, 'available', s.from_asset, null), s.swap_id, 'swap', -s.gives, 0)::ledger.line,
    row(ledger.account_of(0, 'fx', s.from_asset, s.from_stripe), s.swap_id, 'swap', s.gives - s.spread, 0)::ledger.line
  ];
begin
  if s.spread > 0 then
    v_taken := v_taken || row(v_from_stripe.fee_account, s.swap_id, 'swap', s.spread, 0)::ledger.line;
  end if;
  perform ledger.book(v_from_stripe, 'swap', s.at_ms, v_digest, v_taken);
  perform ledger.book(ledger.lock_stripe(s.to_stripe), 'swap', s.at_ms, v_digest, array[
    row(ledger.account_of(s.customer_id, 'available', v_to, null), s.swap_id, 'swap', s.receives, 0)::ledger.line,
    row(ledger.account_of(0, 'fx', v_to, s.to_stripe), s.swap_id, 'swap', -s.receives, 0)::ledger.line
  ]);
end
$function$
;

create FUNCTION swap.current_swap_terms(p_from smallint)
 RETURNS swap.swap_terms
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select * from swap.swap_terms where from_asset = p_from order by version desc limit 1
$function$
;

create FUNCTION swap.execute_swap(p_customer_id bigint, p_request_id uuid, p_quote_id uuid)
 RETURNS swap.swap_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms bigint;
  v_quote swap.swap_quote;
  v_terms swap.swap_terms;
  v_from_stripe smallint;
  v_to_stripe smallint;
  s swap.swap;
begin
  perform ledger.require_given('request', num_nulls(p_customer_id, p_request_id, p_quote_id));
  perform ledger.lock_accounts_of(p_customer_id, 'available');
  select * into s from swap.swap where request_id = p_request_id and customer_id = p_customer_id;
  if s.swap_id is not null then
    return row(case when s.quote_id = p_quote_id then 'repeated' else 'conflict' end, s.swap_id)::swap.swap_answer;
  end if;
  v_now_ms := clock.now_ms();
  select * into v_quote from swap.swap_quote where customer_id = p_customer_id and quote_id = p_quote_id for update;
  if v_quote.quote_id is null or v_quote.expires_ms <= v_now_ms then
    return row('quote-expired', null)::swap.swap_answer;
  elsif not swap.may_swap(p_customer_id) then
    return row('account-disabled', null)::swap.swap_answer;
  end if;
  select * into strict v_terms from swap.swap_terms where version = v_quote.terms_version;
  if not exists (select from market.usdt_price()) then
    return row('market-stale', null)::swap.swap_answer;
  elsif swap.rate_drift_bps(v_quote) > v_terms.spread_bps then
    return row('quote-expired', null)::swap.swap_answer;
  elsif v_quote.gives > (select available from ledger.balance
    where owner_id = p_customer_id and kind = 'available' and asset = v_quote.from_asset) then
    return row('insufficient-balance', null)::swap.swap_answer;
  end if;

  v_from_stripe := ledger.stripe_of(p_customer_id, v_quote.from_asset);
  v_to_stripe := swap.lock_paying_stripe(p_customer_id, (3 - v_quote.from_asset)::smallint, v_quote.receives,
    v_from_stripe);
  if v_to_stripe is null then
    return row('not-covered', null)::swap.swap_answer;
  end if;

  insert into swap.swap (customer_id, request_id, quote_id, from_asset, gives, receives, spread, terms_version,
    spread_bps, rate_ticks, rate_decimals, at_ms, quote_expires_ms, from_stripe, from_seq, to_stripe, to_seq)
  select p_customer_id, p_request_id, p_quote_id, v_quote.from_asset, v_quote.gives, v_quote.receives,
    swap.swap_spread(v_quote.from_asset, v_quote.gives, v_terms.spread_bps), v_terms.version, v_terms.spread_bps,
    v_quote.rate_ticks, v_quote.rate_decimals, v_now_ms, v_quote.expires_ms, source.stripe, source.seq + 1,
    target.stripe, target.seq + 1
  from ledger.stripe as source, ledger.stripe as target where source.stripe = v_from_stripe
    and target.stripe = v_to_stripe
  returning * into s;
  delete from swap.swap_quote where customer_id = p_customer_id and from_asset = v_quote.from_asset;
  perform swap.book_swap(s);
  return row('swapped', s.swap_id)::swap.swap_answer;
end
$function$
;
grant execute on function swap.execute_swap(bigint,uuid,uuid) to candor_app;

create FUNCTION swap.lock_paying_stripe(p_customer_id bigint, p_asset smallint, p_units bigint, p_with smallint)
 RETURNS smallint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_payers smallint[] := array[ledger.stripe_of(p_customer_id, p_asset)];
  v_paying smallint;
begin
  if (swap.paying_fx(p_customer_id, p_asset, p_units)).stripe is distinct from v_payers[1] then
    v_payers := array(select stripe from ledger.stripe where asset = p_asset);
  end if;
  perform 1 from ledger.stripe where stripe = any (p_with || v_payers) order by stripe for no key update;
  v_paying := (swap.paying_fx(p_customer_id, p_asset, p_units)).stripe;
  return case when v_paying = any (v_payers) then v_paying end;
end
$function$
;

create FUNCTION swap.may_swap(p_customer_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from identity.customer where customer_id = p_customer_id and state = 1
    and kyc_state = 'verified')
    and (select count(*) = 2 from ledger.balance where owner_id = p_customer_id and owner_id > 0 and kind = 'available'
      and not is_frozen)
$function$
;

create FUNCTION swap.paying_fx(p_customer_id bigint, p_asset smallint, p_units bigint)
 RETURNS ledger.balance
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select * from ledger.balance where owner_id = 0 and kind = 'fx' and asset = p_asset and available >= p_units
  order by stripe <> ledger.stripe_of(p_customer_id, p_asset), stripe limit 1
$function$
;

create FUNCTION swap.propose_swap_terms(p_secret text, p_from smallint, p_minimum bigint, p_is_whole_number boolean, p_spread_bps integer, p_quote_ms bigint, p_note text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk}');
  v_id bigint;
begin
  insert into swap.swap_proposal (from_asset, minimum, is_whole_number, spread_bps, quote_ms, follows, note,
    proposed_by, proposed_ms)
  select p_from, p_minimum, p_is_whole_number, p_spread_bps, p_quote_ms, newest.version, p_note, v_operator_id,
    clock.now_ms()
  from swap.current_swap_terms(p_from) as newest
  returning proposal_id into v_id;
  return operator.record_step(v_operator_id, 'swap-terms', v_id, 'proposed', p_note, jsonb_build_object(
    'fromAsset', p_from, 'minimum', p_minimum, 'isWholeNumber', p_is_whole_number, 'spreadBps', p_spread_bps,
      'quoteMs', p_quote_ms));
end
$function$
;
grant execute on function swap.propose_swap_terms(text,smallint,bigint,boolean,integer,bigint,text) to candor_app;

create FUNCTION swap.quote_swap(p_customer_id bigint, p_from smallint, p_wanted bigint)
 RETURNS swap.swap_offer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_coin constant bigint := 1000000;
  v_terms constant swap.swap_terms := swap.current_swap_terms(p_from);
  v_now_ms constant bigint := clock.now_ms();
  v_offer swap.swap_offer;
begin
  if p_customer_id is null or p_wanted is null or v_terms.version is null then
    raise exception 'malformed quote' using errcode = 'invalid_parameter_value';
  end if;
  v_offer.minimum := v_terms.minimum;
  v_offer.is_whole_number := v_terms.is_whole_number;
  v_offer.spread_bps := v_terms.spread_bps;
  if not swap.may_swap(p_customer_id) then
    v_offer.refusal := 'account-disabled';
    return v_offer;
  elsif p_wanted < v_terms.minimum or (v_terms.is_whole_number and p_wanted % v_coin <> 0) then
    v_offer.refusal := 'wrong-amount';
    return v_offer;
  end if;
  select ticks, decimals into v_offer.rate_ticks, v_offer.rate_decimals from market.usdt_price();
  if v_offer.rate_ticks is null then
    v_offer.refusal := 'market-stale';
    return v_offer;
  end if;
  v_offer.receives := swap.swapped(p_from, p_wanted, v_offer.rate_ticks, v_offer.rate_decimals, v_terms.spread_bps);
  if v_offer.receives <= 0 or (swap.paying_fx(p_customer_id, (3 - p_from)::smallint,
    v_offer.receives)).account_id is null then
    v_offer.refusal := 'not-covered';
    return v_offer;
  end if;
  v_offer.spread := swap.swap_spread(p_from, p_wanted, v_terms.spread_bps);
  v_offer.quote_id := gen_random_uuid();
  v_offer.quote_ms := v_terms.quote_ms;
  v_offer.expires_ms := v_now_ms + v_terms.quote_ms;
  insert into swap.swap_quote as q (customer_id, from_asset, quote_id, gives, receives, terms_version, rate_ticks,
    rate_decimals, expires_ms)
  values (p_customer_id, p_from, v_offer.quote_id, p_wanted, v_offer.receives, v_terms.version, v_offer.rate_ticks,
    v_offer.rate_decimals, v_offer.expires_ms)
  on conflict (customer_id, from_asset) do update set quote_id = excluded.quote_id, gives = excluded.gives,
    receives = excluded.receives,
    terms_version = excluded.terms_version, rate_ticks = excluded.rate_ticks, rate_decimals = excluded.rate_decimals,
    expires_ms = excluded.expires_ms;
  return v_offer;
end
$function$
;
grant execute on function swap.quote_swap(bigint,smallint,bigint) to candor_app;

create FUNCTION swap.rate_drift_bps(q swap.swap_quote)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select abs(ticks * power(10::numeric, q.rate_decimals) / (q.rate_ticks * power(10::numeric, decimals)) - 1) * 10000
  from market.usdt_price()
$function$
;

create FUNCTION swap.signed_terms(p_proposal_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object(
    'direction', case p.from_asset when 1 then 'USD into USDT' else 'USDT into USD' end,
    'from', (select swap.signed_values(to_jsonb(t)) from swap.swap_terms as t where t.version = p.follows),
    'to', swap.signed_values(to_jsonb(p)))
  from swap.swap_proposal as p where p.proposal_id = p_proposal_id
$function$
;

create FUNCTION swap.signed_values(p_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object(
    'minimum', ledger.units_text((p_row->>'minimum')::bigint),
    'isWholeNumber', p_row->'is_whole_number',
    'spreadBps', p_row->'spread_bps',
    'quoteMs', p_row->'quote_ms')
$function$
;

create FUNCTION swap.swap_bid(p_units bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select swap.swapped(2::smallint, p_units, ticks, decimals, (swap.current_swap_terms(2::smallint)).spread_bps)
    from market.usdt_price()
$function$
;

create FUNCTION swap.swap_bytes(s swap.swap)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN (((((((((((int8send((s).swap_id) || int8send((s).customer_id)) || uuid_send((s).request_id)) || uuid_send((s).quote_id)) || int2send((s).from_asset)) || int8send((s).gives)) || int8send((s).receives)) || int8send((s).spread)) || int8send((s).terms_version)) || int8send((s).rate_ticks)) || int2send((s).rate_decimals)) || int8send((s).at_ms))
;
grant execute on function swap.swap_bytes(swap.swap) to candor_app;

create FUNCTION swap.swap_spread(p_from smallint, p_units bigint, p_spread_bps integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN (div(((p_units)::numeric * (p_spread_bps)::numeric), (CASE p_from WHEN 1 THEN (10000 + p_spread_bps) ELSE 10000 END)::numeric))::bigint
;

create FUNCTION swap.swapped(p_from smallint, p_units bigint, p_ticks bigint, p_decimals smallint, p_spread_bps integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN (LEAST(('9223372036854775807'::bigint)::numeric, CASE p_from WHEN 1 THEN div((((p_units)::numeric * power((10)::numeric, (p_decimals)::numeric)) * (10000)::numeric), ((p_ticks)::numeric * ((10000 + p_spread_bps))::numeric)) ELSE div((((p_units)::numeric * (p_ticks)::numeric) * ((10000 - p_spread_bps))::numeric), (power((10)::numeric, (p_decimals)::numeric) * (10000)::numeric)) END))::bigint
;

create schema transparency;
grant usage on schema transparency to candor_app;
grant usage on schema transparency to candor_log;

create table transparency.cosignature (
  name text not null,
  shard text not null,
  size bigint not null,
  vkey text not null,
  line text not null,
  cosigned_ms bigint not null,
  constraint cosignature_line_check CHECK (((length(line) >= 1) AND (length(line) <= 5000))),
  constraint cosignature_name_shard_size_fkey FOREIGN KEY (name, shard, size) REFERENCES transparency.cosigned_checkpoint(name, shard, size) ON DELETE CASCADE,
  constraint cosignature_pkey PRIMARY KEY (name, shard, size, vkey),
  constraint cosignature_vkey_check CHECK (((length(vkey) >= 1) AND (length(vkey) <= 2500)))
);
grant select on transparency.cosignature to candor_app;
grant select on transparency.cosignature to candor_log;

create table transparency.cosigned_checkpoint (
  name text not null,
  shard text not null,
  size bigint not null,
  note text not null,
  constraint cosigned_checkpoint_name_shard_fkey FOREIGN KEY (name, shard) REFERENCES transparency.log(name, shard),
  constraint cosigned_checkpoint_note_check CHECK (((length(note) >= 1) AND (length(note) <= 8000))),
  constraint cosigned_checkpoint_pkey PRIMARY KEY (name, shard, size),
  constraint cosigned_checkpoint_size_check CHECK ((size >= 0))
);
CREATE TRIGGER removed_checkpoint_is_kept BEFORE DELETE ON transparency.cosigned_checkpoint FOR EACH ROW EXECUTE FUNCTION transparency.keep_cosigned();
grant select on transparency.cosigned_checkpoint to candor_app;
grant select on transparency.cosigned_checkpoint to candor_log;

create table transparency.customer_secret (
  customer_id bigint not null,
  secret bytea not null,
  constraint customer_secret_pkey PRIMARY KEY (customer_id),
  constraint customer_secret_secret_check CHECK ((octet_length(secret) = 32))
);

create table transparency.difference (
  difference_id bigint generated always as identity not null,
  name text not null,
  shard text not null,
  leaf_index bigint not null,
  detail text not null,
  found_ms bigint not null,
  ended_ms bigint,
  constraint difference_leaf_index_check CHECK ((leaf_index >= 0)),
  constraint difference_name_shard_fkey FOREIGN KEY (name, shard) REFERENCES transparency.log(name, shard),
  constraint difference_pkey PRIMARY KEY (difference_id)
);
CREATE UNIQUE INDEX difference_open ON transparency.difference USING btree (name, shard, leaf_index) WHERE (ended_ms IS NULL);
CREATE TRIGGER difference_is_kept BEFORE DELETE OR TRUNCATE ON transparency.difference FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER difference_only_ends BEFORE UPDATE ON transparency.difference FOR EACH ROW EXECUTE FUNCTION ledger.require_single_step('ended_ms');
grant select on transparency.difference to candor_app;
grant select on transparency.difference to candor_log;

create table transparency.event (
  shard text not null,
  leaf_index bigint not null,
  entry bytea not null,
  constraint event_entry_check CHECK (((octet_length(entry) >= 2) AND (octet_length(entry) <= 65535))),
  constraint event_leaf_index_check CHECK ((leaf_index >= 0)),
  constraint event_pkey PRIMARY KEY (shard, leaf_index),
  constraint event_shard_check CHECK ((shard ~ '^[0-9]{4}h[12]$'::text))
);
CREATE TRIGGER event_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON transparency.event FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('a log only grows');
grant select on transparency.event to candor_app;
grant select on transparency.event to candor_log;

create unlogged table transparency.item_root (
  stripe smallint not null,
  seq bigint not null,
  item_count integer not null,
  items_root bytea not null,
  constraint item_root_item_count_check CHECK ((item_count > 0)),
  constraint item_root_items_root_check CHECK ((octet_length(items_root) = 32)),
  constraint item_root_pkey PRIMARY KEY (stripe, seq),
  constraint item_root_seq_check CHECK ((seq > 0))
);
grant select on transparency.item_root to candor_log;

create table transparency.kept_checkpoint (
  name text not null,
  shard text not null,
  size bigint not null,
  note text not null,
  signed_ms bigint not null,
  constraint kept_checkpoint_name_shard_fkey FOREIGN KEY (name, shard) REFERENCES transparency.log(name, shard),
  constraint kept_checkpoint_note_check CHECK (((length(note) >= 1) AND (length(note) <= 4000))),
  constraint kept_checkpoint_pkey PRIMARY KEY (name, shard, size),
  constraint kept_checkpoint_size_check CHECK ((size > 0))
);
CREATE TRIGGER kept_checkpoint_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON transparency.kept_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('a log only grows');
grant select on transparency.kept_checkpoint to candor_app;
grant select on transparency.kept_checkpoint to candor_log;

create table transparency.kept_cosigned (
  name text not null,
  shard text not null,
  size bigint not null,
  note text not null,
  lines text[] not null,
  cosigned_ms bigint not null,
  constraint kept_cosigned_lines_check CHECK (((cardinality(lines) > 0) AND (array_position(lines, NULL::text) IS NULL))),
  constraint kept_cosigned_name_shard_fkey FOREIGN KEY (name, shard) REFERENCES transparency.log(name, shard),
  constraint kept_cosigned_note_check CHECK (((length(note) >= 1) AND (length(note) <= 8000))),
  constraint kept_cosigned_pkey PRIMARY KEY (name, shard, size),
  constraint kept_cosigned_size_check CHECK ((size > 0))
);
CREATE TRIGGER kept_cosigned_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON transparency.kept_cosigned FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('a log only grows');
grant select on transparency.kept_cosigned to candor_app;

create table transparency.key_change (
  change_id bigint generated always as identity not null,
  name text not null,
  vkey text not null,
  from_ms bigint not null,
  constraint key_change_name_check CHECK ((name = ANY (ARRAY['ticks'::text, 'events'::text, 'acceptance'::text]))),
  constraint key_change_name_vkey_key UNIQUE (name, vkey),
  constraint key_change_pkey PRIMARY KEY (change_id),
  constraint key_change_vkey_check CHECK (((length(vkey) >= 1) AND (length(vkey) <= 400)))
);
CREATE TRIGGER key_change_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON transparency.key_change FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('a log only grows');
grant select on transparency.key_change to candor_app;
grant select on transparency.key_change to candor_log;

create table transparency.leaf_of_batch (
  stripe smallint not null,
  seq bigint not null,
  shard text not null,
  leaf_index bigint not null,
  constraint leaf_of_batch_pkey PRIMARY KEY (stripe, seq),
  constraint leaf_of_batch_seq_check CHECK ((seq > 0)),
  constraint leaf_of_batch_shard_leaf_index_fkey FOREIGN KEY (shard, leaf_index) REFERENCES transparency.event(shard, leaf_index)
);
CREATE INDEX leaf_of_batch_by_leaf ON transparency.leaf_of_batch USING btree (shard, leaf_index);
CREATE TRIGGER leaf_of_batch_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON transparency.leaf_of_batch FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('a log only grows');
grant select on transparency.leaf_of_batch to candor_app;
grant select on transparency.leaf_of_batch to candor_log;

create table transparency.leaf_of_record (
  kind text not null,
  record_id bigint not null,
  shard text not null,
  leaf_index bigint not null,
  constraint leaf_of_record_kind_check CHECK ((kind = ANY (ARRAY['shard'::text, 'key'::text, 'terms'::text, 'halt'::text, 'lift'::text, 'audit'::text, 'snapshot'::text, 'seed'::text, 'revealed'::text, 'rule'::text, 'figures'::text]))),
  constraint leaf_of_record_pkey PRIMARY KEY (kind, record_id),
  constraint leaf_of_record_shard_leaf_index_fkey FOREIGN KEY (shard, leaf_index) REFERENCES transparency.event(shard, leaf_index)
);
CREATE TRIGGER leaf_of_record_is_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON transparency.leaf_of_record FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('a log only grows');
grant select on transparency.leaf_of_record to candor_app;
grant select on transparency.leaf_of_record to candor_log;

create table transparency.lease (
  is_only boolean default true not null,
  holder text,
  until_ms bigint default 0 not null,
  constraint lease_is_only_check CHECK (is_only),
  constraint lease_pkey PRIMARY KEY (is_only)
);

create table transparency.log (
  shard_id bigint generated always as identity not null,
  name text not null,
  shard text not null,
  origin text not null,
  vkey text not null,
  first_slot bigint,
  size bigint not null,
  root bytea not null,
  note text,
  signed_ms bigint,
  opened_ms bigint not null,
  constraint grown_by_signing CHECK (((note IS NOT NULL) OR (size = 0))),
  constraint log_first_slot_check CHECK ((first_slot >= 0)),
  constraint log_name_check CHECK ((name = ANY (ARRAY['ticks'::text, 'events'::text]))),
  constraint log_note_check CHECK (((length(note) >= 1) AND (length(note) <= 4000))),
  constraint log_origin_check CHECK (((length(origin) >= 1) AND (length(origin) <= 200))),
  constraint log_pkey PRIMARY KEY (name, shard),
  constraint log_root_check CHECK ((octet_length(root) = 32)),
  constraint log_shard_check CHECK ((shard ~ '^[0-9]{4}h[12]$'::text)),
  constraint log_shard_id_key UNIQUE (shard_id),
  constraint log_size_check CHECK ((size >= 0)),
  constraint log_vkey_check CHECK (((length(vkey) >= 1) AND (length(vkey) <= 400))),
  constraint signed_at_a_time CHECK (((note IS NULL) = (signed_ms IS NULL))),
  constraint ticks_have_slots CHECK (((name = 'ticks'::text) = (first_slot IS NOT NULL)))
);
CREATE TRIGGER log_is_kept BEFORE DELETE OR TRUNCATE ON transparency.log FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('a log only grows');
CREATE TRIGGER log_only_grows BEFORE UPDATE ON transparency.log FOR EACH ROW EXECUTE FUNCTION transparency.require_growth();
grant select on transparency.log to candor_app;
grant select on transparency.log to candor_log;

create table transparency.sealer (
  name text not null,
  fence bigint not null,
  constraint sealer_fence_check CHECK ((fence >= 0)),
  constraint sealer_name_check CHECK ((name = ANY (ARRAY['ticks'::text, 'events'::text]))),
  constraint sealer_pkey PRIMARY KEY (name)
);

create table transparency.signed_time (
  day integer not null,
  within_ms integer not null,
  batches bigint not null,
  constraint signed_time_batches_check CHECK ((batches > 0)),
  constraint signed_time_pkey PRIMARY KEY (day, within_ms),
  constraint signed_time_within_ms_check CHECK ((within_ms > 0))
);
CREATE TRIGGER signed_time_is_kept BEFORE DELETE OR TRUNCATE ON transparency.signed_time FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change('a log only grows');
grant select on transparency.signed_time to candor_app;

create table transparency.witness (
  vkey text not null,
  name text not null,
  place text not null,
  is_independent boolean not null,
  is_listed boolean not null,
  listed_ms bigint not null,
  constraint own_is_not_independent CHECK (((place <> 'own'::text) OR (NOT is_independent))),
  constraint witness_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint witness_pkey PRIMARY KEY (vkey),
  constraint witness_place_check CHECK ((place = ANY (ARRAY['own'::text, 'this-machine'::text, 'elsewhere'::text]))),
  constraint witness_vkey_check CHECK (((length(vkey) >= 1) AND (length(vkey) <= 2500)))
);
grant select on transparency.witness to candor_app;
grant select on transparency.witness to candor_log;

create table transparency.witness_policy (
  is_only boolean default true not null,
  policy text not null,
  constraint witness_policy_is_only_check CHECK (is_only),
  constraint witness_policy_pkey PRIMARY KEY (is_only),
  constraint witness_policy_policy_check CHECK ((length(policy) <= 500000))
);
grant select on transparency.witness_policy to candor_app;
grant select on transparency.witness_policy to candor_log;

create FUNCTION transparency.advance(p_fence bigint, p_name text, p_shard text, p_from_size bigint, p_from_root bytea, p_to_size bigint, p_to_root bytea, p_note text, p_vkey text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not transparency.is_newest(p_name, p_fence) then
    return 'superseded';
  end if;
  -- The last word of a key that is replaced: it contains the announcement of the next one.
  insert into transparency.kept_checkpoint (name, shard, size, note, signed_ms)
  select name, shard, size, note, signed_ms from transparency.log
  where name = p_name and shard = p_shard and size > 0 and note is not null and vkey <> p_vkey
  on conflict do nothing;
  update transparency.log
  set size = p_to_size, root = p_to_root, note = p_note, vkey = p_vkey, signed_ms = clock.now_ms()
  where name = p_name and shard = p_shard and size = p_from_size and root = p_from_root
    and (p_to_size > size or p_to_size = size and p_to_root = root)
    and (vkey = p_vkey or transparency.is_announced(p_name, p_vkey))
    and not exists (select from transparency.log as later where later.name = p_name and later.shard > p_shard);
  if not found then
    return 'differs';
  end if;
  perform transparency.keep_checkpoint(p_name, p_shard);
  if p_name = 'events' then
    perform transparency.count_signed(p_shard, p_from_size, p_to_size);
  end if;
  return 'advanced';
end
$function$
;
grant execute on function transparency.advance(bigint,text,text,bigint,bytea,bigint,bytea,text,text) to candor_log;

create FUNCTION transparency.announce_acceptance_key(p_vkey text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from transparency.key_change where name = 'acceptance' and vkey = p_vkey) then
    return;
  end if;
  if (select count(*) from transparency.key_change where name = 'acceptance') >= 100 then
    raise exception 'too many keys of acceptances are announced' using errcode = 'program_limit_exceeded';
  end if;
  insert into transparency.key_change (name, vkey, from_ms) values ('acceptance', p_vkey, clock.now_ms())
  on conflict do nothing;
end
$function$
;
grant execute on function transparency.announce_acceptance_key(text) to candor_app;

create FUNCTION transparency.announce_key(p_fence bigint, p_name text, p_vkey text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not transparency.is_newest(p_name, p_fence) then
    return null;
  end if;
  insert into transparency.key_change (name, vkey, from_ms) values (p_name, p_vkey, clock.now_ms())
  on conflict do nothing;
  return transparency.is_announced(p_name, p_vkey);
end
$function$
;
grant execute on function transparency.announce_key(bigint,text,text) to candor_log;

create FUNCTION transparency.append_events(p_fence bigint, p_shard text, p_first_index bigint, p_entries bytea[], p_stripes smallint[], p_seqs bigint[], p_kinds text[], p_record_ids bigint[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not transparency.is_newest('events', p_fence) then
    return false;
  end if;
  if p_first_index <> coalesce((select max(leaf_index) + 1 from transparency.event where shard = p_shard), 0) then
    raise exception 'leaf % is not the next one of events/%', p_first_index, p_shard
      using errcode = 'integrity_constraint_violation';
  end if;
  perform transparency.require_next_batches(p_stripes, p_seqs);
  insert into transparency.event (shard, leaf_index, entry)
  select p_shard, p_first_index + place - 1, entry from unnest(p_entries) with ordinality as each (entry, place);
  insert into transparency.leaf_of_batch (stripe, seq, shard, leaf_index)
  select stripe, seq, p_shard, p_first_index + place - 1
  from unnest(p_stripes, p_seqs) with ordinality as each (stripe, seq, place) where stripe is not null;
  delete from transparency.item_root using (
    select stripe, max(seq) as seq from unnest(p_stripes, p_seqs) as each (stripe, seq) group by stripe
  ) as sealed where item_root.stripe = sealed.stripe and item_root.seq <= sealed.seq;
  insert into transparency.leaf_of_record (kind, record_id, shard, leaf_index)
  select kind, record_id, p_shard, p_first_index + place - 1
  from unnest(p_kinds, p_record_ids) with ordinality as each (kind, record_id, place) where kind is not null;
  perform solvency.mark_logged(record_id, p_shard, p_first_index + place - 1)
  from unnest(p_kinds, p_record_ids) with ordinality as each (kind, record_id, place) where kind = 'snapshot';
  return true;
end
$function$
;
grant execute on function transparency.append_events(bigint,text,bigint,bytea[],smallint[],bigint[],text[],bigint[]) to candor_log;

create FUNCTION transparency.begin_sealing(p_name text)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update transparency.sealer set fence = fence + 1 where name = p_name returning fence
$function$
;
grant execute on function transparency.begin_sealing(text) to candor_log;

create FUNCTION transparency.count_signed(p_shard text, p_from_size bigint, p_to_size bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into transparency.signed_time as known (day, within_ms, batches)
  select clock.now_ms() / 86400000, transparency.rounded_up_ms(clock.now_ms() - link.at_ms), count(*)
  from transparency.leaf_of_batch as leaf join ledger.link using (stripe, seq)
  where leaf.shard = p_shard and leaf.leaf_index >= p_from_size and leaf.leaf_index < p_to_size
    and link.at_ms >= (select min(opened_ms) from transparency.log where name = 'events')
  group by 1, 2
  on conflict (day, within_ms) do update set batches = known.batches + excluded.batches
$function$
;

create FUNCTION transparency.customer_secrets(p_customers bigint[])
 RETURNS TABLE(customer_id bigint, secret bytea)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  insert into transparency.customer_secret (customer_id, secret)
  select distinct given.id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
  from unnest(p_customers) as given (id)
  where not exists (select from transparency.customer_secret as known where known.customer_id = given.id)
  on conflict do nothing;
  return query
  select known.customer_id, known.secret from transparency.customer_secret as known
  where known.customer_id = any (p_customers);
end
$function$
;
grant execute on function transparency.customer_secrets(bigint[]) to candor_app;
grant execute on function transparency.customer_secrets(bigint[]) to candor_log;

create FUNCTION transparency.end_lease(p_holder text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update transparency.lease set until_ms = 0 where holder = p_holder
$function$
;
grant execute on function transparency.end_lease(text) to candor_log;

create FUNCTION transparency.hold_lease(p_holder text, p_for_ms integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_longest_ms constant integer := 10000;
  v_now_ms constant bigint := clock.now_ms();
begin
  if p_holder is null or p_for_ms is null or p_for_ms not between 100 and v_longest_ms then
    raise exception 'a lease has a holder, and lasts from 100 to % ms', v_longest_ms
      using errcode = 'invalid_parameter_value';
  end if;
  update transparency.lease set holder = p_holder, until_ms = v_now_ms + p_for_ms
  where holder = p_holder or until_ms not between v_now_ms and v_now_ms + v_longest_ms;
  return found;
end
$function$
;
grant execute on function transparency.hold_lease(text,integer) to candor_log;

create FUNCTION transparency.is_announced(p_name text, p_vkey text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from transparency.key_change
    join transparency.leaf_of_record as leaf on leaf.kind = 'key' and leaf.record_id = key_change.change_id
    join transparency.log on log.name = 'events' and log.shard = leaf.shard and leaf.leaf_index < log.size
    where key_change.name = p_name and key_change.vkey = p_vkey)
$function$
;

create FUNCTION transparency.is_newest(p_name text, p_fence bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform from transparency.sealer where name = p_name and fence = p_fence for share;
  return found;
end
$function$
;

create FUNCTION transparency.is_outdone(p_name text, p_shard text, p_size bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (
    select from transparency.cosigned_checkpoint as later
    where later.name = p_name and later.shard = p_shard and later.size > p_size and not exists (
      select from transparency.cosignature as own
      where own.name = p_name and own.shard = p_shard and own.size = p_size and not exists (
        select from transparency.cosignature as other
        where other.name = p_name and other.shard = p_shard and other.size = later.size and other.vkey = own.vkey
      )
    )
  )
$function$
;

create FUNCTION transparency.keep_checkpoint(p_name text, p_shard text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into transparency.kept_checkpoint (name, shard, size, note, signed_ms)
  select name, shard, size, note, signed_ms from transparency.log
  where name = p_name and shard = p_shard and size > 0 and coalesce((
    select log.signed_ms not between newest.signed_ms and newest.signed_ms + 59999
    from transparency.kept_checkpoint as newest where newest.name = p_name and newest.shard = p_shard
    order by newest.size desc limit 1), true)
  on conflict do nothing
$function$
;

create FUNCTION transparency.keep_cosignature(p_name text, p_shard text, p_size bigint, p_note text, p_vkey text, p_line text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- One call at a time for each shard: two that remove at once could each go by what the other removes.
  perform pg_advisory_xact_lock(hashtextextended('transparency.keep_cosignature ' || p_name || '/' || p_shard, 0));
  insert into transparency.cosigned_checkpoint (name, shard, size, note) values (p_name, p_shard, p_size, p_note)
  on conflict (name, shard, size) do update set note = excluded.note;
  insert into transparency.cosignature (name, shard, size, vkey, line, cosigned_ms)
  values (p_name, p_shard, p_size, p_vkey, p_line, clock.now_ms())
  on conflict (name, shard, size, vkey) do update set line = excluded.line, cosigned_ms = excluded.cosigned_ms;
  delete from transparency.cosigned_checkpoint as each
  where each.name = p_name and each.shard = p_shard and transparency.is_outdone(p_name, p_shard, each.size);
  delete from transparency.cosigned_checkpoint as each
  where each.name = p_name and each.shard = p_shard and each.size < (
    select min(size) from (
      select size from transparency.cosigned_checkpoint
      where name = p_name and shard = p_shard order by size desc limit 256
    ) as kept
  );
end
$function$
;
grant execute on function transparency.keep_cosignature(text,text,bigint,text,text,text) to candor_log;

create FUNCTION transparency.keep_cosigned()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_lines text[];
  v_at_ms bigint;
  v_before_ms bigint;
begin
  select array_agg(line order by cosigned_ms, vkey), max(cosigned_ms) into v_lines, v_at_ms
  from transparency.cosignature where name = old.name and shard = old.shard and size = old.size;
  select cosigned_ms into v_before_ms from transparency.kept_cosigned
  where name = old.name and shard = old.shard and size < old.size order by size desc limit 1;
  if old.size > 0 and v_lines is not null
    and coalesce(v_at_ms not between v_before_ms and v_before_ms + 19999, true) then
    insert into transparency.kept_cosigned (name, shard, size, note, lines, cosigned_ms)
    values (old.name, old.shard, old.size, old.note, v_lines, v_at_ms) on conflict do nothing;
  end if;
  return old;
end
$function$
;

create FUNCTION transparency.keep_unsealed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_bundle_leaves constant integer := 256;
  v_first_needed bigint;
begin
  select first_slot + size / v_bundle_leaves * v_bundle_leaves into v_first_needed
  from transparency.log where name = 'ticks' order by shard desc limit 1;
  return case when old.slot >= v_first_needed then null else old end;
end
$function$
;

create FUNCTION transparency.list_witnesses(p_vkeys text[], p_names text[], p_places text[], p_independent boolean[], p_policy text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update transparency.witness set is_listed = false where is_listed and vkey <> all (p_vkeys);
  insert into transparency.witness (vkey, name, place, is_independent, is_listed, listed_ms)
  select vkey, name, place, is_independent, true, clock.now_ms()
  from unnest(p_vkeys, p_names, p_places, p_independent) as each (vkey, name, place, is_independent)
  on conflict (vkey) do update
    set name = excluded.name, place = excluded.place, is_independent = excluded.is_independent, is_listed = true,
      listed_ms = case when witness.is_listed then witness.listed_ms else excluded.listed_ms end;
  insert into transparency.witness_policy (policy) values (p_policy)
  on conflict (is_only) do update set policy = excluded.policy;
end
$function$
;
grant execute on function transparency.list_witnesses(text[],text[],text[],boolean[],text) to candor_log;

create FUNCTION transparency.open_shard(p_fence bigint, p_name text, p_shard text, p_origin text, p_vkey text, p_first_slot bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not transparency.is_newest(p_name, p_fence) then
    return false;
  end if;
  if exists (select from transparency.log where name = p_name and shard >= p_shard) then
    raise exception 'the log %/% is not after the shards that exist', p_name, p_shard
      using errcode = 'integrity_constraint_violation';
  end if;
  insert into transparency.log (name, shard, origin, vkey, first_slot, size, root, opened_ms)
  values (p_name, p_shard, p_origin, p_vkey, p_first_slot, 0, sha256(''), clock.now_ms());
  return true;
end
$function$
;
grant execute on function transparency.open_shard(bigint,text,text,text,text,bigint) to candor_log;

create FUNCTION transparency.remember_items(p_stripe smallint, p_seq bigint, p_item_count integer, p_items_root bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into transparency.item_root (stripe, seq, item_count, items_root)
  select p_stripe, p_seq, p_item_count, p_items_root
  where not exists (select from transparency.leaf_of_batch where stripe = p_stripe and seq = p_seq)
  on conflict do nothing
$function$
;
grant execute on function transparency.remember_items(smallint,bigint,integer,bytea) to candor_app;

create FUNCTION transparency.report_differences(p_name text, p_shard text, p_from bigint, p_before bigint, p_leaves bigint[], p_details text[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_new bigint[];
  v_count bigint;
begin
  update transparency.difference set ended_ms = clock.now_ms()
  where name = p_name and shard = p_shard and leaf_index >= p_from and leaf_index < p_before and ended_ms is null
    and leaf_index <> all (p_leaves);
  with added as (
    insert into transparency.difference (name, shard, leaf_index, detail, found_ms)
    select p_name, p_shard, leaf, left(detail, 500), clock.now_ms()
    from unnest(p_leaves, p_details) as each (leaf, detail)
    on conflict do nothing
    returning leaf_index
  )
  select array_agg(leaf_index order by leaf_index) into v_new from added;
  select count(*) into v_count from transparency.difference where name = p_name and ended_ms is null;
  if v_new is not null then
    perform audit.write(null, 'log', 'log.differs', 'log:' || p_name || '/' || p_shard, '',
      jsonb_build_object('leaves', v_new, 'detail', left(p_details[1], 500)), 'database');
  end if;
  return v_count;
end
$function$
;
grant execute on function transparency.report_differences(text,text,bigint,bigint,bigint[],text[]) to candor_log;

create FUNCTION transparency.require_growth()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if (new.name, new.shard, new.origin, new.opened_ms) is distinct from (old.name, old.shard, old.origin, old.opened_ms)
    or new.first_slot is distinct from old.first_slot
    or new.size < old.size or new.size = old.size and new.root <> old.root then
    raise exception 'the log %/% does not grow from % leaves', old.name, old.shard, old.size
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$function$
;

create FUNCTION transparency.require_next_batches(p_stripes smallint[], p_seqs bigint[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_stripe smallint;
begin
  select given.stripe into v_stripe
  from (
    select stripe, min(seq) as first_seq, max(seq) as last_seq, count(*) as batches
    from unnest(p_stripes, p_seqs) as each (stripe, seq) where stripe is not null
    group by stripe
  ) as given
  where first_seq <> 1 + coalesce(
      (select max(seq) from transparency.leaf_of_batch where leaf_of_batch.stripe = given.stripe), 0)
    or last_seq - first_seq + 1 <> batches
  limit 1;
  if found then
    raise exception 'the batches of stripe % do not continue those in the log', v_stripe
      using errcode = 'integrity_constraint_violation';
  end if;
end
$function$
;

create FUNCTION transparency.rounded_up_ms(p_ms bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select least(2147460000, greatest(1, (p_ms + step - 1) / step * step))::integer
  from (select case when p_ms <= 100 then 1 when p_ms <= 1000 then 10 when p_ms <= 10000 then 100
    when p_ms <= 600000 then 1000 else 60000 end as step) as steps
$function$
;

create schema version;
grant usage on schema version to candor_app;

create FUNCTION version.decide(p_kind text, p_secret text, p_id bigint, p_is_confirmed boolean, p_note text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{risk,lead}');
  v_now_ms constant bigint := clock.now_ms();
  v_state constant text := case when p_is_confirmed then 'confirmed' else 'rejected' end;
  v_found record;
  v_version bigint;
begin
  case p_kind
    when 'terms' then
      select state, proposed_by into v_found from market.terms_proposal where proposal_id = p_id for update;
    when 'swap-terms' then
      select state, proposed_by into v_found from swap.swap_proposal where proposal_id = p_id for update;
    when 'advert-terms' then
      select state, proposed_by into v_found from floor.advert_terms_proposal where proposal_id = p_id for update;
    when 'interest' then
      select state, proposed_by into v_found from interest.interest_proposal where proposal_id = p_id for update;
    when 'house-setting' then
      select state, proposed_by into v_found from setting.setting_proposal where proposal_id = p_id for update;
  end case;
  if v_found.state is null then
    return 'not-found';
  end if;
  perform operator.require_decidable(v_operator_id, p_is_confirmed, 'proposal', v_found.state, v_found.proposed_by);
  if p_is_confirmed then
    perform operator.require_confirmation(v_operator_id, p_kind || '.confirm', p_id,
      version.signed_details(p_kind, p_id));
    v_version := case p_kind
      when 'terms' then market.add_terms(p_id)
      when 'swap-terms' then swap.add_terms(p_id)
      when 'advert-terms' then floor.add_advert_terms(p_id)
      when 'interest' then interest.add_product(p_id)
      when 'house-setting' then setting.apply(p_id)
    end;
    if v_version is null then
      return 'terms-changed';
    end if;
  end if;
  case p_kind
    when 'terms' then
      update market.terms_proposal set state = v_state, decided_by = v_operator_id, decided_ms = v_now_ms,
        terms_id = v_version where proposal_id = p_id;
    when 'swap-terms' then
      update swap.swap_proposal set state = v_state, decided_by = v_operator_id, decided_ms = v_now_ms,
        version = v_version where proposal_id = p_id;
    when 'advert-terms' then
      update floor.advert_terms_proposal set state = v_state, decided_by = v_operator_id, decided_ms = v_now_ms,
        version = v_version where proposal_id = p_id;
    when 'interest' then
      update interest.interest_proposal set state = v_state, decided_by = v_operator_id, decided_ms = v_now_ms,
        product_id = v_version where proposal_id = p_id;
    when 'house-setting' then
      update setting.setting_proposal set state = v_state, decided_by = v_operator_id, decided_ms = v_now_ms
      where proposal_id = p_id;
  end case;
  perform operator.record_step(v_operator_id, p_kind, p_id, v_state, p_note, jsonb_build_object(
    case p_kind when 'terms' then 'termsId' when 'interest' then 'productId' else 'version' end, v_version));
  return 'decided';
end
$function$
;
grant execute on function version.decide(text,text,bigint,boolean,text) to candor_app;

create FUNCTION version.signed_details(p_kind text, p_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select operator.signed_proposal(case p_kind
      when 'terms' then market.signed_terms(p_id)
      when 'swap-terms' then swap.signed_terms(p_id)
      when 'advert-terms' then floor.signed_advert_terms(p_id)
      when 'interest' then interest.signed_product(p_id)
      when 'house-setting' then setting.signed_change(p_id)
    end, p.note)
  from (
    select 'terms' as kind, proposal_id, state, note from market.terms_proposal
    union all
    select 'swap-terms', proposal_id, state, note from swap.swap_proposal
    union all
    select 'advert-terms', proposal_id, state, note from floor.advert_terms_proposal
    union all
    select 'interest', proposal_id, state, note from interest.interest_proposal
    union all
    select 'house-setting', proposal_id, state, note from setting.setting_proposal) as p
  where p.kind = p_kind and p.proposal_id = p_id and p.state = 'proposed'
$function$
;

create schema withdrawal;
grant usage on schema withdrawal to candor_app;

create type withdrawal.withdrawal_reason as enum ('name-differs', 'destination-unusable', 'origin-of-money', 'suspicious-activity', 'customer-asked', 'payment-returned');

create type withdrawal.withdrawal_state as enum ('under-review', 'approved', 'sent', 'completed', 'failed', 'rejected', 'cancelled');

create type withdrawal.withdrawal_answer as (outcome text, withdrawal_id bigint, until_ms bigint);

create type withdrawal.withdrawal_judgement as (refusal text, account_id bigint, daily_left bigint, until_ms bigint);

create type withdrawal.withdrawal_offer as (refusal text, quote_id uuid, fee bigint, minimum bigint, daily_left bigint, two_person_threshold bigint, review_ms bigint, arrival_ms bigint, quoted_ms bigint, expires_ms bigint, until_ms bigint, approvals_needed smallint);

create table withdrawal.withdrawal (
  withdrawal_id bigint default clock.new_record_id() not null,
  customer_id bigint not null,
  request_id uuid not null,
  quote_id uuid not null,
  account_id bigint not null,
  stripe smallint not null,
  asset smallint not null,
  amount bigint not null,
  fee bigint not null,
  terms_version bigint not null,
  two_person_threshold bigint not null,
  approvals_needed smallint not null,
  method_id bigint not null,
  destination_kind payout.method_kind not null,
  destination bytea not null,
  state withdrawal.withdrawal_state default 'under-review'::withdrawal.withdrawal_state not null,
  created_ms bigint not null,
  review_due_ms bigint not null,
  approved_ms bigint,
  sending_due_ms bigint,
  arrival_due_ms bigint,
  sent_ms bigint,
  reference text,
  ended_ms bigint,
  reason withdrawal.withdrawal_reason,
  first_approver bigint,
  second_approver bigint,
  first_failer bigint,
  second_failer bigint,
  held_seq bigint not null,
  ended_seq bigint,
  completed_by bigint,
  constraint amount_covers_the_fee CHECK (((fee >= 0) AND (amount > fee))),
  constraint approved_by_enough CHECK (
CASE
    WHEN (state = ANY (ARRAY['approved'::withdrawal.withdrawal_state, 'sent'::withdrawal.withdrawal_state, 'completed'::withdrawal.withdrawal_state, 'failed'::withdrawal.withdrawal_state])) THEN ((num_nulls(first_approver, approved_ms, sending_due_ms, arrival_due_ms) = 0) AND ((approvals_needed = 2) = (second_approver IS NOT NULL)))
    ELSE (num_nonnulls(second_approver, approved_ms, sending_due_ms, arrival_due_ms) = 0)
END),
  constraint approvers_differ CHECK ((second_approver <> first_approver)),
  constraint asset_fits_the_destination CHECK (((asset = 1) = (destination_kind = 'bank-card'::payout.method_kind))),
  constraint bad_ends_have_a_reason CHECK (((state = ANY (ARRAY['failed'::withdrawal.withdrawal_state, 'rejected'::withdrawal.withdrawal_state])) = (reason IS NOT NULL))),
  constraint cancelled_before_any_approval CHECK (((state <> 'cancelled'::withdrawal.withdrawal_state) OR (first_approver IS NULL))),
  constraint completed_by_another CHECK (((completed_by <> first_approver) AND (completed_by <> second_approver))),
  constraint completion_has_its_operator CHECK (((state = 'completed'::withdrawal.withdrawal_state) = (completed_by IS NOT NULL))) NOT VALID,
  constraint ended_once CHECK ((((state = ANY (ARRAY['completed'::withdrawal.withdrawal_state, 'failed'::withdrawal.withdrawal_state, 'rejected'::withdrawal.withdrawal_state, 'cancelled'::withdrawal.withdrawal_state])) = (num_nulls(ended_ms, ended_seq) = 0)) AND (num_nonnulls(ended_ms, ended_seq) = ANY (ARRAY[0, 2])))),
  constraint failed_by_two CHECK ((((state = 'failed'::withdrawal.withdrawal_state) = (second_failer IS NOT NULL)) AND ((second_failer IS NULL) OR (first_failer IS NOT NULL)) AND ((first_failer IS NULL) OR (state = ANY (ARRAY['sent'::withdrawal.withdrawal_state, 'completed'::withdrawal.withdrawal_state, 'failed'::withdrawal.withdrawal_state]))))),
  constraint failers_differ CHECK ((second_failer <> first_failer)),
  constraint large_amounts_need_two CHECK (((approvals_needed = 2) OR ((approvals_needed = 1) AND (amount < two_person_threshold)))),
  constraint sent_with_its_reference CHECK ((((state = ANY (ARRAY['sent'::withdrawal.withdrawal_state, 'completed'::withdrawal.withdrawal_state, 'failed'::withdrawal.withdrawal_state])) = (num_nulls(sent_ms, reference) = 0)) AND (num_nonnulls(sent_ms, reference) = ANY (ARRAY[0, 2])))),
  constraint withdrawal_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.account(account_id),
  constraint withdrawal_completed_by_fkey FOREIGN KEY (completed_by) REFERENCES operator.account(operator_id),
  constraint withdrawal_method_id_customer_id_destination_kind_destinat_fkey FOREIGN KEY (method_id, customer_id, destination_kind, destination) REFERENCES payout.method(method_id, customer_id, kind, fingerprint),
  constraint withdrawal_pkey PRIMARY KEY (withdrawal_id),
  constraint withdrawal_quote_id_key UNIQUE (quote_id),
  constraint withdrawal_reference_check CHECK (((length(reference) >= 3) AND (length(reference) <= 120))),
  constraint withdrawal_request_id_customer_id_key UNIQUE (request_id, customer_id),
  constraint withdrawal_stripe_fkey FOREIGN KEY (stripe) REFERENCES ledger.stripe(stripe),
  constraint withdrawal_terms_version_asset_fee_two_person_threshold_fkey FOREIGN KEY (terms_version, asset, fee, two_person_threshold) REFERENCES withdrawal.withdrawal_terms(version, asset, fee, two_person_threshold),
  constraint withdrawal_withdrawal_id_first_approver_fkey FOREIGN KEY (withdrawal_id, first_approver) REFERENCES withdrawal.withdrawal_approval(withdrawal_id, operator_id),
  constraint withdrawal_withdrawal_id_first_failer_fkey FOREIGN KEY (withdrawal_id, first_failer) REFERENCES withdrawal.withdrawal_failing(withdrawal_id, operator_id),
  constraint withdrawal_withdrawal_id_second_approver_fkey FOREIGN KEY (withdrawal_id, second_approver) REFERENCES withdrawal.withdrawal_approval(withdrawal_id, operator_id),
  constraint withdrawal_withdrawal_id_second_failer_fkey FOREIGN KEY (withdrawal_id, second_failer) REFERENCES withdrawal.withdrawal_failing(withdrawal_id, operator_id)
) with (fillfactor=80);
CREATE INDEX withdrawal_approved_alone ON withdrawal.withdrawal USING btree (first_approver, approved_ms) WHERE ((second_approver IS NULL) AND (approved_ms IS NOT NULL));
CREATE INDEX withdrawal_by_creation ON withdrawal.withdrawal USING btree (created_ms);
CREATE INDEX withdrawal_by_end ON withdrawal.withdrawal USING btree (ended_ms) WHERE (ended_ms IS NOT NULL);
CREATE INDEX withdrawal_of_customer ON withdrawal.withdrawal USING btree (customer_id, withdrawal_id DESC);
CREATE INDEX withdrawal_open ON withdrawal.withdrawal USING btree (created_ms, withdrawal_id) WHERE (state = ANY (ARRAY['under-review'::withdrawal.withdrawal_state, 'approved'::withdrawal.withdrawal_state, 'sent'::withdrawal.withdrawal_state]));
CREATE INDEX withdrawal_open_of_account ON withdrawal.withdrawal USING btree (account_id) WHERE (state = ANY (ARRAY['under-review'::withdrawal.withdrawal_state, 'approved'::withdrawal.withdrawal_state, 'sent'::withdrawal.withdrawal_state]));
CREATE INDEX withdrawal_open_to_method ON withdrawal.withdrawal USING btree (method_id) WHERE (state = ANY (ARRAY['under-review'::withdrawal.withdrawal_state, 'approved'::withdrawal.withdrawal_state, 'sent'::withdrawal.withdrawal_state]));
CREATE UNIQUE INDEX withdrawal_paid_by_one_reference ON withdrawal.withdrawal USING btree (asset, lower(reference)) WHERE (reference IS NOT NULL);
CREATE TRIGGER withdrawal_goes_step_by_step BEFORE INSERT OR UPDATE ON withdrawal.withdrawal FOR EACH ROW EXECUTE FUNCTION withdrawal.require_withdrawal_step();
CREATE TRIGGER withdrawal_is_kept BEFORE DELETE OR TRUNCATE ON withdrawal.withdrawal FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on withdrawal.withdrawal to candor_app;

create table withdrawal.withdrawal_approval (
  withdrawal_id bigint not null,
  operator_id bigint not null,
  at_ms bigint not null,
  constraint withdrawal_approval_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint withdrawal_approval_pkey PRIMARY KEY (withdrawal_id, operator_id),
  constraint withdrawal_approval_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal.withdrawal(withdrawal_id)
);
CREATE TRIGGER withdrawal_approval_is_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON withdrawal.withdrawal_approval FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on withdrawal.withdrawal_approval to candor_app;

create table withdrawal.withdrawal_cancelling (
  customer_id bigint not null,
  request_id uuid not null,
  withdrawal_id bigint not null,
  constraint withdrawal_cancelling_pkey PRIMARY KEY (request_id, customer_id),
  constraint withdrawal_cancelling_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal.withdrawal(withdrawal_id),
  constraint withdrawal_cancelling_withdrawal_id_key UNIQUE (withdrawal_id)
);
CREATE TRIGGER withdrawal_cancelling_is_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON withdrawal.withdrawal_cancelling FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

create table withdrawal.withdrawal_failing (
  withdrawal_id bigint not null,
  operator_id bigint not null,
  proof text not null,
  at_ms bigint not null,
  constraint withdrawal_failing_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator.account(operator_id),
  constraint withdrawal_failing_pkey PRIMARY KEY (withdrawal_id, operator_id),
  constraint withdrawal_failing_proof_check CHECK (((length(proof) >= 10) AND (length(proof) <= 2000))),
  constraint withdrawal_failing_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal.withdrawal(withdrawal_id)
);
CREATE TRIGGER withdrawal_failing_is_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON withdrawal.withdrawal_failing FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on withdrawal.withdrawal_failing to candor_app;

create table withdrawal.withdrawal_overdue (
  withdrawal_id bigint not null,
  step withdrawal.withdrawal_state not null,
  due_ms bigint not null,
  noticed_ms bigint not null,
  constraint withdrawal_overdue_pkey PRIMARY KEY (withdrawal_id, step),
  constraint withdrawal_overdue_step_check CHECK ((step = ANY (ARRAY['approved'::withdrawal.withdrawal_state, 'sent'::withdrawal.withdrawal_state, 'completed'::withdrawal.withdrawal_state]))),
  constraint withdrawal_overdue_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal.withdrawal(withdrawal_id)
);
CREATE TRIGGER withdrawal_overdue_is_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON withdrawal.withdrawal_overdue FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on withdrawal.withdrawal_overdue to candor_app;

create table withdrawal.withdrawal_quote (
  customer_id bigint not null,
  asset smallint not null,
  quote_id uuid not null,
  amount bigint not null,
  terms_version bigint not null,
  method_id bigint not null,
  quoted_ms bigint not null,
  expires_ms bigint not null,
  constraint withdrawal_quote_amount_check CHECK ((amount > 0)),
  constraint withdrawal_quote_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint withdrawal_quote_method_id_fkey FOREIGN KEY (method_id) REFERENCES payout.method(method_id),
  constraint withdrawal_quote_pkey PRIMARY KEY (customer_id, asset),
  constraint withdrawal_quote_quote_id_key UNIQUE (quote_id),
  constraint withdrawal_quote_terms_version_fkey FOREIGN KEY (terms_version) REFERENCES withdrawal.withdrawal_terms(version)
);
grant select on withdrawal.withdrawal_quote to candor_app;

create table withdrawal.withdrawal_terms (
  version bigint generated always as identity not null,
  asset smallint not null,
  fee bigint not null,
  minimum bigint not null,
  daily_limit bigint not null,
  two_person_threshold bigint not null,
  review_ms bigint not null,
  sending_ms bigint not null,
  arrival_ms bigint not null,
  quote_ms bigint not null,
  created_ms bigint not null,
  constraint withdrawal_terms_asset_check CHECK ((asset = ANY (ARRAY[1, 2]))),
  constraint withdrawal_terms_check CHECK ((arrival_ms >= sending_ms)),
  constraint withdrawal_terms_check1 CHECK (((minimum > fee) AND (daily_limit >= minimum))),
  constraint withdrawal_terms_fee_check CHECK ((fee >= 0)),
  constraint withdrawal_terms_pkey PRIMARY KEY (version),
  constraint withdrawal_terms_quote_ms_check CHECK ((quote_ms > 0)),
  constraint withdrawal_terms_review_ms_check CHECK ((review_ms > 0)),
  constraint withdrawal_terms_sending_ms_check CHECK ((sending_ms > 0)),
  constraint withdrawal_terms_two_person_threshold_check CHECK ((two_person_threshold > 0)),
  constraint withdrawal_terms_version_asset_fee_two_person_threshold_key UNIQUE (version, asset, fee, two_person_threshold)
);
CREATE TRIGGER withdrawal_terms_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON withdrawal.withdrawal_terms FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
grant select on withdrawal.withdrawal_terms to candor_app;

create FUNCTION withdrawal.approval_details(w withdrawal.withdrawal, p_operator_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when w.state = 'under-review' and withdrawal.approvals_needed(w, p_operator_id) = 2
    then withdrawal.signed_facts(w) || operator.signed_step(w.first_approver is not null) end
$function$
;

create FUNCTION withdrawal.approvals_needed(w withdrawal.withdrawal, p_operator_id bigint)
 RETURNS smallint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_since_ms constant bigint := clock.now_ms() - 86400000;
  v_of_customer numeric;
  v_of_operator numeric;
begin
  select coalesce(sum(other.amount), 0) into v_of_customer from withdrawal.withdrawal as other
  where other.customer_id = w.customer_id and other.withdrawal_id is distinct from w.withdrawal_id
    and (other.state in ('under-review', 'approved', 'sent')
      or (other.state = 'completed' and other.approved_ms > v_since_ms));
  select coalesce(sum(other.amount), 0) into v_of_operator from withdrawal.withdrawal as other
  where other.first_approver = p_operator_id and other.second_approver is null and other.approved_ms > v_since_ms
    and other.state <> 'failed';
  return case
    when w.approvals_needed = 2 then 2
    when w.amount + greatest(v_of_customer, v_of_operator) >= w.two_person_threshold then 2
    else 1
  end;
end
$function$
;

create FUNCTION withdrawal.cancel_withdrawal(p_customer_id bigint, p_request_id uuid, p_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_past bigint;
  w withdrawal.withdrawal;
begin
  perform ledger.require_given('request', num_nulls(p_customer_id, p_request_id, p_id));
  perform ledger.lock_accounts_of(p_customer_id, 'available');
  select withdrawal_id into v_past from withdrawal.withdrawal_cancelling where request_id = p_request_id
    and customer_id = p_customer_id;
  if v_past <> p_id then
    return 'conflict';
  end if;
  select * into w from withdrawal.withdrawal where withdrawal_id = p_id and customer_id = p_customer_id
    for no key update;
  if w.withdrawal_id is null then
    return 'not-found';
  elsif w.state <> 'under-review' or w.first_approver is not null then
    return w.state;
  end if;
  insert into withdrawal.withdrawal_cancelling (customer_id, request_id, withdrawal_id)
    values (p_customer_id, p_request_id, p_id);
  perform withdrawal.release_withdrawal(w, 'cancelled', null, null, '');
  return 'cancelled';
end
$function$
;
grant execute on function withdrawal.cancel_withdrawal(bigint,uuid,bigint) to candor_app;

create FUNCTION withdrawal.complete_withdrawal(p_secret text, p_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,lead}');
  w withdrawal.withdrawal := withdrawal.lock_withdrawal(p_id, 'sent', 'completed');
  v_kind constant ledger.movement := 'withdrawal-completed';
  v_now_ms bigint;
  v_stripe ledger.stripe;
  v_custody bigint;
  v_lines ledger.line[];
begin
  if w.withdrawal_id is null or w.state = 'completed' then
    return w.state;
  end if;
  perform operator.require_second_person(v_operator_id, approver)
  from unnest(array[w.first_approver, w.second_approver]) as approver;
  v_stripe := ledger.lock_stripe(w.stripe);
  perform ledger.lock_house('fees', w.asset, w.stripe);
  v_custody := ledger.lock_house('custody', w.asset, null);
  v_now_ms := clock.now_ms();
  update withdrawal.withdrawal set state = 'completed', ended_ms = v_now_ms, ended_seq = v_stripe.seq + 1,
    completed_by = v_operator_id
  where withdrawal_id = p_id returning * into w;
  v_lines := array[
    row(w.account_id, p_id, v_kind, -w.amount, -w.amount)::ledger.line,
    row(v_custody, p_id, v_kind, w.amount - w.fee, 0)::ledger.line
  ];
  if w.fee > 0 then
    v_lines := v_lines || row(v_stripe.fee_account, p_id, v_kind, w.fee, 0)::ledger.line;
  end if;
  perform ledger.book(v_stripe, v_kind, v_now_ms, sha256(withdrawal.withdrawal_ended_bytes(w)), v_lines);
  perform withdrawal.notify_step(p_id, v_operator_id, 'completed', '');
  return 'completed';
end
$function$
;
grant execute on function withdrawal.complete_withdrawal(text,bigint) to candor_app;

create FUNCTION withdrawal.current_withdrawal_terms(p_asset smallint)
 RETURNS withdrawal.withdrawal_terms
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select * from withdrawal.withdrawal_terms where asset = p_asset order by version desc limit 1
$function$
;

create FUNCTION withdrawal.decide_withdrawal(p_secret text, p_id bigint, p_verdict text, p_reason text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,lead}');
  v_now_ms bigint;
  v_needed smallint;
  w withdrawal.withdrawal;
begin
  if p_verdict is null or p_verdict not in ('approve', 'reject')
    or (p_verdict = 'reject' and coalesce(p_reason, '') in ('', 'payment-returned')) then
    raise exception 'malformed verdict' using errcode = 'invalid_parameter_value';
  end if;
  w := withdrawal.lock_withdrawal(p_id, 'under-review');
  if w.withdrawal_id is null then
    return null;
  elsif p_verdict = 'reject' then
    perform withdrawal.release_withdrawal(w, 'rejected', p_reason::withdrawal.withdrawal_reason, v_operator_id,
      p_reason);
    return 'rejected';
  end if;
  perform operator.require_second_person(v_operator_id, w.first_approver);
  if withdrawal.is_frozen(w.customer_id, w.account_id) then
    return 'frozen';
  end if;
  perform operator.take_turn(v_operator_id);
  v_needed := withdrawal.approvals_needed(w, v_operator_id);
  if v_needed = 2 then
    perform operator.require_confirmation(v_operator_id, 'withdrawal.approve', p_id,
      withdrawal.approval_details(w, v_operator_id));
  end if;
  v_now_ms := clock.now_ms();
  insert into withdrawal.withdrawal_approval (withdrawal_id, operator_id, at_ms) values (p_id, v_operator_id, v_now_ms);
  if v_needed = 2 and w.first_approver is null then
    update withdrawal.withdrawal set first_approver = v_operator_id, approvals_needed = v_needed
      where withdrawal_id = p_id;
    perform withdrawal.notify_step(p_id, v_operator_id, 'approved-first', p_reason);
    return 'under-review';
  end if;
  update withdrawal.withdrawal set state = 'approved', approved_ms = v_now_ms,
    sending_due_ms = v_now_ms + terms.sending_ms, arrival_due_ms = v_now_ms + terms.arrival_ms,
    first_approver = coalesce(w.first_approver, v_operator_id),
    second_approver = case when w.first_approver is not null then v_operator_id end
  from withdrawal.withdrawal_terms as terms where withdrawal_id = p_id and terms.version = w.terms_version;
  perform withdrawal.notify_step(p_id, v_operator_id, 'approved', p_reason);
  return 'approved';
end
$function$
;
grant execute on function withdrawal.decide_withdrawal(text,bigint,text,text) to candor_app;

create FUNCTION withdrawal.fail_withdrawal(p_secret text, p_id bigint, p_reason text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,lead}');
  v_proof constant text := btrim(coalesce(p_reason, ''));
  w withdrawal.withdrawal;
begin
  if length(v_proof) not between 10 and 2000 then
    raise exception 'malformed proof' using errcode = 'invalid_parameter_value';
  end if;
  w := withdrawal.lock_withdrawal(p_id, 'sent');
  if w.withdrawal_id is null then
    return null;
  end if;
  perform operator.require_second_person(v_operator_id, w.first_failer);
  perform operator.require_confirmation(v_operator_id, 'withdrawal.fail', p_id, withdrawal.failing_details(w));
  insert into withdrawal.withdrawal_failing (withdrawal_id, operator_id, proof, at_ms)
    values (p_id, v_operator_id, v_proof, clock.now_ms());
  if w.first_failer is null then
    update withdrawal.withdrawal set first_failer = v_operator_id where withdrawal_id = p_id;
    perform withdrawal.notify_step(p_id, v_operator_id, 'failed-first', v_proof);
    return 'sent';
  end if;
  perform withdrawal.release_withdrawal(w, 'failed', 'payment-returned', v_operator_id, v_proof);
  return 'failed';
end
$function$
;
grant execute on function withdrawal.fail_withdrawal(text,bigint,text) to candor_app;

create FUNCTION withdrawal.failing_details(w withdrawal.withdrawal)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when w.state = 'sent' then withdrawal.signed_facts(w) || jsonb_build_object('reference', w.reference)
    || operator.signed_step(w.first_failer is not null) end
$function$
;

create FUNCTION withdrawal.is_frozen(p_customer_id bigint, p_account_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select deposit.is_withdrawal_frozen(p_customer_id)
    or exists (select from ledger.balance where account_id = p_account_id and is_frozen)
$function$
;

create FUNCTION withdrawal.judge_withdrawal(p_customer_id bigint, p_terms withdrawal.withdrawal_terms, p_wanted bigint, p_method_id bigint)
 RETURNS withdrawal.withdrawal_judgement
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_cent constant bigint := 10000;
  v_day_ms constant bigint := 86400000;
  v_now_ms constant bigint := clock.now_ms();
  v_customer identity.customer;
  v_account ledger.balance;
  v_method payout.method;
  v_judgement withdrawal.withdrawal_judgement;
begin
  select * into v_customer from identity.customer where customer_id = p_customer_id;
  select * into v_account from ledger.balance where owner_id = p_customer_id and owner_id > 0 and kind = 'available'
    and asset = p_terms.asset;
  select * into v_method from payout.method where method_id = p_method_id and customer_id = p_customer_id
    and removed_ms is null;
  v_judgement.account_id := v_account.account_id;
  select p_terms.daily_limit - coalesce(sum(amount), 0)::bigint into v_judgement.daily_left from withdrawal.withdrawal
  where customer_id = p_customer_id and asset = p_terms.asset and created_ms > v_now_ms - v_day_ms
    and state not in ('rejected', 'cancelled', 'failed');
  v_judgement.until_ms := greatest(v_method.added_ms + (payout.current_setting()).cool_down_ms,
    security.withdrawals_held_until_ms(p_customer_id));
  v_judgement.refusal := case
    when v_customer.state is distinct from 1 then 'account-disabled'
    when v_customer.kyc_state <> 'verified' or v_account.account_id is null
      or withdrawal.is_frozen(p_customer_id, v_account.account_id) then 'withdrawal-failed'
    when v_method.method_id is null then 'not-found'
    when p_terms.asset = 1 and v_method.kind <> 'bank-card' then 'bank-card-error'
    when p_terms.asset = 2 and v_method.kind <> 'wallet-address' then 'wrong-withdrawal-address'
    -- Banks pay whole cents.
    when p_terms.asset = 1 and p_wanted % v_cent <> 0 then 'wrong-amount'
    when p_wanted < p_terms.minimum or p_wanted > v_judgement.daily_left then 'wrong-amount'
    when p_wanted > v_account.available then 'insufficient-account-balance'
    when v_judgement.until_ms > v_now_ms then 'cooling-down'
  end;
  return v_judgement;
end
$function$
;

create FUNCTION withdrawal.keep_method_in_use()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return case when new.removed_ms is null or not exists (
    select from withdrawal.withdrawal
    where method_id = old.method_id and state in ('under-review', 'approved', 'sent')) then new end;
end
$function$
;

create FUNCTION withdrawal.lock_withdrawal(p_id bigint, VARIADIC p_states withdrawal.withdrawal_state[])
 RETURNS withdrawal.withdrawal
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  w withdrawal.withdrawal;
begin
  perform ledger.lock_accounts_of((select customer_id from withdrawal.withdrawal where withdrawal_id = p_id),
    'available');
  select * into w from withdrawal.withdrawal where withdrawal_id = p_id for no key update;
  if w.state <> all(p_states) then
    raise exception 'withdrawal % is %', p_id, w.state using errcode = 'CO004';
  end if;
  return w;
end
$function$
;

create FUNCTION withdrawal.notice_overdue_withdrawals()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function withdrawal.notice_overdue_withdrawals() to candor_app;

create FUNCTION withdrawal.notify_step(p_withdrawal_id bigint, p_operator_id bigint, p_step text, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  w withdrawal.withdrawal;
  v_details jsonb;
begin
  select * into strict w from withdrawal.withdrawal where withdrawal_id = p_withdrawal_id;
  v_details := jsonb_build_object('state', w.state, 'asset', ledger.asset_name(w.asset),
    'amount', ledger.units_text(w.amount), 'fee', ledger.units_text(w.fee));
  -- The first of two approvals, or a report that a payment was not made, is not announced.
  if p_step in ('requested', 'approved', 'rejected', 'cancelled', 'sent', 'completed', 'failed', 'overdue') then
    perform message.add(w.customer_id, 'withdrawal-' || p_step, 'withdrawal:' || p_withdrawal_id,
      v_details || jsonb_build_object('reason', w.reason));
  end if;
  perform operator.append_audit(p_operator_id, 'withdrawal.' || p_step, 'withdrawal:' || p_withdrawal_id,
    coalesce(p_reason, ''),
    v_details || jsonb_build_object('customerId', w.customer_id, 'reason', w.reason, 'reference', w.reference));
end
$function$
;

create FUNCTION withdrawal.quote_withdrawal(p_customer_id bigint, p_asset smallint, p_wanted bigint, p_method_id bigint)
 RETURNS withdrawal.withdrawal_offer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_terms constant withdrawal.withdrawal_terms := withdrawal.current_withdrawal_terms(p_asset);
  v_now_ms constant bigint := clock.now_ms();
  v_judgement withdrawal.withdrawal_judgement;
  v_offer withdrawal.withdrawal_offer;
  w withdrawal.withdrawal;
begin
  if p_customer_id is null or p_wanted is null or p_method_id is null or v_terms.version is null then
    raise exception 'malformed quote' using errcode = 'invalid_parameter_value';
  end if;
  v_judgement := withdrawal.judge_withdrawal(p_customer_id, v_terms, p_wanted, p_method_id);
  v_offer.refusal := v_judgement.refusal;
  v_offer.daily_left := v_judgement.daily_left;
  v_offer.until_ms := v_judgement.until_ms;
  v_offer.minimum := v_terms.minimum;
  if v_judgement.refusal is not null then
    return v_offer;
  end if;
  v_offer.quote_id := gen_random_uuid();
  v_offer.fee := v_terms.fee;
  w.customer_id := p_customer_id;
  w.amount := p_wanted;
  w.two_person_threshold := v_terms.two_person_threshold;
  v_offer.approvals_needed := withdrawal.approvals_needed(w, null);
  v_offer.two_person_threshold := v_terms.two_person_threshold;
  v_offer.review_ms := v_terms.review_ms;
  v_offer.arrival_ms := v_terms.arrival_ms;
  v_offer.quoted_ms := v_now_ms;
  v_offer.expires_ms := v_now_ms + v_terms.quote_ms;
  insert into withdrawal.withdrawal_quote as q (customer_id, asset, quote_id, amount, terms_version, method_id,
    quoted_ms, expires_ms)
  values (p_customer_id, p_asset, v_offer.quote_id, p_wanted, v_terms.version, p_method_id, v_now_ms,
    v_offer.expires_ms)
  on conflict (customer_id, asset) do update set quote_id = excluded.quote_id, amount = excluded.amount,
    terms_version = excluded.terms_version,
    method_id = excluded.method_id, quoted_ms = excluded.quoted_ms, expires_ms = excluded.expires_ms;
  return v_offer;
end
$function$
;
grant execute on function withdrawal.quote_withdrawal(bigint,smallint,bigint,bigint) to candor_app;

create FUNCTION withdrawal.release_withdrawal(w withdrawal.withdrawal, p_state withdrawal.withdrawal_state, p_reason withdrawal.withdrawal_reason, p_operator_id bigint, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_stripe constant ledger.stripe := ledger.lock_stripe(w.stripe);
  v_now_ms constant bigint := clock.now_ms();
  v_ended withdrawal.withdrawal;
begin
  update withdrawal.withdrawal set state = p_state, reason = p_reason, ended_ms = v_now_ms,
    ended_seq = v_stripe.seq + 1, second_failer = case when p_state = 'failed' then p_operator_id end
  where withdrawal_id = w.withdrawal_id returning * into v_ended;
  perform ledger.book(v_stripe, 'withdrawal-released', v_now_ms, sha256(withdrawal.withdrawal_ended_bytes(v_ended)),
    array[row(w.account_id, w.withdrawal_id, 'withdrawal-released', 0, -w.amount)::ledger.line]);
  perform withdrawal.notify_step(w.withdrawal_id, p_operator_id, p_state::text, p_note);
end
$function$
;

create FUNCTION withdrawal.request_withdrawal(p_customer_id bigint, p_request_id uuid, p_quote_id uuid)
 RETURNS withdrawal.withdrawal_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now_ms bigint;
  v_quote withdrawal.withdrawal_quote;
  v_terms withdrawal.withdrawal_terms;
  v_judgement withdrawal.withdrawal_judgement;
  v_method payout.method;
  v_stripe ledger.stripe;
  w withdrawal.withdrawal;
begin
  perform ledger.require_given('request', num_nulls(p_customer_id, p_request_id, p_quote_id));
  perform ledger.lock_accounts_of(p_customer_id, 'available');
  select * into w from withdrawal.withdrawal where request_id = p_request_id and customer_id = p_customer_id;
  if w.withdrawal_id is not null then
    return row(case when w.quote_id = p_quote_id then 'repeated' else 'conflict' end, w.withdrawal_id,
      null)::withdrawal.withdrawal_answer;
  end if;
  v_now_ms := clock.now_ms();
  select * into v_quote from withdrawal.withdrawal_quote where customer_id = p_customer_id and quote_id = p_quote_id
    for update;
  v_terms := withdrawal.current_withdrawal_terms(v_quote.asset);
  if v_quote.quote_id is null or v_quote.expires_ms <= v_now_ms
    or v_quote.terms_version is distinct from v_terms.version then
    return row('quote-changed', null, null)::withdrawal.withdrawal_answer;
  end if;
  select * into v_method from payout.method where method_id = v_quote.method_id for share;
  v_judgement := withdrawal.judge_withdrawal(p_customer_id, v_terms, v_quote.amount, v_quote.method_id);
  if v_judgement.refusal is not null then
    return row(v_judgement.refusal, null, v_judgement.until_ms)::withdrawal.withdrawal_answer;
  end if;
  w.customer_id := p_customer_id;
  w.amount := v_quote.amount;
  w.two_person_threshold := v_terms.two_person_threshold;
  w.approvals_needed := withdrawal.approvals_needed(w, null);
  v_stripe := ledger.lock_stripe(ledger.stripe_of(p_customer_id, v_quote.asset));
  insert into withdrawal.withdrawal (customer_id, request_id, quote_id, account_id, stripe, asset, amount, fee,
    terms_version, two_person_threshold, approvals_needed, method_id, destination_kind, destination, created_ms,
    review_due_ms, held_seq)
  values (p_customer_id, p_request_id, p_quote_id, v_judgement.account_id, v_stripe.stripe, v_quote.asset,
    v_quote.amount, v_terms.fee, v_terms.version, v_terms.two_person_threshold, w.approvals_needed,
    v_quote.method_id, v_method.kind, v_method.fingerprint, v_now_ms, v_now_ms + v_terms.review_ms, v_stripe.seq + 1)
  returning * into w;
  delete from withdrawal.withdrawal_quote where customer_id = p_customer_id and asset = v_quote.asset;
  perform ledger.book(v_stripe, 'withdrawal-held', v_now_ms, sha256(withdrawal.withdrawal_asked_bytes(w)),
    array[row(w.account_id, w.withdrawal_id, 'withdrawal-held', 0, w.amount)::ledger.line]);
  perform withdrawal.notify_step(w.withdrawal_id, null, 'requested', '');
  return row('requested', w.withdrawal_id, null)::withdrawal.withdrawal_answer;
end
$function$
;
grant execute on function withdrawal.request_withdrawal(bigint,uuid,uuid) to candor_app;

create FUNCTION withdrawal.require_withdrawal_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_moving constant text[] := array['state', 'approved_ms', 'sending_due_ms', 'arrival_due_ms', 'sent_ms', 'reference',
    'ended_ms', 'reason', 'approvals_needed', 'first_approver', 'second_approver', 'completed_by', 'first_failer',
    'second_failer', 'ended_seq'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'under-review' or new.first_approver is not null then
      raise exception 'a withdrawal begins under review' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - v_moving) is distinct from (to_jsonb(old) - v_moving) then
    raise exception 'what was asked for in a withdrawal never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if (old.state, new.state) not in (
    ('under-review', 'under-review'), ('under-review', 'approved'), ('under-review', 'rejected'),
      ('under-review', 'cancelled'),
    ('approved', 'sent'), ('sent', 'sent'), ('sent', 'completed'), ('sent', 'failed')) then
    raise exception 'a withdrawal does not go from % to %', old.state,
      new.state using errcode = 'integrity_constraint_violation';
  end if;
  if new.approvals_needed < old.approvals_needed
    or (new.approvals_needed > old.approvals_needed and old.first_approver is not null) then
    raise exception 'the approvals that a withdrawal needs are raised by the first one only'
      using errcode = 'integrity_constraint_violation';
  end if;
  -- Written values are kept: an approval cannot be removed, and a payment cannot be sent again under another reference.
  if exists (
    select from jsonb_each(to_jsonb(old)) as was
    where was.key not in ('state', 'approvals_needed') and was.value <> 'null'
      and to_jsonb(new) -> was.key <> was.value) then
    raise exception 'a step of a withdrawal is only ever taken, not changed'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$function$
;

create FUNCTION withdrawal.send_withdrawal(p_secret text, p_id bigint, p_reference text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,lead}');
  v_reference constant text := btrim(coalesce(p_reference, ''));
  w withdrawal.withdrawal;
begin
  if length(v_reference) not between 3 and 120 then
    raise exception 'malformed reference' using errcode = 'invalid_parameter_value';
  end if;
  w := withdrawal.lock_withdrawal(p_id, 'approved', 'sent');
  if w.withdrawal_id is null then
    return null;
  elsif w.state = 'sent' and w.reference = v_reference then
    return 'sent';
  elsif w.state = 'sent' then
    raise exception 'withdrawal % was sent under another reference', p_id using errcode = 'CO004';
  elsif withdrawal.is_frozen(w.customer_id, w.account_id) then
    return 'frozen';
  end if;
  begin
    update withdrawal.withdrawal set state = 'sent', sent_ms = clock.now_ms(), reference = v_reference
      where withdrawal_id = p_id;
  exception when unique_violation then
    return 'reference-taken';
  end;
  perform withdrawal.notify_step(p_id, v_operator_id, 'sent', v_reference);
  return 'sent';
end
$function$
;
grant execute on function withdrawal.send_withdrawal(text,bigint,text) to candor_app;

create FUNCTION withdrawal.signed_facts(w withdrawal.withdrawal)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object(
    'account', (select public_id from identity.customer as c where c.customer_id = w.customer_id),
    'asset', ledger.asset_name(w.asset),
    'amount', ledger.units_text(w.amount),
    'fee', ledger.units_text(w.fee),
    'arrives', ledger.units_text(w.amount - w.fee),
    'destination', (select shown from payout.method as m where m.method_id = w.method_id),
    'destinationDigest', encode(w.destination, 'hex'))
$function$
;

create FUNCTION withdrawal.withdrawal_asked_bytes(w withdrawal.withdrawal)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN (((((((((int8send((w).withdrawal_id) || int8send((w).customer_id)) || uuid_send((w).request_id)) || int2send((w).asset)) || int8send((w).amount)) || int8send((w).fee)) || int8send((w).terms_version)) || int8send((w).method_id)) || (w).destination) || int8send((w).created_ms))
;
grant execute on function withdrawal.withdrawal_asked_bytes(withdrawal.withdrawal) to candor_app;

create FUNCTION withdrawal.withdrawal_due(w withdrawal.withdrawal, OUT step withdrawal.withdrawal_state, OUT due_ms bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case w.state when 'under-review' then 'approved' when 'approved' then 'sent'
    when 'sent' then 'completed' end::withdrawal.withdrawal_state,
    case w.state when 'under-review' then w.review_due_ms when 'approved' then w.sending_due_ms
      when 'sent' then w.arrival_due_ms end
$function$
;
grant execute on function withdrawal.withdrawal_due(withdrawal.withdrawal) to candor_app;

create FUNCTION withdrawal.withdrawal_ended_bytes(w withdrawal.withdrawal)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN ((((((((int8send((w).withdrawal_id) || convert_to(((w).state)::text, 'UTF8'::name)) || int8send(COALESCE((w).first_approver, (0)::bigint))) || int8send(COALESCE((w).second_approver, (0)::bigint))) || int8send(COALESCE((w).first_failer, (0)::bigint))) || int8send(COALESCE((w).second_failer, (0)::bigint))) || convert_to(COALESCE(((w).reason)::text, ''::text), 'UTF8'::name)) || sha256(convert_to(COALESCE((w).reference, ''::text), 'UTF8'::name))) || int8send((w).ended_ms))
;
grant execute on function withdrawal.withdrawal_ended_bytes(withdrawal.withdrawal) to candor_app;
