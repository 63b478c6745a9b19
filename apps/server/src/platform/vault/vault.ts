import { randomBytes } from 'node:crypto'
import type { ObjectStore } from './object-store.ts'
import { decrypt, encrypt, keyOf, opens } from './seal.ts'

const keyBytes = 32
const idPattern = /^[0-9a-f]{48}$/

/** The kind of an object. It is bound to the bytes: an object stored as one kind cannot be read as another. */
export interface VaultMeta {
  /** Such as `kyc-photo` or `recharge-voucher`. */
  readonly kind: string
}

/** Stores objects encrypted. Each has a random key, stored beside it and wrapped by the master key. */
export interface Vault {
  /** Encrypts and stores; returns the object's id: the given one, or a new one. */
  put(bytes: Uint8Array, meta: VaultMeta, objectId?: string): Promise<string>
  /**
   * The bytes, or null where the object was destroyed or never was. Throws where it was tampered with or is of another
   * kind.
   */
  get(objectId: string, meta: VaultMeta): Promise<Buffer | null>
  /** Destroys the object's key, then its bytes: afterwards every copy of the bytes is noise. Idempotent. */
  destroy(objectId: string): Promise<void>
}

/** A new object id: 192 random bits in hexadecimal, known before anything is stored under it. */
export function newObjectId(): string {
  return randomBytes(24).toString('hex')
}

/** Opens the vault over a store. `masterKey` is a long random text from the secrets file, never from the database. */
export function createVault({ store, masterKey }: { readonly store: ObjectStore; readonly masterKey: string }): Vault {
  const wrappingKey = keyOf(masterKey, 'vault')
  return {
    async put(bytes, meta, objectId = newObjectId()) {
      const names = namesOf(objectId)
      const key = randomBytes(keyBytes)
      await store.write(names.bytes, encrypt(key, bytes, contextOf(objectId, meta)))
      // The key last: an object without one was never put.
      await store.write(names.key, encrypt(wrappingKey, key, contextOf(objectId, meta)))
      key.fill(0)
      return objectId
    },
    async get(objectId, meta) {
      const names = namesOf(objectId)
      const wrapped = await store.read(names.key)
      if (wrapped === null) return null
      const sealed = await store.read(names.bytes)
      if (sealed === null) return null
      const context = contextOf(objectId, meta)
      return decrypt(decrypt(wrappingKey, wrapped, context), sealed, context)
    },
    async destroy(objectId) {
      const names = namesOf(objectId)
      await store.remove(names.key)
      await store.remove(names.bytes)
    },
  }
}

/**
 * Wraps the key of an object under another master key; its bytes stay. Can be repeated. Returns whether it changed the
 * key; an object that is gone needs nothing. Throws where neither master key opens it.
 */
export async function rewrapObject(
  store: ObjectStore,
  { objectId, meta }: { readonly objectId: string; readonly meta: VaultMeta },
  { masterKey, formerKey }: { readonly masterKey: string; readonly formerKey: string },
): Promise<boolean> {
  const { key: name } = namesOf(objectId)
  const wrapped = await store.read(name)
  if (wrapped === null) return false
  const [next, former] = [keyOf(masterKey, 'vault'), keyOf(formerKey, 'vault')]
  const context = contextOf(objectId, meta)
  if (opens(() => decrypt(next, wrapped, context))) return false
  await store.write(name, encrypt(next, decrypt(former, wrapped, context), context))
  return true
}

function contextOf(objectId: string, { kind }: VaultMeta): string {
  return JSON.stringify([objectId, kind])
}

/** Distributed over folders by their first digits, so that no folder grows too large. */
function namesOf(objectId: string): { readonly key: string; readonly bytes: string } {
  if (!idPattern.test(objectId)) throw new Error('this is no object id')
  const place = `${objectId.slice(0, 2)}/${objectId}`
  return { key: `keys/${place}`, bytes: `objects/${place}` }
}
