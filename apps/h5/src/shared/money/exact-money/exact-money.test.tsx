// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { hideAmounts } from '../hidden-amounts.ts'
import { draw } from '../../testing/draw.tsx'
import { ExactMoney } from './index.ts'

afterEach(() => hideAmounts(false))

it('shows two decimals, all of them after a tap, and two again', async () => {
  const { text, press, all } = await draw(<ExactMoney amount="1249.875062" asset="USDT" />)
  expect(text()).toBe('1,249.87 USDT, all digits')
  expect(all('button')[0]?.getAttribute('aria-pressed')).toBe('false')
  press('1,249.87 USDT, all digits')
  expect(text()).toBe('1,249.875062 USDT, all digits')
  expect(all('button')[0]?.getAttribute('aria-pressed')).toBe('true')
  press('1,249.875062 USDT, all digits')
  expect(text()).toBe('1,249.87 USDT, all digits')
})

it.each([
  ['249.87', 'balance', '249.87'],
  ['249.870000', 'balance', '249.87'],
  ['0.000138', 'result', '+0.000138'],
] as const)('is no button where nothing is cut: %s as a %s', async (amount, sign, shown) => {
  const { text, all } = await draw(<ExactMoney amount={amount} sign={sign} />)
  expect(text()).toBe(shown)
  expect(all('button')).toHaveLength(0)
})

it('keeps the sign of a result', async () => {
  const won = await draw(<ExactMoney amount="84.0125" sign="result" />)
  won.press('+84.01, all digits')
  expect(won.text()).toContain('+84.0125')
  const lost = await draw(<ExactMoney amount="-84.0125" sign="result" />)
  lost.press('−84.01, all digits')
  expect(lost.text()).toContain('−84.0125')
})

it('shows no digit while amounts are hidden', async () => {
  hideAmounts(true)
  const { text, all } = await draw(<ExactMoney amount="249.875062" />)
  expect(text()).not.toMatch(/\d/)
  expect(all('button')).toHaveLength(0)
})
