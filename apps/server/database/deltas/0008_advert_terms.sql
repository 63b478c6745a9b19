-- The band of adverts is a version that one operator proposes and another one confirms, like the terms of swaps.
create table floor.advert_terms (
  version bigint generated always as identity primary key,
  -- How far from the official price one operator may publish, in hundredths of a percent.
  band_bps integer not null check (band_bps between 1 and 1000),
  created_ms bigint not null
);
insert into floor.advert_terms (band_bps, created_ms)
select band_bps, (extract(epoch from clock_timestamp()) * 1000)::bigint from floor.floor_setting;
alter table floor.floor_setting drop column band_bps;

create table floor.advert_terms_proposal (
  proposal_id bigint generated always as identity primary key,
  band_bps integer not null check (band_bps between 1 and 1000),
  -- The version that it would follow.
  follows bigint not null references floor.advert_terms,
  note text not null check (length(note) between 3 and 500),
  proposed_by bigint not null references operator.account,
  proposed_ms bigint not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'rejected')),
  decided_by bigint references operator.account,
  decided_ms bigint,
  -- The version that it became.
  version bigint unique references floor.advert_terms,
  constraint advert_terms_need_two_operators check (state <> 'confirmed' or decided_by <> proposed_by),
  constraint decided_terms_are_complete check (
    (state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_ms is null)
      and (state = 'confirmed') = (version is not null))
);
