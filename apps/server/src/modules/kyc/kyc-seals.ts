import type { Database, Transaction } from '../../platform/transaction.ts'
import { resealed } from '../../platform/vault/index.ts'
import type { Seal, SealChange, VaultMeta } from '../../platform/vault/index.ts'
import { appealContext, detailsContext, photoKind, submissionDetails } from './kyc.ts'
import { numberHashOf } from './kyc-service.ts'
import { listPhotos } from './photo-store.ts'
import { listSealed, replaceNumberHash, replaceSealed } from './seal-store.ts'

/** Seals what customers typed under a new key, as the owner. Can be repeated. Returns how many submissions it changed. */
export async function resealSubmissions(owner: Transaction, change: SealChange): Promise<number> {
  let count = 0
  for (const stored of await listSealed(owner)) {
    const { submissionId, detailsSealed, appealSealed } = stored
    const details = detailsSealed === null ? null : resealed(detailsSealed, detailsContext(stored), change)
    const appeal = appealSealed === null ? null : resealed(appealSealed, appealContext(stored), change)
    if (details === null && appeal === null) continue
    await replaceSealed(owner, submissionId, { details, appeal })
    count += 1
  }
  return count
}

/**
 * Hashes document numbers under a new server key, as the owner, from the sealed texts. Numbers whose text has been
 * deleted keep a hash that nothing matches from then on. Can be repeated. Returns how many it hashed.
 */
export async function rehashNumbers(
  owner: Transaction,
  { seal, secret }: { readonly seal: Seal; readonly secret: string },
): Promise<number> {
  let count = 0
  for (const stored of await listSealed(owner)) {
    if (stored.detailsSealed === null) continue
    const { number } = submissionDetails.parse(JSON.parse(seal.open(stored.detailsSealed, detailsContext(stored))))
    await replaceNumberHash(owner, stored.submissionId, numberHashOf(secret, stored.country, number))
    count += 1
  }
  return count
}

/** Every photo of a document that may lie in the vault, as the owner. */
export async function listDocumentPhotos(owner: Database): Promise<{ objectId: string; meta: VaultMeta }[]> {
  return (await listPhotos(owner)).map((objectId) => ({ objectId, meta: photoKind }))
}
