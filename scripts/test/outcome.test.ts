import { expect, test } from 'vitest'
import { countTests, hasRecordings, outcomeLines } from './outcome.ts'

const ended = (state: string) => ({ result: () => ({ state }) })

test('counts what passed, failed and did not run', () => {
  expect(countTests([ended('passed'), ended('failed'), ended('skipped'), ended('pending'), ended('passed')])).toEqual({
    passed: 2,
    failed: 1,
    skipped: 2,
  })
})

test('ends with the number of passed and failed tests', () => {
  expect(outcomeLines({ passed: 3, failed: 0, skipped: 0 }, true).at(-1)).toBe('3 passed, 0 failed')
  expect(outcomeLines({ passed: 3, failed: 1, skipped: 2 }, true).at(-1)).toBe('3 passed, 1 failed, 2 skipped')
})

test('says before the last line when the recordings were absent', () => {
  expect(outcomeLines({ passed: 3, failed: 0, skipped: 5 }, false)).toEqual([
    'recordings: skipped',
    '3 passed, 0 failed, 5 skipped',
  ])
})

test('does not take an empty folder for recordings', () => {
  expect(hasRecordings(import.meta.dirname)).toBe(false)
})
