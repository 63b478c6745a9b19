/** Lags kept; the newest replace the oldest. */
const keptLags = 512
/** The figure is computed once in so many lags: sorting at every tick would cost more than it tells. */
const computeEvery = 64
const percentile = 0.99

/** The 99th percentile of a source's newest lags, from the messages that name their own time. */
export class LagMeter {
  readonly #lags: number[] = []
  #count = 0
  #p99Ms: number | null = null

  add(lagMs: number): void {
    this.#lags[this.#count % keptLags] = lagMs
    this.#count += 1
    if (this.#p99Ms !== null && this.#count % computeEvery !== 0) return
    const sorted = this.#lags.toSorted((left, right) => left - right)
    this.#p99Ms = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * percentile))] ?? null
  }

  /** The same, once no single message sets it. Null before. */
  settledP99Ms(): number | null {
    return this.#count < computeEvery ? null : this.#p99Ms
  }

  /** Null before the first lag. */
  p99Ms(): number | null {
    return this.#p99Ms
  }
}
