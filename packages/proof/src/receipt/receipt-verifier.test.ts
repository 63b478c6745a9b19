import { expect, test } from 'vitest'
import { parsePolicy } from '../policy.ts'
import { randomOf } from '../testing/random.ts'
import { syntheticVkey } from '../testing/synthetic-keys.ts'
import { syntheticParts, syntheticTrust } from '../testing/synthetic-receipt.ts'
import { eventfulMarket, plainOrder, plainReceipt, randomOrder } from '../testing/synthetic-world.ts'
import { buildReceipt, receiptVerifier, verifyReceipt } from './index.ts'
import type { ContractParts } from './index.ts'

const witnesses = ['one.example', 'two.example']

async function trustWithWitnesses(names = witnesses) {
  const market = eventfulMarket()
  const keys = await Promise.all(names.map((name) => syntheticVkey(name, 'cosignature')))
  const lines = keys.map((key, at) => `witness w${at} ${key}\n`).join('')
  const group = `group all all ${keys.map((_, at) => `w${at}`).join(' ')}\nquorum all\n`
  return { market, trusted: { ...(await syntheticTrust(market)), policy: parsePolicy(lines + group) } }
}

/** The note with another digit in its last signature, which still is of the right length. */
function withWrongSignature(note: string): string {
  return note.replace(/(.)(.{8})\n$/, (_, digit: string, rest: string) => `${digit === 'A' ? 'B' : 'A'}${rest}\n`)
}

test('gives sound and forged receipts the verdicts that each gets alone, in any order and again', async () => {
  const { market, trusted } = await trustWithWitnesses()
  const random = randomOf(11)
  const texts: string[] = []
  for (let sample = 0; sample < 12; sample += 1) {
    const parts = await syntheticParts(market, randomOrder(random), random, { witnesses })
    const [first, ...more] = parts.ticks
    if (first === undefined) throw new Error('the receipt has no shard of ticks')
    const ticks = [{ ...first, checkpoint: withWrongSignature(first.checkpoint) }, ...more]
    const forged: ContractParts[] = [
      { ...parts, acceptance: withWrongSignature(parts.acceptance) },
      { ...parts, ticks },
      await syntheticParts(market, randomOrder(random), random),
    ]
    texts.push(...[parts, ...forged].map((each) => buildReceipt(each)))
  }
  const alone = await Promise.all(texts.map((text) => verifyReceipt(text, trusted)))
  expect(alone.filter(({ verdict }) => verdict === 'passed')).toHaveLength(12)
  const verifier = receiptVerifier(trusted)
  expect(await Promise.all(texts.map(verifier.verifyReceipt))).toEqual(alone)
  expect(await Promise.all(texts.toReversed().map(verifier.verifyReceipt))).toEqual(alone.toReversed())
})

test('verifies a signature that receipts share once, and cosignatures with it', async () => {
  const { trusted } = await trustWithWitnesses()
  const { text } = await plainReceipt({ witnesses })
  const verifier = receiptVerifier(trusted)
  const { text: other } = await plainReceipt({ witnesses }, { ...plainOrder, stake: 30_000_000n })
  for (const each of [text, text]) expect((await verifier.verifyReceipt(each)).verdict).toBe('passed')
  // One of the acceptance, and of each of two checkpoints one of its log and two of witnesses.
  expect(verifier.signatureCount()).toBe(7)
  expect((await verifier.verifyReceipt(other)).verdict).toBe('passed')
  // The log of ticks is the same: its checkpoint is known.
  expect(verifier.signatureCount()).toBe(11)
})

test('takes nothing over from a verifier with other keys', async () => {
  const { trusted } = await trustWithWitnesses()
  const { text } = await plainReceipt({ witnesses })
  expect((await receiptVerifier(trusted).verifyReceipt(text)).verdict).toBe('passed')
  for (const name of ['ticks', 'events', 'acceptance'] as const) {
    const { verdict } = await receiptVerifier({ ...trusted, [name]: [] }).verifyReceipt(text)
    expect([name, verdict]).toEqual([name, 'failed'])
  }
  const { trusted: others } = await trustWithWitnesses(['one.example', 'three.example'])
  const { steps } = await receiptVerifier(others).verifyReceipt(text)
  expect(steps.at(-1)).toMatchObject({ name: 'witnesses', state: 'failed', evidence: { code: 'no-quorum' } })
})

test('does not take a checkpoint of one log for the other because it is known', async () => {
  const { trusted } = await trustWithWitnesses()
  const { parts, text } = await plainReceipt({ witnesses })
  const verifier = receiptVerifier({ ...trusted, ticks: [...trusted.ticks, ...trusted.events] })
  expect((await verifier.verifyReceipt(text)).verdict).toBe('passed')
  const [events] = parts.events
  const [ticks] = parts.ticks
  if (events === undefined || ticks === undefined) throw new Error('the receipt has no shards')
  const swapped = buildReceipt({ ...parts, ticks: [{ ...ticks, checkpoint: events.checkpoint }] })
  expect((await verifier.verifyReceipt(swapped)).verdict).toBe('failed')
})
