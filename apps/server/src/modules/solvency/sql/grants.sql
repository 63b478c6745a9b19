grant usage on schema solvency to candor_app, candor_log;
grant select (snapshot_id, event, logged_index) on solvency.snapshot to candor_log;
grant select on solvency.snapshot to candor_app;
grant insert on solvency.leaf, solvency.tile to candor_app;
grant select, insert on solvency.proof_reading to candor_app;
-- A role that may update a whole table may lock it.
grant update (read_ms) on solvency.proof_reading to candor_app;
grant execute on function
  solvency.accrued,
  solvency.house_side,
  solvency.liability_records,
  solvency.next_number,
  solvency.own_leaf,
  solvency.prune,
  solvency.store_snapshot,
  solvency.tiles_of
to candor_app;
