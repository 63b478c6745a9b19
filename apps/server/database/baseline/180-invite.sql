-- Rewards for invitations.

create schema invite;

-- Set by the owner only: an inviter's reward for each customer who becomes verified from now on (zero: nothing), and
-- its maximum number.
create table invite.invite_setting (
  singleton boolean primary key default true check (singleton),
  asset smallint not null check (asset in (1, 2)),
  amount bigint not null check (amount between 0 and 1000000000),
  most_per_inviter integer not null check (most_per_inviter between 1 and 10000)
);
insert into invite.invite_setting (asset, amount, most_per_inviter) values (2, 0, 100);

-- One promise per invited customer, and when it was paid.
create table invite.invite_reward (
  invited_id bigint primary key check (invited_id > 0),
  inviter_id bigint not null check (inviter_id > 0 and inviter_id <> invited_id),
  asset smallint not null check (asset in (1, 2)),
  amount bigint not null check (amount > 0),
  stripe smallint not null references ledger.stripe,
  promised_ms bigint not null,
  paid_ms bigint check (paid_ms >= promised_ms),
  seq bigint,
  constraint paid_reward_has_its_batch check ((paid_ms is null) = (seq is null))
);
create index invite_reward_due on invite.invite_reward (stripe, promised_ms, invited_id) include (amount)
  where paid_ms is null;
create index invite_reward_of_inviter on invite.invite_reward (inviter_id);

-- An inviter whose reward was paid, and its data for their sockets.
create type invite.rewarded as (inviter_id bigint, invite_code text);
