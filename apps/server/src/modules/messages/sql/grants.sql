grant usage on schema message to candor_app;
grant select on message.message, message.read_mark, message.reader to candor_app;
grant execute on function
  message.add,
  message.announcements_of,
  message.group_of,
  message.mark_all_read,
  message.mark_read,
  message.unread_count
to candor_app;
