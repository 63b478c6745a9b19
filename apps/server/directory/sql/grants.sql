grant usage on schema directory to candor_app;
grant select on directory.cell, directory.customer, directory.version to candor_app;
grant execute on function
  directory.find,
  directory.place_of(bigint),
  directory.place_of(bigint[]),
  directory.place_of_orders
to candor_app;
grant usage on schema directory to candor_watcher;
grant select on directory.cell, directory.customer, directory.name to candor_watcher;
grant execute on function directory.place_of(bigint), directory.place_of_address to candor_watcher;
grant usage on schema directory to candor_cell;
grant execute on function
  directory.cells,
  directory.claim,
  directory.claim_document,
  directory.find,
  directory.find_document,
  directory.place_of_cell,
  directory.register,
  directory.release,
  directory.release_document
to candor_cell;
grant usage on schema directory to candor_front;
grant select on directory.cell, directory.front_key to candor_front;
grant execute on function directory.find, directory.place_of_cell to candor_front;
