-- The tree over the items of a large batch of orders, as the server made it for their acceptances: the sealer need not
-- make it again. Not logged, and removed once the batch has its leaf: without a row, the sealer reads the orders.
create unlogged table transparency.item_root (
  stripe smallint not null,
  seq bigint not null check (seq > 0),
  item_count integer not null check (item_count > 0),
  items_root bytea not null check (octet_length(items_root) = 32),
  primary key (stripe, seq)
);
