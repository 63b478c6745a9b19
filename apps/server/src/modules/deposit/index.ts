/** What comes in: addresses, watchers of the chains, vouchers and their review. Crediting itself is the ledger's. */
export { startChainWatcher } from './chain-watcher.ts'
export type { ChangedDeposit } from './chain-watcher.ts'
export { createDepositAddresses } from './deposit-addresses.ts'
export { depositRoutes } from './deposit-routes.ts'
export { createDepositService } from './deposit-service.ts'
export { seedDepositChains } from './transfer-store.ts'
export type { DepositChain } from './transfer-store.ts'
export { chainSources, watchedChains, watchedKeys } from './watched-chains.ts'
