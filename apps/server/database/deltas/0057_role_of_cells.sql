-- The role by which the server of a cell reads the sums of the others for its console. Roles belong to the whole
-- cluster: it may exist already.
do $$
begin
  create role candor_cell nologin;
exception when duplicate_object or unique_violation then
  null;
end
$$;
