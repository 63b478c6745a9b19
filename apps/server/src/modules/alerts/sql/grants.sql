grant usage on schema alert to candor_app;
grant select on alert.price_alert, alert.progress to candor_app;
grant execute on function alert.fire_due, alert.remove_price_alert, alert.set_price_alert to candor_app;
