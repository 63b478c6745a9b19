// @vitest-environment happy-dom
import type { BalanceView, SwapTermsView } from '@candor/api'
import { expect, it } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import { SwapTicket } from './swap-ticket.tsx'

const terms: SwapTermsView = {
  from: 'USD',
  to: 'USDT',
  rate: '0.9985',
  midRate: '1',
  spreadBps: 15,
  minimum: '10',
  wholeNumber: true,
}
const balance: BalanceView = {
  asset: 'USD',
  available: '250.75',
  heldInContracts: '0',
  heldInWithdrawals: '0',
  inEscrow: '0',
  inTerms: '0',
}
const ticket = (known: SwapTermsView = terms) => draw(<SwapTicket terms={[known]} balances={[balance]} />)

it('asks for an amount first', async () => {
  expect((await ticket()).off()).toContain('Enter an amount')
})

it.each([
  ['2.5', 'Whole numbers only'],
  ['9', 'The minimum is 10.00 USD'],
  ['251', 'That’s more than you have available'],
])('does not ask for a quote of %s: %s', async (amount, reason) => {
  const view = await ticket()
  view.type('You pay, in USD', amount)
  expect(view.off()).toContain(reason)
})

it('offers everything as far as whole numbers go', async () => {
  const view = await ticket()
  view.press('Everything')
  expect(view.values()).toContain('250')
  expect(view.text()).not.toContain('Enter an amount')
})
