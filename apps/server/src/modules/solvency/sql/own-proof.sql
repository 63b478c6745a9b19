-- What a customer's own proof is made from. Only logged snapshots are read: no proof is served before its root is in
-- the log.

-- The newest logged snapshot, with the customer's secret and nonce in it and the leaves among which the customer's is.
-- The key itself does not leave the database. packages/proof derives the same (leafSecrets). A customer who is newer
-- than the snapshot may get leaves of others only.
create function solvency.own_leaf(p_customer_id bigint, out snapshot_id bigint, out at_ms bigint, out event bytea,
  out logged_shard text, out logged_index bigint, out secret bytea, out nonce bytea, out first_customer_id bigint,
  out records bytea)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.snapshot_id, s.at_ms, s.event, s.logged_shard, s.logged_index,
    sha256('\x0133'::bytea || int8send(p_customer_id) || k.key),
    sha256('\x0134'::bytea || int8send(p_customer_id) || k.key), l.first_customer_id, l.records
  from solvency.snapshot as s join solvency.snapshot_key as k using (snapshot_id)
  left join lateral (
    select pack.first_customer_id, pack.records from solvency.leaf as pack
    where pack.snapshot_id = s.snapshot_id and pack.first_customer_id <= p_customer_id
    order by pack.first_customer_id desc limit 1
  ) as l on true
  where s.logged_index is not null order by s.snapshot_id desc limit 1
$$;

-- Tiles of a logged snapshot, in the order in which they are named.
create function solvency.tiles_of(p_snapshot_id bigint, p_asset smallint, p_levels smallint[], p_positions integer[])
  returns setof bytea
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.nodes
  from unnest(p_levels, p_positions) with ordinality as named (level, position, number)
  join solvency.tile as t on t.snapshot_id = p_snapshot_id and t.asset = p_asset and t.level = named.level
    and t.position = named.position
  where exists (select from solvency.snapshot as s where s.snapshot_id = p_snapshot_id and s.logged_index is not null)
  order by named.number
$$;
