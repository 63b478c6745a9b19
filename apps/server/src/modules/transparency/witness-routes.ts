import { transparencyWitnesses } from '@candor/api'
import type { Clock } from '../../platform/clock.ts'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { readWitnessView } from './witness-view.ts'

/** Serves the witnesses of the logs, as the log's process has stored them. */
export function witnessRoutes(pool: Database, clock: Clock): Route[] {
  return [route(transparencyWitnesses, async () => ok(await readWitnessView(pool, clock.nowMs())))]
}
