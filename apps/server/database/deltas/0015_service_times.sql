-- What is promised to every customer beside withdrawals and identity checks: how soon a contract is settled after its
-- end, a conversation gets its first answer in opening hours, and a booking is signed in the log of events.
create table conduct.promise (
  name text primary key check (name in ('settled', 'answered', 'logged')),
  within_ms bigint not null check (within_ms > 0)
);
insert into conduct.promise values ('settled', 5000), ('answered', 300000), ('logged', 10000);

-- Contracts by the UTC day of their settlement and the time from their end to it, in milliseconds, rounded up.
create table conduct.settled_time (
  day integer not null,
  within_ms integer not null check (within_ms > 0),
  contracts bigint not null check (contracts > 0),
  primary key (day, within_ms)
);

-- Batches of the ledger by the UTC day of the signature that covers them, and the time from the booking to it.
create table transparency.signed_time (
  day integer not null,
  within_ms integer not null check (within_ms > 0),
  batches bigint not null check (batches > 0),
  primary key (day, within_ms)
);

-- The sealer counts the batches between two heads of the log.
create index leaf_of_batch_by_leaf on transparency.leaf_of_batch (shard, leaf_index);
-- The public record counts the conversations of the last days only.
create index message_opening on support.message (at_ms) where (body ->> 'event') = 'waiting';
