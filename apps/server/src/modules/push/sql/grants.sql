grant usage on schema push to candor_app;
grant select, insert, update, delete on push.delivery, push.subscription to candor_app;
grant select on push.progress to candor_app;
grant update (seen_ms) on push.progress to candor_app;
