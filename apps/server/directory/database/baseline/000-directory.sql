-- The directory of a platform with several cells: which customer is in which cell, and what nobody else may have.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['candor_app', 'candor_watcher', 'candor_definer'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
end
$$;

revoke all on schema public from public;
create schema directory;

create table directory.cell (
  cell smallint primary key check (cell between 1 and 4096),
  -- New customers are placed in proportion to it; 0 takes none.
  weight integer not null check (weight between 0 and 1000),
  -- The newest version of the terms that this cell has.
  version bigint not null default 0
);

create table directory.customer (
  customer_id bigint generated always as identity primary key,
  cell smallint not null references directory.cell,
  -- That of the registration: a repeat gets the same customer.
  request_id uuid not null unique,
  created_ms bigint not null
);

-- What one customer has at most. Documents are the HMAC of their number.
create type directory.name_kind as enum (
  'account-number', 'email', 'mobile', 'document', 'invitation-code', 'deposit-address');

create table directory.name (
  kind directory.name_kind not null,
  name text not null check (length(name) between 1 and 320),
  customer_id bigint not null references directory.customer,
  primary key (kind, name)
);
create index name_of_customer on directory.name (customer_id);

-- A customer is moved by one move at a time, and never back to a cell that has been left.
create table directory.move (
  move_id bigint generated always as identity primary key,
  customer_id bigint not null references directory.customer,
  from_cell smallint not null references directory.cell,
  to_cell smallint not null references directory.cell,
  state text not null default 'begun' check (state in ('begun', 'switched', 'ended', 'given-up')),
  begun_ms bigint not null,
  check (from_cell <> to_cell)
);
create unique index one_move_at_a_time on directory.move (customer_id) where state in ('begun', 'switched');

-- Terms, instruments and products as all cells are to have them: rows by table. A version is never changed.
create table directory.version (
  version bigint primary key check (version > 0),
  digest bytea not null check (octet_length(digest) = 32),
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  at_ms bigint not null
);
