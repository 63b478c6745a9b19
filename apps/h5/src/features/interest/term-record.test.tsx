// @vitest-environment happy-dom
import { interestOrderDetail } from '@candor/api'
import type { TermView } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { expect, it } from 'vitest'
import { queryFor } from '../../shared/api/index.ts'
import { currentTexts } from '../../shared/i18n/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { aTerm, termStartMs } from '../../shared/testing/interest-fixture.ts'
import { interestText } from './interest-labels.ts'
import { TermScreen } from './term-screen.tsx'

const ended = aTerm({
  amount: '1000.01',
  interest: '6.00006',
  paid: '6.00006',
  state: 'expired',
  endedMs: termStartMs + 30 * dayMs,
})
const record = (term: TermView) => draw(<TermScreen id="7" />, [[queryFor(interestOrderDetail, { id: '7' }), term]])

it('shows an ended order like a withdrawal: state, two decimals, all digits on a tap, and whom to ask', async () => {
  const { text, says, press, all } = await record(ended)
  expect(all('[role=status]').map((one) => one.textContent)).toContain('Expired')
  says('Paid back with +6.00 USDT interest.', 'Ask customer service')
  expect(text()).not.toContain('6.00006')
  press('+6.00 USDT, all digits')
  expect(text()).toContain('+6.00006 USDT')
})

it('counts down on a ring while it earns', async () => {
  const nowMs = Date.now()
  const { text, all } = await record({
    ...ended,
    state: 'earning',
    paid: null,
    endedMs: null,
    startMs: nowMs - dayMs,
    expiresMs: nowMs + 29 * dayMs,
  })
  expect(text()).toContain('Earns for another 29 days')
  expect(all('svg circle').length).toBeGreaterThan(1)
})

it('is handed on with all digits, or without amounts while they are hidden', async () => {
  await record(ended)
  const textOf = (areHidden: boolean) =>
    interestText(currentTexts(), ended, { areHidden, nowMs: 0 }).replaceAll(/\s/g, ' ')
  expect(textOf(false)).toContain('Interest order 7: 1,000.01 USDT, 0.02% a day for 30 days Interest 6.00006 USDT')
  expect(textOf(true)).not.toMatch(/1,000|6\.00/)
})
