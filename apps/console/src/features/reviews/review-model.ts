import type { OutputOf, operatorKycDetail } from '@candor/api/operator'
import type { KycCaseView } from '@candor/api/operator'

export type ReviewCase = OutputOf<typeof operatorKycDetail>
export type ReviewStage = KycCaseView['stage']
type Photo = ReviewCase['photos'][number]

/** Below it a photo is blurred: the measure of the server. */
const sharpEnough = 60
/** Above it there is glare. */
const glareLimit = 0.08
const wideEnoughPx = 800

/** The warnings of a photo's measurements. */
export function photoWarnings({ sharpness, glare, widthPx, heightPx }: Photo): readonly ('soft' | 'glare' | 'small')[] {
  return [
    ...(sharpness < sharpEnough ? (['soft'] as const) : []),
    ...(glare > glareLimit ? (['glare'] as const) : []),
    ...(Math.max(widthPx, heightPx) < wideEnoughPx ? (['small'] as const) : []),
  ]
}

/** Whether a case matches the search text: name, account or case number. */
export function matchesSearch(
  { id, name, account }: Pick<KycCaseView, 'id' | 'name' | 'account'>,
  search: string,
): boolean {
  const wanted = search
    .trim()
    .toLocaleLowerCase()
    .replace(/^kyc-?/, '')
  if (wanted === '') return true
  return (
    id === wanted ||
    account.replaceAll(' ', '').includes(wanted.replaceAll(' ', '')) ||
    (name ?? '').toLocaleLowerCase().includes(wanted)
  )
}

/** A step of the review. */
export interface ReviewStep {
  readonly state: 'done' | 'now' | 'ahead'
  readonly who: 'first' | 'you' | 'wait' | 'lead' | 'result'
}

/** Who has decided, whose turn it is and what follows. Empty once the review has ended. */
export function reviewSteps({ stage, hasDecided }: Pick<ReviewCase, 'stage' | 'hasDecided'>): readonly ReviewStep[] {
  if (stage === null) return []
  if (hasDecided) {
    return [
      { state: 'done', who: 'you' },
      { state: 'now', who: stage === 'lead' ? 'lead' : 'wait' },
      { state: 'ahead', who: 'result' },
    ]
  }
  if (stage === 'first') {
    return [
      { state: 'now', who: 'you' },
      { state: 'ahead', who: 'wait' },
      { state: 'ahead', who: 'result' },
    ]
  }
  return [
    ...(stage === 'second' || stage === 'lead' ? [{ state: 'done', who: 'first' } as const] : []),
    { state: 'now', who: 'you' },
    { state: 'ahead', who: 'result' },
  ]
}
