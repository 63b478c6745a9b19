/** Fixed-duration up/down contracts: their terms, buying them in batches, and showing them to their owner. */
export { orderView } from './contract.ts'
export { contractOperatorRoutes } from './contract-operator-routes.ts'
export { contractRoutes } from './contract-routes.ts'
export { createContractService } from './contract-service.ts'
export type { ContractService } from './contract-service.ts'
export { readOrders, readSettledSince } from './contract-store.ts'
export { startForesightWatch } from './foresight-watch.ts'
export { publishOrders, touchOrders } from './order-events.ts'
