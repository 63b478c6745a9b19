-- The role by which the front of a platform of several cells looks for logins. Roles belong to the whole cluster: it
-- may exist already.
do $$
begin
  create role candor_front nologin;
exception when duplicate_object or unique_violation then
  null;
end
$$;
