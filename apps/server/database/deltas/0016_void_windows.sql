-- Contracts that were void because a window lacked prices, by the slots of that window: so that they stand beside the
-- outage that caused them.
create table conduct.void_window (
  instrument_id integer not null,
  reason contract.void_reason not null check (reason in ('entry-not-open', 'no-exit-price')),
  from_slot bigint not null,
  -- A window is at most an hour, so that those of a time are found by one range of the index.
  to_slot bigint not null check (to_slot between from_slot and from_slot + 7199),
  contracts bigint not null check (contracts > 0),
  -- What the customers' result would have been by the prices that were shown at entry and exit.
  house_gain bigint not null,
  primary key (instrument_id, reason, from_slot, to_slot)
);
create index void_window_by_slot on conduct.void_window (to_slot);
