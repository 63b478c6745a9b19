/** Operators: their accounts and sessions, what they look at, and the record of what they did. */
import type { OperatorPrincipal } from '../../platform/operator-principal.ts'
import type { Database } from '../../platform/transaction.ts'
import { createOperatorLogins } from './login-service.ts'
import { operatorRoutes } from './operator-routes.ts'
import { findOperator } from './operator-store.ts'

export { recordAct } from './operator-store.ts'
export type { RecordedAct } from './operator-store.ts'

export interface Operators {
  /** The operator behind a session's secret, or null. */
  authenticate(secret: string): Promise<OperatorPrincipal | null>
  readonly routes: ReturnType<typeof operatorRoutes>
}

const secretPattern = /^[\w-]{43}$/

/** Wires the module. */
export function createOperators({ pool }: { readonly pool: Database }): Operators {
  const logins = createOperatorLogins(pool)
  return {
    authenticate: async (secret) => (secretPattern.test(secret) ? findOperator(pool, secret) : null),
    routes: operatorRoutes(pool, logins),
  }
}
