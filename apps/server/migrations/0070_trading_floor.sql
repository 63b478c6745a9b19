-- The trading floor: desks that buy USDT, the adverts that say for what, and the sales into them. The rules stand in constraints: an
-- advert has the USD that it may cost, nothing is sold twice, and what rounding keeps is written down.

create type ledger.desk_kind as enum ('house', 'merchant');
create type ledger.sale_state as enum ('in-progress', 'completed', 'closed');

-- Set by the owner only.
create table ledger.floor_setting (
  singleton boolean primary key default true check (singleton),
  -- A sale that nobody has confirmed by then lapses.
  lapse_ms bigint not null check (lapse_ms > 0)
);
insert into ledger.floor_setting (lapse_ms) values (15 * 60000);

-- Who buys. A merchant is a customer; a desk of the house is nobody's. Those of the seed were approved by the owner.
create table ledger.desk (
  desk_id bigint generated always as identity primary key,
  name text not null check (length(name) between 2 and 40),
  kind ledger.desk_kind not null,
  customer_id bigint unique check (customer_id > 0),
  applied_by bigint references operator.account,
  applied_ms bigint not null,
  approved_by bigint references operator.account,
  approved_ms bigint,
  unique (desk_id, kind),
  constraint merchants_are_customers check ((kind = 'merchant') = (customer_id is not null)),
  constraint desk_needs_two_operators check (approved_by <> applied_by),
  constraint approval_is_complete check (case when approved_ms is null then approved_by is null else (approved_by is null) = (applied_by is null) end)
);

-- What a desk buys USDT for. Its price never changes: at another price another advert takes its place.
create table ledger.advert (
  advert_id bigint generated always as identity primary key,
  desk_id bigint not null,
  desk_kind ledger.desk_kind not null,
  -- Null where the ledger published it itself.
  request_id uuid unique,
  -- In 10^-6 USD for one USDT, of at most four decimals.
  unit_price bigint not null check (unit_price > 0 and unit_price % 100 = 0),
  total bigint not null check (total > 0),
  minimum bigint not null check (minimum > 0),
  maximum bigint not null,
  is_auto boolean not null,
  -- Keeps an automatic advert so far below what a swap pays, in hundredths of a percent.
  below_bid_bps integer check (below_bid_bps between 1 and 1000),
  published_ms bigint not null,
  published_by bigint references operator.account,
  -- Of the desk's USD.
  account_id bigint not null references ledger.account,
  stripe smallint not null references ledger.stripe,
  remaining bigint not null,
  -- What of the desk's USD is held for what remains. What is held for sales in progress stands with the sales.
  reserved bigint not null check (reserved >= 0),
  closed_ms bigint,
  successor_id bigint references ledger.advert,
  foreign key (desk_id, desk_kind) references ledger.desk (desk_id, kind),
  constraint limits_of_a_sale check (maximum between minimum and total),
  constraint never_more_than_there_is check (remaining between 0 and total),
  constraint only_the_house_is_automatic check (not is_auto or desk_kind = 'house'),
  constraint only_automatic_ones_follow check (below_bid_bps is null or is_auto),
  constraint open_advert_is_covered check (closed_ms is not null or reserved::numeric * 1000000 >= remaining::numeric * unit_price),
  constraint closed_advert_holds_nothing check (closed_ms is null or reserved = 0),
  constraint only_closed_ones_are_followed check (successor_id is null or closed_ms is not null)
) with (fillfactor = 50);
create index advert_open on ledger.advert (unit_price desc, advert_id) where closed_ms is null;
create index advert_of_desk on ledger.advert (desk_id, advert_id);

create table ledger.sale (
  sale_id bigint generated always as identity primary key,
  customer_id bigint not null,
  request_id uuid not null,
  advert_id bigint not null references ledger.advert,
  desk_id bigint not null,
  quantity bigint not null check (quantity > 0),
  unit_price bigint not null check (unit_price > 0),
  total bigint not null check (total > 0),
  -- What rounding down kept from the customer, in 10^-12 USD: always less than one unit.
  rounded_off integer not null check (rounded_off between 0 and 999999),
  is_auto boolean not null,
  usdt_account bigint not null,
  -- Null where it never stood in escrow.
  escrow_account bigint,
  usd_account bigint not null,
  usdt_stripe smallint not null,
  usd_stripe smallint not null,
  state ledger.sale_state not null default 'in-progress',
  created_ms bigint not null,
  lapses_ms bigint check (lapses_ms > created_ms),
  -- The batch that took the USDT, the one that ended the sale in USDT, and the one that moved or freed the desk's USD.
  asked_seq bigint not null,
  ended_ms bigint,
  ended_seq bigint,
  usd_seq bigint,
  confirmed_by bigint references operator.account,
  unique (request_id, customer_id),
  constraint rounded_against_the_seller check (quantity::numeric * unit_price = total::numeric * 1000000 + rounded_off),
  constraint automatic_sales_are_done_at_once check (
    case when is_auto then state = 'completed' and num_nonnulls(escrow_account, lapses_ms, confirmed_by) = 0
      else num_nulls(escrow_account, lapses_ms) = 0 end),
  constraint ended_sale_is_complete check (case state
    when 'in-progress' then num_nonnulls(ended_ms, ended_seq, usd_seq, confirmed_by) = 0
    when 'completed' then num_nulls(ended_ms, ended_seq, usd_seq) = 0 and (confirmed_by is null) = is_auto
    else num_nulls(ended_ms, ended_seq) = 0 and confirmed_by is null and ended_ms >= lapses_ms end)
) with (fillfactor = 80);
create index sale_of_customer on ledger.sale (customer_id, sale_id desc);
create index sale_of_advert on ledger.sale (advert_id) include (quantity, total, state);
create index sale_waiting on ledger.sale (lapses_ms, sale_id) where state = 'in-progress';
create index sale_waiting_of_desk on ledger.sale (desk_id, lapses_ms) where state = 'in-progress';
create index sale_in_escrow on ledger.sale (escrow_account) where state = 'in-progress';

