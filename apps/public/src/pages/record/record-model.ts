import type {
  OutputOf,
  transparencyIncidents,
  transparencyOdds,
  transparencyRules,
  transparencyServiceLevels,
} from '@candor/api'
import { divFloor, formatDecimal } from '@candor/money'
import { formatPercent, formatSpan } from '@candor/ui/format'

type Levels = OutputOf<typeof transparencyServiceLevels>
type Check = Levels['identityChecks']['steps'][number]
type Service = Levels['service']['steps'][number]
/** A promise with how it was kept: a step of withdrawals, a kind of identity check, or one to every customer. */
export type Step = Levels['withdrawals']['steps'][number] | Check | Service
export type Incidents = OutputOf<typeof transparencyIncidents>
export type Incident = Incidents['items'][number]
export type Odds = OutputOf<typeof transparencyOdds>
export type Rule = OutputOf<typeof transparencyRules>['items'][number]

/** All rows of the card, in its order. */
export function stepsOf({ withdrawals, identityChecks, service }: Levels): readonly Step[] {
  return [...withdrawals.steps, ...identityChecks.steps, ...service.steps]
}

/** How many more it takes until a row has figures. */
export function missingOf(step: Step): number {
  return 'missing' in step ? step.missing : 0
}

/** The share of a step's promises that were kept, rounded down: never better than it was. Null without any. */
export function keptText(locale: string, { done, inTime }: Pick<Step, 'done' | 'inTime'>): string | null {
  if (done === 0 || inTime === null) return null
  return formatPercent(locale, formatDecimal(divFloor(1_000n * BigInt(inTime), BigInt(done)), 1), { decimals: 1 })
}

/** Where the promise lies on every bar, in percent of its width. */
export const promiseAt = 55

/** The parts of a bar, in percent of its width: all bars have the promise at the same place. */
export interface Bar {
  readonly half: number
  /** What 95 of 100 took, as far as it was promised, and what lies beyond. */
  readonly most: number
  readonly late: number
}

export function barOf({ medianMs, ninetyFiveMs, promisedWithinMs }: Step): Bar {
  const width = (ms: number | null) => (promisedWithinMs === 0 ? 0 : (promiseAt * (ms ?? 0)) / promisedWithinMs)
  const most = width(ninetyFiveMs)
  return {
    half: Math.min(100, width(medianMs)),
    most: Math.min(promiseAt, most),
    late: Math.min(100, Math.max(promiseAt, most)) - promiseAt,
  }
}

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]

/** A span rounded up to what one can picture: "3 hours", "40 minutes", "0.4 seconds". */
export function spanText(locale: string, spanMs: number): string {
  if (spanMs < 2 * secondMs) return tenthsText(locale, Math.max(1, Math.ceil(spanMs / 100)))
  const unit = spanMs > 2 * hourMs ? hourMs : spanMs > 2 * minuteMs ? minuteMs : secondMs
  return formatSpan(locale, Math.max(1, Math.ceil(spanMs / unit)) * unit)
}

function tenthsText(locale: string, tenths: number): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(tenths / 10)
}

/** All times without prices together, of the twelve months until now. Where older incidents are left out, at least. */
export function withoutPrices(
  { fromMs, total, items }: Incidents,
  nowMs: number,
): { readonly ms: number; readonly isAll: boolean } {
  const spans = items.flatMap(({ kind, startedMs, endedMs }) =>
    kind === 'no-prices' ? Math.max(0, (endedMs ?? nowMs) - Math.max(startedMs, fromMs)) : [],
  )
  return { ms: spans.reduce((sum, span) => sum + span, 0), isAll: total <= items.length }
}

/** The contracts that were void because another source set the price, over the longest span; null without any. */
export function feedChangedVoids({ spans }: Odds) {
  const span = spans.at(-1)
  const voids = span?.voids.find(({ cause }) => cause === 'feed-changed')
  return span === undefined || voids === undefined ? null : { ...voids, days: span.days }
}

/** The newest version of each rule, in the order of the page. */
export function newestRules(rules: readonly Rule[]): readonly Rule[] {
  const names = ['correction', 'outage', 'retention']
  return names.flatMap((name) => rules.find((rule) => rule.name === name) ?? [])
}
