import { sidesOf } from '@candor/contract'
import type { KycReason, KycSide } from '@candor/contract'
import type { KycCaseView } from '@candor/contract/operator'
import type { Resubmit } from './kyc.ts'
import type { KycReview } from './review-service.ts'

/** What the sandbox decides: a name that contains this is refused, so that both paths can be tried. */
const refusedName = 'refuse'
const perLook = 50

/** A submission that a sandbox reviewer may decide now. */
export interface KycCase {
  readonly subject: string
  /** When it began to wait. */
  readonly atMs: number
}

/** Identity checks as the sandbox's reviewers decide them, through the same calls as a person: photos are opened, and recorded. */
export interface KycReviewTask {
  readonly name: string
  due(secret: string): Promise<readonly (KycCase & { readonly wanted: KycCaseView })[]>
  decide(secret: string, wanted: KycCaseView): Promise<void>
}

/** Makes the task. */
export function createKycReviewTask(review: KycReview): KycReviewTask {
  return {
    name: 'kyc',
    async due(secret) {
      const { items } = await review.queue(secret, perLook)
      return items.filter(({ mayDecide }) => mayDecide).map((wanted) => ({ subject: wanted.subject, atMs: wanted.sentMs, wanted }))
    },
    async decide(secret, { id, name, documentType, stage }) {
      const reason = stage === 'appeal' ? 'appeal' : 'review'
      for (const side of sidesOf(documentType)) await review.photo(secret, { submissionId: BigInt(id), side, reason })
      await review.decide(secret, { id, ...verdictOn(name, sidesOf(documentType)) })
    },
  }
}

interface Verdict {
  readonly verdict: 'approved' | 'rejected'
  readonly resubmit?: Resubmit
  readonly reasons: KycReason[]
  readonly note: string
}

function verdictOn(name: string | null, sides: readonly KycSide[]): Verdict {
  if (name?.toLowerCase().includes(refusedName) !== true) return { verdict: 'approved', reasons: [], note: 'Decided by the sandbox.' }
  const target = sides.at(-1) ?? 'front'
  return {
    verdict: 'rejected',
    resubmit: 'retry-photos',
    reasons: [{ code: 'blurred', target }],
    note: 'Decided by the sandbox: the name asks for a refusal.',
  }
}
