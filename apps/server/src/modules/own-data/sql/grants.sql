grant usage on schema own_data to candor_app;
grant select on own_data.archive to candor_app;
grant execute on function
  own_data.archives_to_destroy,
  own_data.finish_archive,
  own_data.forget_archive,
  own_data.kept_ms,
  own_data.pause_ms,
  own_data.request_archive
to candor_app;
