// @vitest-environment happy-dom
import type { BalanceView, InterestProductView } from '@candor/api'
import { expect, it } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import { InterestTicket } from './interest-ticket.tsx'

const dayMs = 86_400_000
const week: InterestProductView = {
  id: '7',
  asset: 'USDT',
  durationMs: 7 * dayMs,
  dailyRatePpm: 100,
  min: '100',
  max: '5000',
  isOpen: true,
  coverageLeft: '1000',
}
const month: InterestProductView = { ...week, id: '8', durationMs: 30 * dayMs, dailyRatePpm: 200 }
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
