-- Moves of customers between cells, step by step. Each step may be repeated.

-- Begins a move, or returns the one that has begun. For the owner only.
create function directory.begin_move(p_customer_id bigint, p_to_cell smallint, p_now_ms bigint) returns directory.move
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_customer directory.customer;
  m directory.move;
begin
  select * into v_customer from directory.customer where customer_id = p_customer_id for no key update;
  if v_customer.customer_id is null then
    raise exception 'the directory knows no customer %', p_customer_id using errcode = 'CD001';
  end if;
  select * into m from directory.move where customer_id = p_customer_id and state in ('begun', 'switched');
  if m.move_id is not null then
    if m.to_cell <> p_to_cell then
      raise exception 'customer % is being moved to cell %', p_customer_id, m.to_cell using errcode = 'CD004';
    end if;
    return m;
  elsif v_customer.cell = p_to_cell then
    raise exception 'customer % is in cell % already', p_customer_id, p_to_cell using errcode = 'CD004';
  elsif exists (select from directory.move where customer_id = p_customer_id and from_cell = p_to_cell
    and state = 'ended') then
    raise exception 'customer % has left cell % before, and does not come back to it', p_customer_id, p_to_cell
      using errcode = 'CD004';
  end if;
  insert into directory.move (customer_id, from_cell, to_cell, begun_ms)
  values (p_customer_id, v_customer.cell, p_to_cell, p_now_ms) returning * into m;
  return m;
end
$$;

-- From here on the customer's calls run in the other cell. For the owner only.
create function directory.switch(p_move_id bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  m directory.move;
begin
  select * into strict m from directory.move where move_id = p_move_id for no key update;
  if m.state = 'begun' then
    update directory.customer set cell = m.to_cell where customer_id = m.customer_id;
    update directory.move set state = 'switched' where move_id = p_move_id;
  elsif m.state = 'given-up' then
    raise exception 'move % was given up', p_move_id using errcode = 'CD004';
  end if;
end
$$;

-- Ends a move: as done where it has switched, else as given up. For the owner only.
create function directory.end_move(p_move_id bigint) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update directory.move set state = case state when 'switched' then 'ended' else 'given-up' end
  where move_id = p_move_id and state in ('begun', 'switched')
$$;
