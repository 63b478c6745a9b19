-- What guards the ledger's tables, whoever writes: append-only entries and batches, sums that are zero, orders that
-- close once. Then the one function through which every movement is booked, and the day partitions of its entries.

create function ledger.refuse_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception '% of %.% is refused: the ledger is only added to', tg_op, tg_table_schema, tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$$;

create function ledger.require_zero_sum() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from added group by stripe, seq, asset having sum(d_posted) <> 0) then
    raise exception 'the entries of a batch do not sum to zero' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

-- Balances move together with their version, and never create money.
create function ledger.require_balanced_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_hashjoin = on
as $$
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
       or (a.owner_id, a.kind, a.asset, a.stripe, a.floor) is distinct from (b.owner_id, b.kind, b.asset, b.stripe, b.floor)
       or ((a.posted, a.held) is distinct from (b.posted, b.held) and a.version <= b.version)
  ) then
    raise exception 'an account was changed other than by entries' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create function ledger.require_opened_empty() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from added where posted <> 0 or held <> 0 or version <> 0) then
    raise exception 'an account is opened empty' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create function ledger.require_single_closing() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_hashjoin = on
as $$
begin
  if exists (
    select from before_change as b full join after_change as a using (order_id)
    where a.order_id is null or b.order_id is null or b.state <> 'open'
       or (a.customer_id, a.request_id, a.account_id, a.stripe, a.asset, a.instrument_id, a.terms_id, a.direction, a.stake, a.fee,
           a.profit, a.accepted_ms, a.entry_slot, a.exit_slot, a.placed_seq)
          is distinct from
          (b.customer_id, b.request_id, b.account_id, b.stripe, b.asset, b.instrument_id, b.terms_id, b.direction, b.stake, b.fee,
           b.profit, b.accepted_ms, b.entry_slot, b.exit_slot, b.placed_seq)
  ) then
    raise exception 'an order is only ever closed, once' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create trigger account_opens_empty after insert on ledger.account
  referencing new table as added for each statement execute function ledger.require_opened_empty();
create trigger account_moves_by_entries after update on ledger.account
  referencing old table as before_change new table as after_change for each statement execute function ledger.require_balanced_change();
create trigger account_is_kept before delete or truncate on ledger.account for each statement execute function ledger.refuse_change();
create trigger entries_sum_to_zero after insert on ledger.entry
  referencing new table as added for each statement execute function ledger.require_zero_sum();
create trigger entry_is_never_changed before update or delete or truncate on ledger.entry for each statement execute function ledger.refuse_change();
create trigger batch_is_never_changed before update or delete or truncate on ledger.batch for each statement execute function ledger.refuse_change();
create trigger transfer_is_never_changed before update or delete or truncate on ledger.transfer for each statement execute function ledger.refuse_change();
create trigger order_closes_once after update on ledger.contract_order
  referencing old table as before_change new table as after_change for each statement execute function ledger.require_single_closing();
create trigger order_is_kept before delete or truncate on ledger.contract_order for each statement execute function ledger.refuse_change();

-- Creates the entry partition of every day from `p_from_ms` on that is missing, with its own guards: a statement on the
-- partition itself does not fire the parent's.
create function ledger.create_entry_days(p_from_ms bigint, p_days integer) returns integer
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
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
    -- Attaching, unlike creating as a partition, lets others go on writing.
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
$$;

-- The server calls it at start and daily; booking does so too for a day that is missing. Returns how many it created.
create function ledger.prepare_entry_days(p_days_ahead integer) returns integer
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  select ledger.create_entry_days(market.now_ms(), least(greatest(p_days_ahead, 0), 60))
$$;

-- The functions rely on every statement having a fresh snapshot after its locks.
create function ledger.require_read_committed() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the ledger books under READ COMMITTED only' using errcode = 'invalid_transaction_state';
  end if;
end
$$;

