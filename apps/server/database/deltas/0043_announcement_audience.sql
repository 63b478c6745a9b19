-- Whom an announcement addresses, and the screen of the app to which it leads. Earlier ones address everybody.
alter table operator.announcement
  add column audience text not null default 'everyone'
    check (audience in ('everyone', 'verified', 'traders', 'interest', 'merchants')),
  add column link_page text check (link_page in ('market', 'instrument', 'recharge', 'withdrawal', 'swap', 'interest',
    'floor', 'identity', 'terms', 'risks', 'help')),
  add column link_symbol text check (length(link_symbol) between 1 and 20),
  -- The public status page shows planned work to everybody.
  add constraint work_is_for_everyone check (kind <> 'work' or audience = 'everyone'),
  add constraint link_of_instrument_names_one check (
    (link_page is not distinct from 'instrument') = (link_symbol is not null));
alter table operator.announcement alter column audience drop default;

alter table operator.announcement_proposal
  add column audience text not null default 'everyone'
    check (audience in ('everyone', 'verified', 'traders', 'interest', 'merchants')),
  add column link_page text check (link_page in ('market', 'instrument', 'recharge', 'withdrawal', 'swap', 'interest',
    'floor', 'identity', 'terms', 'risks', 'help')),
  add column link_symbol text check (length(link_symbol) between 1 and 20),
  add constraint proposed_work_is_for_everyone check (kind <> 'work' or audience = 'everyone'),
  add constraint proposed_link_of_instrument_names_one check (
    (link_page is not distinct from 'instrument') = (link_symbol is not null));
alter table operator.announcement_proposal alter column audience drop default;
