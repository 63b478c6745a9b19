import { expect, test } from 'vitest'
import { ProofError } from '../errors.ts'
import { asyncMemory, TextMemory } from './text-memory.ts'

const malformed = (text: string) => new ProofError('malformed', `No number: ${text.length} characters.`)

/** Parses numbers, and counts how often. */
function counted() {
  const judged: string[] = []
  const memory = new TextMemory((text) => {
    judged.push(text.slice(0, 12))
    if (!/^\d+$/.test(text)) throw malformed(text)
    return Number(text)
  })
  return { judged, memory }
}

test('judges a text once, whether it is sound or not, and no text for another', () => {
  const { judged, memory } = counted()
  expect([memory.of('12'), memory.of('12'), memory.of('012')]).toEqual([12, 12, 12])
  for (const _ of [1, 2]) expect(() => memory.of('x')).toThrow(malformed('x'))
  expect(memory.of('12')).toBe(12)
  expect(judged).toEqual(['12', '012', 'x'])
})

test('forgets the oldest texts beyond 4,096 of them', () => {
  const { judged, memory } = counted()
  for (let number = 0; number <= 4_096; number += 1) memory.of(String(number))
  expect(judged).toHaveLength(4_097)
  memory.of('1')
  expect(judged).toHaveLength(4_097)
  expect(memory.of('0')).toBe(0)
  expect(judged.slice(4_097)).toEqual(['0'])
})

test('holds at most four million characters, unsound texts included', () => {
  const { judged, memory } = counted()
  const long = (at: number) => `${at}x`.padEnd(1_000_001)
  for (const at of [0, 1, 2, 3, 2, 3, 0]) expect(() => memory.of(long(at))).toThrow(ProofError)
  expect(judged.map((text) => text.trim())).toEqual(['0x', '1x', '2x', '3x', '0x'])
})

test('keeps a promise that a ProofError rejects, and judges again after any other error', async () => {
  const errors = [new Error('the code did not load'), malformed('x')]
  let judged = 0
  const memory = asyncMemory<never>(async () => {
    judged += 1
    throw errors[judged - 1] ?? new Error('judged too often')
  })
  await expect(memory.of('x')).rejects.toThrow('the code did not load')
  for (const _ of [1, 2]) await expect(memory.of('x')).rejects.toThrow(malformed('x'))
  expect(judged).toBe(2)
})
