-- The key by which all fronts send a name that nobody has to the same cell. It is made once, and outlasts passwords.
create table directory.front_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null check (octet_length(key) = 32)
);
insert into directory.front_key (key)
values (sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')));
