-- The name that a customer shows to people who enter their invitation code. Without a row they stay masked.
create table invite.shown_name (
  customer_id bigint primary key references identity.customer,
  name text not null check (length(name) between 2 and 30)
);
