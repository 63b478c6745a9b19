// @vitest-environment happy-dom
import type { BalanceView, SwapQuoteView } from '@candor/api'
import { expect, it, vi } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import { SwapConfirmView } from './swap-confirm-sheet.tsx'
import type { SwapConfirmSheetProps } from './swap-confirm-sheet.tsx'

const quote: SwapQuoteView = {
  quoteId: '7',
  from: 'USD',
  to: 'USDT',
  rate: '0.9995',
  midRate: '1',
  spreadBps: 5,
  gives: '250',
  receives: '249.875062',
  spread: '0.124937',
  expiresAtMs: 0,
  validMs: 10_000,
}
const none = { heldInContracts: '0', heldInWithdrawals: '0', inEscrow: '0', inTerms: '0' }
const balances: BalanceView[] = [
  { asset: 'USD', available: '1000.5', ...none },
  { asset: 'USDT', available: '0.000001', ...none },
]

function drawView(over: Partial<SwapConfirmSheetProps> = {}) {
  const onConfirm = vi.fn<SwapConfirmSheetProps['onConfirm']>()
  const held = { endMs: Date.now() + 7_000, secondsLeft: 7 }
  const state = { first: quote, quote, held, balances, refused: null, isRenewing: false, isBusy: false, ...over }
  return draw(<SwapConfirmView {...state} onConfirm={onConfirm} />).then((view) => ({ ...view, onConfirm }))
}

it('shows the exact amounts, the rate, the cost, both balances after it and the time left, and confirms this quote', async () => {
  const { text, says, press, onConfirm } = await drawView()
  says(
    'You pay 250.00 USD and get exactly 249.875062 USDT.',
    'Rate1 USD = 0.9995 USDT',
    'Mid-market1 USD = 1.0000 USDT',
    'What this costs you0.124937 USD, 0.05%',
    'USD available after750.50 USD',
    'USDT available after249.875063 USDT',
    'Rate held for 7 s',
  )
  expect(text()).not.toContain('expired')
  press('Swap 250 USD')
  expect(onConfirm).toHaveBeenCalledExactlyOnceWith(quote)
})

it('says what a renewed quote changed, and confirms the renewed one', async () => {
  const renewed = { ...quote, quoteId: '8', receives: '249.8' }
  const { text, press, onConfirm } = await drawView({ quote: renewed })
  expect(text()).toContain('The rate expired, so here’s a new one. You now get 249.80 USDT instead of 249.875062 USDT.')
  press('Swap 250 USD')
  expect(onConfirm).toHaveBeenCalledExactlyOnceWith(renewed)
})

it('says where a renewed quote is the same', async () => {
  const { text } = await drawView({ quote: { ...quote, quoteId: '8' }, refused: 'The quote has expired.' })
  expect(text()).toContain('The quote has expired. The amounts are the same.')
})

it.each([{ held: null }, { isRenewing: true }, { isBusy: true }])('confirms nothing while %o', async (over) => {
  const { press, onConfirm } = await drawView(over)
  press('Swap 250 USD')
  expect(onConfirm).not.toHaveBeenCalled()
})
