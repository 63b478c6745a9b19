import {
  operatorDayCases,
  operatorDayFigures,
  operatorExplanations,
  operatorIncidents,
  operatorRiskHistory,
} from '@candor/api/operator'
import type { ExplanationView } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { pageById } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createProposals } from '../operator/index.ts'
import { readCases, readFigures } from './day-service.ts'
import { explanations, listIncidents, proposeExplanation } from './explanation-store.ts'
import { readHistory } from './history-service.ts'

/** What contracts came to; the day at a glance; incidents, and their explanations, which two operators publish. */
export function conductOperatorRoutes(pool: Database): Route[] {
  const proposals = createProposals(pool, explanations, (explanation): ExplanationView => explanation)
  return [
    route(operatorRiskHistory, async ({ days }) => ok(await readHistory(pool, Number(days)))),
    route(operatorDayFigures, async () => ok(await readFigures(pool))),
    route(operatorDayCases, async () => ok(await readCases(pool))),
    route(operatorIncidents, async (wanted) =>
      ok(
        await pageById(wanted, {
          read: (beforeId, limit) => listIncidents(pool, beforeId, limit),
          idOf: ({ id }) => id,
          viewOf: (incident) => incident,
        }),
      ),
    ),
    route(operatorExplanations.list, proposals.handlers.list),
    route(operatorExplanations.propose, async ({ incidentId, note }, { operator }) => {
      const id = await proposeExplanation(pool, operator.secret, { incidentId: BigInt(incidentId), note })
      return id === null ? refuse('not-found') : ok(await proposals.read(id))
    }),
    route(operatorExplanations.confirm, proposals.handlers.confirm),
    route(operatorExplanations.reject, proposals.handlers.reject),
  ]
}
