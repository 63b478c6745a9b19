/** Customers' documents at rest: each object under a key of its own, which is destroyed with it. */
export { createVault, newObjectId } from './vault.ts'
export type { Vault, VaultMeta } from './vault.ts'
export { folderStore } from './folder-store.ts'
export { s3Store } from './s3-store.ts'
export { createSeal, decrypt, encrypt } from './seal.ts'
export type { Seal } from './seal.ts'
