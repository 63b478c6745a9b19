import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concatBytes, fromHex, toHex } from '../bytes.ts'
import { ProofError } from '../errors.ts'
import { leafHash, nodeHash, sha256 } from '../hash.ts'
import { formatExamples, rawTicksExample, wordHash } from '../testing/format-examples.ts'
import { golden } from '../testing/golden-hex.ts'
import {
  batchEvent,
  dayFiguresEvent,
  decodeEvent,
  decodeRawTicks,
  decodeTickEntry,
  encodeRawTicks,
  frameEntry,
  frameRecord,
  haltEvent,
  itemLeafHash,
  itemSalt,
  itemsRootOf,
  missingEntry,
  movementItem,
  noTicksDigest,
  parseRawTicksFile,
  parseRecordFile,
  placedItem,
  pricesOfSettled,
  recordBytes,
  recordsRootOf,
  serialiseRawTicksFile,
  serialiseRecordFile,
  settledItem,
  termsEvent,
  ticksDigestOf,
} from './index.ts'
import type { DayFiguresEvent, PlacedItem, SettledItem } from './index.ts'

const frameOf = (value: Parameters<typeof frameEntry.encode>[0]) => frameEntry.encode(value)

function valueNamed(name: string): object {
  const found = formatExamples.find((example) => example.name === name)
  if (found === undefined) throw new Error('there is no such example')
  return found.value
}
const placed = valueNamed('order placed') as PlacedItem
const settled = valueNamed('order settled') as SettledItem

describe.each(formatExamples)('the encoding of a $name', (example) => {
  test('is the one that has been published', () => {
    expect(toHex(example.encode())).toBe(golden[example.name])
  })

  test('begins with version 1 and its type', () => {
    expect(example.encode().slice(0, 2)).toEqual(Uint8Array.of(1, example.type))
  })

  test('decodes to the same value', () => {
    expect(toHex(example.recode(example.encode()))).toBe(toHex(example.encode()))
  })

  test('has no second form: any changed byte decodes to another value or is refused', () => {
    const bytes = example.encode()
    for (let at = 0; at < bytes.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = bytes.slice()
        changed[at] = (changed[at] ?? 0) ^ (1 << bit)
        expectCanonical(changed, example.recode)
      }
    }
  })

  test('is refused where it is cut or longer', () => {
    const bytes = example.encode()
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => example.recode(bytes.slice(0, length))).toThrow(ProofError)
    expect(() => example.recode(concatBytes(bytes, Uint8Array.of(0)))).toThrow('longer than its format')
  })

  test('is refused for bytes at random, and never by another error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 150 }), fc.boolean(), (bytes, hasHead) => {
        expectCanonical(hasHead ? concatBytes(Uint8Array.of(1, example.type), bytes) : bytes, example.recode)
      }),
    )
  })
})

describe('day figures', () => {
  const figures = valueNamed('day figures') as DayFiguresEvent
  const [group] = figures.groups
  const refusals: [string, Partial<DayFiguresEvent>][] = [
    ['groups of a day are not in the order', { groups: group === undefined ? [] : [group, group] }],
    ['causes of void contracts', { voids: [...figures.voids, ...figures.voids] }],
    ['spans of customers', { customers: figures.customers.toReversed() }],
    ['More customers lost', { customers: [{ days: 30, customers: 1, lost: 2 }] }],
  ]

  test.each(refusals)('are refused where %s', (message, change) => {
    expect(() => dayFiguresEvent.encode({ ...figures, ...change })).toThrow(message)
  })
})

