import { expect, test } from 'vitest'
import { indicatorsIn } from './chart-choice.ts'

test('reads remembered indicators in their own order and forgets what is none', () => {
  expect(indicatorsIn('bands,averages')).toEqual(['averages', 'bands'])
  expect(indicatorsIn('rsi,bands,macd')).toEqual(['bands', 'rsi'])
  expect(indicatorsIn('')).toEqual([])
})
