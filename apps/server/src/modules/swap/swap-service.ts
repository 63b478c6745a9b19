import type { InputOf, RefusalOf, SwapQuoteView, SwapTermsView, SwapView, swapExecute, swapQuote } from '@candor/api'
import { formatAmount, parseAmount } from '@candor/money'
import { idOf, isQuoteId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import { pageById } from '../../platform/page.ts'
import type { Page } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { booked } from '../ledger/index.ts'
import { executeSwap, listSwaps, quoteSwap, readSwap, readSwapTerms } from './swap-store.ts'
import type { Executed } from './swap-store.ts'
import { swapMoney, swapTermsView, swapView } from './swap.ts'

export interface SwapDependencies {
  readonly pool: Database
  readonly logger: Logger
  /** Called with every booked swap's id. */
  readonly onSwapped: (customerId: bigint, id: string) => Promise<void>
}

type QuoteRefusal = RefusalOf<typeof swapQuote> | 'account-disabled'
type ExecuteRefusal = RefusalOf<typeof swapExecute> | 'account-disabled' | 'conflict'

/** The customers' side of swaps. */
export interface SwapService {
  terms(): Promise<SwapTermsView[]>
  quote(customerId: bigint, form: InputOf<typeof swapQuote>): Promise<Result<SwapQuoteView, QuoteRefusal>>
  /** Executes exactly what was quoted. A repeated request returns the first result. */
  execute(customerId: bigint, form: InputOf<typeof swapExecute>): Promise<Result<SwapView, ExecuteRefusal>>
  list(customerId: bigint, cursor: string | null, limit: number): Promise<Page<SwapView>>
  detail(customerId: bigint, id: string): Promise<Result<SwapView, 'not-found'>>
}

/** Makes the service of swaps. */
export function createSwapService(deps: SwapDependencies): SwapService {
  const { pool } = deps
  return {
    async terms() {
      const { directions, price } = await readSwapTerms(pool)
      return directions.map((direction) => swapTermsView(direction, price))
    },
    quote: (customerId, form) => quote(pool, customerId, form),
    execute: (customerId, form) => execute(deps, customerId, form),
    list: (customerId, cursor, limit) =>
      pageById(
        { cursor, limit },
        {
          read: (before, count) => listSwaps(pool, { customerId, before, limit: count }),
          idOf: ({ swapId }) => swapId,
          viewOf: swapView,
        },
      ),
    async detail(customerId, id) {
      const swapId = idOf(id)
      const record = swapId === null ? null : await readSwap(pool, customerId, swapId)
      return record === null ? refuse('not-found') : ok(swapView(record))
    },
  }
}

async function quote(
  pool: Database,
  customerId: bigint,
  form: InputOf<typeof swapQuote>,
): Promise<Result<SwapQuoteView, QuoteRefusal>> {
  const gives = parseAmount(form.from, form.amount)
  if (gives === null) return refuse('wrong-amount')
  const offer = await quoteSwap(pool, { customerId, gives })
  if (offer.outcome === 'offered') {
    const { quoteId, expiresMs, validMs } = offer
    return ok({ quoteId, ...swapMoney(offer), expiresAtMs: expiresMs, validMs })
  }
  if (offer.refusal !== 'wrong-amount') return refuse(offer.refusal)
  return refuse(offer.refusal, { minimum: formatAmount(offer.minimum), wholeNumber: offer.isWholeNumber })
}

async function execute(
  deps: SwapDependencies,
  customerId: bigint,
  { requestId, quoteId }: InputOf<typeof swapExecute>,
): Promise<Result<SwapView, ExecuteRefusal>> {
  if (!isQuoteId(quoteId)) return refuse('quote-expired')
  const executed = await booked(deps.logger, { kind: 'swap', customerId, requestId }, () =>
    executeCovered(deps.pool, { customerId, requestId, quoteId }),
  )
  if (!executed.ok) return executed
  const { outcome, ...answer } = executed.value
  if (outcome !== 'swapped' && outcome !== 'repeated') return refuse(outcome)
  const record = 'swapId' in answer ? await readSwap(deps.pool, customerId, answer.swapId) : null
  if (record === null) throw new Error(`a swap is ${outcome} and not there`)
  const view = swapView(record)
  await deps.onSwapped(customerId, view.id).catch((error: unknown) => {
    deps.logger.warn({ err: error }, 'a customer could not be notified of a swap')
  })
  return ok(view)
}

/**
 * Swaps, a second time where nothing covers it: an account that ran dry during its wait for a lock is not the only one.
 */
async function executeCovered(pool: Database, wanted: Parameters<typeof executeSwap>[1]): Promise<Executed> {
  const first = await executeSwap(pool, wanted)
  return first.outcome === 'not-covered' ? executeSwap(pool, wanted) : first
}
