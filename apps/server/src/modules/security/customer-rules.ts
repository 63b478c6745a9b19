import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { groupedLookup } from '../../platform/grouped-lookup.ts'
import type { Database } from '../../platform/transaction.ts'
import { limitAt } from './limits.ts'
import type { StoredLimit } from './limits.ts'
import { readExclusions, readLimits } from './limits-store.ts'
import type { Exclusion } from './limits-store.ts'

/** The limits and the exclusion that a customer has set. */
export interface Rules {
  readonly limits: readonly StoredLimit[]
  readonly exclusion: Exclusion | null
}

/** Another process may change rules: a cached rule is never older than this. */
const cachedMs = 10_000
const cachedCustomers = 20_000

/** Caches the rules of customers. Concurrent misses are read together. */
export class CustomerRules {
  readonly #clock: Clock
  readonly #read: (customerId: bigint) => Promise<Rules>
  readonly #cached = new LRUCache<bigint, { readonly rules: Promise<Rules>; readonly readMs: number }>({
    max: cachedCustomers,
  })

  constructor({ pool, clock }: { readonly pool: Database; readonly clock: Clock }) {
    this.#clock = clock
    this.#read = groupedLookup(async (customerIds) => {
      const [limits, exclusions] = await Promise.all([readLimits(pool, customerIds), readExclusions(pool, customerIds)])
      return (customerId) => ({
        limits: limits.get(customerId) ?? [],
        exclusion: exclusions.get(customerId) ?? null,
      })
    })
  }

  /** Returns the rules as they apply now. */
  async of(customerId: bigint): Promise<Rules> {
    const nowMs = this.#clock.nowMs()
    const known = this.#cached.get(customerId)
    const rules = known !== undefined && nowMs - known.readMs < cachedMs ? known.rules : this.#read(customerId)
    if (rules !== known?.rules) this.#cached.set(customerId, { rules, readMs: nowMs })
    const { limits, exclusion } = await rules.catch((error: unknown) => {
      this.#cached.delete(customerId)
      throw error
    })
    return {
      limits: limits.map((limit) => limitAt(limit, nowMs)),
      exclusion: exclusion !== null && exclusion.untilMs > nowMs ? exclusion : null,
    }
  }

  /** Makes the next call read the customer's rules. */
  forget(customerId: bigint): void {
    this.#cached.delete(customerId)
  }
}
