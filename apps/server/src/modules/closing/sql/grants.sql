grant usage on schema closing to candor_app;
grant select on closing.closed_account, closing.given_up to candor_app;
grant execute on function closing.close_account, closing.given_up_bytes, closing.open_items to candor_app;
