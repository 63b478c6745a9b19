import { expect, test } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import { parseCheckpoint } from '../checkpoint.ts'
import { frameEntry, frameRecord } from '../encoding/index.ts'
import { parseNote } from '../note.ts'
import { parsePolicy } from '../policy.ts'
import { randomOf } from '../testing/random.ts'
import { cosignedSeconds, signedCheckpoint, syntheticVkey } from '../testing/synthetic-keys.ts'
import { syntheticMarket } from '../testing/synthetic-market.ts'
import type { SlotPlan, SyntheticMarket } from '../testing/synthetic-market.ts'
import { syntheticParts, syntheticTerms, syntheticTrust } from '../testing/synthetic-receipt.ts'
import type { Lies } from '../testing/synthetic-receipt.ts'
import { plainOrder, plainReceipt } from '../testing/synthetic-world.ts'
import { buildReceipt, verifyReceipt } from './index.ts'
import type { ContractParts, Trusted } from './index.ts'

/** Verifies a receipt and returns the step that failed with its message, after which none was judged. */
async function failureOf(text: string, trusted: Trusted): Promise<string> {
  const { verdict, steps } = await verifyReceipt(text, trusted)
  const at = steps.findIndex(({ state }) => state === 'failed')
  if (at < 0) return verdict
  expect(verdict).toBe('failed')
  expect(steps.slice(0, at).every(({ state }) => state === 'passed')).toBe(true)
  expect(steps.slice(at + 1).every(({ state }) => state === 'not-judged')).toBe(true)
  return `${steps[at]?.name}: ${steps[at]?.evidence['message']}`
}

/** The failure of the plain receipt after a change of its parts. */
async function failureOfChange(change: (parts: ContractParts) => ContractParts, trust: Partial<Trusted> = {}) {
  const { parts, trusted } = await plainReceipt()
  return failureOf(buildReceipt(change(parts)), { ...trusted, ...trust })
}

const flipped = (bytes: Uint8Array) => fromHex(toHex(bytes).replace(/.$/, (digit) => (digit === '0' ? '1' : '0')))

test('passes the truth', async () => {
  const { text, trusted } = await plainReceipt()
  expect(await failureOf(text, trusted)).toBe('passed')
  expect(await failureOf(text, { ...trusted, terms: [syntheticTerms(plainOrder)] })).toBe('passed')
  expect(await verifyReceipt(text, trusted)).toMatchObject({
    verdict: 'passed',
    steps: [
      { name: 'format', state: 'passed', evidence: { kind: 'contract' } },
      { name: 'acceptance', state: 'passed' },
      { name: 'placed-in-log', state: 'passed' },
      { name: 'frames-in-log', state: 'passed', evidence: { slots: '5009 5019 5035 5045', missing: '0' } },
      { name: 'records', state: 'passed', evidence: { instrumentId: '1', symbol: 'S1' } },
      { name: 'averages', state: 'passed', evidence: { decimals: '6' } },
      { name: 'result', state: 'passed' },
      { name: 'amounts', state: 'passed', evidence: { stake: '25000000', fee: '250000', profit: '20630000' } },
      { name: 'settled-in-log', state: 'passed' },
      { name: 'signatures', state: 'passed' },
      { name: 'witnesses', state: 'absent' },
    ],
  })
})

