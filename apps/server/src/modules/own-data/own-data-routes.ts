import { ownDataFile, ownDataRequest, ownDataState } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { OwnDataService } from './own-data-service.ts'

/** Asking for a copy of the customer's own data, and downloading it. */
export function ownDataRoutes(service: OwnDataService): Route[] {
  return [
    route(ownDataState, async (_input, call) => ok(await service.state(call.principal.customerId))),
    route(ownDataRequest, (_input, { principal, lang }) => service.request(principal.customerId, lang)),
    route(ownDataFile, async (input, call) => {
      const file = await service.file(call.principal.customerId, input)
      return file.ok ? ok({ contentType: 'application/zip', ...file.value }) : file
    }),
  ]
}