describe('fields', () => {
  const amounts = { price: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) }
  const record = fc.record({
    instrumentId: fc.integer({ min: 0, max: 65_535 }),
    ...amounts,
    ageMs: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    state: fc.constantFrom('closed' as const, 'open' as const, 'stale' as const),
    sourceKind: fc.integer({ min: 0, max: 255 }),
    epoch: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    priceSum: fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }),
    openCount: fc.maxSafeNat(),
    sources: fc.integer({ min: 0, max: 65_535 }),
  })

  test('of records keep every value, in 48 bytes', () => {
    fc.assert(
      fc.property(record, (value) => {
        const bytes = frameRecord.encode(value)
        expect(bytes.length).toBe(recordBytes)
        expect(frameRecord.decode(bytes)).toEqual(value)
      }),
    )
  })

  test('of frames keep every value, and have their bytes where the format says', () => {
    const frame = {
      slot: 258,
      publishedMs: 3,
      instrumentCount: 2,
      recordsRoot: wordHash('a'),
      ticksDigest: wordHash('b'),
    }
    const hex = `0101${'0000000000000102'}${'0000000000000003'}0002${toHex(wordHash('a'))}${toHex(wordHash('b'))}`
    expect(toHex(frameOf(frame))).toBe(hex)
    expect(frameEntry.decode(fromHex(hex))).toEqual(frame)
  })

  test.each([
    ['a running sum of 2^127', () => frameRecord.encode({ ...recordLike, priceSum: 2n ** 127n })],
    ['a slot above 2^53 − 1', () => missingEntry.encode({ slot: 2 ** 53 })],
    ['a slot below 0', () => missingEntry.encode({ slot: -1 })],
    ['an instrument above 65,535', () => frameRecord.encode({ ...recordLike, instrumentId: 65_536 })],
    ['a root of 31 bytes', () => frameOf({ ...frameLike, recordsRoot: new Uint8Array(31) })],
    ['a text of 256 bytes', () => placedItem.encode({ ...placed, symbol: 'é'.repeat(128) })],
    ['half of a surrogate pair', () => placedItem.encode({ ...placed, symbol: '\ud800' })],
  ])('refuse %s', (_, encode) => {
    expect(encode).toThrow(ProofError)
  })

  test('refuse a u64 above 2^53 − 1, a flag of 2, an unknown code and text that is no UTF-8', () => {
    expect(() => missingEntry.decode(fromHex('01020020000000000000'))).toThrow('not an integer between')
    const halt = haltEvent.encode({ instrumentId: 1, halted: true, atMs: 0 })
    halt[4] = 2
    expect(() => haltEvent.decode(halt)).toThrow('A flag is neither 0 nor 1.')
    const record = frameRecord.encode(recordLike)
    record[16] = 3
    expect(() => frameRecord.decode(record)).toThrow('A code is unknown.')
    const terms = termsEvent.encode(valueNamed('terms') as Parameters<typeof termsEvent.encode>[0])
    terms[13] = 0xff
    expect(() => termsEvent.decode(terms)).toThrow('not valid UTF-8')
  })

  test('refuse another version and another type', () => {
    const bytes = missingEntry.encode({ slot: 1 })
    expect(() => missingEntry.decode(Uint8Array.of(2, ...bytes.slice(1)))).toThrow('unknown version')
    expect(() => missingEntry.decode(Uint8Array.of(1, 1, ...bytes.slice(2)))).toThrow('another type')
  })
})

