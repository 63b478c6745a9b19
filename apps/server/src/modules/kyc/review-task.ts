import { sidesOf } from '@candor/api'
import type { KycReason, KycSide } from '@candor/api'
import type { Database } from '../../platform/transaction.ts'
import type { Verdict } from '../../platform/verdict.ts'
import type { ReviewTask } from '../operator/index.ts'
import type { Resubmit } from './kyc.ts'
import { readWaiting } from './review-store.ts'
import type { KycReview } from './review-service.ts'

/** The sandbox rejects a name or an appeal that contains this, so that each path can be tried. */
const refusedWord = 'refuse'
const perLook = 50

/**
 * Identity checks as the sandbox's reviewers decide them, through the same calls as a person: photos are opened, and
 * recorded.
 */
export function createKycReviewTask({
  pool,
  review,
}: {
  readonly pool: Database
  readonly review: KycReview
}): ReviewTask {
  return {
    name: 'kyc',
    async due() {
      const waiting = await readWaiting(pool, perLook)
      return waiting.map(({ submissionId, ...since }) => ({ subject: `kyc:${submissionId}`, ...since }))
    },
    async decide(secret, { subject }) {
      const submissionId = BigInt(subject.replace('kyc:', ''))
      const found = await review.detail(secret, submissionId)
      // Nothing to decide now: it is the other reviewer's turn, or a lead's.
      if (!found.ok || !found.value.mayDecide) return
      const { id, name, documentType, stage, appealText } = found.value
      const isAppeal = stage === 'appeal'
      const sides = sidesOf(documentType)
      for (const side of sides)
        await review.photo(secret, { submissionId, side, reason: isAppeal ? 'appeal' : 'review' })
      await review.decide(secret, { id, ...decisionOn(isAppeal ? appealText : name, sides) })
    },
  }
}

interface Decision {
  readonly verdict: Verdict
  readonly resubmit?: Resubmit
  readonly reasons: KycReason[]
  readonly note: string
}

function decisionOn(text: string | null, sides: readonly KycSide[]): Decision {
  if (text?.toLowerCase().includes(refusedWord) !== true)
    return { verdict: 'approved', reasons: [], note: 'Decided by the sandbox.' }
  const target = sides.at(-1) ?? 'front'
  return {
    verdict: 'rejected',
    resubmit: 'retry-photos',
    reasons: [{ code: 'blurred', target }],
    note: 'Decided by the sandbox: it was asked for a refusal.',
  }
}
