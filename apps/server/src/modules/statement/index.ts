/** A customer's balances and statement, read from the ledger. */
export { BalancePublisher } from './balance-publisher.ts'
export { balanceView, usdTotals, usdValue } from './statement.ts'
export { readUsdtPrice } from './statement-store.ts'
export { createStatementExports } from './statement-export.ts'
export { statementRoutes } from './statement-routes.ts'
export { createStatementService } from './statement-service.ts'
export type { StatementService } from './statement-service.ts'
