import { describe, expect, test } from 'vitest'
import type { TermsView } from '@candor/api'
import { amount } from '@candor/money'
import { fixture } from '../../shared/testing/fixture.ts'
import { someTerms } from '../../shared/testing/terms-fixture.ts'
import {
  agreesWithTerms,
  initialContractForm,
  offeredDuration,
  parseStake,
  quickAmountsWithin,
  reduceContractForm,
  summariseContract,
  type ContractForm,
} from './contract-form-model.ts'

const minute = someTerms()
const halfMinute: TermsView = { ...minute, durationMs: 30_000, version: '6' }
const limits = { minUnits: 1_000_000n, maxUnits: 5_000_000_000n }

const form = fixture<ContractForm>(initialContractForm)

function stepped(stakeText: string, direction: 'less' | 'more'): string {
  return reduceContractForm(form({ stakeText }), { type: 'stake-stepped', direction, limits }).stakeText
}

describe('summary of a contract', () => {
  test('shows +84.00, −101.00 and 54.6 % for a stake of 100 with 1 % fee and 85 % payout', () => {
    const { odds } = summariseContract(form(), { terms: [minute], availableUnits: null })
    expect(odds).toMatchObject({
      winNet: amount('USDT', 84_000_000n),
      loseNet: amount('USDT', -101_000_000n),
      fee: amount('USDT', 1_000_000n),
      breakEvenPermille: 546,
    })
  })

  test('has no odds when the server states another break-even rate than its own figures give', () => {
    const flattering = { ...minute, breakEven: '52.0' }
    const summary = summariseContract(form(), { terms: [flattering], availableUnits: null })
    expect(summary.doOddsDisagree).toBe(true)
    expect(summary.odds).toBeNull()
    expect(agreesWithTerms(minute)).toBe(true)
  })

  test('has no terms for a duration that is not offered', () => {
    expect(summariseContract(form({ durationMs: 120_000 }), { terms: [minute], availableUnits: null }).terms).toBeNull()
  })
})

describe('errors of the stake', () => {
  const errorOf = (stakeText: string, availableUnits: bigint | null = null) =>
    summariseContract(form({ stakeText }), { terms: [minute], availableUnits }).stakeError

  test('accepts the limits themselves and refuses one cent beyond them', () => {
    expect(errorOf('1')).toBeNull()
    expect(errorOf('5000')).toBeNull()
    expect(errorOf('0.99')).toBe('below-minimum')
    expect(errorOf('5000.01')).toBe('above-maximum')
  })

  test('tells an empty field from an unreadable one', () => {
    expect(errorOf('  ')).toBe('required')
    for (const text of ['abc', '1e3', '-5', '1.005', '1,2,3', '٣']) expect(errorOf(text)).toBe('wrong-format')
  })

  test('counts the fee against the balance, and accepts the exact sum', () => {
    expect(errorOf('100', 101_000_000n)).toBeNull()
    expect(errorOf('100', 100_999_999n)).toBe('insufficient-balance')
  })

  test('becomes valid again when the amount is corrected', () => {
    const wrong = reduceContractForm(form(), { type: 'stake-typed', text: '6000' })
    const right = reduceContractForm(wrong, { type: 'stake-typed', text: '600' })
    expect(errorOf(wrong.stakeText)).toBe('above-maximum')
    expect(errorOf(right.stakeText)).toBeNull()
  })
})

describe('stepping the stake', () => {
  test('grows the step with the amount', () => {
    expect(stepped('9', 'more')).toBe('10')
    expect(stepped('10', 'more')).toBe('15')
    expect(stepped('100', 'more')).toBe('150')
    expect(stepped('1000', 'more')).toBe('1500')
  })

  test('goes down by the step of the amount below', () => {
    expect(stepped('100', 'less')).toBe('90')
    expect(stepped('10', 'less')).toBe('9')
    expect(stepped('87.5', 'less')).toBe('80')
  })

  test('stays within the limits', () => {
    expect(stepped('1', 'less')).toBe('1')
    expect(stepped('5000', 'more')).toBe('5000')
    expect(stepped('nonsense', 'more')).toBe('2')
  })
})

test('reads a comma as the decimal separator', () => {
  expect(parseStake('12,5')).toBe(12_500_000n)
})

test('offers only quick amounts within the limits', () => {
  expect(quickAmountsWithin({ minUnits: 20_000_000n, maxUnits: 500_000_000n })).toEqual(['50', '100', '500'])
})

test('falls back to the nearest duration that is offered', () => {
  expect(offeredDuration(60_000, [halfMinute, minute])).toBe(60_000)
  expect(offeredDuration(50_000, [halfMinute, minute])).toBe(60_000)
  expect(offeredDuration(60_000, [halfMinute])).toBe(30_000)
  expect(offeredDuration(60_000, [])).toBe(60_000)
})
