import { parsePolicy } from '@candor/proof'
import type { LeafRange } from '@candor/proof'
import { planLeafSet } from '@candor/proof/receipt'
import type { Database } from '../../platform/transaction.ts'
import type { Guard } from './guard-store.ts'
import type { LogName } from './log-names.ts'
import { newestCosigned } from './newest-cosigned.ts'
import { readKeptCheckpoints } from './receipts-store.ts'
import type { SignedHead } from './receipts-store.ts'
import { readPolicyText } from './witness-store.ts'

/** Kept checkpoints that are tried: those of a few minutes after the newest proven leaf. */
const triedCheckpoints = 8

/**
 * The checkpoint of a shard on which the proof of these leaves is shortest: the newest one, or one of the kept ones that
 * followed them. Where the operator's policy asks for witnesses, the newest that enough of them have cosigned. Null where
 * there is none yet.
 */
export async function chooseCheckpoint(
  pool: Database,
  { log, guard, ranges }: { readonly log: LogName; readonly guard: Guard; readonly ranges: readonly LeafRange[] },
): Promise<SignedHead | null> {
  const leastSize = ranges.at(-1)?.end ?? 0
  const { shard, size, note } = guard
  if (note === null || size < leastSize) return null
  if (await asksForWitnesses(pool)) return newestCosigned(pool, { log, shard, leastSize })
  const kept = await readKeptCheckpoints(pool, { log, shard, leastSize, most: triedCheckpoints })
  // The oldest of equally short ones, so that the receipt is the same at each reading.
  return [...kept, { size, note }].reduce((best, head) =>
    proofLength(head, ranges) < proofLength(best, ranges) ? head : best,
  )
}

async function asksForWitnesses(pool: Database): Promise<boolean> {
  const text = await readPolicyText(pool)
  return text !== '' && parsePolicy(text).quorum.kind !== 'none'
}

const anyHash = new Uint8Array(32)

/** The number of hashes that prove the leaves. */
function proofLength({ size }: SignedHead, ranges: readonly LeafRange[]): number {
  const { nodes, make } = planLeafSet({ size, ranges })
  return make(nodes.map(() => anyHash)).length
}
