import { join } from 'node:path'
import type { Config } from '../platform/config/index.ts'
import { createVault, folderStore, s3Store } from '../platform/vault/index.ts'
import type { ObjectStore, Vault } from '../platform/vault/index.ts'

/** The key that wraps the keys of stored documents. Trials do not set one: the server's secret is used instead. */
export function masterKeyOf({ vaultKey, secret }: Pick<Config, 'vaultKey' | 'secret'>): string {
  return vaultKey === '' ? secret : vaultKey
}

type VaultSettings = Pick<Config, 'data' | 'vaultKey' | 'secret' | 's3Bucket' | 's3Region' | 's3KeyId' | 's3Secret'>

/** Opens the vault: in the bucket that is set, or else in the data folder. */
export function openVault(config: VaultSettings): Vault {
  return createVault({ store: objectStoreOf(config), masterKey: masterKeyOf(config) })
}

/** Where the vault's objects lie. */
export function objectStoreOf(config: Omit<VaultSettings, 'vaultKey' | 'secret'>): ObjectStore {
  const { s3Bucket: bucketUrl, s3Region: region, s3KeyId: keyId, s3Secret: secret } = config
  return bucketUrl === '' ? folderStore(join(config.data, 'vault')) : s3Store({ bucketUrl, region, keyId, secret })
}
