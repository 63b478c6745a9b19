-- The sandbox's outbox: mail that would have been sent. Nothing is written here in live mode.
create schema mail;

create table mail.outbox (
  mail_id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  code text,
  sent_ms bigint not null
);
create index outbox_of_recipient on mail.outbox (recipient, mail_id desc);
