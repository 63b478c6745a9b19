import type { operatorPriceLog, OutputOf } from '@candor/api/operator'
import { dayMs, slotAt, slotMs } from '@candor/formulas'
import type { Guard } from './guard-store.ts'
import type { LogName } from './log-names.ts'
import type { FrameBounds } from './ticks-store.ts'
import type { WitnessView } from './witness-state.ts'

type PriceLog = OutputOf<typeof operatorPriceLog>

/** Longer than this no log may be without a checkpoint of what is stored, and its process without a report. */
export const mostUnsignedMs = 10_000

/** A range of slots; `before` is the first one after it, `newest` the last one with a frame. */
interface SlotSpan {
  readonly from: number
  readonly before: number
  readonly newest: number
}

/**
 * The last 24 hours in slots, or those since the first frame; null before it. The newest slots are not yet due: they
 * count from the time on at which a missing frame is an alarm.
 */
export function lastDaySlots({ genesisMs, oldest, newest }: FrameBounds, nowMs: number): SlotSpan | null {
  if (oldest === null || newest === null) return null
  const before = Math.max(newest, slotAt(nowMs - mostUnsignedMs, genesisMs)) + 1
  return { from: Math.max(oldest, before - dayMs / slotMs), before, newest }
}

/** How many slots of a span have no frame: those in recorded gaps, and all after the newest frame. */
export function missingSlots(
  { from, before, newest }: SlotSpan,
  gaps: readonly { readonly from: number; readonly to: number }[],
): number {
  const inGaps = gaps.reduce((sum, gap) => sum + Math.min(gap.to, before - 1) - Math.max(gap.from, from) + 1, 0)
  return inGaps + Math.max(0, before - 1 - newest)
}

/** The newest shard of a log; nothing before its first. */
export function treeOf(log: LogName, guards: readonly Guard[]): PriceLog['trees'] {
  return guards.slice(-1).map(({ shard, size, signedMs }) => ({ log, shard, leaves: size, signedMs }))
}

/** How many independent witnesses there are, and how far they have come. */
export function independentOf({ witnesses, independentCount }: WitnessView): PriceLog['witnesses'] {
  const times = witnesses.filter(({ isIndependent }) => isIndependent).map(({ cosignedMs }) => cosignedMs)
  const known = times.filter((time) => time !== null)
  return {
    independent: times.length,
    fresh: independentCount,
    cosignedMs: known.length === 0 || known.length < times.length ? null : Math.min(...known),
  }
}
