grant usage on schema transparency to candor_app, candor_log;
grant select on transparency.log, transparency.leaf_of_batch, transparency.leaf_of_record to candor_app, candor_log;
grant select on transparency.event, transparency.key_change to candor_app, candor_log;
grant select on transparency.witness, transparency.witness_policy, transparency.cosigned_checkpoint
to candor_app, candor_log;
grant select on transparency.cosignature to candor_app, candor_log;
grant select on transparency.kept_checkpoint to candor_app, candor_log;
grant select on transparency.kept_cosigned, transparency.signed_time to candor_app;
grant select on transparency.item_root to candor_log;
grant select on transparency.difference to candor_app, candor_log;
grant execute on function
  transparency.announce_acceptance_key, transparency.customer_secrets, transparency.remember_items
to candor_app;
grant execute on function
  transparency.advance,
  transparency.announce_key,
  transparency.append_events,
  transparency.begin_sealing,
  transparency.customer_secrets,
  transparency.end_lease,
  transparency.hold_lease,
  transparency.keep_cosignature,
  transparency.list_witnesses,
  transparency.open_shard,
  transparency.report_differences
to candor_log;
