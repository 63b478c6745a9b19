import type { OrderView } from '@candor/api'
import { settle, slotMs, type ContractResult } from '@candor/formulas'
import { parseAmount, type Amount } from '@candor/money'
import { priceDifference, type PriceDifference } from './price-difference.ts'

/** An order's phase. `settling` lasts until the server's settled order arrives: nothing is guessed. */
export type PositionPhase = 'waiting-for-entry' | 'running' | 'settling' | 'closed'

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

/** Derives a live position from its order, the newest open price and server time. Pure. */
export function positionAt(order: OrderView, lastPrice: string | null, nowMs: number): Position {
  const remainingMs = Math.max(0, order.exitAtMs - nowMs)
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
  return order.entryPrice === null ? 'waiting-for-entry' : 'running'
}

function resultNow(order: OrderView, difference: PriceDifference): Position['ifEndedNow'] {
  const stake = parseAmount(order.asset, order.stake)
  if (stake === null) return null
  const entry = { slot: order.entrySlot, ticks: 0n, state: 'open', epoch: 0 } as const
  const exit = { slot: order.exitSlot, ticks: difference.signedTicks, state: 'open', epoch: 0 } as const
  const { result, net } = settle(order, order.direction, stake, entry, exit)
  return { result, net }
}

/** How long after the entry slot its price is on the server: the slot itself and its publication. */
const entryPublishedAfterMs = 2 * slotMs

/**
 * When to refetch the order: until its entry price is known, and while it should be settled; null when nothing is
 * pending.
 */
export function orderRefreshMs(order: OrderView, nowMs: number): number | null {
  if (order.state === 'closed') return null
  if (nowMs >= order.exitAtMs) return 2_000
  if (order.entryPrice !== null) return order.exitAtMs - nowMs + 2_000
  const waitedMs = nowMs - order.entryAtMs
  if (waitedMs < entryPublishedAfterMs) return Math.max(250, entryPublishedAfterMs - waitedMs)
  // A missed entry slot has no price; the order is void at its end, so refetch progressively less often.
  return Math.min(10_000, Math.max(1_000, waitedMs))
}
