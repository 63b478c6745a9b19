/**
 * An independent second opinion on prices: the prices that the published rules give for the played quotes, computed
 * with plain numbers. It shares no code with the market.
 */

/** The quotes played by one source. */
interface PlayedSource {
  /** Bid + ask in the fifth decimal, and the time. */
  doubled: number
  atMs: number
  isTooWide: boolean
  isAway: boolean
}

/** The rules of the instrument. */
export interface OracleRules {
  readonly staleAfterMs: number
  readonly maxSpreadBps: number
  readonly outlierBps: number
  /** A larger step from one price to the next begins an epoch. */
  readonly maxStepBps: number
}

/** The truth of one slot: its price in millionths, or none; and whether later slots start a new epoch. */
export interface Truth {
  readonly price: number | null
  readonly isBreak: boolean
}

/** A change of sources may move the price by 1/25 of the outlier band. */
const failoverParts = 25

export class FeedOracle {
  readonly #rules: OracleRules
  readonly #sources = new Map<string, PlayedSource>()
  #members = new Map<string, number>()
  #lastPrice: number | null = null
  #isRolled = false

  constructor(rules: OracleRules) {
    this.#rules = rules
  }

  /** A quote that a reader of the protocol must believe. Prices in the fifth decimal. */
  quoted(name: string, quote: { bid: number; ask: number; atMs: number }): void {
    const { bid, ask, atMs } = quote
    const isTooWide = ((ask - bid) / ((ask + bid) / 2)) * 10_000 > this.#rules.maxSpreadBps
    this.#sources.set(name, { doubled: bid + ask, atMs, isTooWide, isAway: false })
  }

  /** A source disconnected. */
  away(name: string): void {
    const source = this.#sources.get(name)
    if (source !== undefined) source.isAway = true
  }

  /** All earlier quotes are of another contract. */
  rolled(): void {
    this.#sources.clear()
    this.#members.clear()
    this.#isRolled = true
  }

  /** The truth of the slot that ends at `endMs`. */
  at(endMs: number): Truth {
    const usable = [...this.#sources].filter(
      ([, source]) => !source.isTooWide && endMs - source.atMs <= this.#rules.staleAfterMs,
    )
    const present = usable.filter(([, source]) => !source.isAway)
    const now = new Map((present.length > 0 ? present : usable).map(([name, source]) => [name, source.doubled]))
    const price = this.#agreed([...now.values()])
    const isRolled = this.#isRolled
    this.#isRolled = false
    if (price === null) return { price, isBreak: isRolled }
    const from = this.#lastPrice
    const isStep = from !== null && Math.abs(price - from) * 10_000 > from * this.#rules.maxStepBps
    const isBreak = isRolled || isStep || this.#isOtherMarket(now, price)
    this.#lastPrice = price
    this.#members = now
    return { price, isBreak }
  }

  #agreed(doubled: readonly number[]): number | null {
    if (doubled.length === 0) return null
    const isNear = (value: number, centre: number) =>
      Math.abs(value - centre) * 10_000 <= centre * this.#rules.outlierBps
    const [first = 0, second = 0] = doubled
    if (doubled.length === 2 && Math.abs(first - second) * 10_000 > ((first + second) / 2) * this.#rules.outlierBps)
      return null
    const centre = middle(doubled)
    const kept = doubled.filter((value) => isNear(value, centre))
    // Twice the fifth decimal is five times the sixth.
    return kept.length * 2 <= doubled.length ? null : middle(kept) * 5
  }

  #isOtherMarket(now: ReadonlyMap<string, number>, price: number): boolean {
    const before = [...this.#members.keys()]
    if (before.length === 0 || (before.length === now.size && before.every((name) => now.has(name)))) return false
    if (!before.some((name) => now.has(name))) return true
    const former = this.#agreed(before.map((name) => now.get(name) ?? this.#sources.get(name)?.doubled ?? 0))
    return (
      former === null ||
      Math.abs(Math.round(former) - Math.round(price)) * 10_000 * failoverParts > price * this.#rules.outlierBps
    )
  }
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const half = sorted.length >> 1
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? 0)) / 2
}
