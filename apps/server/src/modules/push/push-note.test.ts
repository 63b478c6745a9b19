import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@candor/api'
import { amount } from '@candor/money'
import { describe, expect, it, test } from 'vitest'
import { pushNoteOf } from './push-note.ts'
import { pushTexts } from './push-texts.ts'

const order = { source: 'order', id: 7n, atMs: 1, name: 'Gold', net: amount('USD', -101_000_000n) } as const
const sale = {
  source: 'decision',
  id: 8n,
  atMs: 1,
  kind: 'sale-completed',
  details: { quantity: '20', total: '19.95', asset: 'USD' },
} as const

describe('a note', () => {
  it('names no amount unless the reader wants them, and then in the reader’s own way', () => {
    expect(JSON.stringify(pushNoteOf(order, { lang: 'de', showsAmounts: false }))).not.toMatch(/101|Verlust/)
    expect(pushNoteOf(order, { lang: 'de', showsAmounts: true }).text).toBe('-101,00 USD')
    expect(pushNoteOf(sale, { lang: 'fr', showsAmounts: true }).text).toBe('19,95 USD')
  })

  it('of a recharge has what was credited, and of what it does not understand only words', () => {
    const recharge = { source: 'decision', id: 9n, atMs: 1, kind: 'recharge-completed' } as const
    const reader = { lang: 'en', showsAmounts: true } as const
    expect(pushNoteOf({ ...recharge, details: { creditedUnits: '50000000', asset: 'USDT' } }, reader).text).toBe(
      '50.00 USDT',
    )
    expect(pushNoteOf({ ...recharge, details: { amount: '<b>5</b>', asset: 'USDT' } }, reader).text).toBe(
      'Open Candor to read it.',
    )
    expect(pushNoteOf({ ...recharge, kind: 'later-invented', details: {} }, reader).title).toBe(
      'A message about your account',
    )
  })

  it('carries a long announcement in part: a push service takes little', () => {
    const long = {
      source: 'announcement',
      titles: null,
      id: 1n,
      atMs: 1,
      texts: { en: 'y'.repeat(5_000), zh: '原油'.repeat(2_000) },
    } as const
    for (const lang of ['en', 'zh'] as const)
      expect(Buffer.byteLength(JSON.stringify(pushNoteOf(long, { lang, showsAmounts: false })))).toBeLessThan(2_000)
  })
})

describe('the words of notes', () => {
  test('are there for every language, each its own', () => {
    const folder = join(import.meta.dirname, 'texts')
    expect(readdirSync(folder).sort()).toEqual([...languages].sort().map((language) => `${language}.json`))
    for (const language of languages.filter((one) => one !== 'en'))
      for (const [name, text] of Object.entries(pushTexts(language))) {
        expect({ language, name, text: text.trim() }).not.toEqual({ language, name, text: '' })
        expect(Object.values(pushTexts('en'))).not.toContain(text)
      }
  })

  test.each(languages)('have the same names in %s, and the one value', (language) => {
    expect(Object.keys(pushTexts(language)).sort()).toEqual(Object.keys(pushTexts('en')).sort())
    expect(pushTexts(language).order).toContain('{name}')
  })
})
