import { operatorSwapBid } from '@candor/contract/operator'
import { operatorRoute } from '../../platform/http/index.ts'
import type { OperatorRoute } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { readSwapTerms } from './swap-store.ts'
import { swapTermsView } from './swap.ts'

/** What operators look at of swaps. */
export function swapOperatorRoutes(pool: Database): OperatorRoute[] {
  return [
    operatorRoute(operatorSwapBid, async () => {
      const { directions, price } = await readSwapTerms(pool)
      const terms = directions.find(({ from }) => from === 'USDT')
      return ok({ bid: terms === undefined ? null : swapTermsView(terms, price).rate })
    }),
  ]
}
