grant usage on schema floor to candor_app;
grant select on floor.advert, floor.desk, floor.desk_funding, floor.floor_setting, floor.sale to candor_app;
grant execute on function
  floor.add_desk,
  floor.advert_bytes,
  floor.approve_desk,
  floor.confirm_sale,
  floor.decide_desk_funding,
  floor.follow_bid,
  floor.lapse_sale,
  floor.propose_desk_funding,
  floor.publish_advert,
  floor.sale_asked_bytes,
  floor.sale_ended_bytes,
  floor.sell_to_advert,
  floor.set_advert_open
to candor_app;
