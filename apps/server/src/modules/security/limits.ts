import type { LimitKind, LimitView } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { add, formatUnits } from '@candor/money'
import type { Amount, UnitsOfEach } from '@candor/money'

/** The window of money limits. */
export const limitSpanMs = dayMs

interface LimitOf<Kind extends LimitKind, Value> {
  readonly kind: Kind
  /** Null is no limit. */
  readonly value: Value | null
  readonly nextValue: Value | null
  readonly nextFromMs: number | null
}

/** A limit of money, which counts in each currency on its own. */
export type MoneyLimit = LimitOf<Exclude<LimitKind, 'session'>, UnitsOfEach>

/** A limit of a session's length, in minutes. */
export type SessionLimit = LimitOf<'session', number>

export type StoredLimit = MoneyLimit | SessionLimit

/** The limit in force at an instant: a looser limit takes effect after its day. */
export function limitAt(limit: StoredLimit, nowMs: number): StoredLimit {
  if (limit.nextFromMs === null || limit.nextFromMs > nowMs) return limit
  const ended = { nextValue: null, nextFromMs: null }
  return limit.kind === 'session'
    ? { ...limit, value: limit.nextValue, ...ended }
    : { ...limit, value: limit.nextValue, ...ended }
}

/** The value of a money limit in each currency; null without one. */
export function moneyLimitOf(limits: readonly StoredLimit[], kind: MoneyLimit['kind']): UnitsOfEach | null {
  for (const limit of limits) if (limit.kind !== 'session' && limit.kind === kind) return limit.value
  return null
}

/** A new stake, and the amounts already counted in its asset. */
export interface StakeCount {
  readonly stake: Amount
  readonly staked: Amount
  /** Lost, or still to be lost with open contracts; below zero where more was won. */
  readonly lost: Amount
}

/** The limit that a stake would break, if any. */
export function brokenByStake(
  limits: readonly StoredLimit[],
  { stake, staked, lost }: StakeCount,
): 'stake' | 'loss' | null {
  const isBroken = (kind: 'stake' | 'loss', counted: Amount): boolean => {
    const limit = moneyLimitOf(limits, kind)
    return limit !== null && add(counted, stake).units > limit
  }
  if (isBroken('stake', staked)) return 'stake'
  return isBroken('loss', lost) ? 'loss' : null
}

/** A limit as the wire shows it. */
export function limitViewOf(limit: StoredLimit): LimitView {
  const { kind, nextFromMs } = limit
  return limit.kind === 'session'
    ? { kind, value: minutesText(limit.value), nextValue: minutesText(limit.nextValue), nextFromMs }
    : { kind, value: unitsText(limit.value), nextValue: unitsText(limit.nextValue), nextFromMs }
}

function minutesText(minutes: number | null): string | null {
  return minutes === null ? null : String(minutes)
}

function unitsText(units: UnitsOfEach | null): string | null {
  return units === null ? null : formatUnits(units)
}
