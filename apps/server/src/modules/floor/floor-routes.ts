import {
  floorAdvert,
  floorAdverts,
  floorApply,
  floorClose,
  floorDesk,
  floorPublish,
  floorPublishing,
  floorSaleDetail,
  floorSaleList,
  floorSell,
} from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { FloorService } from './floor-service.ts'
import type { OwnDeskService } from './own-desk-service.ts'

/** The trading floor as visitors and customers call it. */
export function floorRoutes(service: FloorService, own: OwnDeskService): Route[] {
  return [
    route(floorAdverts, async () => ok(await service.adverts())),
    route(floorAdvert, (input, call) => service.advert(input.id, call.principal?.customerId ?? null)),
    route(floorSell, (input, call) => service.sell(call.principal.customerId, input)),
    route(floorSaleList, async (input, call) =>
      ok(await service.sales(call.principal.customerId, { ...input, state: input.state ?? null })),
    ),
    route(floorSaleDetail, (input, call) => service.sale(call.principal.customerId, input.id)),
    route(floorDesk, async (_input, call) => ok(await own.desk(call.principal.customerId))),
    route(floorApply, (input, call) => own.apply(call.principal.customerId, input)),
    route(floorPublishing, (_input, call) => own.publishing(call.principal.customerId)),
    route(floorPublish, (input, call) => own.publish(call.principal.customerId, input)),
    route(floorClose, (input, call) => own.close(call.principal.customerId, input.id)),
  ]
}
