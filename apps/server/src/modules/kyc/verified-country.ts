import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/transaction.ts'
import { readVerifiedCountry } from './submission-store.ts'

/** How long a country is remembered, in milliseconds: it changes where a customer is verified. */
const rememberedMs = 60_000
const most = 20_000

/**
 * Returns whether a customer was verified in a country that is not served. Customers who are not verified are nowhere
 * yet. Nothing is read where all countries are served, which an empty list says.
 */
export function createElsewhere(pool: Database, served: readonly string[]): (customerId: bigint) => Promise<boolean> {
  const known = new LRUCache<bigint, { readonly country: string | null }>({ max: most, ttl: rememberedMs })
  return async (customerId) => {
    if (served.length === 0) return false
    const found = known.get(customerId) ?? { country: await readVerifiedCountry(pool, customerId) }
    if (found.country === null) return false
    known.set(customerId, found)
    return !served.includes(found.country)
  }
}
