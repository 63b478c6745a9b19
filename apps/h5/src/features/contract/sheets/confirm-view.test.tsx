// @vitest-environment happy-dom
import { amount } from '@candor/money'
import { expect, it, vi } from 'vitest'
import { draw } from '../../../shared/testing/draw.tsx'
import { someTerms } from '../../../shared/testing/terms-fixture.ts'
import { summariseContract, initialContractForm } from '../contract-form-model.ts'
import { aBuyRequest } from './buy-request-fixture.ts'
import type { BuyState } from './contract-buy-model.ts'
import { ConfirmView } from './confirm-sheet.tsx'
import type { Offer } from './confirm-sheet.tsx'

const terms = someTerms()

function offer(direction: 'up' | 'down'): Offer {
  const { odds } = summariseContract({ ...initialContractForm, asset: 'USD' }, { terms: [terms], availableUnits: null })
  if (odds === null) throw new Error('these terms have no odds')
  const stake = amount('USD', 100_000_000n)
  return { symbol: 'GOLD', name: 'Gold', direction, terms, entryDelayMs: 1_500, odds, stake }
}

const request = aBuyRequest(1)

interface Over {
  readonly direction?: 'up' | 'down'
  readonly obstacle?: string | null
}

async function drawn(state: BuyState, { direction = 'up', obstacle = null }: Over = {}) {
  const [onCommit, onRepeat] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const view = await draw(
    <ConfirmView offer={offer(direction)} state={state} obstacle={obstacle} onCommit={onCommit} onRepeat={onRepeat} />,
  )
  return { ...view, onCommit, onRepeat }
}

it('names the three outcomes in figures, and what it takes to break even', async () => {
  const { text } = await drawn({ phase: 'deciding' })
  expect(text()).toMatch(/Exit above entryYou get 185\.00[^+]*\+84\.00/)
  expect(text()).toMatch(/Exactly equalYou get stake and fee back\s*0\.00/)
  expect(text()).toMatch(/Exit below entryYou lose stake and fee\s*−101\.00/)
  expect(text()).toContain('You need to win 54.6% to break even')
})

it('says how long after the tap the entry begins, that averages decide, and that nothing ends early', async () => {
  const { text } = await drawn({ phase: 'deciding' })
  expect(text()).toContain('Entry starts 1.5 s after you tap; entry and exit are 5-second averages. You can’t close')
})

it('turns the outcomes round for a contract that goes down', async () => {
  const { text } = await drawn({ phase: 'deciding' }, { direction: 'down' })
  expect(text()).toMatch(/Exit above entryYou lose stake and fee\s*−101\.00/)
  expect(text()).toMatch(/Exit below entryYou get 185\.00[^+]*\+84\.00/)
})

it('buys with one tap on the button that names direction and amount', async () => {
  const { press, onCommit } = await drawn({ phase: 'deciding' })
  press('Buy up for 100.00 USD')
  expect(onCommit).toHaveBeenCalledOnce()
})

it('does not buy while something stands in the way, and says what', async () => {
  const { off, text } = await drawn({ phase: 'deciding' }, { obstacle: 'The market is closed.' })
  expect(off()).toEqual(['Buy up for 100.00 USD'])
  expect(text()).toContain('The market is closed.')
})

it('repeats a refusal in the words of the server, with what to do', async () => {
  const { text } = await drawn({ phase: 'refused', error: 'price-moved', text: 'The price moved' })
  expect(text()).toContain('The price moved. Nothing was bought. Check the new price and decide again.')
})

it('leads to the verification of the identity where a purchase needs it', async () => {
  const { all } = await drawn({ phase: 'refused', error: 'kyc-not-completed', text: 'Not verified' })
  expect(all('a').map((link) => link.textContent)).toEqual(['Verify your identity'])
})

it('offers to check again, and not to buy again, once the outcome has stayed unknown', async () => {
  const { press, text, onRepeat, onCommit } = await drawn({ phase: 'unknown', request, attempt: 99 })
  expect(text()).toContain('We still don’t know whether your order was placed.')
  expect(text()).not.toContain('Buy up for')
  press('Check again')
  expect(onRepeat).toHaveBeenCalledOnce()
  expect(onCommit).not.toHaveBeenCalled()
})
