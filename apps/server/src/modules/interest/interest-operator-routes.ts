import {
  operatorInterestConfirm,
  operatorInterestProducts,
  operatorInterestProposals,
  operatorInterestPropose,
  operatorInterestReject,
} from '@candor/contract/operator'
import { operatorRoute } from '../../platform/http/index.ts'
import type { OperatorRoute } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { rowIdOf } from './interest.ts'
import { decideInterest, listProductSums, listProposals, proposeInterest, readCoverage, readProposal } from './product-store.ts'
import { coverageView, proposalView, sumsView, valuesOf } from './product.ts'

/** The operations on interest products. Nothing changes an order that exists. */
export function interestOperatorRoutes(pool: Database): OperatorRoute[] {
  return [
    operatorRoute(operatorInterestProducts, async () => {
      const [products, coverage] = await Promise.all([listProductSums(pool), readCoverage(pool)])
      return ok({ items: products.map(sumsView), coverage: coverage.map(coverageView) })
    }),
    operatorRoute(operatorInterestProposals, async ({ state = null, cursor, limit }) => {
      const beforeId = cursor === undefined ? null : rowIdOf(cursor)
      const found = await listProposals(pool, { state, beforeId, limit: limit + 1 })
      const items = found.slice(0, limit).map(proposalView)
      return ok({ items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null })
    }),
    operatorRoute(operatorInterestPropose, async ({ note, ...form }, { operator }) => {
      const values = valuesOf(form)
      if (values === null) return refuse('wrong-amount')
      const id = await proposeInterest(pool, operator.secret, { ...values, note })
      return ok(proposalView(await readProposal(pool, id)))
    }),
    operatorRoute(operatorInterestConfirm, async ({ id }, { operator }) => {
      const outcome = await decideInterest(pool, operator.secret, { id: BigInt(id), isConfirmed: true, note: '' })
      return outcome === 'decided' ? ok(proposalView(await readProposal(pool, BigInt(id)))) : refuse(outcome)
    }),
    operatorRoute(operatorInterestReject, async ({ id, note }, { operator }) => {
      const outcome = await decideInterest(pool, operator.secret, { id: BigInt(id), isConfirmed: false, note })
      return outcome === 'decided' ? ok(proposalView(await readProposal(pool, BigInt(id)))) : refuse('not-found')
    }),
  ]
}
