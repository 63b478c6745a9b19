-- An operator's advert stands near the official price, or two operators stand for it.
alter table floor.floor_setting
  -- How far from the official price one operator may publish, in hundredths of a percent.
  add column band_bps integer not null default 100 check (band_bps between 1 and 1000);
alter table floor.floor_setting alter column band_bps drop default;

alter table floor.advert
  -- Of one USDT in 10^-6 USD when it was published, and the band then. Null for those of the ledger, and earlier ones.
  add column official_price bigint check (official_price > 0),
  add column band_bps integer check (band_bps > 0),
  -- The second operator, of an advert that was proposed.
  add column approved_by bigint references operator.account,
  add constraint judged_by_price_and_band check (num_nulls(official_price, band_bps) in (0, 2)),
  add constraint outside_the_band_needs_two check (approved_by is not null or band_bps is null
    or abs(unit_price - official_price)::numeric * 10000 <= official_price::numeric * band_bps),
  add constraint advert_approvers_differ check (approved_by <> published_by);

-- An advert that one operator proposes and another one publishes.
create table floor.advert_proposal (
  proposal_id bigint generated always as identity primary key,
  request_id uuid not null unique,
  merchant_id bigint not null references floor.merchant,
  unit_price bigint not null check (unit_price > 0 and unit_price % 100 = 0),
  total bigint not null check (total > 0),
  minimum bigint not null check (minimum > 0),
  maximum bigint not null check (maximum between minimum and total),
  is_auto boolean not null,
  -- When it was proposed.
  official_price bigint not null check (official_price > 0),
  note text not null check (length(note) between 3 and 500),
  proposed_by bigint not null references operator.account,
  proposed_ms bigint not null,
  state text not null default 'proposed' check (state in ('proposed', 'published', 'rejected')),
  decided_by bigint references operator.account,
  decided_ms bigint,
  advert_id bigint unique references floor.advert,
  constraint proposed_advert_needs_two_operators check (state <> 'published' or decided_by <> proposed_by),
  constraint decided_advert_is_complete check (
    (state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_ms is null)
      and (state = 'published') = (advert_id is not null))
);
create index advert_proposal_of_merchant on floor.advert_proposal (merchant_id, proposal_id);