describe('an order', () => {
  const changed = (change: Partial<PlacedItem>) => () => placedItem.encode({ ...placed, ...change })

  test.each([
    ['a stake of 0', { stake: 0n }],
    ['a fee below 0', { fee: -1n }],
    ['a profit of 0', { profit: 0n }],
    ['an exit at its entry', { exitSlot: placed.entrySlot }],
    ['an entry at slot 0', { entrySlot: 0 }],
    ['one window of 1', { entryWindowSlots: 1 }],
    ['windows of 0', { entryWindowSlots: 0, exitWindowSlots: 0 }],
    ['windows longer than itself', { entryWindowSlots: 60, exitWindowSlots: 61 }],
  ])('is refused with %s', (_, change) => {
    expect(changed(change)).toThrow(ProofError)
  })

  test('may have windows that fill it, or single frames', () => {
    expect(changed({ entryWindowSlots: 60, exitWindowSlots: 60 })).not.toThrow()
    expect(changed({ entryWindowSlots: 1, exitWindowSlots: 1 })).not.toThrow()
  })

  const nothing = { entryPrice: 0n, exitPrice: 0n, settledSlot: 0, net: 0n }
  const settling = (change: Partial<SettledItem>) => ({ ...settled, ...change })

  test.each<[string, SettledItem]>([
    ['won for a reason', settling({ voidReason: 'feed-changed' })],
    ['void without a reason', settling({ result: 'void' })],
    [
      'an entry price without an entry',
      settling({ ...nothing, result: 'void', voidReason: 'entry-not-open', entryPrice: 1n }),
    ],
    [
      'an exit price without an entry',
      settling({ ...nothing, result: 'void', voidReason: 'entry-not-open', exitPrice: 1n }),
    ],
    [
      'an exit price without an exit',
      settling({ ...nothing, result: 'void', voidReason: 'no-exit-price', exitPrice: 1n }),
    ],
    ['a slot without an exit', settling({ ...nothing, result: 'void', voidReason: 'no-exit-price', settledSlot: 1 })],
    ['a scale of 2', settling({ scale: 2 })],
  ])('is not settled with %s', (_, item) => {
    expect(() => settledItem.encode(item)).toThrow(ProofError)
  })

  test('has the prices that its reason leaves, even where one is 0', () => {
    const reasons = ['none', 'feed-changed', 'no-exit-price', 'entry-not-open'] as const
    const found = reasons.map((voidReason) => pricesOfSettled(settling({ voidReason, entryPrice: 0n, exitPrice: 0n })))
    expect(found).toEqual([
      { entry: 0n, exit: 0n },
      { entry: 0n, exit: 0n },
      { entry: 0n, exit: null },
      { entry: null, exit: null },
    ])
  })
})

describe('sealed items', () => {
  test('have a leaf over salt and item', () => {
    const [salt, item] = [wordHash('salt'), movementItem.encode(valueNamed('movement') as never)]
    expect(itemLeafHash(salt, item)).toEqual(leafHash(concatBytes(salt, item)))
    expect(() => itemLeafHash(salt.slice(1), item)).toThrow('A salt does not have 32 bytes.')
  })

  test('have a salt from the customer’s secret, type, id and version', () => {
    const secret = wordHash('secret')
    const salt = itemSalt({ customerSecret: secret, type: 34, id: -2n, version: 258 })
    expect(salt).toEqual(sha256(concatBytes(secret, fromHex('22fffffffffffffffe0000000000000102'))))
    expect(() => itemSalt({ customerSecret: secret.slice(1), type: 34, id: 1n, version: 0 })).toThrow(ProofError)
  })

  test('have the root of their leaves', () => {
    const [one, two, three] = ['one', 'two', 'three'].map(wordHash) as [Uint8Array, Uint8Array, Uint8Array]
    expect(itemsRootOf([one, two, three])).toEqual(nodeHash(nodeHash(one, two), three))
    expect(itemsRootOf([])).toEqual(sha256(new Uint8Array(0)))
  })
})

describe('raw ticks', () => {
  const bytes = encodeRawTicks(rawTicksExample)

  test('are encoded as published, and decode to the same ticks', () => {
    expect(toHex(bytes)).toBe(golden['raw ticks'])
    expect(decodeRawTicks(bytes)).toEqual(rawTicksExample)
    expect(ticksDigestOf(bytes)).toEqual(sha256(bytes))
    expect(toHex(encodeRawTicks({ dropped: 258, ticks: [] }))).toBe('0104000000000102')
    expect(toHex(noTicksDigest)).toBe('00'.repeat(32))
  })

  test('are refused by ProofError alone', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (tail) => {
        for (const start of [new Uint8Array(0), fromHex('0104'), fromHex('0104000100000002')])
          expectCanonical(concatBytes(start, tail), (one) => encodeRawTicks(decodeRawTicks(one)))
      }),
    )
  })
})

