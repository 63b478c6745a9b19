/** Customers' documents at rest: each object under a key of its own, which is destroyed with it. */
export { createVault, newObjectId, rewrapObject } from './vault.ts'
export type { Vault, VaultMeta } from './vault.ts'
export type { ObjectStore } from './object-store.ts'
export { folderStore } from './folder-store.ts'
export { s3Store } from './s3-store.ts'
export { createSeal, decrypt, encrypt, opens, resealed } from './seal.ts'
export type { Seal, SealChange } from './seal.ts'