test.each<[string, Lies]>([
  [
    'acceptance: The item is not among those of its batch.',
    { acceptance: (one) => ({ ...one, itemsRoot: flipped(one.itemsRoot) }) },
  ],
  [
    'acceptance: The order was not accepted when its batch was.',
    { placed: (item) => ({ ...item, acceptedMs: item.acceptedMs + 1 }) },
  ],
  [
    'placed-in-log: The entries are not in the log where the receipt says.',
    { placedBatch: (batch) => ({ ...batch, seq: batch.seq + 1 }) },
  ],
  [
    'placed-in-log: The entries are not in the log where the receipt says.',
    { placedBatch: (batch) => ({ ...batch, itemsRoot: flipped(batch.itemsRoot) }) },
  ],
  [
    'averages: The entry price is not the one that the frames decide.',
    { settled: (item) => ({ ...item, entryPrice: item.entryPrice + 1n }) },
  ],
  [
    'averages: The exit price is not the one that the frames decide.',
    { settled: (item) => ({ ...item, exitPrice: item.exitPrice + 1n }) },
  ],
  ['averages: The prices have another number of decimals.', { settled: (item) => ({ ...item, scale: 0 }) }],
  [
    'averages: Another slot decided the exit price.',
    { settled: (item) => ({ ...item, settledSlot: item.settledSlot + 1 }) },
  ],
  ['result: The result by the rule is lost.', { settled: (item) => ({ ...item, result: 'won' }) }],
  [
    'result: The result by the rule is lost.',
    { settled: (item) => ({ ...item, result: 'void', voidReason: 'feed-changed', net: 0n }) },
  ],
  [
    'amounts: The net amount by the rule is -25250000 units.',
    { settled: (item) => ({ ...item, net: item.net - 10_000n }) },
  ],
  [
    'settled-in-log: The settlement is of another order.',
    { settled: (item) => ({ ...item, orderId: item.orderId + 1n }) },
  ],
  [
    'settled-in-log: The order was not settled when its batch was.',
    { settled: (item) => ({ ...item, settledMs: item.settledMs + 1 }) },
  ],
  [
    'settled-in-log: The item is not among those of its batch.',
    { settledBatch: (batch) => ({ ...batch, itemsRoot: flipped(batch.itemsRoot) }) },
  ],
  [
    'settled-in-log: The settlement is in no later batch of settlements.',
    { settledBatch: (batch) => ({ ...batch, stripe: 6 }) },
  ],
  [
    'settled-in-log: The settlement is in no later batch of settlements.',
    { settledBatch: (batch) => ({ ...batch, seq: 1 }) },
  ],
  [
    'settled-in-log: The settlement is in no later batch of settlements.',
    { settledBatch: (batch) => ({ ...batch, kind: 'contract-placed' }) },
  ],
  [
    'settled-in-log: The settlement is in no later batch of settlements.',
    {
      settled: (item) => ({ ...item, settledMs: 1 }),
      settledBatch: (batch) => ({ ...batch, atMs: 1 }),
    },
  ],
  [
    'signatures: The checkpoints and the acceptance are not all of one host.',
    { acceptance: (one) => ({ ...one, host: 'other.example' }) },
  ],
])('finds a house that lies: %s', async (failure, lies) => {
  const { text, trusted } = await plainReceipt({ lies })
  const keys = [...trusted.acceptance, await syntheticVkey('other.example/acceptance')]
  expect(await failureOf(text, { ...trusted, acceptance: keys })).toBe(failure)
})

test.each<[string, (parts: ContractParts) => ContractParts]>([
  [
    'acceptance: The item is not among those of its batch.',
    (parts) => ({ ...parts, placed: { ...parts.placed, salt: flipped(parts.placed.salt) } }),
  ],
  [
    'placed-in-log: The entries are not in the log where the receipt says.',
    (parts) => ({ ...parts, placed: { ...parts.placed, leaf: parts.placed.leaf - 1 } }),
  ],
  [
    'placed-in-log: The proof is too short.',
    (parts) => ({ ...parts, events: parts.events.map((one) => ({ ...one, proof: one.proof.slice(1) })) }),
  ],
  [
    'frames-in-log: The entries are not in the log where the receipt says.',
    (parts) => ({ ...parts, ticks: parts.ticks.map((one) => ({ ...one, firstSlot: one.firstSlot - 1 })) }),
  ],
  [
    'frames-in-log: The entries are not in the log where the receipt says.',
    (parts) => ({ ...parts, frames: parts.frames.with(0, withTicks(parts.frames[0])) }),
  ],
  [
    'frames-in-log: The receipt has no frame at or before slot 5009.',
    (parts) => ({ ...parts, frames: parts.frames.slice(1) }),
  ],
  ['frames-in-log: The proof is too long.', (parts) => ({ ...parts, frames: parts.frames.toSpliced(1, 1) })],
  [
    'frames-in-log: The frames of the receipt do not ascend.',
    (parts) => ({ ...parts, frames: parts.frames.toReversed() }),
  ],
  [
    'frames-in-log: The frames of the receipt do not ascend.',
    (parts) => ({ ...parts, frames: [...parts.frames.slice(0, 1), ...parts.frames.slice(0, 3)] }),
  ],
  [
    'records: A record is not in its frame.',
    (parts) => ({ ...parts, frames: parts.frames.with(2, withPrice(parts.frames[2])) }),
  ],
  [
    'settled-in-log: The item is not among those of its batch.',
    (parts) => ({ ...parts, settled: { ...parts.settled, salt: flipped(parts.settled.salt) } }),
  ],
])('finds a changed receipt: %s', async (failure, change) => {
  expect(await failureOfChange(change)).toBe(failure)
})

