import { fromBase64, utf8Bytes, utf8Text } from '@candor/proof'
import { verifyReceipt } from '@candor/proof/receipt'
import { describe, expect, test } from 'vitest'
import acceptance from '../../../../packages/proof/vectors/acceptance.json'
import contract from '../../../../packages/proof/vectors/contract-receipt.json'
import movement from '../../../../packages/proof/vectors/movement-receipt.json'
import trustedFile from '../../../../packages/proof/vectors/trusted.json'
import { checkReceipt, findingOf } from './check-receipt.ts'
import { evidenceText } from './evidence.ts'
import { readInput } from './read-input.ts'
import type { KeysInput, ReceiptInput } from './read-input.ts'
import { rowsOf } from './step-rows.ts'
import { ticketOf } from './ticket-facts.ts'
import { keyRows } from './trusted-keys.ts'

// Receipts are canonical: written again, their JSON is the same text.
const files = {
  'acceptance.json': acceptance,
  'contract-receipt.json': contract,
  'movement-receipt.json': movement,
  'trusted.json': trustedFile,
}
const bytesOf = (name: keyof typeof files): Uint8Array => utf8Bytes(JSON.stringify(files[name]))
const nowMs = 1_790_000_000_000 + 365 * 86_400_000

function receiptIn(bytes: Uint8Array | string): ReceiptInput {
  const input = readInput({ name: 'file.json', bytes: typeof bytes === 'string' ? utf8Bytes(bytes) : bytes })
  if (input.kind !== 'receipt') throw new Error(`it is read as ${input.kind}`)
  return input
}

function publishedKeys(): KeysInput {
  const input = readInput({ name: 'trusted.json', bytes: bytesOf('trusted.json') })
  if (input.kind !== 'keys') throw new Error(`it is read as ${input.kind}`)
  return input
}

async function verdictOn(bytes: Uint8Array | string, keys: KeysInput | null = publishedKeys(), atMs = nowMs) {
  const outcome = await checkReceipt(receiptIn(bytes), keys?.trusted ?? null, atMs)
  if (outcome.kind !== 'judged') throw new Error('keys are needed')
  return outcome.verdict
}

describe('a published receipt', () => {
  test('of a contract passes in seven rows, and its ticket has what was verified', async () => {
    const verdict = await verdictOn(bytesOf('contract-receipt.json'))
    expect(findingOf(verdict)).toBe('genuine')
    expect(rowsOf(verdict).map(({ name, state }) => `${name} ${state}`)).toEqual([
      'rowFormat passed',
      'rowAcceptance passed',
      'rowPlaced passed',
      'rowFrames passed',
      'rowResult passed',
      'rowSigned passed',
      'rowWitnesses passed',
    ])
    expect(rowsOf(verdict).flatMap(({ steps }) => steps)).toEqual(verdict.steps)
    expect(ticketOf(receiptIn(bytesOf('contract-receipt.json')))).toMatchObject({ kind: 'contract' })
  })

  test('of a movement passes in four rows, without a witness where none is asked for', async () => {
    const { policy: _policy, ...trusted } = publishedKeys().trusted
    const keys: KeysInput = { ...publishedKeys(), trusted }
    const verdict = await verdictOn(bytesOf('movement-receipt.json'), keys)
    expect(findingOf(verdict)).toBe('genuine')
    expect(rowsOf(verdict).map(({ name, state }) => `${name} ${state}`)).toEqual([
      'rowFormat passed',
      'rowMovement passed',
      'rowSigned passed',
      'rowWitnesses absent',
    ])
  })

  test('of an acceptance never closes the ring: the log may still break the promise', async () => {
    const later = await verdictOn(bytesOf('acceptance.json'))
    expect([later.verdict, findingOf(later)]).toEqual(['passed', 'soFar'])
    const soon = await verdictOn(bytesOf('acceptance.json'), publishedKeys(), 1_790_002_505_000)
    expect(rowsOf(soon).map(({ state }) => state)).toEqual(['passed', 'passed', 'not-judged'])
    expect(findingOf(soon)).toBe('soFar')
  })

  test('needs keys before it is judged, but not where its form is unsound', async () => {
    const receipt = bytesOf('contract-receipt.json')
    expect(await checkReceipt(receiptIn(receipt), null, nowMs)).toEqual({ kind: 'needs-keys' })
    expect(findingOf(await verdictOn(receipt.slice(1), null))).toBe('damaged')
  })

  test('is of other keys, or of the future, where it is', async () => {
    const receipt = bytesOf('contract-receipt.json')
    const foreign: KeysInput = { ...publishedKeys(), trusted: { ticks: [], events: [], acceptance: [] } }
    expect(findingOf(await verdictOn(receipt, foreign))).toBe('foreign')
    expect(findingOf(await verdictOn(receipt, publishedKeys(), 1_700_000_000_000))).toBe('future')
    const unwitnessed = await verdictOn(bytesOf('movement-receipt.json'))
    expect([findingOf(unwitnessed), rowsOf(unwitnessed).at(-1)?.state]).toEqual(['witness', 'failed'])
  })

  test('comes with everything that repeats the check, in its evidence', async () => {
    const receipt = receiptIn(bytesOf('contract-receipt.json'))
    const keys = publishedKeys()
    const text = evidenceText(receipt, await verdictOn(receipt.bytes), { keys, nowMs })
    const saved = JSON.parse(text) as { file: { base64: string }; keys: { ticks: string[] }; verdict: string }
    const again = await verifyReceipt(utf8Text(fromBase64(saved.file.base64)), { ...keys.trusted, nowMs })
    expect([again.verdict, saved.verdict, saved.keys.ticks.length]).toEqual(['passed', 'passed', 2])
  })
})

