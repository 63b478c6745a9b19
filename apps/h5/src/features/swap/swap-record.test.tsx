// @vitest-environment happy-dom
import { swapDetail } from '@candor/api'
import type { SwapView } from '@candor/api'
import { expect, it } from 'vitest'
import { queryFor } from '../../shared/api/index.ts'
import { currentTexts } from '../../shared/i18n/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { swapText } from './swap-labels.ts'
import { SwapScreen } from './swap-screen.tsx'

const swap: SwapView = {
  id: '41',
  from: 'USD',
  to: 'USDT',
  gives: '250',
  receives: '249.875062',
  spread: '0.124937',
  rate: '0.9995',
  midRate: '1',
  spreadBps: 5,
  atMs: Date.UTC(2026, 10, 20, 14, 12),
}
const record = () => draw(<SwapScreen id="41" />, [[queryFor(swapDetail, { id: '41' }), swap]])

it('shows a swap like a withdrawal: two decimals, all digits on a tap, its state, and whom to ask', async () => {
  const { text, says, press } = await record()
  expect(text()).toContain('+249.87 USDT')
  expect(text()).not.toContain('249.875062')
  says('0.12 USD, 0.05%', 'Completed', 'Ask customer service')
  press('+249.87 USDT, all digits')
  expect(text()).toContain('+249.875062 USDT')
})

it('is handed on with all digits, or without amounts while they are hidden', async () => {
  await record()
  const shown = swapText(currentTexts(), swap, false).replaceAll(/\s/g, ' ')
  expect(shown).toContain('Swap 41: 250.00 USD to 249.875062 USDT')
  expect(shown).toContain('cost 0.124937 USD')
  expect(swapText(currentTexts(), swap, true)).not.toMatch(/250|249/)
})
