-- Contract orders, what the house owes on them, and refused requests.

create schema contract;

create type contract.direction as enum ('up', 'down');
create type contract.order_state as enum ('open', 'closed');
create type contract.order_result as enum ('won', 'lost', 'tie', 'void');
create type contract.void_reason as enum ('entry-not-open', 'no-exit-price', 'feed-changed');

create sequence contract.order_id as bigint;

-- Both slots are known when an order is stored; the entry price *is* the frame of the entry slot. One insert at
-- acceptance, one update at settlement. No foreign keys: placing derives each reference from the row itself, and four
-- checks per order would cost more than the order.
create table contract.contract_order (
  order_id bigint primary key default nextval('contract.order_id'),
  customer_id bigint not null,
  request_id uuid not null,
  account_id bigint not null,
  stripe smallint not null,
  asset smallint not null,
  instrument_id integer not null,
  terms_id bigint not null,
  duration_slots integer not null,
  direction contract.direction not null,
  stake bigint not null check (stake > 0),
  fee bigint not null check (fee >= 0),
  profit bigint not null check (profit > 0),
  seen_slot bigint not null,
  accepted_ms bigint not null,
  accepted_slot bigint not null,
  entry_slot bigint not null,
  exit_slot bigint not null,
  placed_seq bigint not null,
  state contract.order_state not null default 'open',
  result contract.order_result,
  void_reason contract.void_reason,
  entry_price bigint,
  exit_price bigint,
  -- The slot whose frame settled it: the exit slot, or the first open one after it.
  settled_slot bigint,
  net bigint,
  settled_ms bigint,
  settled_seq bigint,
  -- The key of a request is (customer, operation, requestId); this table is the operation. A request is looked up by
  -- its own id alone, the customer is compared: an index that begins with the customer is no better to the planner than
  -- the list of all of the customer's orders, while these are few.
  constraint contract_order_request unique (request_id, customer_id),
  check (entry_slot > accepted_slot and exit_slot = entry_slot + duration_slots),
  check (settled_slot between exit_slot and exit_slot + 20),
  constraint closed_order_is_complete check (
    case when state = 'open'
      then num_nonnulls(result, void_reason, entry_price, exit_price, settled_slot, net, settled_ms, settled_seq) = 0
      else num_nulls(result, net, settled_ms, settled_seq) = 0
        and (result = 'void') = (void_reason is not null)
        and (result = 'void' or num_nulls(entry_price, exit_price, settled_slot) = 0)
        and net = case result when 'won' then profit - fee when 'lost' then -(stake + fee) else 0 end
    end)
) with (fillfactor = 80);
create index contract_order_due on contract.contract_order (stripe, exit_slot, order_id) where state = 'open';
create index contract_order_void on contract.contract_order (asset, void_reason) where result = 'void';

-- The house's open payouts per instrument and asset, capped by the terms' max_open_payout.
create table contract.exposure (
  instrument_id integer not null references market.instrument,
  asset smallint not null,
  open_payout bigint not null default 0 check (open_payout >= 0),
  primary key (instrument_id, asset)
) with (fillfactor = 50);

-- Refused requests, kept 24 hours: a repeat of the same request returns the first refusal.
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
  primary key (request_id, customer_id)
);
create index refusal_age on contract.refusal (created_ms);
create index refusal_rate on contract.refusal (customer_id, created_ms);

-- The result of one request of a batch. `outcome` is 'accepted', 'repeated' (an earlier acceptance: order_id),
-- 'stripe-limit' (this stripe's bankroll is too small: try another; not stored), or the name of a refusal.
create type contract.placement as (request_index integer, outcome text, order_id bigint, opens_ms bigint,
  accepted_ms bigint, entry_slot bigint, fee bigint, profit bigint);
create type contract.settlement as (order_id bigint, customer_id bigint, result contract.order_result,
  void_reason contract.void_reason);

-- A customer's closed orders in settlement order, with the columns of day sums: sums and result lists are answered from
-- this index alone, however many orders there are.
create index contract_order_settled on contract.contract_order (customer_id, settled_ms, order_id)
  include (asset, result, stake, fee, net) where state = 'closed';

-- Ties and void contracts are few among many: their lists would otherwise walk through all the others.
create index contract_order_rare_result on contract.contract_order (customer_id, result, settled_ms, order_id)
  where result in ('tie', 'void');

-- The requests of a batch, each field an array in their order.
create type contract.order_batch as (
  customers bigint[], requests uuid[], instruments integer[], durations integer[], terms bigint[],
  directions contract.direction[], stakes bigint[], seen_slots bigint[]
);
create index contract_order_list on contract.contract_order (customer_id, state, order_id);
