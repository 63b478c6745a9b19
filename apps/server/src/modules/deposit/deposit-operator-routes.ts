import {
  operatorDepositDecide,
  operatorDepositDetail,
  operatorDepositQueue,
  operatorDepositVoucher,
} from '@candor/api/operator'
import { operatorFileRoute, operatorRoute } from '../../platform/http/index.ts'
import type { OperatorRoute } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { DepositReview } from './review-service.ts'

/** The review of recharges as operators call it. */
export function depositOperatorRoutes(review: DepositReview): OperatorRoute[] {
  return [
    operatorRoute(operatorDepositQueue, async ({ limit }, { operator }) =>
      ok({ items: await review.queue(operator, limit) }),
    ),
    operatorRoute(operatorDepositDetail, ({ id }, { operator }) => review.detail(operator, BigInt(id))),
    operatorFileRoute(operatorDepositVoucher, async ({ id }, { operator }) => {
      const opened = await review.voucher(operator.secret, BigInt(id))
      return opened.ok ? ok({ contentType: 'image/webp', body: opened.value }) : opened
    }),
    operatorRoute(operatorDepositDecide, (form, { operator }) => review.decide(operator.secret, form)),
  ]
}
