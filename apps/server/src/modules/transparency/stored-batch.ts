import type { Database } from '../../platform/transaction.ts'
import { readBatchItems } from './batch-items.ts'
import type { BatchItem } from './batch-items.ts'
import { nameOf } from './batch-store.ts'
import type { BatchId } from './batch-store.ts'
import type { CustomerSecrets } from './customer-secrets.ts'
import { sealBatch } from './sealed-batch.ts'
import type { SealedBatch } from './sealed-batch.ts'

/** A batch of the ledger by its number, with its kind. */
export interface StoredBatch extends BatchId {
  readonly kind: string
}

/** Makes the sealed items of a stored batch again, as the log of events sealed them. */
export async function sealStored(
  pool: Database,
  secretsOf: CustomerSecrets,
  batch: StoredBatch,
): Promise<{ readonly items: readonly BatchItem[]; readonly sealed: SealedBatch }> {
  const items = (await readBatchItems(pool, [batch])).get(nameOf(batch)) ?? []
  return { items, sealed: sealBatch(items, await secretsOf(items.map(({ customerId }) => customerId))) }
}
