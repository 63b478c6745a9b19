import { useState } from 'react'
import type { SwapQuoteView, SwapTermsView } from '@candor/api'
import { CallFailed } from '../../shared/api/index.ts'
import { isQuoteFor, obstacleOf, wireAmount } from './swap-form-model.ts'
import type { SwapForm } from './swap-form-model.ts'
import { useSwapQuote } from './swap-queries.ts'
import { useExecution } from './use-execution.ts'

/**
 * From the form to the swap: the quote, its confirmation, and its execution. `open` is the open confirmation: the quote
 * that it opened with, and the current one, which is executed.
 */
export function useSwapDecision(form: SwapForm, terms: SwapTermsView | undefined, available: string | null) {
  const execution = useExecution()
  const [first, setFirst] = useState<SwapQuoteView | null>(null)
  const obstacle = terms === undefined ? 'no-amount' : obstacleOf(form, terms, available)
  const amount = wireAmount(form)
  const quote = useSwapQuote(
    obstacle === null && amount !== null ? { from: form.from, amount } : null,
    execution.isBusy ? 'paused' : first === null ? 'ahead' : 'on-expiry',
  )
  const isOwn = obstacle === null && quote.data !== undefined && isQuoteFor(quote.data, form)
  const shown = isOwn && quote.error === null ? quote.data : undefined
  const open = first === null || shown === undefined ? null : { first, quote: shown }
  // Without a quote there is nothing to confirm; a later one must not open the sheet by itself.
  if (first !== null && open === null) setFirst(null)
  const refusal =
    obstacle === null && quote.error instanceof CallFailed && !quote.isWaiting ? quote.error.failure.msg : null
  const ask = (asked: SwapQuoteView | null) => {
    execution.forget()
    setFirst(asked)
  }
  const confirm = async (taken: SwapQuoteView) => {
    // An expired quote is renewed in the sheet; other refusals are shown beside the form.
    if ((await execution.run(taken)) === 'refused') setFirst(null)
  }
  return { obstacle, quote, shown, refusal, execution, open, ask, confirm }
}
