import type { Database } from '../../platform/transaction.ts'
import type { ReviewCase, ReviewTask } from '../operator/index.ts'
import type { WithdrawalReview } from './review-service.ts'
import { listOpenWithdrawals } from './withdrawal-store.ts'
import type { WithdrawalRecord } from './withdrawal.ts'

const casesARound = 50

interface WithdrawalReviewCase extends ReviewCase {
  readonly record: WithdrawalRecord
}

/**
 * Lets the sandbox's reviewers process withdrawals: approve (twice where two approvals are required), send under a
 * sandbox reference, and complete, one step per round. The third reviewer completes, who has approved nothing. They pay
 * nothing to a bank account whose holder is called “refuse”, so that this path can be tried, too.
 */
export function createWithdrawalReviewTask({
  pool,
  review,
}: {
  readonly pool: Database
  readonly review: Pick<WithdrawalReview, 'decide' | 'send' | 'complete'>
}): ReviewTask<WithdrawalReviewCase> {
  return {
    name: 'withdrawals',
    async due() {
      const records = await listOpenWithdrawals(pool, { state: null, limit: casesARound })
      return records.map((record) => ({
        subject: `withdrawal:${record.withdrawalId}`,
        sinceMs: record.sentMs ?? record.approvedMs ?? record.createdMs,
        isForThird: record.state === 'sent',
        record,
      }))
    },
    actOf: ({ record }) =>
      record.state === 'under-review' && !isToBeRefused(record)
        ? { act: 'withdrawal.approve', id: String(record.withdrawalId) }
        : null,
    async decide(secret, { record }) {
      const { withdrawalId, state } = record
      if (state === 'sent') await review.complete(secret, withdrawalId)
      else if (state === 'approved') await review.send(secret, withdrawalId, `sandbox-${withdrawalId}`)
      else if (isToBeRefused(record))
        await review.decide(secret, { id: String(withdrawalId), verdict: 'rejected', reason: 'destination-unusable' })
      else await review.decide(secret, { id: String(withdrawalId), verdict: 'approved' })
    },
  }
}

function isToBeRefused({ destination }: WithdrawalRecord): boolean {
  return destination.kind === 'bank-card' && /refuse/i.test(destination.holder)
}
