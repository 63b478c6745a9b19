import { operatorExposure } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { readExposure } from './exposure-store.ts'

/** The operators' view of the books. */
export function ledgerOperatorRoutes(pool: Database): Route[] {
  return [route(operatorExposure, async () => ok(await readExposure(pool)))]
}
