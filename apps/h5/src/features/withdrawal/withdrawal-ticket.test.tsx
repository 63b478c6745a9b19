// @vitest-environment happy-dom
import type { PayoutMethodView } from '@candor/api'
import { expect, it } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import type { PayoutMethods, Readiness } from './withdrawal-form-model.ts'
import { WithdrawalTicket } from './withdrawal-ticket.tsx'

const wallet: PayoutMethodView = {
  kind: 'wallet-address',
  id: '1',
  addedMs: 0,
  usableFromMs: 0,
  isInUse: false,
  chain: 'TRC20',
  addressStart: 'TXYZabcdef',
  addressEnd: 'uvwxyz123',
}
const methods = (...items: readonly PayoutMethodView[]): PayoutMethods => ({
  items: [...items],
  maxBankCards: 5,
  maxWalletAddresses: 1,
  coolDownMs: 0,
})
const readiness: Readiness = {
  kycState: 'verified',
  items: [
    { asset: 'USD', missing: [], coolsUntilMs: null, available: '1000', minimum: '10', fee: '2' },
    { asset: 'USDT', missing: [], coolsUntilMs: null, available: '250.5', minimum: '20', fee: '1' },
  ],
}
const ticket = (known: PayoutMethods = methods(wallet)) =>
  draw(<WithdrawalTicket methods={known} readiness={readiness} />)

it('asks for an amount before anything else', async () => {
  const view = await ticket()
  expect(view.text()).toContain('250.50')
  expect(view.off()).toContain('Enter an amount')
})

it('says the fee and the least before an amount is typed', async () => {
  const { all } = await ticket()
  expect(all('dl > div').map((fact) => fact.textContent?.replaceAll(/\s/g, ' '))).toEqual([
    'Fee1.00 USDT',
    'Minimum20.00 USDT',
  ])
})

it('asks for a destination where there is none', async () => {
  expect((await ticket(methods())).off()).toContain('Add a wallet address to continue')
})

it.each([
  ['300', 'That’s more than you have available'],
  ['19', 'The minimum is 20.00 USDT'],
  ['ten', 'Enter a valid amount'],
])('refuses the amount %s: %s', async (amount, reason) => {
  const view = await ticket()
  view.type('Amount in USDT', amount)
  expect(view.off()).toContain(reason)
})

it('says from when a destination that rests can be used', async () => {
  const view = await ticket(methods({ ...wallet, usableFromMs: Date.now() + 3_600_000 }))
  view.type('Amount in USDT', '100')
  expect(view.off().join()).toMatch(/Possible from .*\d\d:\d\d/)
})

it('waits for a quote once the form is complete, and lets nothing be confirmed without one', async () => {
  const view = await ticket()
  view.type('Amount in USDT', '100')
  expect(view.text()).not.toContain('Enter an amount')
  expect(view.all('[aria-busy="true"]')).toHaveLength(1)
})
