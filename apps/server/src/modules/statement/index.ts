/** A customer's balances and statement, read from the ledger. */
export { balanceView } from './statement.ts'
export { statementRoutes } from './statement-routes.ts'
export { createStatementService } from './statement-service.ts'
export type { StatementService } from './statement-service.ts'
