import { operatorSwapBid, operatorSwapProposals, operatorSwapTerms } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createProposals } from '../operator/index.ts'
import { readSwapTerms } from './swap-store.ts'
import { listSwapTerms, proposeSwapTerms, swapProposals } from './swap-terms-store.ts'
import { proposalView, valuesOf, versionView } from './swap-terms.ts'
import { swapTermsView } from './swap.ts'

/** The operators' view of swaps, and their later terms. Nothing here changes an existing quote or swap. */
export function swapOperatorRoutes(pool: Database): Route[] {
  const proposals = createProposals(pool, swapProposals, proposalView)
  return [
    route(operatorSwapBid, async () => {
      const { directions, price } = await readSwapTerms(pool)
      const terms = directions.find(({ minimum }) => minimum.asset === 'USDT')
      return ok({ bid: terms === undefined ? null : swapTermsView(terms, price).rate })
    }),
    route(operatorSwapTerms, async () => ok({ items: (await listSwapTerms(pool)).map(versionView) })),
    route(operatorSwapProposals.list, proposals.handlers.list),
    route(operatorSwapProposals.propose, async ({ note, ...form }, { operator }) => {
      const values = valuesOf(form)
      if (values === null) return refuse('wrong-amount')
      return ok(await proposals.read(await proposeSwapTerms(pool, operator.secret, { ...values, note })))
    }),
    route(operatorSwapProposals.confirm, proposals.handlers.confirm),
    route(operatorSwapProposals.reject, proposals.handlers.reject),
  ]
}
