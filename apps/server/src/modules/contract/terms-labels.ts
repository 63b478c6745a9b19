import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/transaction.ts'
import type { TermsLabel } from './contract.ts'
import { readTermsLabels } from './contract-store.ts'

/** Terms never change, but an instrument may be renamed. */
const rememberedMs = 60_000
const rememberedTerms = 5_000

/** Creates the directory of labels: returns the labels of existing terms. */
export function termsLabelDirectory(
  pool: Database,
): (termsIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, TermsLabel>> {
  const remembered = new LRUCache<bigint, TermsLabel>({ max: rememberedTerms, ttl: rememberedMs })
  return async (termsIds) => {
    const found = new Map<bigint, TermsLabel>()
    const missing = new Set<bigint>()
    for (const termsId of termsIds) {
      if (found.has(termsId) || missing.has(termsId)) continue
      const label = remembered.get(termsId)
      if (label === undefined) missing.add(termsId)
      else found.set(termsId, label)
    }
    if (missing.size === 0) return found
    for (const label of await readTermsLabels(pool, [...missing])) {
      remembered.set(label.termsId, label)
      found.set(label.termsId, label)
    }
    return found
  }
}
