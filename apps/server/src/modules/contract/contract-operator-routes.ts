import { operatorExposure, operatorForesight } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { readExposure } from './exposure-store.ts'
import { readForesight } from './foresight-store.ts'

/** The operators' views of what the house may have to pay, and of what customers foresee. */
export function contractOperatorRoutes(pool: Database): Route[] {
  return [
    route(operatorExposure, async () => ok(await readExposure(pool))),
    route(operatorForesight, async () => ok(await readForesight(pool))),
  ]
}
