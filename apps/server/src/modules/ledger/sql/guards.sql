-- Guards of the ledger's tables, for every writer: entries and batches are only added, and every booking sums to zero.
-- The first two guard tables of other schemas, too.

-- The trigger's argument says why, where the table has a reason of its own.
create function ledger.refuse_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception '% of %.% is refused: %', tg_op, tg_table_schema, tg_table_name,
    coalesce(tg_argv[0], 'its rows are kept as they are') using errcode = 'integrity_constraint_violation';
end
$$;

-- For a row that is written once and takes one further step, such as its end. An update sets the first column that the
-- trigger names, which was null, and changes no other column than those that the trigger names.
create function ledger.require_single_step() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
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
$$;
create trigger account_is_kept before delete or truncate on ledger.account for each statement
  execute function ledger.refuse_change();
create trigger entry_is_never_changed before update or delete or truncate on ledger.entry for each statement
  execute function ledger.refuse_change();
create trigger batch_is_never_changed before update or delete or truncate on ledger.batch for each statement
  execute function ledger.refuse_change();
create trigger transfer_is_never_changed before update or delete or truncate on ledger.transfer for each statement
  execute function ledger.refuse_change();

create function ledger.require_opened_empty() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from added where posted <> 0 or held <> 0 or version <> 0) then
    raise exception 'an account is opened empty' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger account_opens_empty after insert on ledger.account
  referencing new table as added for each statement execute function ledger.require_opened_empty();

-- Balances move together with their version, and never create money.
create function ledger.require_balanced_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_hashjoin = on
set plan_cache_mode = force_generic_plan
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
       or (a.owner_id, a.kind, a.asset, a.stripe, a.minimum) is distinct from (b.owner_id, b.kind, b.asset, b.stripe,
         b.minimum)
       or ((a.posted, a.held) is distinct from (b.posted, b.held) and a.version <= b.version)
  ) then
    raise exception 'an account was changed other than by entries' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger account_moves_by_entries after update on ledger.account
  referencing old table as before_change new table as after_change for each statement
    execute function ledger.require_balanced_change();

create function ledger.require_zero_sum() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if exists (select from added group by stripe, seq, asset having sum(d_posted) <> 0) then
    raise exception 'the entries of a batch do not sum to zero' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger entries_sum_to_zero after insert on ledger.entry
  referencing new table as added for each statement execute function ledger.require_zero_sum();
