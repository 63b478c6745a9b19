import type { KycSide } from '@candor/api'
import type { Photos } from '../../platform/photos/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { newObjectId } from '../../platform/vault/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { leastShortSidePx, photoKind, photoShape } from './kyc.ts'
import type { StoredPhoto } from './kyc.ts'
import { forgetReserved, markDestroyed, readAbandoned, readDuePhotos, reserveObjects } from './photo-store.ts'

/** Longer than any upload takes. */
const abandonedMs = 3_600_000
const perSweep = 200

/** A photo as it was sent. */
export interface SentPhoto {
  readonly side: KycSide
  readonly bytes: Uint8Array
}

export type PhotoRefusal = 'photo-invalid' | 'frequent-operations'

/** The photos of documents on their way into the vault and out of it. */
export interface DocumentPhotos {
  /** Decodes, re-encodes, measures and encrypts all photos, or refuses and keeps none. */
  store(photos: readonly SentPhoto[]): Promise<Result<StoredPhoto[], PhotoRefusal>>
  /** Destroys photos that became part of no submission. */
  discard(photos: readonly StoredPhoto[]): Promise<void>
  /** Destroys what is due: photos past their retention, and unreferenced objects. Returns how many. */
  sweep(): Promise<number>
}

export interface DocumentPhotoDependencies {
  readonly pool: Database
  readonly photos: Photos
  readonly vault: Vault
}

/** Creates the service. Each object is registered in the database before it is stored in the vault. */
export function createDocumentPhotos({ pool, photos, vault }: DocumentPhotoDependencies): DocumentPhotos {
  const prepare = async ({
    side,
    bytes,
  }: SentPhoto): Promise<Result<StoredPhoto & { bytes: Buffer }, PhotoRefusal>> => {
    const made = await photos.reencode(bytes, photoShape)
    if (!made.ok) return made.error === 'photo-invalid' ? refuse('photo-invalid', { photo: side }) : made
    const figures = await photos.judge(made.value)
    if (Math.min(figures.widthPx, figures.heightPx) < leastShortSidePx) return refuse('photo-invalid', { photo: side })
    return ok({ side, objectId: newObjectId(), ...figures, bytes: made.value })
  }
  const destroyAll = async (objectIds: readonly string[]) => {
    for (const objectId of objectIds) await vault.destroy(objectId)
    await forgetReserved(pool, objectIds)
  }
  return {
    async store(sent) {
      const prepared: (StoredPhoto & { bytes: Buffer })[] = []
      for (const photo of sent) {
        const made = await prepare(photo)
        if (!made.ok) return made
        prepared.push(made.value)
      }
      const objectIds = prepared.map(({ objectId }) => objectId)
      await reserveObjects(pool, objectIds)
      for (const { bytes, objectId } of prepared) await vault.put(bytes, photoKind, objectId)
      return ok(prepared.map(({ bytes: _bytes, ...photo }) => photo))
    },
    discard: (stored) => destroyAll(stored.map(({ objectId }) => objectId)),
    async sweep() {
      const abandoned = await readAbandoned(pool, { olderThanMs: abandonedMs, limit: perSweep })
      await destroyAll(abandoned)
      const due = await readDuePhotos(pool, perSweep)
      for (const photo of due) {
        await vault.destroy(photo.objectId)
        await markDestroyed(pool, photo)
      }
      return abandoned.length + due.length
    },
  }
}
