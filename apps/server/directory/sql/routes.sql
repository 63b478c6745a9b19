-- Where a call runs: the functions that routers ask. A cell's place among the partitions of PL/Proxy is its number less
-- one.

-- Where calls of a customer run. Without settings of its own, so that it costs a router little.
create function directory.place_of(p_customer_id bigint) returns integer
language plpgsql stable as $$
declare
  v_cell smallint;
begin
  select cell into v_cell from directory.customer where customer_id = p_customer_id;
  if v_cell is null then
    raise exception 'the directory knows no customer %', p_customer_id using errcode = 'CD001';
  end if;
  return v_cell - 1;
end
$$;

-- Where a call runs that concerns several customers, who have to be in one cell: no call about money is split.
create function directory.place_of(p_customers bigint[]) returns integer
language plpgsql stable as $$
declare
  v_low smallint;
  v_high smallint;
  v_found bigint;
begin
  select min(cell), max(cell), count(*) into v_low, v_high, v_found from directory.customer
  where customer_id = any(p_customers);
  if v_low is null or v_found < cardinality(p_customers)
    and v_found < (select count(distinct id) from unnest(p_customers) as id) then
    raise exception 'the directory does not know all of these customers' using errcode = 'CD001';
  elsif v_low <> v_high then
    raise exception 'the customers of one call are in several cells' using errcode = 'CD002';
  end if;
  return v_low - 1;
end
$$;

-- The same for orders, which a cell takes only with the newest version of the terms.
create function directory.place_of_orders(p_customers bigint[]) returns integer
language plpgsql stable as $$
declare
  v_place constant integer := directory.place_of(p_customers);
begin
  if (select version from directory.cell where cell = v_place + 1)
    < (select coalesce(max(version), 0) from directory.version) then
    raise exception 'cell % lacks the newest terms', v_place + 1 using errcode = 'CD003';
  end if;
  return v_place;
end
$$;

-- Where a call runs that names its cell.
create function directory.place_of_cell(p_cell smallint) returns integer
language sql immutable as $$
  select p_cell - 1
$$;

-- Where a transfer to a deposit address is credited.
create function directory.place_of_address(p_address text) returns integer
language plpgsql stable as $$
declare
  v_customer_id constant bigint := (
    select customer_id from directory.name where kind = 'deposit-address' and name = lower(p_address));
begin
  if v_customer_id is null then
    raise exception 'the directory knows no customer of the address %', p_address using errcode = 'CD001';
  end if;
  return directory.place_of(v_customer_id);
end
$$;
