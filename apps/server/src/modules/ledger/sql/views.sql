-- What other modules read of the books. A lock on a row of a view locks the row below it.

-- Units as the wire writes money: without zeros at the end.
create function ledger.units_text(p_units bigint) returns text
language sql immutable strict parallel safe
return trim_scale(p_units * 0.000001)::text;

-- The wire's name of an asset.
create function ledger.asset_name(p_asset smallint) returns text
language sql immutable strict parallel safe
return case p_asset when 1 then 'USD' else 'USDT' end;

-- The accounts with their balances. `available` is null where an account has no minimum.
create view ledger.balance as
select account_id, owner_id, kind, asset, stripe, posted, held, posted - held - minimum as available, version, is_frozen
from ledger.account;

-- The entries of all accounts: one line of a statement each.
create view ledger.posting as
select account_id, version, at_ms, stripe, seq, ref, kind, asset, d_posted, d_held, posted_after, held_after
from ledger.entry;

-- The batches of all stripes: one link of a stripe's hash chain each.
create view ledger.link as
select stripe, seq, kind, entry_count, at_ms, orders_digest, prev_hash, hash
from ledger.batch;
