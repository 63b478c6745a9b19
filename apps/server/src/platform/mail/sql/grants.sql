grant usage on schema mail to candor_app;
grant select, insert, delete on mail.outbox to candor_app;
