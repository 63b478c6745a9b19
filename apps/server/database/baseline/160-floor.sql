-- The trading floor: merchants that buy USDT, their adverts, and the sales into them. The rules are constraints: an
-- advert's possible cost in USD is held, nothing is sold twice, and what rounding keeps is recorded.

create schema floor;

create type floor.desk_kind as enum ('house', 'merchant');
create type floor.sale_state as enum ('in-progress', 'completed', 'closed');

-- Set by the owner only.
create table floor.floor_setting (
  singleton boolean primary key default true check (singleton),
  -- A sale not confirmed within this time lapses.
  lapse_ms bigint not null check (lapse_ms > 0)
);
insert into floor.floor_setting (lapse_ms) values (15 * 60000);

-- The buyers. A merchant is a customer; the house's own desk belongs to no customer. Those of the seed were approved by
-- the owner.
create table floor.desk (
  desk_id bigint generated always as identity primary key,
  name text not null check (length(name) between 2 and 40),
  kind floor.desk_kind not null,
  customer_id bigint unique check (customer_id > 0),
  applied_by bigint references operator.account,
  applied_ms bigint not null,
  approved_by bigint references operator.account,
  approved_ms bigint,
  unique (desk_id, kind),
  constraint merchants_are_customers check ((kind = 'merchant') = (customer_id is not null)),
  constraint desk_needs_two_operators check (approved_by <> applied_by),
  constraint approval_is_complete check (case when approved_ms is null then approved_by is null
    else (approved_by is null) = (applied_by is null) end)
);

-- An offer to buy USDT. Its price never changes: another price requires another advert.
create table floor.advert (
  advert_id bigint generated always as identity primary key,
  desk_id bigint not null,
  desk_kind floor.desk_kind not null,
  -- Null where the ledger published it itself.
  request_id uuid unique,
  -- In 10^-6 USD for one USDT, of at most four decimals.
  unit_price bigint not null check (unit_price > 0 and unit_price % 100 = 0),
  total bigint not null check (total > 0),
  minimum bigint not null check (minimum > 0),
  maximum bigint not null,
  is_auto boolean not null,
  -- Keeps an automatic advert this far below the swap price, in hundredths of a percent.
  below_bid_bps integer check (below_bid_bps between 1 and 1000),
  published_ms bigint not null,
  published_by bigint references operator.account,
  -- Of the desk's USD.
  account_id bigint not null references ledger.account,
  stripe smallint not null references ledger.stripe,
  remaining bigint not null,
  -- The merchant's USD held for the remaining quantity. What is held for sales in progress is stored with the sales.
  reserved bigint not null check (reserved >= 0),
  closed_ms bigint,
  successor_id bigint references floor.advert,
  foreign key (desk_id, desk_kind) references floor.desk (desk_id, kind),
  constraint limits_of_a_sale check (maximum between minimum and total),
  constraint never_more_than_there_is check (remaining between 0 and total),
  constraint only_the_house_is_automatic check (not is_auto or desk_kind = 'house'),
  constraint only_automatic_ones_follow check (below_bid_bps is null or is_auto),
  constraint open_advert_is_covered check (closed_ms is not null
    or reserved::numeric * 1000000 >= remaining::numeric * unit_price),
  constraint closed_advert_holds_nothing check (closed_ms is null or reserved = 0),
  constraint only_closed_ones_are_followed check (successor_id is null or closed_ms is not null)
) with (fillfactor = 50);
create index advert_open on floor.advert (unit_price desc, advert_id) where closed_ms is null;
create index advert_of_desk on floor.advert (desk_id, advert_id);

create table floor.sale (
  sale_id bigint generated always as identity primary key,
  customer_id bigint not null,
  request_id uuid not null,
  advert_id bigint not null references floor.advert,
  desk_id bigint not null,
  quantity bigint not null check (quantity > 0),
  unit_price bigint not null check (unit_price > 0),
  total bigint not null check (total > 0),
  -- What rounding down kept from the customer, in 10^-12 USD: always less than one unit.
  rounded_off integer not null check (rounded_off between 0 and 999999),
  is_auto boolean not null,
  usdt_account bigint not null,
  -- Null if it never was in escrow.
  escrow_account bigint,
  usd_account bigint not null,
  usdt_stripe smallint not null,
  usd_stripe smallint not null,
  state floor.sale_state not null default 'in-progress',
  created_ms bigint not null,
  lapses_ms bigint check (lapses_ms > created_ms),
  -- The batch that took the USDT, the one that ended the sale in USDT, and the one that moved or released the
  -- merchant's USD.
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
create index sale_of_customer on floor.sale (customer_id, sale_id desc);
create index sale_of_advert on floor.sale (advert_id) include (quantity, total, state);
create index sale_waiting on floor.sale (lapses_ms, sale_id) where state = 'in-progress';
create index sale_waiting_of_desk on floor.sale (desk_id, lapses_ms) where state = 'in-progress';
create index sale_in_escrow on floor.sale (escrow_account) where state = 'in-progress';

-- The result of one request: 'sold', 'repeated' or the name of a refusal. The first two name the sale.
create type floor.sale_answer as (request_index integer, outcome text, sale_id bigint);

create table floor.desk_funding (
  funding_id bigint generated always as identity primary key,
  request_id uuid not null unique,
  desk_id bigint not null references floor.desk,
  -- Of the desk's USD.
  account_id bigint not null references ledger.account,
  amount bigint not null check (amount between 1 and 1000000000000000),
  -- Of the payment, as the bank names it.
  reference text not null check (length(reference) between 3 and 140),
  note text not null check (length(note) between 3 and 500),
  proposed_by bigint not null references operator.account,
  proposed_ms bigint not null,
  state text not null default 'proposed' check (state in ('proposed', 'booked', 'rejected')),
  decided_by bigint references operator.account,
  decided_ms bigint,
  transfer_id bigint unique references ledger.transfer,
  constraint funding_needs_two_operators check (state <> 'booked' or decided_by <> proposed_by),
  constraint decided_funding_is_complete check (
    (state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_ms is null)
      and (state = 'booked') = (transfer_id is not null))
);

-- A payment is booked to one merchant, once.
create unique index desk_funding_reference on floor.desk_funding (reference) where state <> 'rejected';
create index desk_funding_of_desk on floor.desk_funding (desk_id, funding_id);
