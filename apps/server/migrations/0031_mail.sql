-- The sandbox's outbox: what would have been mailed. In live mode nothing is written here.
create schema mail;
grant usage on schema mail to candor_app;

create table mail.outbox (
  mail_id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  code text,
  sent_ms bigint not null
);
create index outbox_of_recipient on mail.outbox (recipient, mail_id desc);

grant select, insert, delete on mail.outbox to candor_app;
