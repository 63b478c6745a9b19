import { dayMs } from '@candor/formulas'
import type { Pool } from 'pg'

/** One in so many entries is of another kind than contracts. */
const rareEvery = 100
/** Entries written by one query: a million would take longer than a query may. */
const chunk = 10_000

/**
 * Adds entries to a customer's available USD account, spread evenly over the days before `nowMs`: contracts opened and
 * lost, and one of every hundred of the other kinds in turn. They bypass the ledger's functions and guards, so the
 * chain of batches does not contain them; the fields that a statement reads (versions, times, balances after) are as
 * the ledger would write them.
 */
export async function addEntries(
  owner: Pool,
  { customerId, entries, days, nowMs }: { customerId: bigint; entries: number; days: number; nowMs: number },
): Promise<void> {
  const fromMs = nowMs - days * dayMs
  await owner.query('select ledger.create_entry_days($1, $2)', [fromMs, days])
  const client = await owner.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica`)
    for (let first = 1; first <= entries; first += chunk)
      await client.query(
        `insert into ledger.entry (account_id, version, at_ms, stripe, seq, ref, kind, asset, d_posted, d_held,
          posted_after, held_after)
       select a.account_id, a.version + i, $3::bigint + (i * ($4::bigint - $3::bigint)) / ($2 + 1), 1, 0, i,
         case when i % $5 <> 0 then (array['contract-placed', 'contract-lost'])[1 + i % 2]
              else (array['deposit', 'withdrawal-held', 'swap', 'sale-escrowed', 'term-opened', 'correction'])[1 + (i / $5) % 6] end::ledger.movement,
         a.asset, case i % 2 when 1 then 1000000 else -1000000 end, 0, a.posted + (i % 2) * 1000000, a.held
       from ledger.balance as a cross join generate_series($6::bigint, $7::bigint) as i
       where a.owner_id = $1 and a.kind = 'available' and a.asset = 1`,
        [customerId, entries, fromMs, nowMs, rareEvery, first, Math.min(entries, first + chunk - 1)],
      )
    await client.query(
      `update ledger.account set version = version + $2::bigint, posted = posted + ($2::bigint % 2) * 1000000
       where owner_id = $1 and kind = 'available' and asset = 1`,
      [customerId, entries],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
