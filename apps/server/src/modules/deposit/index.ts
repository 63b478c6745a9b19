/** What comes in: addresses, watchers of the chains, vouchers and their review. Crediting itself is the ledger's. */
export { createDepositAddresses } from './deposit-addresses.ts'
export { depositRoutes } from './deposit-routes.ts'
export { createDepositService } from './deposit-service.ts'
export { seedDepositChains } from './transfer-store.ts'
export type { DepositChain } from './transfer-store.ts'
export { watchedChains, watchedKeys } from './watched-chains.ts'
