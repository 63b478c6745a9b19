import type { LimitKind, LimitView } from '@candor/api'
import { formatUnits } from '@candor/money'
import type { UnitsOfEach } from '@candor/money'

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
