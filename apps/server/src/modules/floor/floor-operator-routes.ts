import {
  operatorAdvertClose,
  operatorAdvertOpen,
  operatorAdvertPublish,
  operatorAdverts,
  operatorDeskAdd,
  operatorDeskApprove,
  operatorDeskFundingConfirm,
  operatorDeskFundingPropose,
  operatorDeskFundingReject,
  operatorDeskFundings,
  operatorDeskMoney,
  operatorDesks,
  operatorSaleConfirm,
  operatorSaleDetail,
  operatorSaleQueue,
} from '@candor/api/operator'
import { operatorRoute } from '../../platform/http/index.ts'
import type { OperatorRoute } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { DeskService } from './desk-service.ts'
import type { FundingService } from './funding-service.ts'

/** The trading floor as operators call it. */
export function floorOperatorRoutes(service: DeskService, fundings: FundingService): OperatorRoute[] {
  return [
    operatorRoute(operatorDesks, async (_form, { operator }) => ok({ items: await service.desks(operator) })),
    operatorRoute(operatorDeskMoney, ({ id }) => service.money(BigInt(id))),
    operatorRoute(operatorDeskAdd, (form, { operator }) => service.add(operator, form)),
    operatorRoute(operatorDeskApprove, ({ id }, { operator }) => service.approve(operator, BigInt(id))),
    operatorRoute(operatorDeskFundings, (wanted) => fundings.list(wanted)),
    operatorRoute(operatorDeskFundingPropose, (form, { operator }) => fundings.propose(operator.secret, form)),
    operatorRoute(operatorDeskFundingConfirm, ({ id }, { operator }) => fundings.confirm(operator.secret, BigInt(id))),
    operatorRoute(operatorDeskFundingReject, ({ id, note }, { operator }) =>
      fundings.reject(operator.secret, BigInt(id), note),
    ),
    operatorRoute(operatorAdverts, async (wanted) => ok(await service.adverts(wanted))),
    operatorRoute(operatorAdvertPublish, (form, { operator }) => service.publish(operator.secret, form)),
    operatorRoute(operatorAdvertClose, ({ id }, { operator }) => service.close(operator.secret, BigInt(id))),
    operatorRoute(operatorAdvertOpen, ({ id }, { operator }) => service.open(operator.secret, BigInt(id))),
    operatorRoute(operatorSaleQueue, async (wanted, { operator }) =>
      ok({ items: await service.queue(operator, wanted) }),
    ),
    operatorRoute(operatorSaleDetail, ({ id }, { operator }) => service.sale(operator, BigInt(id))),
    operatorRoute(operatorSaleConfirm, ({ id }, { operator }) => service.confirm(operator.secret, BigInt(id))),
  ]
}
