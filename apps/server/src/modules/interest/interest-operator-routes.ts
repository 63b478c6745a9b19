import { operatorInterestProposals, operatorInterestProducts } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createProposals } from '../operator/index.ts'
import { interestProposals, listProductSums, proposeInterest, readCoverage } from './product-store.ts'
import { coverageView, proposalView, sumsView, valuesOf } from './product.ts'

/** Operations on interest products. Nothing here changes an existing order. */
export function interestOperatorRoutes(pool: Database): Route[] {
  const proposals = createProposals(pool, interestProposals, proposalView)
  return [
    route(operatorInterestProducts, async () => {
      const [products, coverage] = await Promise.all([listProductSums(pool), readCoverage(pool)])
      return ok({ items: products.map(sumsView), coverage: coverage.map(coverageView) })
    }),
    route(operatorInterestProposals.list, proposals.handlers.list),
    route(operatorInterestProposals.propose, async ({ note, ...form }, { operator }) => {
      const values = valuesOf(form)
      if (values === null) return refuse('wrong-amount')
      return ok(await proposals.read(await proposeInterest(pool, operator.secret, { ...values, note })))
    }),
    route(operatorInterestProposals.confirm, proposals.handlers.confirm),
    route(operatorInterestProposals.reject, proposals.handlers.reject),
  ]
}
