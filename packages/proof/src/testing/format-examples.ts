import {
  auditHeadEvent,
  batchEvent,
  dayFiguresEvent,
  frameEntry,
  frameRecord,
  haltEvent,
  keyEvent,
  missingEntry,
  movementItem,
  placedItem,
  ruleEvent,
  seedCommitmentEvent,
  seedRevealedEvent,
  settledItem,
  shardEvent,
  termsEvent,
} from '../encoding/index.ts'
import type { RawTicks, Structure } from '../encoding/index.ts'
import { sha256 } from '../hash.ts'
import { utf8Bytes } from '../bytes.ts'

/** A structure with a value that docs/proof-format.md shows. */
export interface FormatExample {
  readonly name: string
  readonly fields: readonly (readonly [name: string, type: string])[]
  readonly type: number
  readonly value: object
  encode(): Uint8Array
  /** Decodes and encodes again. */
  recode(bytes: Uint8Array): Uint8Array
}

/** A hash whose origin anybody can follow: that of a word. */
export function wordHash(word: string): Uint8Array {
  return sha256(utf8Bytes(word))
}

export const formatExamples: readonly FormatExample[] = [
  example('frame', frameEntry, {
    slot: 123_456_789,
    publishedMs: 1_790_000_000_531,
    instrumentCount: 110,
    recordsRoot: wordHash('records'),
    ticksDigest: wordHash('ticks'),
  }),
  example('missing slot', missingEntry, { slot: 123_456_790 }),
  example('record', frameRecord, {
    instrumentId: 64,
    price: 11_073_845n,
    ageMs: 412,
    state: 'open',
    sourceKind: 2,
    epoch: 7,
    priceSum: -18_446_744_073_709_551_617n,
    openCount: 29_812_345,
    sources: 6,
  }),
  example('batch', batchEvent, {
    stripe: 5,
    seq: 884_213,
    atMs: 1_790_000_000_275,
    kind: 'contract-placed',
    entryCount: 501,
    itemCount: 500,
    itemsRoot: wordHash('items'),
    batchHash: wordHash('batch'),
  }),
  example('terms', termsEvent, {
    termsId: 1_042n,
    instrumentId: 64,
    symbol: 'EURUSD',
    durationSlots: 120,
    version: 3,
    offered: true,
    stakeMin: 1_000_000n,
    stakeMax: 1_000_000_000n,
    feeBps: 100,
    payoutBps: 8_250,
    maxOpenPayout: 50_000_000_000n,
    entryWindowSlots: 10,
    exitWindowSlots: 10,
  }),
  example('halt', haltEvent, { instrumentId: 64, halted: true, atMs: 1_790_000_100_000 }),
  example('audit head', auditHeadEvent, { auditId: 9_120, hash: wordHash('audit'), atMs: 1_790_000_200_000 }),
  example('key', keyEvent, {
    signs: 'acceptance',
    vkey: 'candor.example/acceptance+707dff9e+AQaKblfNPSrmCKkaGBZobrAjDP4D435AFFlr1I2cKt8n',
    fromMs: 1_790_000_000_000,
  }),
  example('rule', ruleEvent, { name: 'outage', version: 2, textHash: wordHash('rule') }),
  example('seed commitment', seedCommitmentEvent, { day: 20_717, seedHash: wordHash('seed of a day') }),
  example('seed revealed', seedRevealedEvent, { day: 20_717, seed: wordHash('seed') }),
  example('shard', shardEvent, {
    log: 'ticks',
    shard: '2026h2',
    firstSlot: 123_000_000,
    vkey: 'candor.example/ticks/2026h2+47b4d71e+Aduh18Pf65jqyeSgOr9T08M0FfZXHBjtToxFu58Mxqd1',
  }),
  example('day figures', dayFiguresEvent, {
    day: 20_717,
    groups: [
      {
        stakeFrom: 10_000_000n,
        durationSlots: 120,
        won: 481,
        lost: 492,
        tied: 2,
        voided: 3,
        staked: 24_610_000_000n,
        fees: 246_100_000n,
        profits: 20_303_250_000n,
        net: -2_504_212_500n,
      },
    ],
    voids: [{ reason: 'no-exit-price', contracts: 3, houseGain: -21_000_000n }],
    customers: [
      { days: 30, customers: 812, lost: 536 },
      { days: 90, customers: 1_206, lost: 856 },
    ],
  }),
  example('order placed', placedItem, {
    orderId: 1_790_000_000_275_064n,
    instrumentId: 64,
    symbol: 'EURUSD',
    termsId: 1_042n,
    direction: 'up',
    asset: 'USDT',
    stake: 25_000_000n,
    fee: 250_000n,
    profit: 20_630_000n,
    acceptedMs: 1_790_000_000_275,
    entrySlot: 123_456_790,
    exitSlot: 123_456_910,
    entryWindowSlots: 10,
    exitWindowSlots: 10,
    priceDecimals: 6,
    tieRule: 'stake-and-fee-returned',
  }),
  example('order settled', settledItem, {
    orderId: 1_790_000_000_275_064n,
    result: 'won',
    voidReason: 'none',
    entryPrice: 110_738_452n,
    exitPrice: 110_738_617n,
    scale: 1,
    settledSlot: 123_456_910,
    net: 20_380_000n,
    settledMs: 1_790_000_060_553,
  }),
  example('movement', movementItem, {
    kind: 'withdrawal-completed',
    ref: -1n,
    version: 37,
    asset: 'USD',
    dPosted: -40_000_000n,
    dHeld: -40_000_000n,
    postedAfter: 1_250_000n,
    heldAfter: 0n,
    atMs: 1_790_000_300_000,
  }),
]

/** Raw ticks of one slot. */
export const rawTicksExample: RawTicks = {
  dropped: 3,
  ticks: [
    {
      instrumentId: 64,
      source: 3,
      receivedMs: 1_790_000_000_101,
      sourceTimeMs: 1_790_000_000_040,
      bid: '1.10738',
      ask: '1.10739',
      last: '',
    },
    {
      instrumentId: 12,
      source: 1,
      receivedMs: 1_790_000_000_102,
      sourceTimeMs: 0,
      bid: '',
      ask: '',
      last: '61250.5',
    },
  ],
}

function example<Value extends object>(name: string, structure: Structure<Value>, value: Value): FormatExample {
  const { type, fields, encode, decode } = structure
  const listed = (Object.keys(fields) as (keyof Value & string)[]).map((field) => [field, fields[field].type] as const)
  return {
    name,
    type,
    fields: listed,
    value,
    encode: () => encode(value),
    recode: (bytes) => encode(decode(bytes)),
  }
}
