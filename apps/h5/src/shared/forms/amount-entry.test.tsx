// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { drawAmountField } from '../testing/amount-field.tsx'
import { AmountEntry } from './amount-entry.tsx'

const field = () =>
  drawAmountField((props) => <AmountEntry label="Amount" asset="USDT" note="" error={null} {...props} />)

it('shows an amount with its thousands grouped, and reads it without', async () => {
  const { input, write, read } = await field()
  write('1234', new InputEvent('input', { bubbles: true }))
  expect([input.value, read()]).toEqual(['1,234', '1234'])
  write('1,234x', new InputEvent('input', { bubbles: true }))
  expect([input.value, read()]).toEqual(['1234x', '1234x'])
})

it('leaves digits alone while they are composed, and reads them then', async () => {
  const { input, write, read } = await field()
  write('１２３４', new InputEvent('input', { bubbles: true, isComposing: true }))
  expect([input.value, read()]).toEqual(['１２３４', ''])
  write('１２３４', new CompositionEvent('compositionend', { bubbles: true }))
  expect([input.value, read()]).toEqual(['1,234', '1234'])
})
