import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database } from '../../platform/transaction.ts'
import type { SharedNames } from '../identity/index.ts'
import { decide } from './review-store.ts'
import type { Decided, WantedDecision } from './review-store.ts'

/** Ends a transaction that would verify a customer with a document that is not claimed in all cells. */
class DocumentNotClaimed extends Error {
  readonly reason: 'taken' | 'unknown'
  readonly decided: Decided

  constructor(reason: 'taken' | 'unknown', decided: Decided) {
    super(`the document of customer ${decided.customerId} is ${reason} in another cell`)
    this.reason = reason
    this.decided = decided
  }
}

/** How often a number is claimed that nobody turned out to have. */
const attempts = 3

/**
 * Decides an identity check. One that verifies claims the document in all cells before it commits, and is rejected
 * where a customer of another cell is verified with it. Refused, with nothing stored, while that cannot be found out.
 */
export async function decideForAllCells(
  { pool, sharedNames = null }: { readonly pool: Database; readonly sharedNames?: SharedNames | null },
  secret: string,
  wanted: WantedDecision,
): Promise<Result<Decided, 'system-timeout'>> {
  if (sharedNames === null || wanted.verdict !== 'approved') return ok(await decide(pool, secret, wanted))
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const decided = await decideAndClaim(pool, sharedNames, secret, wanted)
    if (!(decided instanceof DocumentNotClaimed)) return ok(decided)
    if (decided.reason === 'unknown') return refuse('system-timeout')
    // Asked without a lock of the customer: the other cell may be asking about this one.
    const { customerId, numberHash } = decided.decided
    const isTaken = await sharedNames.isDocumentTaken(customerId, numberHash)
    if (isTaken === 'unknown') return refuse('system-timeout')
    if (isTaken) return ok(await decide(pool, secret, wanted, true))
  }
  return refuse('system-timeout')
}

async function decideAndClaim(
  pool: Database,
  sharedNames: SharedNames,
  secret: string,
  wanted: WantedDecision,
): Promise<Decided | DocumentNotClaimed> {
  try {
    return await withTransaction(pool, async (client) => {
      const decided = await decide(client, secret, wanted)
      if (decided.outcome !== 'verified') return decided
      const claimed = await sharedNames.claimDocument(decided.customerId, decided.numberHash)
      if (claimed !== 'claimed') throw new DocumentNotClaimed(claimed, decided)
      return decided
    })
  } catch (error) {
    if (error instanceof DocumentNotClaimed) return error
    throw error
  }
}
