grant select, insert, delete on market.favourite to candor_app;