type Frame = ContractParts['frames'][number]

function withTicks(frame: Frame | undefined): Frame {
  if (frame === undefined) throw new Error('there is no such frame')
  return { ...frame, entry: frameEntry.encode({ ...frameEntry.decode(frame.entry), ticksDigest: new Uint8Array(32) }) }
}

function withPrice(frame: Frame | undefined): Frame {
  if (frame === undefined) throw new Error('there is no such frame')
  const record = frameRecord.decode(frame.record)
  return { ...frame, record: frameRecord.encode({ ...record, price: record.price + 1n }) }
}

/** The frame of a slot with the record of one instrument, which is in it. */
function frameAt({ frames }: SyntheticMarket, slot: number, at = 0): Frame {
  const frame = frames.get(slot)
  const record = frame?.records[at]
  if (frame === undefined || record === undefined) throw new Error('the slot is missing')
  return { entry: frame.entry, record: frameRecord.encode(record), path: frame.recordTree.inclusion(at) }
}

test('finds a frame that decides nothing', async () => {
  const { market, parts, trusted } = await plainReceipt()
  const frames = parts.frames.toSpliced(2, 0, frameAt(market, 5_030))
  expect(await failureOf(buildReceipt({ ...parts, frames }), trusted)).toBe(
    'frames-in-log: The receipt has a frame of slot 5030, which decides nothing.',
  )
})

test('finds an older frame in the place of the newest before a window', async () => {
  const { market, parts, trusted } = await plainReceipt()
  const [shard] = market.shards
  const [ticks] = parts.ticks
  if (shard === undefined || ticks === undefined) throw new Error('there is no shard')
  // Even with a sound proof of these leaves: slot 5009 has a frame, and the receipt says that it has none.
  const ranges = [{ start: 8, end: 10 }, ...[19, 35, 45].map((start) => ({ start, end: start + 1 }))]
  const text = buildReceipt({
    ...parts,
    frames: parts.frames.with(0, frameAt(market, 5_008)),
    ticks: [{ ...ticks, proof: shard.tree.leafSet(ranges) }],
  })
  expect(await failureOf(text, trusted)).toBe('frames-in-log: The entries are not in the log where the receipt says.')
})

test('finds the record of another instrument, though it is in the frame', async () => {
  const { market, parts, trusted } = await plainReceipt()
  const frames = parts.frames.map(({ entry }) => frameAt(market, frameEntry.decode(entry).slot, 1))
  expect(await failureOf(buildReceipt({ ...parts, frames }), trusted)).toBe(
    'records: A record is of another instrument.',
  )
})

test('finds a settlement that is not in the other shard', async () => {
  const { parts, trusted, text } = await plainReceipt({ isSplit: true })
  expect(await failureOf(text, trusted)).toBe('passed')
  const settled = { ...parts.settled, leaf: Math.max(0, parts.settled.leaf - 1) }
  expect(parts.settled.leaf).toBeGreaterThan(0)
  expect(await failureOf(buildReceipt({ ...parts, settled }), trusted)).toBe(
    'settled-in-log: The entries are not in the log where the receipt says.',
  )
})

test('compares the first slot of a shard with the known one', async () => {
  const { text, trusted } = await plainReceipt()
  const with_ = (firstSlot: number) => ({ ...trusted, firstSlots: { 'candor.example/ticks/2026h1': firstSlot } })
  expect(await failureOf(text, with_(5_000))).toBe('passed')
  expect(await failureOf(text, with_(4_999))).toBe('frames-in-log: The shard does not begin with this slot.')
})

