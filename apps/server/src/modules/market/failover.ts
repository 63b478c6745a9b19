import { consensus, magnitude, ppmPerBps } from './consensus.ts'
import type { SourcePrice } from './consensus.ts'

/** One source's price with its name. */
export interface NamedPrice extends SourcePrice {
  readonly name: string
}

/** The sources of an instrument when it last had a price, each with its newest price, however old. */
export interface Failover {
  readonly former: readonly NamedPrice[]
  readonly now: readonly NamedPrice[]
  /** The price that `now` agree on, in official ticks. */
  readonly ticks: bigint
  readonly outlierBps: number
}

/** A change of sources may move the price by this share of the outlier band at most. */
const toleratedShare = 25n

/**
 * Whether a change of sources moves the price: the former sources, evaluated at the same instant, would give a
 * different one. If the two sets share no source, it always does. A contract that spans such a change would settle on
 * the choice of sources instead of the market.
 */
export function isFailoverJump({ former, now, ticks, outlierBps }: Failover): boolean {
  const names = new Set(now.map((source) => source.name))
  const stayed = former.filter((source) => names.has(source.name)).length
  if (former.length === 0 || (stayed === former.length && stayed === now.length)) return false
  if (stayed === 0) return true
  const before = consensus(former, outlierBps * ppmPerBps)
  // The former sources disagreed, so the price they would have given is unknown.
  if (!before.isOpen) return true
  return magnitude(before.ticks - ticks) * 10_000n * toleratedShare > magnitude(ticks) * BigInt(outlierBps)
}
