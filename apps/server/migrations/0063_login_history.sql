-- When somebody logged in to an account, or failed to, and when its password was last changed.
-- Failures of accounts that do not exist are not recorded: there is nobody to show them to.

create table identity.login (
  login_id bigint generated always as identity primary key,
  customer_id bigint not null references identity.customer,
  outcome text not null check (outcome in ('logged-in', 'wrong-password', 'disabled')),
  device text not null check (length(device) <= 200),
  -- Coarse: enough to recognise oneself, too little to be found by.
  network text,
  at_ms bigint not null
);
create index login_of_customer on identity.login (customer_id, login_id desc);
create index login_by_time on identity.login (at_ms);

-- Null until it is changed for the first time.
alter table identity.customer add column password_changed_ms bigint;

grant select, insert, delete on identity.login to candor_app;
