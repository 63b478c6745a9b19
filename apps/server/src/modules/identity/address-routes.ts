import { userAddress, userAddressSet } from '@candor/api'
import type { Clock } from '../../platform/clock.ts'
import { route } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import { ok } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { deleteAddress, putAddress, readAddress } from './address-store.ts'

/** The calls that show and change where a customer lives. */
export function addressRoutes({ pool, clock }: { readonly pool: Database; readonly clock: Clock }): Route[] {
  return [
    route(userAddress, async (_input, { principal }) => ok({ address: await readAddress(pool, principal.customerId) })),
    route(userAddressSet, async ({ text, lat, lng }, { principal: { customerId } }) => {
      if (text === undefined) {
        await deleteAddress(pool, customerId)
        return ok({ address: null })
      }
      const point = lat === undefined || lng === undefined ? null : { lat, lng }
      const address = { text, point }
      await putAddress(pool, customerId, { ...address, changedMs: clock.nowMs() })
      return ok({ address })
    }),
  ]
}
