import { createHash } from 'node:crypto'
import type { ReviewCase, ReviewTask } from '../operator/index.ts'
import type { Database } from '../../platform/transaction.ts'
import { readReviewQueue } from './deposit-store.ts'
import type { DepositRecord } from './deposit.ts'
import { subjectOf } from './review-service.ts'
import type { DepositReview } from './review-service.ts'

/**
 * A recharge of this many hundredths of a USDT is refused, so that both paths can be tried: 13.13, 113.13 and so on.
 */
const refusedHundredths = 1_313n
const hundredthUnits = 10_000n
const perRound = 50

/** A recharge that waits for a reviewer. */
interface DepositCase extends ReviewCase {
  readonly record: DepositRecord
}

/**
 * Recharges as the sandbox's reviewers decide them, through the same function as a person: vouchers are opened, and
 * recorded.
 */
export function createDepositReviewTask({
  pool,
  review,
}: {
  readonly pool: Database
  readonly review: DepositReview
}): ReviewTask<DepositCase> {
  return {
    name: 'deposit',
    async due() {
      const records = await readReviewQueue(pool, perRound)
      return records.map((record) => ({ subject: subjectOf(record), sinceMs: record.createdMs, record }))
    },
    actOf: ({ record }) => ({ act: 'deposit.approve', id: String(record.depositId), reference: referenceOf(record) }),
    async decide(secret, { record }) {
      const id = String(record.depositId)
      if (record.transfer?.isHeld === true) {
        await review.decide(secret, { id, verdict: 'approved', reference: record.transfer.txid, reason: undefined })
        return
      }
      await review.voucher(secret, record.depositId)
      const isRefused = (record.quantityUnits / hundredthUnits) % 10_000n === refusedHundredths
      const decided = isRefused
        ? await review.decide(secret, { id, verdict: 'rejected', reason: 'transfer-not-found', reference: undefined })
        : await review.decide(secret, {
            id,
            verdict: 'approved',
            reference: referenceOf(record),
            reason: undefined,
          })
      // The transaction named by the customer is already used: the sandbox has no other reference to find.
      if (!decided.ok && (decided.error === 'reference-taken' || decided.error === 'transfer-known'))
        await review.decide(secret, { id, verdict: 'rejected', reason: 'already-credited', reference: undefined })
    },
  }
}

/** The reference of the transaction that a reviewer says to have found. */
function referenceOf({ depositId, transfer, txid }: DepositRecord): string {
  return transfer?.isHeld === true ? transfer.txid : (txid ?? sandboxTxid(String(depositId)))
}

/** A transaction id for a voucher that names none: it has the form of one, and is of this deposit only. */
function sandboxTxid(depositId: string): string {
  return createHash('sha256').update(`sandbox voucher ${depositId}`).digest('hex')
}