create function ledger.require_sale_step() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_moving constant text[] := array['state', 'ended_ms', 'ended_seq', 'usd_seq', 'confirmed_by'];
begin
  if old.state <> 'in-progress' or new.state = 'in-progress' or (to_jsonb(new) - v_moving) is distinct from (to_jsonb(old) - v_moving) then
    raise exception 'a sale is only ever ended, once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create function ledger.require_advert_step() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if (new.advert_id, new.desk_id, new.desk_kind, new.request_id, new.unit_price, new.total, new.minimum, new.maximum, new.is_auto,
      new.below_bid_bps, new.published_ms, new.published_by, new.account_id, new.stripe)
    is distinct from (old.advert_id, old.desk_id, old.desk_kind, old.request_id, old.unit_price, old.total, old.minimum, old.maximum, old.is_auto,
      old.below_bid_bps, old.published_ms, old.published_by, old.account_id, old.stripe)
    or (old.successor_id is not null and (new.successor_id is distinct from old.successor_id or new.closed_ms is null)) then
    raise exception 'what was published never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create function ledger.require_desk_approval() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if old.approved_ms is not null
    or (to_jsonb(new) - array['approved_by', 'approved_ms']) is distinct from (to_jsonb(old) - array['approved_by', 'approved_ms']) then
    raise exception 'a desk is only ever approved, once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;

create trigger sale_ends_once before update on ledger.sale for each row execute function ledger.require_sale_step();
create trigger sale_is_kept before delete or truncate on ledger.sale for each statement execute function ledger.refuse_change();
create trigger advert_stays_as_published before update on ledger.advert for each row execute function ledger.require_advert_step();
create trigger advert_is_kept before delete or truncate on ledger.advert for each statement execute function ledger.refuse_change();
create trigger desk_is_approved_once before update on ledger.desk for each row execute function ledger.require_desk_approval();
create trigger desk_is_kept before delete or truncate on ledger.desk for each statement execute function ledger.refuse_change();

-- The canonical bytes of an advert as it was published, of a sale as it was asked for, and as it ended: what hashes of batches cover.
create function ledger.advert_bytes(a ledger.advert) returns bytea
language sql stable
return int8send(a.advert_id) || int8send(a.desk_id) || int8send(a.unit_price) || int8send(a.total) || int8send(a.minimum) || int8send(a.maximum)
  || boolsend(a.is_auto) || int4send(coalesce(a.below_bid_bps, 0)) || int8send(a.published_ms) || int8send(coalesce(a.published_by, 0));
create function ledger.sale_asked_bytes(s ledger.sale) returns bytea
language sql stable
return int8send(s.sale_id) || int8send(s.customer_id) || uuid_send(s.request_id) || int8send(s.advert_id) || int8send(s.quantity)
  || int8send(s.unit_price) || int8send(s.total) || boolsend(s.is_auto) || int8send(s.created_ms) || int8send(coalesce(s.lapses_ms, 0));
create function ledger.sale_ended_bytes(s ledger.sale) returns bytea
language sql stable
return ledger.sale_asked_bytes(s) || convert_to(s.state::text, 'UTF8') || int8send(s.ended_ms) || int8send(coalesce(s.confirmed_by, 0));

-- What an advert may cost, rounded up; null where that is more than any account could hold.
create function ledger.advert_cost(p_quantity bigint, p_unit_price bigint) returns bigint
language sql immutable
return case when p_quantity::numeric * p_unit_price < 9e21 then ceil(p_quantity::numeric * p_unit_price / 1000000)::bigint end;

-- Opens a desk's accounts, empty.
create function ledger.open_desk(p_desk_id bigint) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  insert into ledger.account (owner_id, kind, asset) values (p_desk_id, 'desk', 1), (p_desk_id, 'desk', 2) on conflict do nothing
$$;

revoke all on function ledger.advert_bytes(ledger.advert), ledger.sale_asked_bytes(ledger.sale), ledger.sale_ended_bytes(ledger.sale),
  ledger.advert_cost(bigint, bigint), ledger.open_desk(bigint), ledger.require_sale_step(), ledger.require_advert_step(),
  ledger.require_desk_approval() from public;
grant select on ledger.floor_setting, ledger.desk, ledger.advert, ledger.sale to candor_app;
grant execute on function
  -- Pure renderings of rows, for the checker.
  ledger.advert_bytes(ledger.advert), ledger.sale_asked_bytes(ledger.sale), ledger.sale_ended_bytes(ledger.sale)
to candor_app;
