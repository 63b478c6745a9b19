-- The roles by which servers of cells claim names and the front looks them up. Roles belong to the whole cluster: they
-- may exist already.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['candor_cell', 'candor_front'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
end
$$;
