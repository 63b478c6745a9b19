grant select, insert, delete on identity.favourite to candor_app;
