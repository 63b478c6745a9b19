grant execute on function market.now_ms to candor_app, candor_market;
