// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import type { RechargeMethods } from './recharge-form-model.ts'
import { RechargeTicket } from './recharge-ticket.tsx'

const chain = {
  token: 'USDT',
  minimum: '10',
  confirmations: 20,
  confirmationMs: 60_000,
  isSandboxAddress: true,
} as const
const methods = (hasWatcher: boolean): RechargeMethods => ({
  chains: [{ ...chain, chain: 'TRC20', hasWatcher }],
  currencies: [{ currency: 'USDT', rate: '1', spreadBps: 0 }],
})

it.each([
  ['', 'Enter the quantity'],
  ['ten', 'Enter a valid quantity'],
  ['9', 'The minimum is 10.00 USDT'],
])('does not take the quantity %j: %s', async (quantity, reason) => {
  const view = await draw(<RechargeTicket methods={methods(true)} />)
  if (quantity !== '') view.type('Quantity', quantity)
  expect(view.off()).toContain(reason)
})

it('needs a voucher only where no watcher sees the chain', async () => {
  const seen = await draw(<RechargeTicket methods={methods(true)} />)
  seen.type('Quantity', '500')
  expect(seen.off()).not.toContain('Add the voucher to continue')
  expect(seen.text()).toContain('Submit recharge of 500.00 USDT')
  const unseen = await draw(<RechargeTicket methods={methods(false)} />)
  unseen.type('Quantity', '500')
  expect(unseen.off()).toContain('Add the voucher to continue')
})

it('says that a transaction id is wrong once it was left, and not before', async () => {
  const view = await draw(<RechargeTicket methods={methods(true)} />)
  view.type('Transaction id', 'abc')
  expect(view.text()).not.toContain('A transaction id has 64 digits')
  view.leave('Transaction id')
  expect(view.text()).toContain('A transaction id has 64 digits')
})
