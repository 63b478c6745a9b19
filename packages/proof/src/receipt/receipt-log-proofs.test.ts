import { expect, test } from 'vitest'
import { toHex } from '../bytes.ts'
import { ProofError } from '../errors.ts'
import { leafHash } from '../hash.ts'
import { parseLogProof, verifyLogProof } from '../log-proof.ts'
import { parseVerifierKey } from '../note-key.ts'
import { decodeEvent, decodeTickEntry } from '../encoding/index.ts'
import { randomOf } from '../testing/random.ts'
import { syntheticMarket } from '../testing/synthetic-market.ts'
import { syntheticParts, syntheticTrust } from '../testing/synthetic-receipt.ts'
import { plainOrder, plainReceipt } from '../testing/synthetic-world.ts'
import { buildReceipt, receiptLogProofs } from './index.ts'
import type { Trusted } from './index.ts'

/** Verifies every proof with the log's key alone, and returns the names with their entries. */
async function verified(text: string, { ticks, events }: Trusted) {
  const logs = [...ticks, ...events].map((vkey) => ({ key: parseVerifierKey(vkey) }))
  const policy = { logs, witnesses: [], quorum: { kind: 'none' } } as const
  return Promise.all(
    receiptLogProofs(text).map(async ({ name, proof }) => {
      const { extra = new Uint8Array(0) } = parseLogProof(proof)
      await verifyLogProof(proof, { leafHash: leafHash(extra), policy })
      return { name, entry: extra }
    }),
  )
}

test.each([false, true])('proves batches and frames one by one, with two shards of events: %s', async (isSplit) => {
  const { text, parts, trusted } = await plainReceipt({ isSplit })
  const found = await verified(text, trusted)
  expect(found.map(({ name }) => name)).toEqual([
    'placed',
    'settled',
    'slot-5009',
    'slot-5019',
    'slot-5035',
    'slot-5045',
  ])
  const entries = [parts.placed.batch, parts.settled.batch, ...parts.frames.map(({ entry }) => entry)]
  expect(found.map(({ entry }) => toHex(entry))).toEqual(entries.map(toHex))
  expect(found.slice(0, 2).map(({ entry }) => decodeEvent(entry).name)).toEqual(['batch', 'batch'])
})

/** A market whose slots from 5,037 to before `until` are missing. */
async function withGap(until: number) {
  const market = syntheticMarket({
    random: randomOf(1),
    instrumentCount: 1,
    shardStarts: [5_000, 5_040],
    endSlot: until + 300,
    plan: (slot) => ({ isMissing: slot >= 5_037 && slot < until }),
  })
  const order = { ...plainOrder, exitSlot: until + 4 }
  return { text: buildReceipt(await syntheticParts(market, order, randomOf(1))), trusted: await syntheticTrust(market) }
}

test('proves missing slots, across shards', async () => {
  const { text, trusted } = await withGap(5_055)
  const found = await verified(text, trusted)
  const kinds = found.slice(2).map(({ name, entry }) => [name, decodeTickEntry(entry).kind].join(' '))
  const missing = Array.from({ length: 13 }, (_, at) => `slot-${5_037 + at} missing`)
  expect(kinds).toEqual(['slot-5009 frame', 'slot-5019 frame', 'slot-5036 frame', ...missing, 'slot-5059 frame'])
})

test('proves at most 256 slots', async () => {
  const { text } = await withGap(5_400)
  expect(() => receiptLogProofs(text)).toThrow('The receipt proves more than 256 slots.')
  expect(() => receiptLogProofs('{}')).toThrow(ProofError)
})
