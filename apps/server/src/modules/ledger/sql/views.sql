-- What other modules read of the books. A lock on a row of a view locks the row below it.

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
