import { messageAlertRemove, messageAlerts, messageAlertSet } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { AlertsService } from './alerts-service.ts'

/** The price alerts of a customer: reading, setting and removing them. */
export function alertsRoutes(service: AlertsService): Route[] {
  return [
    route(messageAlerts, async (_input, call) => ok({ items: await service.list(call.principal.customerId) })),
    route(messageAlertSet, async (input, call) => {
      const set = await service.set(call.principal.customerId, input)
      return set.ok ? ok({ items: set.value }) : set
    }),
    route(messageAlertRemove, async ({ id }, call) => {
      const removed = await service.remove(call.principal.customerId, BigInt(id))
      return removed.ok ? ok({ items: removed.value }) : removed
    }),
  ]
}
