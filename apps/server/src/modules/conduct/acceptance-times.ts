/**
 * Orders of one band of stakes that were accepted within as many milliseconds, but not within fewer that are counted.
 */
export interface AcceptedOrders {
  readonly stakeFrom: bigint
  readonly withinMs: number
  readonly orders: number
}

/** Counts how long the server takes to accept orders, by the band of their stake. */
export class AcceptanceTimes {
  readonly #bands: readonly bigint[]
  readonly #orders = new Map<string, AcceptedOrders>()

  /** `bands` are the lower ends of the bands of stakes, ascending, in units. */
  constructor(bands: readonly bigint[]) {
    this.#bands = bands
  }

  /** Counts an order that took `tookMs` from its parsed request to its stored acceptance. */
  add(stakeUnits: bigint, tookMs: number): void {
    const stakeFrom = this.#bands.findLast((from) => from <= stakeUnits)
    if (stakeFrom === undefined) return
    const withinMs = roundedUp(tookMs)
    const key = `${stakeFrom}/${withinMs}`
    const orders = (this.#orders.get(key)?.orders ?? 0) + 1
    this.#orders.set(key, { stakeFrom, withinMs, orders })
  }

  /** Returns what was counted since the last call. */
  take(): readonly AcceptedOrders[] {
    const taken = [...this.#orders.values()]
    this.#orders.clear()
    return taken
  }
}

/** To whole milliseconds up to 100, to tens up to a second, and to hundreds from there on. */
export function roundedUp(tookMs: number): number {
  const step = tookMs <= 100 ? 1 : tookMs <= 1_000 ? 10 : 100
  return Math.max(1, Math.ceil(tookMs / step) * step)
}
