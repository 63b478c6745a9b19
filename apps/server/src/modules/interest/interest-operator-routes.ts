import {
  operatorInterestConfirm,
  operatorInterestProducts,
  operatorInterestProposals,
  operatorInterestPropose,
  operatorInterestReject,
} from '@candor/api/operator'
import { operatorRoute } from '../../platform/http/index.ts'
import type { OperatorRoute } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createProposals } from '../operator/index.ts'
import { interestProposals, listProductSums, proposeInterest, readCoverage } from './product-store.ts'
import { coverageView, proposalView, sumsView, valuesOf } from './product.ts'

/** Operations on interest products. Nothing here changes an existing order. */
export function interestOperatorRoutes(pool: Database): OperatorRoute[] {
  const proposals = createProposals(pool, interestProposals, proposalView)
  return [
    operatorRoute(operatorInterestProducts, async () => {
      const [products, coverage] = await Promise.all([listProductSums(pool), readCoverage(pool)])
      return ok({ items: products.map(sumsView), coverage: coverage.map(coverageView) })
    }),
    operatorRoute(operatorInterestProposals, (wanted) => proposals.page(wanted)),
    operatorRoute(operatorInterestPropose, async ({ note, ...form }, { operator }) => {
      const values = valuesOf(form)
      if (values === null) return refuse('wrong-amount')
      return ok(await proposals.read(await proposeInterest(pool, operator.secret, { ...values, note })))
    }),
    operatorRoute(operatorInterestConfirm, ({ id }, { operator }) => proposals.confirm(operator.secret, id)),
    operatorRoute(operatorInterestReject, (form, { operator }) => proposals.reject(operator.secret, form)),
  ]
}
