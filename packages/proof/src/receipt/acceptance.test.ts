import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBase64 } from '../bytes.ts'
import { ProofError } from '../errors.ts'
import { wordHash } from '../testing/format-examples.ts'
import { syntheticVkey } from '../testing/synthetic-keys.ts'
import { plainReceipt } from '../testing/synthetic-world.ts'
import {
  buildAcceptance,
  formatAcceptance,
  parseAcceptance,
  parseAcceptanceReceipt,
  verifyAcceptance,
} from './index.ts'
import type { Acceptance } from './index.ts'

const acceptance: Acceptance = {
  host: 'candor.example',
  stripe: 5,
  seq: 884_213,
  acceptedMs: 1_790_000_000_275,
  itemCount: 500,
  itemsRoot: wordHash('items'),
  promiseMs: 1_790_000_010_275,
}

test('has six lines', () => {
  const lines = ['candor.example/acceptance', '5 884213', '1790000000275', '500', toBase64(acceptance.itemsRoot)]
  expect(formatAcceptance(acceptance)).toBe(`${lines.join('\n')}\n1790000010275\n`)
  expect(parseAcceptance(formatAcceptance(acceptance))).toEqual(acceptance)
})

test.each([
  ['no last newline', (good: string) => good.slice(0, -1)],
  ['another line', (good: string) => `${good}\n`],
  ['one line less', (good: string) => good.replace(/^500\n/m, '')],
  ['another origin', (good: string) => good.replace('/acceptance', '/events')],
  ['no host', (good: string) => good.replace('candor.example', '')],
  ['a host with a space', (good: string) => good.replace('candor.', 'candor ')],
  ['a leading zero', (good: string) => good.replace('500', '0500')],
  ['three numbers on the second line', (good: string) => good.replace('5 884213', '5 884213 1')],
  ['one number on the second line', (good: string) => good.replace('5 884213', '5')],
  ['a number below zero', (good: string) => good.replace('500', '-500')],
  ['a short root', (good: string) => good.replace(/^.*=$/m, 'AAAA')],
  ['a promise before it', (good: string) => good.replace('1790000010275', '1790000000274')],
])('is refused with %s', (_, change) => {
  const good = formatAcceptance(acceptance)
  expect(change(good)).not.toBe(good)
  expect(() => parseAcceptance(change(good))).toThrow(ProofError)
})

test('has no second form', () => {
  const good = formatAcceptance(acceptance)
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.constantFrom('0', ' ', '\n', '+', '/', '=', 'a', 'é'), (at, character) => {
      const changed = `${good.slice(0, at)}${character}${good.slice(at + 1)}`
      try {
        expect(formatAcceptance(parseAcceptance(changed))).toBe(changed)
      } catch (error) {
        if (!(error instanceof ProofError)) throw error
      }
    }),
  )
})

test('is not signed for numbers that it cannot have', () => {
  for (const change of [{ stripe: -1 }, { seq: 0.5 }, { itemCount: 2 ** 53 }, { itemsRoot: new Uint8Array(31) }])
    expect(() => formatAcceptance({ ...acceptance, ...change })).toThrow(ProofError)
})

test('passes alone, without saying that the log contains it', async () => {
  const { parts, trusted } = await plainReceipt()
  const receipt = buildAcceptance(parts)
  const { placed } = parseAcceptanceReceipt(receipt)
  const promiseMs = placed.item.value.acceptedMs + 10_000
  const stateAt = async (nowMs?: number) => {
    const { verdict, steps } = await verifyAcceptance(receipt, nowMs === undefined ? trusted : { ...trusted, nowMs })
    expect(verdict).toBe('passed')
    expect(steps.slice(0, 2).map(({ state }) => state)).toEqual(['passed', 'passed'])
    expect(steps[2]).toMatchObject({ name: 'placed-in-log', evidence: { promiseMs: `${promiseMs}` } })
    return steps[2]?.state
  }
  expect(await stateAt()).toBe('not-judged')
  expect(await stateAt(promiseMs)).toBe('not-judged')
  expect(await stateAt(promiseMs + 1)).toBe('absent')
})

test('fails alone for another order, another key and another form', async () => {
  const { parts, trusted } = await plainReceipt()
  const failed = async (receipt: unknown, acceptanceKeys = trusted.acceptance) => {
    const { verdict, steps } = await verifyAcceptance(receipt, { ...trusted, acceptance: acceptanceKeys })
    expect(verdict).toBe('failed')
    return steps.map(({ state }) => state).join(' ')
  }
  const receipt = buildAcceptance(parts)
  const other = buildAcceptance({ ...parts, placed: { ...parts.placed, salt: new Uint8Array(32) } })
  expect(await failed(other)).toBe('passed failed not-judged')
  expect(await failed(receipt, [await syntheticVkey('other.example/acceptance')])).toBe('passed failed not-judged')
  for (const changed of [`${receipt}\n`, receipt.replace('/1', '/2'), receipt.replace('"index"', '"at"'), 7])
    expect(await failed(changed)).toBe('failed not-judged not-judged')
})
