import { pushKinds, pushRenew, pushSettings, pushSubscribe, pushUnsubscribe } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { PushService } from './push-service.ts'

/**
 * The operations on notifications: each concerns the calling device, identified by its login or by its browser's
 * secret.
 */
export function pushRoutes(service: PushService): Route[] {
  return [
    route(pushSettings, async (_input, { principal }) => {
      const { publicKey, device } = await service.settings(principal)
      return ok({ publicKey, device: device === null ? null : { kinds: [...device.kinds], amounts: device.amounts } })
    }),
    route(pushSubscribe, (input, { principal, lang }) => {
      const chosen = input.kinds.split(',')
      return service.subscribe(principal, { ...input, kinds: pushKinds.filter((kind) => chosen.includes(kind)), lang })
    }),
    route(pushRenew, ({ oldEndpoint, oldAuth, ...now }) =>
      service.renew({ endpoint: oldEndpoint, auth: oldAuth }, now),
    ),
    route(pushUnsubscribe, async (_input, { principal }) => {
      await service.unsubscribe(principal)
      return ok(null)
    }),
  ]
}
