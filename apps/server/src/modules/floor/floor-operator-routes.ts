import {
  operatorAdvertBand,
  operatorAdvertClose,
  operatorAdvertProposals,
  operatorAdvertOpen,
  operatorAdvertPublish,
  operatorAdverts,
  operatorApplicationApprove,
  operatorApplicationRefuse,
  operatorApplications,
  operatorDeskAdd,
  operatorDeskApprove,
  operatorDeskFundings,
  operatorDeskMoney,
  operatorDesks,
  operatorSaleConfirm,
  operatorSaleDetail,
  operatorSaleEnded,
  operatorSaleQueue,
} from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { AdvertProposalService } from './advert-proposal-service.ts'
import type { ApplicationService } from './application-service.ts'
import type { MerchantService } from './merchant-service.ts'
import type { MerchantFundingService } from './merchant-funding-service.ts'

interface FloorOperatorServices {
  readonly service: MerchantService
  readonly fundings: MerchantFundingService
  readonly proposals: AdvertProposalService
  readonly applications: ApplicationService
}

/** The trading floor as operators call it. */
export function floorOperatorRoutes({ service, fundings, proposals, applications }: FloorOperatorServices): Route[] {
  return [
    route(operatorDesks, async (_form, { operator }) => ok({ items: await service.desks(operator) })),
    route(operatorDeskMoney, ({ id }) => service.money(BigInt(id))),
    route(operatorDeskAdd, (form, { operator }) => service.add(operator, form)),
    route(operatorDeskApprove, ({ id }, { operator }) => service.approve(operator, BigInt(id))),
    route(operatorDeskFundings.list, ({ deskId: ownerId, ...wanted }, call) =>
      fundings.handlers.list({ ...wanted, ownerId }, call),
    ),
    route(operatorDeskFundings.propose, (form, { operator }) => fundings.propose(operator.secret, form)),
    route(operatorDeskFundings.confirm, fundings.handlers.confirm),
    route(operatorDeskFundings.reject, fundings.handlers.reject),
    route(operatorAdverts, async (wanted) => ok(await service.adverts(wanted))),
    route(operatorAdvertBand, async () => ok(await proposals.band())),
    route(operatorAdvertProposals.list, ({ deskId: ownerId, ...wanted }, call) =>
      proposals.handlers.list({ ...wanted, ownerId }, call),
    ),
    route(operatorAdvertProposals.propose, (form, { operator }) => proposals.propose(operator.secret, form)),
    route(operatorAdvertProposals.confirm, proposals.handlers.confirm),
    route(operatorAdvertProposals.reject, proposals.handlers.reject),
    route(operatorAdvertPublish, (form, { operator }) => service.publish(operator.secret, form)),
    route(operatorAdvertClose, ({ id }, { operator }) => service.close(operator.secret, BigInt(id))),
    route(operatorAdvertOpen, ({ id }, { operator }) => service.open(operator.secret, BigInt(id))),
    route(operatorSaleQueue, async (wanted, { operator }) => ok({ items: await service.queue(operator, wanted) })),
    route(operatorSaleEnded, async (wanted, { operator }) => ok(await service.ended(operator, wanted))),
    route(operatorSaleDetail, ({ id }, { operator }) => service.sale(operator, BigInt(id))),
    route(operatorApplications, async (wanted, { operator }) => ok(await applications.page(operator, wanted))),
    route(operatorApplicationApprove, ({ id }, { operator }) => applications.approve(operator, BigInt(id))),
    route(operatorApplicationRefuse, ({ id, note }, { operator }) =>
      applications.refuse(operator, { applicationId: BigInt(id), note }),
    ),
    route(operatorSaleConfirm, ({ id }, { operator }) => service.confirm(operator.secret, BigInt(id))),
  ]
}
