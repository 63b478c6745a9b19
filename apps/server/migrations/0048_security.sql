-- What guards a customer's money beside the login: the payment password, and the time for which withdrawals are held after a reset.

create schema security;
grant usage on schema security to candor_app;

create table security.payment_password (
  customer_id bigint primary key references identity.customer,
  -- argon2id of an HMAC whose key is not in the database: six digits alone would be guessed from any hash.
  password_hash text not null check (password_hash like '$argon2id$%'),
  -- Attempts that did not turn out right, counted before they are verified. At five nothing is verified any more.
  failures smallint not null default 0 check (failures between 0 and 5),
  set_ms bigint not null
);

create table security.withdrawal_hold (
  customer_id bigint primary key references identity.customer,
  until_ms bigint not null
);

-- A hold is only ever made longer: whoever calls again with less changes nothing.
create function security.hold_withdrawals(p_customer_id bigint, p_until_ms bigint) returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into security.withdrawal_hold as hold (customer_id, until_ms) values (p_customer_id, p_until_ms)
  on conflict (customer_id) do update set until_ms = greatest(hold.until_ms, excluded.until_ms)
$$;

-- Until when this customer's withdrawals wait; 0 where they do not.
create function security.withdrawals_held_until_ms(p_customer_id bigint) returns bigint
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce((select until_ms from security.withdrawal_hold where customer_id = p_customer_id), 0)
$$;

revoke all on function security.hold_withdrawals(bigint, bigint), security.withdrawals_held_until_ms(bigint) from public;
grant execute on function security.hold_withdrawals(bigint, bigint), security.withdrawals_held_until_ms(bigint) to candor_app;
grant select, insert, update on security.payment_password to candor_app;
