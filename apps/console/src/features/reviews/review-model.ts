import type { KycCaseView, KycDecidedView, operatorKycDetail, OutputOf } from '@candor/api/operator'
import { csvTime } from '../../shared/device/index.ts'

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
  { id, account, name = null }: Pick<KycCaseView, 'id' | 'account'> & { readonly name?: string | null },
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

/** An identity check's line of CSV: times are UTC. Names stay in the console, which records who reads them. */
export function reviewRecord(item: KycCaseView | KycDecidedView) {
  const { id, account, country, documentType, isRecovery, sentMs, promisedMs } = item
  return {
    id,
    account,
    country,
    document: documentType,
    is_recovery: String(isRecovery),
    state: 'state' in item ? item.state : 'under-review',
    stage: 'stage' in item ? item.stage : null,
    sent_utc: csvTime(sentMs),
    promised_utc: csvTime(promisedMs),
    decided_utc: 'decidedMs' in item ? csvTime(item.decidedMs) : null,
  }
}
