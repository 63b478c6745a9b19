-- Customers, their names and their cells.

-- The cell of the next customer: cells take turns, each as often as its weight says. Null where none takes any.
-- Internal.
create function directory.placing(p_customer_id bigint) returns smallint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select cell from (
    select cell, sum(weight) over (order by cell) as through, sum(weight) over () as total from directory.cell
  ) as share
  where through > p_customer_id % nullif(total, 0) order by cell limit 1
$$;

-- Registers a customer under names that nobody has, each with its kind, in a cell; cells take turns where it is null. A
-- repeat of the same request returns the same customer. Raises unique_violation where a name is taken.
create function directory.register(
  p_request_id uuid, p_cell smallint, p_kinds directory.name_kind[], p_names text[], p_now_ms bigint,
  out customer_id bigint, out cell smallint
)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_id bigint;
begin
  select c.customer_id, c.cell into customer_id, cell from directory.customer as c where c.request_id = p_request_id;
  if found then
    return;
  end if;
  if p_cell is null and not exists (select from directory.cell where weight > 0) then
    raise exception 'no cell takes new customers' using errcode = 'CD005';
  end if;
  v_id := nextval(pg_get_serial_sequence('directory.customer', 'customer_id'));
  insert into directory.customer (customer_id, cell, request_id, created_ms) overriding system value
  values (v_id, coalesce(p_cell, directory.placing(v_id)), p_request_id, p_now_ms)
  returning customer.customer_id, customer.cell into customer_id, cell;
  insert into directory.name (kind, name, customer_id)
  select kind, name, v_id from unnest(p_kinds, p_names) as given (kind, name);
end
$$;

-- Gives a customer a further name, such as a deposit address. Returns false where another customer has it.
create function directory.claim(p_customer_id bigint, p_kind directory.name_kind, p_name text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into directory.name (kind, name, customer_id) values (p_kind, p_name, p_customer_id) on conflict do nothing;
  return exists (select from directory.name
    where kind = p_kind and name = p_name and customer_id = p_customer_id);
end
$$;

-- Gives up a name: somebody else may have it from now on.
create function directory.release(p_customer_id bigint, p_kind directory.name_kind, p_name text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from directory.name where kind = p_kind and name = p_name and customer_id = p_customer_id
$$;

-- Whose a name is, and in which cell that customer is.
create function directory.find(p_kind directory.name_kind, p_name text)
  returns table (customer_id bigint, cell smallint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select customer_id, cell from directory.name join directory.customer using (customer_id)
  where kind = p_kind and name = p_name
$$;

-- Claims a document, by the hash of its number, in place of all others of the customer, and returns whose it is then. A
-- claim that is made again gets another number.
create function directory.claim_document(p_customer_id bigint, p_name text)
  returns table (customer_id bigint, cell smallint, claim_no bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  delete from directory.name where kind = 'document' and customer_id = p_customer_id and name <> p_name;
  insert into directory.name (kind, name, customer_id, claim_no)
  values ('document', p_name, p_customer_id, nextval('directory.document_claim'))
  on conflict (kind, name) do update set claim_no = excluded.claim_no where name.customer_id = excluded.customer_id;
  return query select * from directory.find_document(p_name);
end
$$;

-- Whose a document is, in which cell that customer is, and the number of the claim.
create function directory.find_document(p_name text)
  returns table (customer_id bigint, cell smallint, claim_no bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select customer_id, cell, claim_no from directory.name join directory.customer using (customer_id)
  where kind = 'document' and name = p_name
$$;

-- Gives up the claim of a document, unless it was made again since.
create function directory.release_document(p_name text, p_claim_no bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from directory.name where kind = 'document' and name = p_name and claim_no = p_claim_no
$$;
