grant select on operator.announcement, operator.announcement_proposal to candor_app;
grant execute on function
  operator.decide_announcement,
  operator.end_announcement,
  operator.propose_announcement
to candor_app;
