-- A customer's application for a desk of their own on the trading floor. One operator endorses it and a second one
-- approves it, which makes the merchant; or one refuses it.
create table floor.merchant_application (
  application_id bigint generated always as identity primary key,
  customer_id bigint not null references identity.customer,
  request_id uuid not null,
  name text not null check (length(name) between 2 and 40),
  about text not null check (length(about) between 10 and 300),
  applied_ms bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'endorsed', 'approved', 'refused')),
  endorsed_by bigint references operator.account,
  endorsed_ms bigint,
  decided_by bigint references operator.account,
  decided_ms bigint,
  merchant_id bigint unique references floor.merchant,
  unique (customer_id, request_id),
  constraint application_needs_two_operators check (state <> 'approved' or decided_by <> endorsed_by),
  constraint endorsement_is_complete check ((endorsed_by is null) = (endorsed_ms is null)
    and case state when 'waiting' then endorsed_by is null when 'refused' then true else endorsed_by is not null end),
  constraint decided_application_is_complete check ((state in ('approved', 'refused')) = (decided_by is not null)
    and (decided_by is null) = (decided_ms is null) and (state = 'approved') = (merchant_id is not null))
);
create unique index one_open_application on floor.merchant_application (customer_id)
  where state in ('waiting', 'endorsed');
create index open_applications on floor.merchant_application (application_id) where state in ('waiting', 'endorsed');
