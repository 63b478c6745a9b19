import { describe, expect, it } from 'vitest'
import { someTerms } from '../../shared/testing/terms-fixture.ts'
import { initialContractForm } from './contract-form-model.ts'
import { parseChoices, recalledForm, withChoice } from './remembered-choice-model.ts'

const terms = (durationMs: number, stakeMin = '1', stakeMax = '5000') =>
  someTerms({ durationMs, stakeMin, stakeMax, version: '1' })
const offered = [terms(30_000), terms(60_000), terms(300_000)]
const form = { durationMs: 300_000, asset: 'USD', stakeText: '250' } as const

describe('the ticket', () => {
  it('begins with what this instrument had last, else with what was used last, else with the usual', () => {
    const choices = withChoice(withChoice([], 'GOLD', form), 'BTCUSDT', { ...form, stakeText: '10' })
    expect(recalledForm(choices, 'GOLD', offered)).toEqual(form)
    expect(recalledForm(choices, 'ETHUSDT', offered).stakeText).toBe('10')
    expect(recalledForm([], 'GOLD', offered)).toEqual(initialContractForm)
  })

  it('begins with a duration and a stake that the terms of now allow', () => {
    const choices = withChoice([], 'GOLD', form)
    expect(recalledForm(choices, 'GOLD', [terms(30_000), terms(240_000, '300')])).toEqual({
      ...form,
      durationMs: 240_000,
      stakeText: '300',
    })
    expect(recalledForm(choices, 'GOLD', [terms(300_000, '1', '99.5')]).stakeText).toBe('99.5')
  })
})

describe('remembering', () => {
  it('keeps one choice an instrument, the newest in front, and thirty at most', () => {
    const many = Array.from({ length: 40 }, (_, index) => `S${index}`).reduce<ReturnType<typeof withChoice>>(
      (choices, symbol) => withChoice(choices, symbol, form),
      [],
    )
    expect([many.length, many[0]?.symbol]).toEqual([30, 'S39'])
    const again = withChoice(many, 'S20', { ...form, stakeText: '7' })
    expect([again.length, again[0]?.stakeText]).toEqual([30, '7'])
  })

  it('leaves a half-typed stake alone', () => {
    const choices = withChoice([], 'GOLD', form)
    for (const stakeText of ['', '1.', 'x', '1.234'])
      expect(withChoice(choices, 'GOLD', { ...form, stakeText })).toBe(choices)
  })

  it('reads back what it stored, and nothing else', () => {
    const choices = withChoice([], 'GOLD', form)
    expect(parseChoices(JSON.stringify(choices))).toEqual(choices)
    for (const text of ['', '{', 'null', '[1]', '[{"symbol":"GOLD","durationMs":-1,"asset":"USD","stakeText":"1"}]']) {
      expect(parseChoices(text)).toEqual([])
    }
    expect(parseChoices(JSON.stringify([{ ...choices[0], stakeText: '<b>' }]))).toEqual([])
    expect(parseChoices(JSON.stringify([{ ...choices[0], asset: 'EUR' }]))).toEqual([])
  })
})
