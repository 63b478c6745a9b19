grant usage on schema kyc to candor_app;
grant select on kyc.photo_view, kyc.rule, kyc.submission to candor_app;
grant select, insert, delete on kyc.reserved_object to candor_app;
grant select (submission_id, side, width_px, height_px, sharpness, glare, destroyed_ms) on kyc.photo to candor_app;
grant update (acknowledged_ms) on kyc.submission to candor_app;
grant execute on function
  kyc.appeal,
  kyc.check_recovery,
  kyc.check_submission,
  kyc.decide,
  kyc.decisions,
  kyc.open_photo,
  kyc.photo_destroyed,
  kyc.photos_due,
  kyc.queue,
  kyc.recover,
  kyc.review_levels,
  kyc.stop_recovery,
  kyc.submit
to candor_app;
