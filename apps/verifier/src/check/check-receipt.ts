import { verifyAcceptance, verifyReceipt } from '@candor/proof/receipt'
import type { Step, StepName, Trusted, Verdict } from '@candor/proof/receipt'
import type { ReceiptInput } from './read-input.ts'

const noKeys: Trusted = { ticks: [], events: [], acceptance: [] }

/** What came of a check: a verdict, or that keys are needed for one. */
export type Outcome = { readonly kind: 'judged'; readonly verdict: Verdict<StepName> } | { readonly kind: 'needs-keys' }

/**
 * Verifies a receipt or an acceptance by the trusted keys, and nothing dated after `nowMs`. Without keys only the form
 * is judged: a receipt of sound form then needs keys.
 */
export async function checkReceipt(
  { bytes, isAcceptance }: Pick<ReceiptInput, 'bytes' | 'isAcceptance'>,
  keys: Trusted | null,
  nowMs: number,
): Promise<Outcome> {
  const trusted = { ...(keys ?? noKeys), nowMs }
  const verdict: Verdict<StepName> = await (isAcceptance
    ? verifyAcceptance(bytes, trusted)
    : verifyReceipt(bytes, trusted))
  const isFormed = verdict.steps[0]?.state === 'passed'
  return keys === null && isFormed ? { kind: 'needs-keys' } : { kind: 'judged', verdict }
}

/** The verdict in one word; the page has a title and a text for each. */
export type Finding = 'genuine' | 'soFar' | 'foreign' | 'damaged' | 'future' | 'witness' | 'refused'

/** What a verdict means to a person. Only `genuine` closes the ring. */
export function findingOf({ verdict, steps }: Verdict<StepName>): Finding {
  const failed = steps.find(({ state }) => state === 'failed')
  if (verdict === 'failed') return failed === undefined ? 'refused' : failureOf(failed)
  const isComplete = steps.every(
    ({ name, state }) => state === 'passed' || (name === 'witnesses' && state === 'absent'),
  )
  return isComplete ? 'genuine' : 'soFar'
}

function failureOf({ name, evidence }: Step<StepName>): Finding {
  const { code, message } = evidence
  if (name === 'format') return 'damaged'
  if (code === 'not-signed' || code === 'unknown-origin') return 'foreign'
  if (code === 'no-quorum') return 'witness'
  return code === 'out-of-range' && message === 'A time lies in the future.' ? 'future' : 'refused'
}
