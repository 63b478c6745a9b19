grant usage on schema support to candor_app;
grant select on
  support.canned_answer,
  support.conversation,
  support.deletion,
  support.image,
  support.message,
  support.note,
  support.presence,
  support.rating,
  support.setting,
  support.visit,
  support.wait
to candor_app;
grant select, insert, delete on support.ticket, support.token to candor_app;
grant insert (
  image_id, customer_id, operator_id, object_id, digest, width_px, height_px, created_ms
) on support.image to candor_app;
grant execute on function
  support.add_note,
  support.agent_read,
  support.answer,
  support.assist,
  support.begin_visit,
  support.change_setting,
  support.claim,
  support.close,
  support.customer_read,
  support.end_visits,
  support.forget_due,
  support.forget_image,
  support.introduce,
  support.is_on_duty,
  support.is_open,
  support.look_visit,
  support.next_open_ms,
  support.post,
  support.post_visit,
  support.put_canned,
  support.rate,
  support.remove_canned,
  support.see_desk,
  support.set_duty,
  support.transfer
to candor_app;
