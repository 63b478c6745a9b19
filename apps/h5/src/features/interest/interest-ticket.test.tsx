// @vitest-environment happy-dom
import type { BalanceView } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { expect, it } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import { anInterestProduct } from '../../shared/testing/interest-fixture.ts'
import { InterestTicket } from './interest-ticket.tsx'

const week = anInterestProduct({ durationMs: 7 * dayMs, dailyRatePpm: 100 })
const month = anInterestProduct({ id: '8' })
const balance: BalanceView = {
  asset: 'USDT',
  available: '2000',
  heldInContracts: '0',
  heldInWithdrawals: '0',
  inEscrow: '0',
  inTerms: '0',
}
const ticket = () => draw(<InterestTicket products={[week, month]} sums={[]} balances={[balance]} />)

it('says what each choice pays a day and about how much that is a year', async () => {
  const { all } = await ticket()
  expect(all('[role=radiogroup] label').map((label) => label.textContent)).toEqual(
    expect.arrayContaining(['7 days 0.01% a day about 3.7% a year', '30 days 0.02% a day about 7.3% a year']),
  )
})

it('says what leaving early costs directly above the button that goes on', async () => {
  const { all } = await ticket()
  const [note, button, ...others] = all('[data-dock] > *').map((one) => one.textContent)
  expect(note).toContain('If you leave early, you get your money back without interest.')
  expect(button).toBe('Enter an amount')
  expect(others).toEqual([])
})
