-- The canonical bytes of an entry: what the hash of its batch covers. Every other rendering calls this function. It is
-- declared stable, as convert_to is, so that the planner inlines it.
create function ledger.entry_bytes(
  p_account_id bigint, p_version bigint, p_at_ms bigint, p_ref bigint, p_kind ledger.movement, p_asset smallint,
  p_d_posted bigint, p_d_held bigint, p_posted_after bigint, p_held_after bigint
) returns bytea
language sql stable
return int8send(p_account_id) || int8send(p_version) || int8send(p_at_ms) || int8send(coalesce(p_ref, -1))
  || convert_to(p_kind::text, 'UTF8') || int2send(p_asset) || int8send(p_d_posted) || int8send(p_d_held)
  || int8send(p_posted_after) || int8send(p_held_after);

-- The canonical bytes of an entry: the input of its batch's hash.
create function ledger.entry_bytes(e ledger.entry) returns bytea
language sql stable
return ledger.entry_bytes(
  e.account_id, e.version, e.at_ms, e.ref, e.kind, e.asset, e.d_posted, e.d_held, e.posted_after, e.held_after);

-- The link of a batch in its stripe's chain.
create function ledger.batch_hash(p_prev bytea, p_stripe smallint, p_seq bigint, p_kind ledger.movement,
  p_orders_digest bytea, p_entries bytea)
returns bytea
language sql stable
return sha256(p_prev || int2send(p_stripe) || int8send(p_seq) || convert_to(p_kind::text,
  'UTF8') || sha256(p_orders_digest) || sha256(p_entries));

-- Books the lines as the next batch of a stripe: entries with running after-balances, one update per account, one link
-- of the hash chain. The caller holds the locks of the accounts and the stripe. Returns the batch's number. Internal.
create function ledger.book(
  p_stripe ledger.stripe, p_kind ledger.movement, p_at_ms bigint, p_orders_digest bytea, p_lines ledger.line[]
) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
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
$$;
