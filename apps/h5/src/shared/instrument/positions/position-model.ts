import type { OrderView } from '@candor/api'
import { entryWindowEndMs, hasAverages, settle, slotMs, type ContractResult } from '@candor/formulas'
import { parseAmount, type Amount } from '@candor/money'
import { priceDifference, type PriceDifference } from './price-difference.ts'

/**
 * An order's phase. `measuring` lasts from the first slot of the entry window until the entry price is known, and
 * `settling` until the server's settled order arrives: nothing is guessed.
 */
export type PositionPhase = 'waiting-for-entry' | 'measuring' | 'running' | 'settling' | 'closed'

export interface Position {
  readonly phase: PositionPhase
  readonly remainingMs: number
  /** Share of the contract's time that is left, 1 at entry and 0 at the end: the arc of the ring. */
  readonly shareLeft: number
  /** The last price compared with the entry; null before the entry price is known. */
  readonly difference: PriceDifference | null
  /** The booking if this price were the exit; null before the entry price is known. */
  readonly ifEndedNow: { readonly result: ContractResult; readonly net: Amount } | null
}

/** The time left, in milliseconds: never more than the contract's duration, although its entry starts later. */
export function remainingOf({ exitAtMs, durationMs }: OrderView, nowMs: number): number {
  return Math.max(0, Math.min(durationMs, exitAtMs - nowMs))
}

/** Derives a live position from its order, the newest open price and server time. Pure. */
export function positionAt(order: OrderView, lastPrice: string | null, nowMs: number): Position {
  const remainingMs = remainingOf(order, nowMs)
  const phase = phaseAt(order, nowMs)
  const difference =
    order.entryPrice === null || lastPrice === null ? null : priceDifference(order.entryPrice, lastPrice)
  return {
    phase,
    remainingMs,
    shareLeft: order.durationMs > 0 ? Math.min(1, remainingMs / order.durationMs) : 0,
    difference,
    ifEndedNow: phase === 'running' && difference !== null ? resultNow(order, difference) : null,
  }
}

function phaseAt(order: OrderView, nowMs: number): PositionPhase {
  if (order.state === 'closed') return 'closed'
  if (nowMs >= order.exitAtMs) return 'settling'
  if (order.entryPrice !== null) return 'running'
  return hasAverages(order) && nowMs >= order.entryAtMs - slotMs ? 'measuring' : 'waiting-for-entry'
}

function resultNow(order: OrderView, difference: PriceDifference): Position['ifEndedNow'] {
  const stake = parseAmount(order.asset, order.stake)
  if (stake === null) return null
  const prices = { entry: 0n, exit: difference.signedTicks, isOneEpoch: true }
  const { result, net } = settle(order, order.direction, stake, prices)
  return { result, net }
}

/** How long after the end of the entry window the price is on the server: its publication. */
const entryPublishedAfterMs = 2 * slotMs

/**
 * When to refetch the order: until its entry price is known, and while it should be settled; null when nothing is
 * pending.
 */
export function orderRefreshMs(order: OrderView, nowMs: number): number | null {
  if (order.state === 'closed') return null
  if (nowMs >= order.exitAtMs) return 2_000
  if (order.entryPrice !== null) return order.exitAtMs - nowMs + 2_000
  const waitedMs = nowMs - entryWindowEndMs(order)
  if (waitedMs < entryPublishedAfterMs) return Math.max(250, entryPublishedAfterMs - waitedMs)
  // An entry window with too few open frames has no price; the order is void at its end: refetch ever less often.
  return Math.min(10_000, Math.max(1_000, waitedMs))
}
