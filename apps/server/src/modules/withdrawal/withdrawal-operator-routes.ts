import {
  operatorWithdrawalCompleted,
  operatorWithdrawalDecide,
  operatorWithdrawalDestination,
  operatorWithdrawalDetail,
  operatorWithdrawalFailed,
  operatorWithdrawalQueue,
  operatorWithdrawalSent,
} from '@candor/api/operator'
import { operatorRoute } from '../../platform/http/index.ts'
import type { OperatorRoute } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { WithdrawalReview } from './withdrawal-operator-service.ts'

/** Withdrawals as operators call them. */
export function withdrawalOperatorRoutes(review: WithdrawalReview): OperatorRoute[] {
  return [
    operatorRoute(operatorWithdrawalQueue, async ({ state = null, limit }, { operator }) =>
      ok({ items: await review.queue(operator, { state, limit }) }),
    ),
    operatorRoute(operatorWithdrawalDetail, ({ id }, { operator }) => review.detail(operator, BigInt(id))),
    operatorRoute(operatorWithdrawalDestination, ({ id }, { operator }) =>
      review.destination(operator.secret, BigInt(id)),
    ),
    operatorRoute(operatorWithdrawalDecide, (form, { operator }) => review.decide(operator.secret, form)),
    operatorRoute(operatorWithdrawalSent, ({ id, reference }, { operator }) =>
      review.send(operator.secret, BigInt(id), reference),
    ),
    operatorRoute(operatorWithdrawalCompleted, ({ id }, { operator }) => review.complete(operator.secret, BigInt(id))),
    operatorRoute(operatorWithdrawalFailed, ({ id, proof }, { operator }) =>
      review.fail(operator.secret, BigInt(id), proof),
    ),
  ]
}
