import {
  operatorDepositDecide,
  operatorDepositDecided,
  operatorDepositDetail,
  operatorDepositQueue,
  operatorDepositVoucher,
} from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { DepositReview } from './review-service.ts'

/** The review of recharges as operators call it. */
export function depositOperatorRoutes(review: DepositReview): Route[] {
  return [
    route(operatorDepositDecided, async (wanted, { operator }) => ok(await review.decided(operator, wanted))),
    route(operatorDepositQueue, async ({ limit }, { operator }) => ok({ items: await review.queue(operator, limit) })),
    route(operatorDepositDetail, ({ id }, { operator }) => review.detail(operator, BigInt(id))),
    route(operatorDepositVoucher, async ({ id }, { operator }) => {
      const opened = await review.voucher(operator.secret, BigInt(id))
      return opened.ok ? ok({ contentType: 'image/webp', body: opened.value }) : opened
    }),
    route(operatorDepositDecide, (form, { operator }) => review.decide(operator.secret, form)),
  ]
}
