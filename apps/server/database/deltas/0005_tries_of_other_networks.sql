-- Wrong guesses from other networks than the one that requested a code: they must not use up its own tries.
alter table identity.code
  add column foreign_tries smallint not null default 0 check (foreign_tries between 0 and 5);