test.each([
  ['amounts: The terms of the order are unknown.', { termsId: 1n }],
  ['amounts: The fee or the profit is not the one of the terms.', { feeBps: 99 }],
  ['amounts: The fee or the profit is not the one of the terms.', { payoutBps: 8_000 }],
  ['amounts: The order has another instrument, duration or window than its terms.', { instrumentId: 2 }],
  ['amounts: The order has another instrument, duration or window than its terms.', { symbol: 'S2' }],
  ['amounts: The order has another instrument, duration or window than its terms.', { durationSlots: 36 }],
  ['amounts: The order has another instrument, duration or window than its terms.', { entryWindowSlots: 9 }],
  ['amounts: The order has another instrument, duration or window than its terms.', { exitWindowSlots: 9 }],
])('compares an order with its terms: %s', async (failure, change) => {
  const { text, trusted } = await plainReceipt()
  expect(await failureOf(text, { ...trusted, terms: [{ ...syntheticTerms(plainOrder), ...change }] })).toBe(failure)
})

test('trusts no signature of another key', async () => {
  const { text, trusted } = await plainReceipt()
  const other = [await syntheticVkey('other.example/events/2026h1')]
  expect(await failureOf(text, { ...trusted, acceptance: other })).toBe('acceptance: No signature is by a known key.')
  for (const log of ['ticks', 'events'])
    expect(await failureOf(text, { ...trusted, [log]: other })).toBe(
      'signatures: The checkpoint is of a log that the policy does not list.',
    )
})

/** Signs the checkpoint of a part again, under another origin. */
async function resigned({ checkpoint }: { readonly checkpoint: string }, origin: string): Promise<string> {
  const { size, root } = parseCheckpoint(parseNote(checkpoint).text)
  return signedCheckpoint({ origin, size, root })
}

test.each([
  ['signatures: A checkpoint is not of the log of ticks.', 'candor.example/events/2026h1'],
  ['signatures: A checkpoint is not of the log of ticks.', 'candor.example/ticks'],
  ['signatures: The checkpoints and the acceptance are not all of one host.', 'other.example/ticks/2026h1'],
  ['passed', 'candor.example/ticks/2026h2'],
])('finds a checkpoint of the wrong log: %s', async (failure, origin) => {
  const { parts, trusted } = await plainReceipt()
  const [shard] = parts.ticks
  if (shard === undefined) throw new Error('there is no shard')
  const ticks = [{ ...shard, checkpoint: await resigned(shard, origin) }]
  const trust = { ...trusted, ticks: [await syntheticVkey(origin)] }
  expect(await failureOf(buildReceipt({ ...parts, ticks }), trust)).toBe(failure)
})

test('finds two checkpoints of one shard, and those of three', async () => {
  const { parts, trusted } = await plainReceipt({ isSplit: true })
  const [first, second] = parts.events
  if (first === undefined || second === undefined) throw new Error('there are not two shards')
  const withSecond = async (shard: string) => {
    const origin = `candor.example/events/${shard}`
    const events = [first, { ...second, checkpoint: await resigned(second, origin) }]
    const keys = [...new Set([...trusted.events, await syntheticVkey(origin)])]
    return failureOf(buildReceipt({ ...parts, events }), { ...trusted, events: keys })
  }
  expect(await withSecond('2026h1')).toBe('signatures: Two checkpoints of the receipt are of one shard.')
  expect(await withSecond('2027h1')).toBe('passed')
  const [ticks] = parts.ticks
  if (ticks === undefined) throw new Error('there is no shard')
  const origin = 'candor.example/ticks/2028h1'
  const third = [{ ...ticks, checkpoint: await resigned(ticks, origin) }]
  const keys = { ...trusted, ticks: [await syntheticVkey(origin)] }
  expect(await failureOf(buildReceipt({ ...parts, ticks: third }), keys)).toBe(
    'signatures: The checkpoints are of more than two shards.',
  )
})

test('takes no time of the future', async () => {
  const { text, trusted } = await plainReceipt({ witnesses: ['one.example'] })
  const acceptedMs = Number((await verifyReceipt(text, trusted)).steps[1]?.evidence['acceptedMs'])
  expect(await failureOf(text, { ...trusted, nowMs: acceptedMs - 60_001 })).toBe(
    'acceptance: A time lies in the future.',
  )
  const policy = parsePolicy(`witness one ${await syntheticVkey('one.example', 'cosignature')}\nquorum none\n`)
  const nowMs = cosignedSeconds * 1000 - 60_000
  expect(await failureOf(text, { ...trusted, policy, nowMs })).toBe('passed')
  expect(await failureOf(text, { ...trusted, policy, nowMs: nowMs - 1 })).toBe('witnesses: A time lies in the future.')
})

