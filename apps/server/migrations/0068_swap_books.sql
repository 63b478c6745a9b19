-- Swaps of one asset into the other: what they cost, what was quoted, what was done. A swap follows from its row alone, and the
-- constraints say so: nobody can store another result than the one of its rate and spread.

-- What so many units bring, in units of the other asset: selling USDT at the price less the spread, buying it at the price plus the
-- spread, rounded down by less than one unit. What no account could hold answers the largest number there is.
create function ledger.swapped(p_from smallint, p_units bigint, p_ticks bigint, p_decimals smallint, p_spread_bps integer) returns bigint
language sql immutable
return least(9223372036854775807, case p_from
  when 1 then div(p_units::numeric * power(10::numeric, p_decimals) * 10000, p_ticks::numeric * (10000 + p_spread_bps))
  else div(p_units::numeric * p_ticks * (10000 - p_spread_bps), power(10::numeric, p_decimals) * 10000)
end)::bigint;

-- What of it is the spread, in the asset that is given: what would be left at the price itself. Rounded down.
create function ledger.swap_spread(p_from smallint, p_units bigint, p_spread_bps integer) returns bigint
language sql immutable
return div(p_units::numeric * p_spread_bps, case p_from when 1 then 10000 + p_spread_bps else 10000 end)::bigint;

-- Set by the owner only, as a new version; the newest one of a direction serves new quotes.
create table ledger.swap_terms (
  version bigint generated always as identity primary key,
  from_asset smallint not null check (from_asset in (1, 2)),
  -- In the asset given.
  minimum bigint not null check (minimum > 0),
  is_whole_number boolean not null,
  spread_bps integer not null check (spread_bps between 0 and 1000),
  quote_ms bigint not null check (quote_ms > 0),
  created_ms bigint not null,
  unique (version, from_asset, spread_bps)
);
insert into ledger.swap_terms (from_asset, minimum, is_whole_number, spread_bps, quote_ms, created_ms)
values (1, 1000000, true, 5, 10000, market.now_ms()), (2, 1000000, false, 5, 10000, market.now_ms());

-- The open quote of a customer and direction: a new one replaces it, the swap uses it up.
create table ledger.swap_quote (
  customer_id bigint not null,
  from_asset smallint not null check (from_asset in (1, 2)),
  quote_id uuid not null unique,
  gives bigint not null check (gives > 0),
  receives bigint not null check (receives > 0),
  terms_version bigint not null references ledger.swap_terms,
  rate_ticks bigint not null,
  rate_decimals smallint not null,
  expires_ms bigint not null,
  primary key (customer_id, from_asset)
);

create table ledger.swap (
  swap_id bigint generated always as identity primary key,
  customer_id bigint not null,
  request_id uuid not null,
  quote_id uuid not null unique,
  from_asset smallint not null,
  gives bigint not null check (gives > 0),
  receives bigint not null check (receives > 0),
  -- In the asset that was given: what the house earned.
  spread bigint not null,
  terms_version bigint not null,
  spread_bps integer not null,
  -- USD for one USDT, before the spread.
  rate_ticks bigint not null check (rate_ticks > 0),
  rate_decimals smallint not null,
  at_ms bigint not null,
  quote_expires_ms bigint not null,
  -- The batches that took the one and gave the other.
  from_stripe smallint not null references ledger.stripe,
  from_seq bigint not null,
  to_stripe smallint not null references ledger.stripe,
  to_seq bigint not null,
  unique (request_id, customer_id),
  foreign key (terms_version, from_asset, spread_bps) references ledger.swap_terms (version, from_asset, spread_bps),
  constraint swapped_at_its_rate check (receives = ledger.swapped(from_asset, gives, rate_ticks, rate_decimals, spread_bps)
    and spread = ledger.swap_spread(from_asset, gives, spread_bps)),
  constraint swapped_while_it_was_quoted check (at_ms < quote_expires_ms)
);
create index swap_of_customer on ledger.swap (customer_id, swap_id desc);

create trigger swap_terms_are_kept before update or delete or truncate on ledger.swap_terms
  for each statement execute function ledger.refuse_change();
create trigger swap_is_never_changed before update or delete or truncate on ledger.swap
  for each statement execute function ledger.refuse_change();

-- The canonical bytes of a swap: what the hashes of its two batches cover.
create function ledger.swap_bytes(s ledger.swap) returns bytea
language sql stable
return int8send(s.swap_id) || int8send(s.customer_id) || uuid_send(s.request_id) || uuid_send(s.quote_id) || int2send(s.from_asset)
  || int8send(s.gives) || int8send(s.receives) || int8send(s.spread) || int8send(s.terms_version) || int8send(s.rate_ticks)
  || int2send(s.rate_decimals) || int8send(s.at_ms);

create function ledger.current_swap_terms(p_from smallint) returns ledger.swap_terms
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select * from ledger.swap_terms where from_asset = p_from order by version desc limit 1
$$;

-- What so many units of USDT bring now in USD; null without a current price. Who pays more for USDT can be pumped by swaps.
create function ledger.swap_bid(p_units bigint) returns bigint
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select ledger.swapped(2::smallint, p_units, ticks, decimals, (ledger.current_swap_terms(2::smallint)).spread_bps) from ledger.usdt_price()
$$;

revoke all on function ledger.swapped(smallint, bigint, bigint, smallint, integer), ledger.swap_spread(smallint, bigint, integer),
  ledger.swap_bytes(ledger.swap), ledger.current_swap_terms(smallint), ledger.swap_bid(bigint) from public;
grant select on ledger.swap_terms, ledger.swap_quote, ledger.swap to candor_app;
grant execute on function
  -- Pure renderings of rows, for the checker.
  ledger.swap_bytes(ledger.swap)
to candor_app;
