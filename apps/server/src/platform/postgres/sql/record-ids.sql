-- Ids of records that customers see. They are the time of the record and random bits, not a running number, which would
-- show how much business the house does. They grow with time, so that an index stays as cheap as with a sequence and a
-- list by id is a list by time. The machine's clock counts, also where tests set a virtual time.

-- Microseconds since 2020.
create function clock.instant_us() returns bigint
language sql volatile parallel restricted
set search_path = pg_catalog, pg_temp
as $$ select (extract(epoch from clock_timestamp()) * 1000000)::bigint - 1577836800000000 $$;

-- A new id: the instant, and ten random bits. Two sessions that draw one within the same microsecond get the same with
-- a chance of 1 in 1,024; the primary key then refuses the later record, and its request can be repeated. Ids on the
-- wire have at most 18 digits, which lasts until the end of 2050; with twelve random bits it would end in 2027.
create function clock.new_record_id() returns bigint
language sql volatile parallel restricted
set search_path = pg_catalog, pg_temp
as $$ select (clock.instant_us() << 10) + floor(random() * 1024)::bigint $$;

-- The id of a record in a batch, by its position from 1 on. A lane writes one batch at a time, which takes longer than
-- the eight microseconds for each position; each lane of 1 to 8 has bits of its own. Internal.
create function clock.batch_record_id(p_begin_us bigint, p_position integer, p_lane integer) returns bigint
language sql volatile parallel restricted as $$
  select ((p_begin_us + 8 * p_position + floor(random() * 8)::bigint) << 10) + ((p_lane - 1) << 7)
    + floor(random() * 128)::bigint
$$;
