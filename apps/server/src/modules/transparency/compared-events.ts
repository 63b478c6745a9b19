import { equalBytes, leafHash } from '@candor/proof'
import { batchEvent, decodeEvent } from '@candor/proof/encoding'
import type { BatchEvent } from '@candor/proof/encoding'
import type { Database } from '../../platform/transaction.ts'
import { readBatchItems } from './batch-items.ts'
import { nameOf } from './batch-store.ts'
import type { CustomerSecrets } from './customer-secrets.ts'
import type { Difference } from './differences-store.ts'
import { readEvents, readLinks } from './events-store.ts'
import type { Guard } from './guard-store.ts'
import { sealBatch } from './sealed-batch.ts'

/** The entries of batches whose items are read at once. */
const pageEntries = 5_000

interface SealedBatchLeaf {
  readonly leaf: number
  readonly event: BatchEvent
}

/**
 * Compares the stored entries of a range of leaves with what is sealed, and makes those of batches again from the
 * ledger, with the trees over their items.
 */
export async function compareEvents(
  pool: Database,
  secretsOf: CustomerSecrets,
  { shard }: Guard,
  { from, sealed }: { readonly from: number; readonly sealed: readonly Uint8Array[] },
): Promise<readonly Difference[]> {
  const entries = await readEvents(pool, shard, from, sealed.length)
  const differences: Difference[] = []
  const batches: SealedBatchLeaf[] = []
  for (const [index, hash] of sealed.entries()) {
    const entry = entries[index]
    const leaf = from + index
    if (entry === undefined || !equalBytes(leafHash(entry), hash)) {
      differences.push({ leaf, detail: `the stored entry ${leaf} is not the sealed one` })
      continue
    }
    const event = decodeEvent(entry)
    if (event.name === 'batch') batches.push({ leaf, event: event.event })
  }
  for (const page of pagesOf(batches)) differences.push(...(await compareBatches({ pool, secretsOf }, page)))
  return differences
}

function pagesOf(batches: readonly SealedBatchLeaf[]): readonly (readonly SealedBatchLeaf[])[] {
  const pages: SealedBatchLeaf[][] = []
  let entries = Infinity
  for (const batch of batches) {
    entries += batch.event.entryCount
    if (entries > pageEntries) {
      pages.push([])
      entries = batch.event.entryCount
    }
    pages.at(-1)?.push(batch)
  }
  return pages
}

interface Books {
  readonly pool: Database
  readonly secretsOf: CustomerSecrets
}

async function compareBatches(books: Books, batches: readonly SealedBatchLeaf[]): Promise<readonly Difference[]> {
  try {
    return await differing(books, batches)
  } catch (error) {
    // What cannot have been sealed fails to be encoded: the batch that it is in is named alone.
    const [only] = batches
    if (only === undefined || isOfDatabase(error)) throw error
    if (batches.length === 1) return [differenceOf(only)]
    const found = []
    for (const batch of batches) found.push(...(await compareBatches(books, [batch])))
    return found
  }
}

async function differing(
  { pool, secretsOf }: Books,
  batches: readonly SealedBatchLeaf[],
): Promise<readonly Difference[]> {
  const links = await readLinks(
    pool,
    batches.map(({ event }) => event),
  )
  const stored = batches.flatMap(({ event }) => links.get(nameOf(event)) ?? [])
  const itemsOf = await readBatchItems(pool, stored)
  const secrets = await secretsOf([...itemsOf.values()].flat().map(({ customerId }) => customerId))
  return batches.flatMap((batch) => {
    const link = links.get(nameOf(batch.event))
    if (link === undefined) return [differenceOf(batch)]
    const { hash, ...rest } = link
    const { itemCount, itemsRoot } = sealBatch(itemsOf.get(nameOf(link)) ?? [], secrets)
    // Where an entry lies in the log of its cell is not in the ledger.
    const again = batchEvent.encode({ ...batch.event, ...rest, itemCount, itemsRoot, batchHash: hash })
    return equalBytes(again, batchEvent.encode(batch.event)) ? [] : [differenceOf(batch)]
  })
}

function differenceOf({ leaf, event: { stripe, seq, kind } }: SealedBatchLeaf): Difference {
  return { leaf, detail: `batch ${seq} of stripe ${stripe} (${kind}) is not the sealed one` }
}

/** Whether the database failed, and not what it returned. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && ('code' in error || /timeout|terminated|connection/i.test(error.message))
}
