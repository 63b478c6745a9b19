import * as z from 'zod/mini'
import { amountText, assetName, decimalText, page, recordId, requestId, timeMs } from './fields.ts'
import { bookingRefusals, customerDetail, customerList, customerOperation } from './operation.ts'

/**
 * The price of a swap. Rates are units of `to` per unit of `from`, rounded down; `midRate` is the official price
 * without the spread.
 */
const swapPrice = {
  from: assetName,
  to: assetName,
  rate: decimalText,
  midRate: decimalText,
  spreadBps: z.int(),
}

/** The current terms of swaps in one direction. The rates are null while USDT has no current price. */
export const swapTermsView = z.object({
  ...swapPrice,
  rate: z.nullable(decimalText),
  midRate: z.nullable(decimalText),
  minimum: decimalText,
  /** Whether only whole numbers of `from` are swapped. */
  wholeNumber: z.boolean(),
})
export type SwapTermsView = z.output<typeof swapTermsView>

/** The exact amounts given and received. `spread` is the cost of the swap, in units of `gives`. */
const swapMoney = { ...swapPrice, gives: decimalText, receives: decimalText, spread: decimalText }

export const swapQuoteView = z.object({
  quoteId: z.string(),
  ...swapMoney,
  expiresAtMs: timeMs,
  /** Remaining validity when the quote was made, for clients whose clock differs. */
  validMs: z.int(),
})
export type SwapQuoteView = z.output<typeof swapQuoteView>

/** A swap that was done. */
export const swapView = z.object({ id: z.string(), ...swapMoney, atMs: timeMs })
export type SwapView = z.output<typeof swapView>

export const swapTerms = customerOperation('swap/terms', 'login', {
  summary: 'What applies to swaps of both directions now: the least, whole numbers, the spread and the rate.',
  output: z.object({ items: z.array(swapTermsView) }),
})

export const swapQuote = customerOperation('swap/quote', 'verified', {
  summary:
    'Quotes a swap of USD into USDT or of USDT into USD at the official price and the spread. It is good once, for 10 seconds, and a new one of the same direction replaces it. `wrong-amount` tells minimum and wholeNumber.',
  input: z.object({ from: assetName, amount: amountText }),
  output: swapQuoteView,
  refusals: ['wrong-amount', 'market-stale', 'not-covered'],
})

export const swapExecute = customerOperation('swap/execute', 'verified', {
  summary:
    'Swaps exactly as quoted. `quote-expired` asks for a new quote: it was too old, used, replaced, never there, or the price has moved beyond the spread.',
  input: z.object({ requestId, quoteId: recordId }),
  output: swapView,
  refusals: ['insufficient-balance', 'quote-expired', 'market-stale', 'not-covered', ...bookingRefusals],
  success: 'swap-successful',
})

export const swapList = customerList('swap/list', {
  summary: 'The swaps of the customer, newest first.',
  filters: {},
  output: page(swapView),
})

export const swapDetail = customerDetail('swap/detail', {
  summary: 'One swap of the customer.',
  output: swapView,
})
