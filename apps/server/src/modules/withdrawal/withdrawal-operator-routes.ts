import {
  operatorWithdrawalCompleted,
  operatorWithdrawalDecide,
  operatorWithdrawalDestination,
  operatorWithdrawalDetail,
  operatorWithdrawalEnded,
  operatorWithdrawalFailed,
  operatorWithdrawalQueue,
  operatorWithdrawalSent,
} from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { WithdrawalReview } from './review-service.ts'

/** Withdrawals as operators call them. */
export function withdrawalOperatorRoutes(review: WithdrawalReview): Route[] {
  return [
    route(operatorWithdrawalQueue, async ({ state = null, limit }, { operator }) =>
      ok({ items: await review.queue(operator, { state, limit }) }),
    ),
    route(operatorWithdrawalEnded, async (wanted, { operator }) => ok(await review.ended(operator, wanted))),
    route(operatorWithdrawalDetail, ({ id }, { operator }) => review.detail(operator, BigInt(id))),
    route(operatorWithdrawalDestination, ({ id }, { operator }) => review.destination(operator.secret, BigInt(id))),
    route(operatorWithdrawalDecide, ({ verdict, ...form }, { operator }) =>
      review.decide(operator.secret, { ...form, verdict: verdict === 'approve' ? 'approved' : 'rejected' }),
    ),
    route(operatorWithdrawalSent, ({ id, reference }, { operator }) =>
      review.send(operator.secret, BigInt(id), reference),
    ),
    route(operatorWithdrawalCompleted, ({ id }, { operator }) => review.complete(operator.secret, BigInt(id))),
    route(operatorWithdrawalFailed, ({ id, proof }, { operator }) => review.fail(operator.secret, BigInt(id), proof)),
  ]
}
