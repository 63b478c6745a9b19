import type { Database } from '../../platform/transaction.ts'
import { isOfOrders, itemsOfBatch } from './batch-items.ts'
import type { BatchItem } from './batch-items.ts'
import type { CustomerSecrets } from './customer-secrets.ts'
import { readCustomerPostings, readOrders } from './events-store.ts'
import { sealBatch } from './sealed-batch.ts'
import type { SealedBatch } from './sealed-batch.ts'

/** A batch of the ledger by its number. */
export interface StoredBatch {
  readonly stripe: number
  readonly seq: number
  readonly kind: string
  readonly atMs: number
}

/** Makes the sealed items of a stored batch again, as the log of events sealed them. */
export async function sealStored(
  pool: Database,
  secretsOf: CustomerSecrets,
  batch: StoredBatch,
): Promise<{ readonly items: readonly BatchItem[]; readonly sealed: SealedBatch }> {
  const postings = await readCustomerPostings(pool, [batch])
  const refs = isOfOrders(batch.kind) ? postings.flatMap(({ ref }) => (ref === null ? [] : [ref])) : []
  const items = itemsOfBatch(batch.kind, postings, refs.length === 0 ? new Map() : await readOrders(pool, refs))
  return { items, sealed: sealBatch(items, await secretsOf(items.map(({ customerId }) => customerId))) }
}
