import { operatorForesight } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { readForesight } from './foresight-store.ts'

/** The operators' view of what customers foresee. */
export function contractOperatorRoutes(pool: Database): Route[] {
  return [route(operatorForesight, async () => ok(await readForesight(pool)))]
}
