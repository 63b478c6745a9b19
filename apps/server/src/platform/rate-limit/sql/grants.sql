grant usage on schema rate to candor_app;
grant execute on function rate.add_counts, rate.forget_counts to candor_app;