-- Locks a stripe for booking. SQLSTATE CL001: the checker has halted it.
create function ledger.lock_stripe(p_stripe smallint) returns ledger.stripe
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stripe ledger.stripe;
begin
  select * into v_stripe from ledger.stripe where stripe = p_stripe for no key update;
  if v_stripe.halted_reason is not null then
    raise exception 'stripe % is halted: %', p_stripe, v_stripe.halted_reason using errcode = 'CL001';
  end if;
  return v_stripe;
end
$$;

-- One movement of one account, before it has its place in a batch.
create type ledger.line as (account_id bigint, ref bigint, kind ledger.movement, d_posted bigint, d_held bigint);

-- The canonical bytes of an entry: what the hash of its batch covers.
create function ledger.entry_bytes(e ledger.entry) returns bytea
language sql stable
return int8send(e.account_id) || int8send(e.version) || int8send(e.at_ms) || int8send(coalesce(e.ref, -1))
  || convert_to(e.kind::text, 'UTF8') || int2send(e.asset) || int8send(e.d_posted) || int8send(e.d_held)
  || int8send(e.posted_after) || int8send(e.held_after);

-- The link of a batch in its stripe's chain.
create function ledger.batch_hash(p_prev bytea, p_stripe smallint, p_seq bigint, p_kind ledger.movement, p_orders_digest bytea, p_entries bytea)
returns bytea
language sql stable
return sha256(p_prev || int2send(p_stripe) || int8send(p_seq) || convert_to(p_kind::text, 'UTF8') || sha256(p_orders_digest) || sha256(p_entries));

-- Books the lines as the next batch of a stripe: entries with running after-balances, one update an account, one link of
-- the hash chain. The caller holds the locks of the accounts and the stripe. Returns the batch's number.
create function ledger.book(p_stripe ledger.stripe, p_kind ledger.movement, p_at_ms bigint, p_orders_digest bytea, p_lines ledger.line[])
returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  v_seq constant bigint := p_stripe.seq + 1;
  v_count integer;
  v_sum bigint;
  v_foreign boolean;
  v_hash bytea;
begin
  perform ledger.create_entry_days(p_at_ms, 0);
  with placed as (
    select given.account_id, account.version + row_number() over so_far as version, given.ref, given.kind, account.asset,
      given.d_posted, given.d_held,
      (account.posted + sum(given.d_posted) over so_far)::bigint as posted_after,
      (account.held + sum(given.d_held) over so_far)::bigint as held_after
    from unnest(p_lines) with ordinality as given (account_id, ref, kind, d_posted, d_held, place)
    join ledger.account using (account_id)
    window so_far as (partition by given.account_id order by given.place)
  ), added as (
    insert into ledger.entry (account_id, version, at_ms, stripe, seq, ref, kind, asset, d_posted, d_held, posted_after, held_after)
    select account_id, version, p_at_ms, p_stripe.stripe, v_seq, ref, kind, asset, d_posted, d_held, posted_after, held_after from placed
    returning *
  ), changed as (
    update ledger.account set posted = account.posted + change.d_posted, held = account.held + change.d_held, version = account.version + change.entries
    from (
      select account_id, sum(d_posted)::bigint as d_posted, sum(d_held)::bigint as d_held, count(*) as entries from placed group by account_id
    ) as change
    where account.account_id = change.account_id
  )
  select count(*), sum(d_posted)::bigint, bool_or(asset <> p_stripe.asset),
    ledger.batch_hash(p_stripe.head, p_stripe.stripe, v_seq, p_kind, p_orders_digest,
      string_agg(ledger.entry_bytes(added), ''::bytea order by account_id, version))
  into v_count, v_sum, v_foreign, v_hash from added;
  if v_count <> cardinality(p_lines) or v_sum <> 0 or v_foreign then
    raise exception 'batch %/% does not balance', p_stripe.stripe, v_seq using errcode = 'integrity_constraint_violation';
  end if;
  insert into ledger.batch (stripe, seq, kind, entry_count, at_ms, orders_digest, prev_hash, hash)
  values (p_stripe.stripe, v_seq, p_kind, v_count, p_at_ms, p_orders_digest, p_stripe.head, v_hash);
  update ledger.stripe set seq = v_seq, head = v_hash where stripe = p_stripe.stripe;
  return v_seq;
end
$$;
