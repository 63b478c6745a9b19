import { expect, test } from 'vitest'
import { compareTexts } from './contract-texts.ts'
import type { TextCatalogue } from './contract-texts.ts'

const used = new Set(['conflict', 'not-found'])
const english = { conflict: 'Conflict', 'not-found': 'Not found' }

test('accepts languages that say exactly what the contract names', () => {
  expect(compareTexts(used, new Map([['en', english]]))).toEqual([])
})

test('reports a refusal without a text in one language', () => {
  expect(
    compareTexts(
      used,
      new Map<string, TextCatalogue>([
        ['en', english],
        ['zh', { conflict: '冲突' }],
      ]),
    ),
  ).toEqual(['zh has no text for not-found.'])
})

test('reports a text that no refusal or success uses', () => {
  expect(compareTexts(used, new Map([['en', { ...english, stale: 'Old' }]]))).toEqual([
    'en has a text stale that the contract does not use.',
  ])
})

test('reports an empty text, and missing catalogues', () => {
  expect(compareTexts(used, new Map([['en', { ...english, conflict: ' ' }]]))).toEqual([
    'en has an empty text for conflict.',
  ])
  expect(compareTexts(used, new Map())).toEqual(['There is no text catalogue.'])
})
