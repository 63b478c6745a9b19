grant usage on schema legal to candor_app;
grant select on legal.consent, legal.current, legal.document, legal.text to candor_app;
grant execute on function legal.agree, legal.owed to candor_app;
