import type { Database, Transaction } from '../../platform/transaction.ts'
import { resealed } from '../../platform/vault/index.ts'
import type { Seal, SealChange, VaultMeta } from '../../platform/vault/index.ts'
import { appealContext, detailsContext, photoKind, submissionDetails } from './kyc.ts'
import { numberHashOf, personHashOf } from './kyc-service.ts'
import { listPhotos } from './photo-store.ts'
import { listSealed, replaceSealed } from './seal-store.ts'

/**
 * Seals what customers typed under a new key, as the owner. Can be repeated. Returns how many submissions it changed.
 */
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
 * Hashes document numbers and persons under a new server key, as the owner, from the sealed texts. A number or person
 * that a submission without its text names too keeps its hash, so that all of them match. Can be repeated. Returns the
 * number of submissions that it read.
 */
export async function rehashSubmissions(
  owner: Transaction,
  { seal, secret }: { readonly seal: Seal; readonly secret: string },
): Promise<number> {
  let count = 0
  for (const stored of await listSealed(owner)) {
    if (stored.detailsSealed === null) continue
    const details = submissionDetails.parse(JSON.parse(seal.open(stored.detailsSealed, detailsContext(stored))))
    const { name, number, birthDate } = details
    await replaceSealed(owner, stored.submissionId, {
      number: stored.keepsNumberHash ? null : numberHashOf(secret, { country: stored.country, number }),
      person: stored.keepsPersonHash || birthDate === null ? null : personHashOf(secret, { name, birthDate }),
    })
    count += 1
  }
  return count
}

/** Every photo of a document that may lie in the vault, as the owner. */
export async function listDocumentPhotos(owner: Database): Promise<{ objectId: string; meta: VaultMeta }[]> {
  return (await listPhotos(owner)).map((objectId) => ({ objectId, meta: photoKind }))
}
