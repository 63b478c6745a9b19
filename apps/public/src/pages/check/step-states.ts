import type { StepState } from '../../shared/parts/index.ts'

/** The order in which a check judges: the signature comes first, although it is shown after what it signs. */
const judged = ['signed', 'frames', 'averages', 'result'] as const

/** The state of a step where `failed` is the first that failed. Those after it are not judged. */
export function decidedStep(step: (typeof judged)[number], failed: string | null): StepState {
  const at = judged.findIndex((name) => name === failed)
  if (at === -1) return 'passed'
  const own = judged.indexOf(step)
  return own === at ? 'failed' : own < at ? 'passed' : 'not-judged'
}
