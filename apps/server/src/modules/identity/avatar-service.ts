import { createHash } from 'node:crypto'
import type { UserView } from '@candor/api'
import type { Clock } from '../../platform/clock.ts'
import type { Photos } from '../../platform/photos/index.ts'
import { ok } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { deleteAvatar, findAvatar, putAvatar } from './avatar-store.ts'
import { avatarSidePx } from './avatar.ts'
import { findCustomer } from './customer-store.ts'
import { userViewOf } from './user-view.ts'

/** The pictures of customers. */
export interface Avatars {
  /** Sets a customer's picture from a photo of any accepted format; only its re-encoded middle is kept. */
  set(customerId: bigint, photo: Blob): Promise<Result<UserView, 'photo-invalid' | 'frequent-operations'>>
  remove(customerId: bigint): Promise<UserView>
  /** The WebP of a hash, or null. */
  find(hash: string): Promise<Buffer | null>
}

export interface AvatarDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly photos: Photos
}

/** Creates the pictures' service. Pictures are stored in the database: one backup, no orphaned files. */
export function createAvatars({ pool, clock, photos }: AvatarDependencies): Avatars {
  const viewOf = async (customerId: bigint): Promise<UserView> => {
    const customer = await findCustomer(pool, customerId)
    if (customer === null) throw new Error('a session belongs to no customer')
    return userViewOf(customer)
  }
  return {
    async set(customerId, photo) {
      const shape = { widthPx: avatarSidePx, heightPx: avatarSidePx, fit: 'cover' } as const
      const made = await photos.reencode(new Uint8Array(await photo.arrayBuffer()), shape)
      if (!made.ok) return made
      const hash = createHash('sha256').update(made.value).digest()
      await putAvatar(pool, customerId, { hash, photo: made.value, createdMs: clock.nowMs() })
      return ok(await viewOf(customerId))
    },
    async remove(customerId) {
      await deleteAvatar(pool, customerId)
      return viewOf(customerId)
    },
    find: (hash) => findAvatar(pool, hash),
  }
}
