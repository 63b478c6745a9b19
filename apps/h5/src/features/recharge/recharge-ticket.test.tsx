// @vitest-environment happy-dom
import { rechargeAddress, withdrawalReadiness } from '@candor/api'
import { expect, it } from 'vitest'
import { queryFor } from '../../shared/api/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import type { Known } from '../../shared/testing/draw.tsx'
import { rechargeChains } from '../../shared/testing/recharge-fixture.ts'
import type { RechargeMethods } from './recharge-form-model.ts'
import { RechargeTicket } from './recharge-ticket.tsx'

const methods = (hasWatcher: boolean): RechargeMethods => ({
  chains: rechargeChains({ trc20Watcher: hasWatcher, erc20Watcher: hasWatcher }),
  currencies: [
    { currency: 'USDT', rate: '1', spreadBps: 0 },
    { currency: 'USD', rate: '0.999', spreadBps: 10 },
  ],
})
const addresses: readonly Known[] = (['TRC20', 'ERC20'] as const).map((chain) => [
  queryFor(rechargeAddress, { chain }),
  { chain, address: `SANDBOX-${chain}-7Q4K-0000-2093`, qrText: 'candor', isSandboxAddress: true },
])

/** Draws the step at an address of the app. */
async function drawAt(query: string, { hasWatcher = true, known = addresses } = {}) {
  window.location.hash = `#/pages/recharge/recharge${query}`
  return await draw(<RechargeTicket methods={methods(hasWatcher)} />, known)
}

it('shows the own address first, and asks for nothing yet', async () => {
  const view = await drawAt('')
  view.says('Send USDT to this address', 'SANDBOX-TRC20-7Q4K-0000-2093', 'Minimum10.00 USDT')
  expect(view.all('input:not([type=radio])')).toEqual([])
  expect(view.off()).toEqual([])
  view.press('Ethereum · ERC20')
  expect(view.text()).toContain('SANDBOX-ERC20-7Q4K-0000-2093')
})

it('folds what a withdrawal still needs into one line', async () => {
  const readiness = {
    kycState: 'verified',
    items: [{ asset: 'USDT', missing: ['payment-password', 'payout-method'] }],
  }
  const view = await drawAt('', { known: [...addresses, [queryFor(withdrawalReadiness, {}), readiness]] })
  expect(view.all('details:not([open]) > summary').map(({ textContent }) => textContent)).toEqual([
    'Before you can withdraw1 of 3 done',
  ])
})

it('asks for what was sent on the network of the address', async () => {
  const view = await drawAt('?sent=ERC20')
  view.says('Tell us what you sent', 'Ethereum · ERC20, to …7Q4K-0000-2093')
})

it('shows the address where the address of the screen names no network that there is', async () => {
  expect((await drawAt('?sent=BEP20')).text()).toContain('Send USDT to this address')
})

it.each([
  ['', 'Enter the quantity'],
  ['ten', 'Enter a valid quantity'],
  ['9', 'The minimum is 10.00 USDT'],
])('does not take the quantity %j: %s', async (quantity, reason) => {
  const view = await drawAt('?sent=TRC20')
  if (quantity !== '') view.type('Quantity', quantity)
  expect(view.off()).toContain(reason)
})

it('needs a voucher only where no watcher sees the chain', async () => {
  const seen = await drawAt('?sent=TRC20')
  seen.type('Quantity', '500')
  expect(seen.off()).not.toContain('Add the voucher to continue')
  seen.says('Submit recharge of 500.00 USDT', 'We watch your address')
  const unseen = await drawAt('?sent=TRC20', { hasWatcher: false })
  unseen.type('Quantity', '500')
  expect(unseen.off()).toContain('Add the voucher to continue')
  expect(unseen.text()).toContain('Our payments team compares the screenshot')
})

it('says what would be credited, where that is another currency than was sent', async () => {
  const view = await drawAt('?sent=TRC20')
  view.type('Quantity', '500')
  expect(view.text()).not.toContain('You get about')
  view.press('USD')
  expect(view.text()).toContain('You get about499.50 USD')
})

it('says that a transaction id is wrong once it was left, and not before', async () => {
  const view = await drawAt('?sent=TRC20')
  view.type('Transaction id', 'abc')
  expect(view.text()).not.toContain('A transaction id has 64 digits')
  view.leave('Transaction id')
  expect(view.text()).toContain('A transaction id has 64 digits')
  view.type('Transaction id', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  expect(view.text()).toContain('That’s an address.')
})

it('leads to the network that the transaction id looks like', async () => {
  const view = await drawAt('?sent=TRC20')
  view.type('Transaction id', 'a'.repeat(64))
  expect(view.all('[role=status]').map(({ textContent }) => textContent)).not.toContain('Ethereum')
  view.type('Transaction id', `0x${'a'.repeat(64)}`)
  view.press('Choose Ethereum · ERC20')
  await expect.poll(() => view.text()).toContain('Ethereum · ERC20, to')
  expect(view.text()).not.toContain('Did you send it there?')
})
