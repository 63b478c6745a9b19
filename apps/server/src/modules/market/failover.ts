import { consensus, magnitude } from './consensus.ts'
import type { SourcePrice } from './consensus.ts'

/** One source's price with its name. */
export interface NamedPrice extends SourcePrice {
  readonly name: string
}

/** What the sources of an instrument were when it last had a price: all that each said until now, however old. */
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
 * Whether a change of sources moves the price: the former sources, asked at the same instant, would give another one. No source in
 * common is always such a change. A contract that spans it would settle on who was heard, not on the market.
 */
export function isFailoverJump({ former, now, ticks, outlierBps }: Failover): boolean {
  const names = new Set(now.map((source) => source.name))
  const stayed = former.filter((source) => names.has(source.name)).length
  if (former.length === 0 || (stayed === former.length && stayed === now.length)) return false
  if (stayed === 0) return true
  const before = consensus(former, outlierBps)
  // The former sources stood apart: what they would have said is unknown.
  if (!before.isOpen) return true
  return magnitude(before.ticks - ticks) * 10_000n * toleratedShare > magnitude(ticks) * BigInt(outlierBps)
}
