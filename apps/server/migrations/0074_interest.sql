-- The interest wallet: what is offered, in versions, and the orders of customers. What was ordered keeps the version that it was ordered
-- under. Its full interest is held by the house from the first moment on, so that what was promised is there at its expiry.

-- Simple interest on days of 86,400 seconds, rounded down. The rate is in millionths of the amount for each day.
create function ledger.interest_of(p_amount bigint, p_daily_rate_ppm integer, p_duration_ms bigint) returns bigint
language sql immutable
return floor(p_amount::numeric * p_daily_rate_ppm * p_duration_ms / (1000000 * 86400000::numeric))::bigint;

create table ledger.interest_product (
  product_id bigint generated always as identity primary key,
  asset smallint not null check (asset in (1, 2)),
  duration_ms bigint not null check (duration_ms between 60000 and 31622400000),
  version integer not null check (version > 0),
  is_open boolean not null,
  daily_rate_ppm integer not null check (daily_rate_ppm between 1 and 10000),
  minimum bigint not null check (minimum > 0),
  maximum bigint not null,
  created_ms bigint not null,
  unique (asset, duration_ms, version),
  unique (product_id, asset, duration_ms, daily_rate_ppm),
  check (maximum between minimum and 1000000000000000),
  constraint least_amount_earns check (ledger.interest_of(minimum, daily_rate_ppm, duration_ms) > 0)
);

create type ledger.term_state as enum ('earning', 'matured', 'redeemed');

create table ledger.term (
  term_id bigint generated always as identity primary key,
  customer_id bigint not null,
  request_id uuid not null,
  product_id bigint not null,
  account_id bigint not null references ledger.account,
  term_account_id bigint not null references ledger.account,
  stripe smallint not null references ledger.stripe,
  asset smallint not null,
  amount bigint not null check (amount > 0),
  duration_ms bigint not null,
  daily_rate_ppm integer not null,
  interest bigint not null check (interest > 0),
  state ledger.term_state not null default 'earning',
  start_ms bigint not null,
  expires_ms bigint not null,
  ended_ms bigint,
  redeem_request_id uuid,
  -- The batches that took the amount in and gave it back.
  opened_seq bigint not null,
  ended_seq bigint,
  unique (customer_id, request_id),
  unique (customer_id, redeem_request_id),
  foreign key (product_id, asset, duration_ms, daily_rate_ppm)
    references ledger.interest_product (product_id, asset, duration_ms, daily_rate_ppm),
  constraint interest_follows_from_the_product check (interest = ledger.interest_of(amount, daily_rate_ppm, duration_ms)),
  constraint expiry_follows_from_the_product check (expires_ms = start_ms + duration_ms),
  constraint ended_once check (num_nonnulls(ended_ms, ended_seq) = case when state = 'earning' then 0 else 2 end),
  constraint matured_at_its_expiry check (state <> 'matured' or ended_ms >= expires_ms),
  constraint redeemed_before_its_expiry check (state <> 'redeemed' or ended_ms < expires_ms),
  constraint redeemed_on_request check ((state = 'redeemed') = (redeem_request_id is not null))
) with (fillfactor = 80);
create index term_of_customer on ledger.term (customer_id, term_id desc);
create index term_due on ledger.term (stripe, expires_ms, term_id) where state = 'earning';
create index term_earning_of_account on ledger.term (term_account_id) where state = 'earning';

create function ledger.require_term_step() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_moving constant text[] := array['state', 'ended_ms', 'redeem_request_id', 'ended_seq'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'earning' or not exists (
      select from ledger.interest_product as p where p.product_id = new.product_id and new.amount between p.minimum and p.maximum) then
      raise exception 'an interest order begins as its product says' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if old.state <> 'earning' or new.state = 'earning' or (to_jsonb(new) - v_moving) is distinct from (to_jsonb(old) - v_moving) then
    raise exception 'an interest order is only ever ended, once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger term_ends_once before insert or update on ledger.term for each row execute function ledger.require_term_step();
create trigger term_is_kept before delete or truncate on ledger.term for each statement execute function ledger.refuse_change();
create trigger interest_product_is_kept before update or delete or truncate on ledger.interest_product
  for each statement execute function ledger.refuse_change();

-- The canonical bytes of an interest order as it was opened, and as it ended: what the hashes of its two batches cover.
create function ledger.term_opened_bytes(t ledger.term) returns bytea
language sql stable
return int8send(t.term_id) || int8send(t.customer_id) || uuid_send(t.request_id) || int8send(t.product_id) || int2send(t.asset)
  || int8send(t.amount) || int8send(t.interest) || int8send(t.start_ms) || int8send(t.expires_ms);
create function ledger.term_ended_bytes(t ledger.term) returns bytea
language sql stable
return int8send(t.term_id) || convert_to(t.state::text, 'UTF8') || int8send(t.amount)
  || int8send(case when t.state = 'matured' then t.interest else 0 end) || int8send(t.ended_ms)
  || sha256(convert_to(coalesce(t.redeem_request_id::text, ''), 'UTF8'));

revoke all on function
  ledger.interest_of(bigint, integer, bigint),
  ledger.require_term_step(),
  ledger.term_opened_bytes(ledger.term),
  ledger.term_ended_bytes(ledger.term)
from public;
grant select on ledger.interest_product, ledger.term to candor_app;
grant execute on function
  -- Pure: of numbers, and of rows for the checker.
  ledger.interest_of(bigint, integer, bigint),
  ledger.term_opened_bytes(ledger.term),
  ledger.term_ended_bytes(ledger.term)
to candor_app;
