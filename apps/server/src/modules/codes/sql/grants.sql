grant select, insert, update, delete on identity.captcha, identity.code, identity.turn to candor_app;