test('judges cosignatures by the policy', async () => {
  const vkeys = await Promise.all(['one', 'two'].map((name) => syntheticVkey(`${name}.example`, 'cosignature')))
  const lines = vkeys.map((vkey, at) => `witness ${at === 0 ? 'one' : 'two'} ${vkey}\n`).join('')
  const policy = (rest: string) => parsePolicy(`${lines}${rest}`)
  const stateWith = async (witnesses: readonly string[], rest?: string) => {
    const { text, trusted } = await plainReceipt({ witnesses })
    const { steps } = await verifyReceipt(text, rest === undefined ? trusted : { ...trusted, policy: policy(rest) })
    return steps.at(-1)?.state
  }
  const both = 'group both all one two\nquorum both\n'
  expect(await stateWith(['one.example', 'two.example'], both)).toBe('passed')
  expect(await stateWith(['one.example'], both)).toBe('failed')
  expect(await stateWith([], both)).toBe('failed')
  expect(await stateWith(['two.example'], 'quorum none\n')).toBe('passed')
  expect(await stateWith([], 'quorum none\n')).toBe('absent')
  expect(await stateWith(['one.example', 'two.example'])).toBe('absent')
})

/** A market in which one instrument is in the state that a test needs. */
async function failureInMarket(plan: (slot: number) => SlotPlan, lies: Lies, order = plainOrder): Promise<string> {
  const market = syntheticMarket({
    random: randomOf(5),
    instrumentCount: 1,
    shardStarts: [5_000],
    endSlot: 5_200,
    plan,
  })
  const parts = await syntheticParts(market, order, randomOf(6), { lies })
  return failureOf(buildReceipt(parts), await syntheticTrust(market))
}

test('finds a result in the place of a void, and another reason', async () => {
  const closed = (slot: number): SlotPlan => ({ cell: () => ({ isOpen: slot < 5_030 }) })
  expect(await failureInMarket(closed, {})).toBe('passed')
  expect(
    await failureInMarket(closed, {
      settled: (item) => ({ ...item, result: 'void', voidReason: 'feed-changed' }),
    }),
  ).toBe('averages: The exit price is not the one that the frames decide.')
  const changed = (slot: number): SlotPlan => ({ cell: () => ({ isNewEpoch: slot === 5_040 }) })
  expect(await failureInMarket(changed, {})).toBe('passed')
  expect(await failureInMarket(changed, { settled: (item) => ({ ...item, result: 'tie', voidReason: 'none' }) })).toBe(
    'result: The result by the rule is void.',
  )
})

test('proves the slots of a wait under the old rule, up to its end', async () => {
  const order = { ...plainOrder, entryWindowSlots: 1, exitWindowSlots: 1 }
  const opensAt = (open: number) => (slot: number) => ({ cell: () => ({ isOpen: slot < 5_045 || slot >= open }) })
  for (const open of [5_045, 5_046, 5_065, 5_066])
    expect(await failureInMarket(opensAt(open), {}, order)).toBe('passed')
})

test('names what differs in a false price, result, amount or root, and nothing where that is not known', async () => {
  const differenceOf = async (lies: Lies) => {
    const { text, trusted } = await plainReceipt({ lies })
    const failed = (await verifyReceipt(text, trusted)).steps.find(({ state }) => state === 'failed')
    return [failed?.name, failed?.evidence['stated'], failed?.evidence['expected']]
  }
  expect(await differenceOf({ settled: (item) => ({ ...item, entryPrice: item.entryPrice + 1n }) })).toEqual([
    'averages',
    '1.000305',
    '1.000304',
  ])
  expect(await differenceOf({ settled: (item) => ({ ...item, result: 'won' }) })).toEqual(['result', 'won', 'lost'])
  const net = await differenceOf({ settled: (item) => ({ ...item, net: item.net - 10_000n }) })
  expect(net).toEqual(['amounts', '-25260000', '-25250000'])
  const root = await differenceOf({ placedBatch: (batch) => ({ ...batch, seq: batch.seq + 1 }) })
  expect(root).toEqual(['placed-in-log', expect.stringMatching(/^.{43}=$/), expect.stringMatching(/^.{43}=$/)])
  const other = await differenceOf({ settled: (item) => ({ ...item, orderId: item.orderId + 1n }) })
  expect(other).toEqual(['settled-in-log', undefined, undefined])
})
