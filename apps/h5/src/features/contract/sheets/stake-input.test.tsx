// @vitest-environment happy-dom
import { act } from 'react'
import { languages } from '@candor/api'
import { afterEach, describe, expect, it } from 'vitest'
import { activateLanguage } from '../../../shared/i18n/index.ts'
import { drawAmountField } from '../../../shared/testing/amount-field.tsx'
import { parseStake } from '../contract-form-model.ts'
import { StakeInput } from './stake-input.tsx'

/** The field of a stake, and what a keyboard does to it; `|` is the caret. */
async function field() {
  const { input, write, read } = await drawAmountField((props) => <StakeInput {...props} data-typing />, '100')
  const change = (marked: string, options: InputEventInit = {}) =>
    write(marked, new InputEvent('input', { bubbles: true, ...options }))
  const shown = () => {
    const caret = input.selectionStart ?? 0
    return `${input.value.slice(0, caret)}|${input.value.slice(caret)}`
  }
  return { change, shown, read }
}

afterEach(() => activateLanguage('en'))

describe('the field of the stake', () => {
  it('groups thousands while they are typed, and keeps the caret behind the digit', async () => {
    const { change, shown, read } = await field()
    change('1000|')
    expect([shown(), read()]).toEqual(['1,000|', '1000'])
    change('15|,000')
    expect([shown(), read()]).toEqual(['15|,000', '15000'])
    change('15,2|000')
    expect([shown(), read()]).toEqual(['152|,000', '152000'])
    change('152,000.5|')
    expect([shown(), read()]).toEqual(['152,000.5|', '152000.5'])
  })

  it('loses the digit beside a separator that is deleted, before it or behind it', async () => {
    const back = await field()
    back.change('1234|')
    back.change('1|234', { inputType: 'deleteContentBackward' })
    expect([back.shown(), back.read()]).toEqual(['|234', '234'])
    const forward = await field()
    forward.change('1234|')
    forward.change('1|234', { inputType: 'deleteContentForward' })
    expect([forward.shown(), forward.read()]).toEqual(['1|34', '134'])
  })

  it('reads what is pasted in its own notation', async () => {
    const { change, shown, read } = await field()
    change('')
    change('2.500,75|', { inputType: 'insertFromPaste' })
    expect([shown(), read()]).toEqual(['2,500.75|', '2500.75'])
  })

  it.each(languages)('is read as the same stake with the separators of %s', async (language) => {
    const { change, shown, read } = await field()
    await act(() => activateLanguage(language))
    change('12345|')
    for (const key of [',', '5']) change(`${shown().replace('|', '')}${key}|`)
    expect(shown()).toMatch(/^12\D345[.,]5\|$/)
    expect(parseStake(read() ?? '')).toBe(12_345_500_000n)
  })
})
