import { describe, expect, it } from 'vitest'
import { matchingEntries, movedEntry } from './palette-model.ts'
import type { PaletteEntry } from './palette-model.ts'

const entries: readonly PaletteEntry[] = [
  { key: 's', group: 'screens', title: 'Withdrawals', aside: '', screen: 'withdrawals' },
  { key: 'a', group: 'acts', title: 'Halt a market…', aside: '', screen: 'risk' },
  ...Array.from({ length: 9 }, (_, index) => ({
    key: `w${index}`,
    group: 'cases' as const,
    title: `Withdrawal ${index}55 · 900.00 USD`,
    aside: '',
    screen: 'withdrawals' as const,
    words: ['20411800'],
  })),
  { key: 'c', group: 'customers', title: 'José Pérez', aside: '', screen: 'customers' },
]
const keys = (search: string) => matchingEntries(entries, search).map(({ key }) => key)

describe('the palette', () => {
  it('offers screens and acts before anything is typed', () => {
    expect(keys(' ')).toEqual(['s', 'a'])
  })

  it('finds every word, in any order, case and accents aside', () => {
    expect(keys('usd 355')).toEqual(['w3'])
    expect(keys('jose PEREZ')).toEqual(['c'])
    expect(keys('jose usd')).toEqual([])
  })

  it('finds cases by what their line does not show, and shows a few of them before the rest', () => {
    expect(keys('20411800')).toEqual(['w0', 'w1', 'w2', 'w3', 'w4', 'w5'])
    expect(keys('withdrawal')).toEqual(['w0', 'w1', 'w2', 'w3', 'w4', 'w5', 's'])
  })
})

it('goes round with the arrow keys', () => {
  expect(movedEntry(3, 2, 1)).toBe(0)
  expect(movedEntry(3, 0, -1)).toBe(2)
  expect(movedEntry(0, 0, 1)).toBeNull()
})
