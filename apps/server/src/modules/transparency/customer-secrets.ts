import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/transaction.ts'
import { readSecrets } from './events-store.ts'

/** Reads the secrets of customers, and draws those that are missing. */
export type CustomerSecrets = (customers: readonly bigint[]) => Promise<ReadonlyMap<bigint, Uint8Array>>

/** Of the customers who bought last: a batch of theirs needs no statement for its salts. */
const rememberedCustomers = 50_000

export function createCustomerSecrets(pool: Database): CustomerSecrets {
  const remembered = new LRUCache<bigint, Uint8Array>({ max: rememberedCustomers })
  return async (customers) => {
    const found = new Map<bigint, Uint8Array>()
    const missing = new Set<bigint>()
    for (const customerId of customers) {
      const secret = remembered.get(customerId)
      if (secret === undefined) missing.add(customerId)
      else found.set(customerId, secret)
    }
    if (missing.size === 0) return found
    for (const [customerId, secret] of await readSecrets(pool, [...missing])) {
      remembered.set(customerId, secret)
      found.set(customerId, secret)
    }
    return found
  }
}
