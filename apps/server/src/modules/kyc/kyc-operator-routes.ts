import {
  operatorKycDecide,
  operatorKycDecided,
  operatorKycDetail,
  operatorKycPhoto,
  operatorKycQueue,
} from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { KycReview } from './review-service.ts'

/** The identity check as operators call it. */
export function kycOperatorRoutes(review: KycReview): Route[] {
  return [
    route(operatorKycDecided, async (wanted) => ok(await review.decided(wanted))),
    route(operatorKycQueue, async ({ limit }, { operator }) => ok(await review.queue(operator.secret, limit))),
    route(operatorKycDetail, ({ id }, { operator }) => review.detail(operator.secret, BigInt(id))),
    route(operatorKycPhoto, async ({ id, photo, reason }, { operator }) => {
      const opened = await review.photo(operator.secret, { submissionId: BigInt(id), side: photo, reason })
      return opened.ok ? ok({ contentType: 'image/webp', body: opened.value }) : opened
    }),
    route(operatorKycDecide, (form, { operator }) => review.decide(operator.secret, form)),
  ]
}
