import * as z from 'zod/mini'
import { noData, timeMs } from '../fields.ts'
import { operatorOperation } from '../operation.ts'

/** The subject of an act: `withdrawal:123`, `kyc:45`, `deposit:6`, `customer:7`. */
export const subjectText = z.string('required').check(z.regex(/^[a-z-]{1,40}:\d{1,18}$/, 'wrong-format'))

/** The operator who is currently looking at a subject. */
export const claimView = z.object({ operatorId: z.string(), name: z.string(), untilMs: timeMs, isOwn: z.boolean() })
export type ClaimView = z.output<typeof claimView>

/** A claim in a list, with its case. */
export const heldCase = z.extend(claimView, { subject: z.string() })
export type HeldCase = z.output<typeof heldCase>

export const operatorClaims = operatorOperation('operator/claims', 'any', {
  summary: 'Who has which case now, the newest claim first; at most 500.',
  output: z.object({ items: z.array(heldCase) }),
})

export const operatorClaim = operatorOperation('operator/claim', 'any', {
  summary:
    'Takes something to look at for ten minutes, or for ten more. Where somebody else has it, the refusal carries who in its data. Decisions do not depend on it.',
  input: z.object({ subject: subjectText }),
  output: claimView,
  refusals: ['already-claimed'],
})

export const operatorRelease = operatorOperation('operator/release', 'any', {
  summary: 'Gives back what was taken with `operator/claim`.',
  input: z.object({ subject: subjectText }),
  output: noData,
  refusals: ['not-found'],
})
