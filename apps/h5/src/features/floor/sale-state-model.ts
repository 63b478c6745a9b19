import type { SaleState, SaleView } from '@candor/api'
import type { TimelineState } from '@candor/ui'

/** The states of a sale, in the order in which they are met. */
export const saleStates: readonly SaleState[] = ['in-progress', 'completed', 'closed']

/** A step of a sale, derived from the sale. */
export interface SaleStep {
  readonly name: 'submitted' | 'confirmed' | 'lapsed' | 'paid'
  readonly state: TimelineState
  /** When it was. */
  readonly atMs: number | null
  /** By when it is at the latest. */
  readonly untilMs: number | null
}

/** Whether a sale has ended. */
export function hasEnded({ state }: Pick<SaleView, 'state'>): boolean {
  return state !== 'in-progress'
}

/** The steps of a sale: submitted, confirmed by the merchant, paid; or submitted and returned. */
export function stepsOf({ state, createdMs, lapsesMs, endedMs }: SaleView): SaleStep[] {
  const submitted: SaleStep = { name: 'submitted', state: 'done', atMs: createdMs, untilMs: null }
  if (state === 'closed') return [submitted, { name: 'lapsed', state: 'ended', atMs: endedMs, untilMs: null }]
  const isPaid = state === 'completed'
  return [
    submitted,
    { name: 'confirmed', state: isPaid ? 'done' : 'now', atMs: endedMs, untilMs: isPaid ? null : lapsesMs },
    { name: 'paid', state: isPaid ? 'done' : 'next', atMs: endedMs, untilMs: null },
  ]
}

/** The polling interval of a sale in progress, in case the socket missed its end. */
export function refreshMs(sale: Pick<SaleView, 'state'>): number | false {
  return hasEnded(sale) ? false : 5_000
}
