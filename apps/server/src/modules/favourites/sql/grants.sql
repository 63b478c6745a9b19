grant usage on schema favourites to candor_app;
grant select, insert, delete on favourites.favourite to candor_app;
