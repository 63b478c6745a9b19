-- Notifications of devices. The inbox keeps every message to a customer; a push only points to it
-- (docs/notifications-and-installed-app.md).
create schema push;

-- A browser's push endpoint for one sign-in: signing out ends it.
create table push.subscription (
  session_id bigint primary key references identity.session on delete cascade,
  customer_id bigint not null references identity.customer,
  -- One per browser, even when another customer signs in on it.
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- The browser's keys (RFC 8291): its point on P-256 and its authentication secret.
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 40),
  kinds text[] not null
    check (kinds <@ array['settlement', 'decision', 'withdrawal', 'recharge', 'message', 'announcement']
      and cardinality(kinds) <= 6),
  shows_amounts boolean not null,
  lang text not null check (lang ~ '^[a-z]{2}$'),
  -- Earlier events are not pushed.
  created_ms bigint not null
);
create index subscription_of_customer on push.subscription (customer_id);

-- One row for each thing of an inbox and each device: found once, and sent at most once.
create table push.delivery (
  session_id bigint not null references push.subscription on delete cascade,
  source text not null check (source in ('order', 'decision', 'announcement')),
  item_id bigint not null,
  -- 'sending' deliveries of a process that died may or may not have been sent, so they are not sent again.
  state text not null check (state in ('waiting', 'sending', 'sent', 'given-up')),
  attempts smallint not null default 0,
  due_ms bigint not null,
  happened_ms bigint not null,
  primary key (session_id, source, item_id)
);
create index delivery_due on push.delivery (due_ms) where state = 'waiting';
create index delivery_by_age on push.delivery (happened_ms);

-- Up to when inboxes were looked through: one row.
create table push.progress (
  is_only boolean primary key default true check (is_only),
  seen_ms bigint not null
);
insert into push.progress (seen_ms) values ((extract(epoch from clock_timestamp()) * 1000)::bigint);
