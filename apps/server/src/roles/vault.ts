import { join } from 'node:path'
import type { Config } from '../platform/config/index.ts'
import { createVault, folderStore } from '../platform/vault/index.ts'
import type { Vault } from '../platform/vault/index.ts'

/** What wraps the keys of stored documents. Trials set no key of its own: the server's secret stands in for it. */
export function masterKeyOf({ vaultKey, secret }: Pick<Config, 'vaultKey' | 'secret'>): string {
  return vaultKey === '' ? secret : vaultKey
}

/** Opens the vault of the data folder. */
export function openVault(config: Pick<Config, 'data' | 'vaultKey' | 'secret'>): Vault {
  return createVault({ store: folderStore(join(config.data, 'vault')), masterKey: masterKeyOf(config) })
}
