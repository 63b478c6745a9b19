grant usage on schema floor to candor_app;
grant select on
  floor.advert,
  floor.advert_proposal,
  floor.advert_terms,
  floor.advert_terms_proposal,
  floor.floor_setting,
  floor.merchant,
  floor.merchant_application,
  floor.merchant_funding,
  floor.sale
to candor_app;
grant execute on function
  floor.add_merchant,
  floor.advert_bytes,
  floor.apply_as_merchant,
  floor.approve_application,
  floor.approve_merchant,
  floor.close_own_advert,
  floor.confirm_sale,
  floor.decide_advert,
  floor.decide_merchant_funding,
  floor.follow_bid,
  floor.lapse_sale,
  floor.propose_advert,
  floor.propose_advert_terms,
  floor.propose_merchant_funding,
  floor.publish_advert,
  floor.publish_own_advert,
  floor.refuse_application,
  floor.sale_asked_bytes,
  floor.sale_ended_bytes,
  floor.sell_to_advert,
  floor.set_advert_open
to candor_app;
