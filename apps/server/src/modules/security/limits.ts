import type { LimitKind, LimitView } from '@candor/api'
import { dayMs } from '@candor/formulas'

/** The window of money limits. */
export const limitSpanMs = dayMs

/** A limit as stored: money in 10⁻⁶, of `session` minutes. Null is no limit. */
export interface StoredLimit {
  readonly kind: LimitKind
  readonly value: bigint | null
  readonly nextValue: bigint | null
  readonly nextFromMs: number | null
}

/** The limit in force at an instant: a looser limit takes effect after its day. */
export function limitAt(limit: StoredLimit, nowMs: number): StoredLimit {
  const isOver = limit.nextFromMs !== null && limit.nextFromMs <= nowMs
  return isOver ? { kind: limit.kind, value: limit.nextValue, nextValue: null, nextFromMs: null } : limit
}

/** A new stake, and the amounts already counted: all in 10⁻⁶ of one asset. */
export interface StakeCount {
  readonly stakeUnits: bigint
  readonly stakedUnits: bigint
  /** Lost, or still to be lost with open contracts; below zero where more was won. */
  readonly lostUnits: bigint
}

/** The limit that a stake would break, if any. */
export function brokenByStake(
  limits: readonly StoredLimit[],
  { stakeUnits, stakedUnits, lostUnits }: StakeCount,
): 'stake' | 'loss' | null {
  const of = (kind: LimitKind) => limits.find((limit) => limit.kind === kind)?.value ?? null
  const [stake, loss] = [of('stake'), of('loss')]
  if (stake !== null && stakedUnits + stakeUnits > stake) return 'stake'
  return loss !== null && lostUnits + stakeUnits > loss ? 'loss' : null
}

/** A limit as the wire shows it. `format` writes units of money. */
export function limitViewOf(limit: StoredLimit, format: (units: bigint) => string): LimitView {
  const write = (value: bigint | null) =>
    value === null ? null : limit.kind === 'session' ? String(value) : format(value)
  return {
    kind: limit.kind,
    value: write(limit.value),
    nextValue: write(limit.nextValue),
    nextFromMs: limit.nextFromMs,
  }
}
