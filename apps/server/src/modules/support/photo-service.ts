import { hash, randomBytes } from 'node:crypto'
import type { PhotoShape, Photos } from '../../platform/photos/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { newObjectId } from '../../platform/vault/index.ts'
import type { Vault, VaultMeta } from '../../platform/vault/index.ts'
import { countUnused, forgetImage, insertImage, listImages, readUnused } from './image-store.ts'
import type { ImageSender, StoredImage } from './image-store.ts'

const photoKind = { kind: 'support-photo' }
const photoShape: PhotoShape = { widthPx: 2_000, heightPx: 2_000, fit: 'inside' }
/** Longer than sending an uploaded photo takes. */
const unusedMs = 3_600_000
const perSweep = 200
/** Photos that a customer has uploaded and not sent. */
const maxUnused = 10

/** Photos of conversations on their way into the vault and out of it. */
export interface ChatPhotos {
  /** Decodes, re-encodes and encrypts a photo, or refuses it and keeps nothing. */
  store(sender: ImageSender, bytes: Uint8Array): Promise<Result<StoredImage, 'photo-invalid' | 'frequent-operations'>>
  /** The bytes (WebP), or null when they are gone. */
  open(objectId: string): Promise<Buffer | null>
  /** Destroys photos that are part of no message: they never became one, or it was forgotten. */
  sweep(): Promise<void>
}

/** Distinguishes a repeat from a different photo. */
export function digestOf(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer')
}

/** Creates the service. Each object is registered in the database before it is stored in the vault. */
export function createChatPhotos({
  pool,
  photos,
  vault,
}: {
  readonly pool: Database
  readonly photos: Photos
  readonly vault: Vault
}): ChatPhotos {
  return {
    async store(sender, bytes) {
      if ('customerId' in sender && (await countUnused(pool, sender.customerId)) >= maxUnused)
        return refuse('frequent-operations')
      const made = await photos.reencode(bytes, photoShape)
      if (!made.ok) return made
      const { widthPx, heightPx } = await photos.judge(made.value)
      const image = {
        imageId: randomBytes(16).toString('hex'),
        objectId: newObjectId(),
        digest: digestOf(bytes),
        widthPx,
        heightPx,
      }
      await insertImage(pool, sender, image)
      await vault.put(made.value, photoKind, image.objectId)
      return ok(image)
    },
    open: (objectId) => vault.get(objectId, photoKind),
    async sweep() {
      for (const { imageId, objectId } of await readUnused(pool, { olderThanMs: unusedMs, limit: perSweep })) {
        await vault.destroy(objectId)
        await forgetImage(pool, imageId)
      }
    },
  }
}

/** Every photo of conversations that may lie in the vault, as the owner. */
export async function listChatPhotos(owner: Database): Promise<{ objectId: string; meta: VaultMeta }[]> {
  return (await listImages(owner)).map((objectId) => ({ objectId, meta: photoKind }))
}
