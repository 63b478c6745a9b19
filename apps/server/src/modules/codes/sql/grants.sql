grant select, insert, update, delete on identity.captcha, identity.code to candor_app;
