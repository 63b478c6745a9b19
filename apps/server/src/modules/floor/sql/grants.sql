grant select on ledger.advert, ledger.desk, ledger.desk_funding, ledger.floor_setting, ledger.sale to candor_app;
grant execute on function
  ledger.add_desk,
  ledger.advert_bytes,
  ledger.approve_desk,
  ledger.confirm_desk_funding,
  ledger.confirm_sale,
  ledger.follow_bid,
  ledger.lapse_sale,
  ledger.propose_desk_funding,
  ledger.publish_advert,
  ledger.reject_desk_funding,
  ledger.sale_asked_bytes,
  ledger.sale_ended_bytes,
  ledger.sell_to_advert,
  ledger.set_advert_open
to candor_app;
