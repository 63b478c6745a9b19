grant usage on schema market to candor_app, candor_log, candor_market;
grant select on
  market.entry_delay_change,
  market.halt,
  market.seed_commitment,
  market.setting,
  market.simulation_start
to candor_app;
grant select on
  market.candle,
  market.clock,
  market.frame,
  market.gap,
  market.instrument,
  market.session,
  market.source
to candor_app, candor_market;
grant execute on function
  market.decide_lift,
  market.halt_instrument,
  market.mean_tenths,
  market.request_lift,
  market.usdt_price,
  market.window_average
to candor_app;
grant execute on function
  market.commit_seed,
  market.end_lease,
  market.hold_lease,
  market.prune_ticks,
  market.publish_frame,
  market.reveal_seeds,
  market.set_entry_delays,
  market.store_history,
  market.store_minute,
  market.store_simulation_start,
  market.store_ticks,
  market.write_sessions
to candor_market;
grant select on market.clock, market.frame, market.gap, market.halt, market.instrument, market.seed_commitment,
  market.terms, market.tick_record to candor_log;
