-- Accounts that their customers closed, and the small balances that these gave up.
alter type ledger.movement add value 'given-up';

-- 0 disabled by an operator, 1 enabled, 2 closed by its customer.
alter table identity.customer drop constraint customer_state_check;
alter table identity.customer add constraint customer_state_check check (state in (0, 1, 2));

create schema closing;

create table closing.closed_account (
  customer_id bigint primary key references identity.customer,
  closed_ms bigint not null
);

create table closing.given_up (
  customer_id bigint not null references closing.closed_account,
  asset smallint not null check (asset in (1, 2)),
  account_id bigint not null references ledger.account,
  amount bigint not null check (amount > 0),
  stripe smallint not null references ledger.stripe,
  seq bigint not null,
  at_ms bigint not null,
  primary key (customer_id, asset)
);
