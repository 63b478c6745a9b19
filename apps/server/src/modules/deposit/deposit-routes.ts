import {
  rechargeAddress,
  rechargeCreate,
  rechargeDetail,
  rechargeList,
  rechargeMethods,
  rechargeTransfers,
  rechargeVoucher,
} from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { DepositService } from './deposit-service.ts'
import { qrTextOf } from './deposit.ts'

/** The recharge operations of customers. */
export function depositRoutes(service: DepositService): Route[] {
  return [
    route(rechargeMethods, async () => ok(await service.methods())),
    route(rechargeAddress, async ({ chain }, { principal }) => {
      const { address, isSandbox } = await service.address(principal.customerId, chain)
      return ok({ chain, address, qrText: qrTextOf(address), isSandboxAddress: isSandbox })
    }),
    route(rechargeCreate, (input, { principal }) => service.create(principal.customerId, input)),
    route(rechargeList, async ({ state, cursor, limit }, { principal }) =>
      ok(await service.list(principal.customerId, state ?? null, cursor ?? null, limit)),
    ),
    route(rechargeDetail, ({ id }, { principal }) => service.detail(principal.customerId, id)),
    route(rechargeVoucher, async ({ id }, { principal }) => {
      const opened = await service.voucher(principal.customerId, id)
      return opened.ok ? ok({ contentType: 'image/webp', body: opened.value }) : opened
    }),
    route(rechargeTransfers, async ({ cursor, limit }, { principal }) =>
      ok(await service.transfers(principal.customerId, cursor ?? null, limit)),
    ),
  ]
}
