import { payoutAddBankCard, payoutAddWalletAddress, payoutList, payoutRemove } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { LoginCall, Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { PayoutCaller, PayoutService } from './payout-service.ts'

/** The operations of payout methods. */
export function payoutRoutes(service: PayoutService): Route[] {
  return [
    route(payoutList, async (_input, call) => ok(await service.list(call.principal.customerId))),
    route(payoutAddBankCard, (input, call) => service.addBankCard(callerOf(call), input)),
    route(payoutAddWalletAddress, (input, call) => service.addWalletAddress(callerOf(call), input)),
    route(payoutRemove, (input, call) => service.remove(call.principal.customerId, input)),
  ]
}

function callerOf({ principal, ip, userAgent }: LoginCall): PayoutCaller {
  return { customerId: principal.customerId, ip, userAgent }
}
