grant usage on schema message, inbox to candor_app;
grant select on message.message, message.read_mark, message.reader to candor_app;
grant execute on function
  message.add,
  inbox.announcements_of,
  message.group_of,
  inbox.is_addressed,
  inbox.mark_all_read,
  inbox.mark_read,
  inbox.reach_of,
  inbox.unread_count
to candor_app;