describe('files beside the bundles', () => {
  const records = [1, 2, 3].map((instrumentId) => frameRecord.encode({ ...recordLike, instrumentId }))

  test('of records have a length, a count and the records of each entry', () => {
    const file = serialiseRecordFile([records.slice(0, 1), null, []])
    expect(toHex(file)).toBe(`00000032${'0001'}${toHex(records[0] ?? new Uint8Array(0))}00000000${'000000020000'}`)
    expect(parseRecordFile(file)).toEqual([records.slice(0, 1), null, []])
  })

  test('of raw ticks have a length and the bytes of each entry', () => {
    const file = serialiseRawTicksFile([null, encodeRawTicks({ dropped: 0, ticks: [] })])
    expect(toHex(file)).toBe('00000000000000080104000000000000')
    expect(parseRawTicksFile(file)).toEqual([null, encodeRawTicks({ dropped: 0, ticks: [] })])
    expect(() => serialiseRawTicksFile([new Uint8Array(0)])).toThrow(ProofError)
  })

  test('have 1 to 256 entries', () => {
    const many = (length: number) => Array.from({ length }, () => null)
    expect(parseRecordFile(serialiseRecordFile(many(256)))).toHaveLength(256)
    expect(() => serialiseRecordFile(many(257))).toThrow(ProofError)
    expect(() => serialiseRecordFile([])).toThrow(ProofError)
    expect(() => parseRecordFile(new Uint8Array(4 * 257))).toThrow('more than 256')
    expect(() => parseRawTicksFile(new Uint8Array(0))).toThrow(ProofError)
    expect(() => serialiseRecordFile([[new Uint8Array(47)]])).toThrow('A record does not have 48 bytes.')
  })

  test('have no second form, and are refused by ProofError alone', () => {
    const file = serialiseRecordFile([records, null])
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(file.length), (noise, at) => {
        for (const bytes of [noise, concatBytes(file.slice(0, at), noise)]) {
          expectCanonical(bytes, (one) => serialiseRecordFile(parseRecordFile(one)))
          expectCanonical(bytes, (one) => serialiseRawTicksFile(parseRawTicksFile(one)))
        }
      }),
    )
  })
})

describe('entries', () => {
  test('of the log of ticks are frames and missing slots', () => {
    expect(decodeTickEntry(frameOf(frameLike))).toEqual({ kind: 'frame', ...frameLike })
    expect(decodeTickEntry(missingEntry.encode({ slot: 9 }))).toEqual({ kind: 'missing', slot: 9 })
    expect(() => decodeTickEntry(frameRecord.encode(recordLike))).toThrow('neither a frame nor a missing slot')
  })

  test('of the log of events are told apart by their type', () => {
    const names = formatExamples.filter(({ type }) => type >= 16 && type < 32)
    const found = names.map((example) => decodeEvent(example.encode()))
    expect(found.map(({ event }) => event)).toEqual(names.map(({ value }) => value))
    expect(found.map(({ name }) => name)).toEqual([
      'batch',
      'terms',
      'halt',
      'auditHead',
      'key',
      'rule',
      'seedCommitment',
      'seedRevealed',
      'shard',
      'dayFigures',
      'batch',
    ])
    expect(decodeEvent(fromHex('011401'))).toEqual({ name: 'snapshot', event: fromHex('011401') })
    expect(() => decodeEvent(fromHex('011c'))).toThrow('no event of a known type')
    expect(() => decodeEvent(batchEvent.encode(valueNamed('batch') as never).slice(0, -1))).toThrow(ProofError)
  })

  test('of a frame commit to the records in their order', () => {
    const records = [1, 2].map((instrumentId) => frameRecord.encode({ ...recordLike, instrumentId }))
    const [one = new Uint8Array(0), two = new Uint8Array(0)] = records
    expect(recordsRootOf(records)).toEqual(nodeHash(leafHash(one), leafHash(two)))
  })
})

const frameLike = { ...(valueNamed('frame') as Parameters<typeof frameEntry.encode>[0]) }
const recordLike = { ...(valueNamed('record') as Parameters<typeof frameRecord.encode>[0]) }

/** Whatever decodes is the one encoding of its value; everything else is refused by ProofError. */
function expectCanonical(bytes: Uint8Array, recode: (bytes: Uint8Array) => Uint8Array): void {
  try {
    expect(toHex(recode(bytes))).toBe(toHex(bytes))
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
  }
}