describe('what is no receipt', () => {
  const receipt = utf8Text(bytesOf('contract-receipt.json'))

  test.each<[string, Uint8Array | string, string | undefined]>([
    ['a file that is too large', 'x'.repeat(65_537), 'problemTooLarge'],
    ['a receipt of more than 32 kB', `{"format":"candor-receipt/1","x":"${'x'.repeat(40_000)}"}`, undefined],
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x00), 'problemText'],
    ['a text that is no JSON', 'hello', 'problemJson'],
    ['a text of brackets', '['.repeat(60_000), 'problemJson'],
    ['JSON of another kind', '{"a":1}', 'problemUnknown'],
    ['a value without members', 'null', 'problemUnknown'],
    ['a format that is no text', '{"format":7}', 'problemUnknown'],
    ['a receipt of a later format', '{"format":"candor-receipt/2"}', 'problemNewer'],
    ['an acceptance of a later format', '{"format":"candor-acceptance/2"}', 'problemNewer'],
    ['a member named twice', receipt.replace('{"format"', '{"format":"candor-receipt/1","format"'), undefined],
    ['a space between members', receipt.replace(',"kind"', ', "kind"'), undefined],
    ['a receipt that is cut off', receipt.slice(0, 2_000), 'problemJson'],
  ])('%s is refused at the first check, and says why', async (_name, bytes, problem) => {
    const input = receiptIn(bytes)
    expect(input.problem?.text).toBe(problem)
    const verdict = await verdictOn(bytes)
    expect(findingOf(verdict)).toBe('damaged')
    expect(verdict.steps.map(({ state }) => state).slice(0, 2)).toEqual(['failed', 'not-judged'])
  })
})

describe('a file of keys', () => {
  test('is known by its members, and each key by its name and hash', () => {
    const rows = keyRows(publishedKeys().trusted)
    expect(rows.map(({ label }) => label)).toEqual([
      'keyTicks',
      'keyTicks',
      'keyEvents',
      'keyEvents',
      'keyAcceptance',
      'keyWitness',
      'keyWitness',
    ])
    expect(rows[0]).toEqual({
      label: 'keyTicks',
      name: 'candor.example/ticks/2026h1',
      keyId: '8e9ba404',
      // printf %s 'candor.example/ticks/2026h1+8e9ba404+AQg4…' | sha256sum
      hash: '85ef98ca9959843af7f0d27efea3992b80c867e972b203feab69ca3d4338f41b',
    })
  })

  test.each([
    '{"ticks":[],"events":[]}',
    '{"ticks":["x"],"events":[],"acceptance":[]}',
    '{"ticks":1,"events":2,"a":3}',
  ])('without usable keys is refused with a reason: %s', (text) => {
    expect(readInput({ name: null, bytes: utf8Bytes(text) })).toMatchObject({
      kind: 'bad-keys',
      reason: expect.stringMatching(/\.$/),
    })
  })
})
