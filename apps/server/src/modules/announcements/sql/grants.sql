grant select on operator.announcement to candor_app;
grant execute on function operator.announce, operator.end_announcement to candor_app;
