import { createDepositAddresses, createDepositService, depositRoutes, watchedKeys } from '../modules/deposit/index.ts'
import type { Route } from '../platform/http/index.ts'
import { createPhotos } from '../platform/photos/index.ts'
import type { Shared } from './shared.ts'
import { openVault } from './vault.ts'

/** Recharges: what customers announce, and where they send it. */
export function openDeposits({ config, pool, watcherPool }: Shared): { readonly routes: readonly Route[] } {
  const vault = openVault(config)
  const addresses = createDepositAddresses({ watcher: watcherPool, xpubs: watchedKeys(config) })
  const service = createDepositService({ pool, photos: createPhotos(), vault, addresses })
  return { routes: depositRoutes(service) }
}
