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
import type { MovementItem, RawTicks, Structure } from '../encoding/index.ts'
import { batchOfCell } from '../encoding/event.ts'
import { sha256 } from '../hash.ts'
import { ByteWriter, utf8Bytes } from '../bytes.ts'
import { orderType } from '../solvency/leaf-order.ts'
import { leafNode, leafTypes, liabilityOf } from '../solvency/liability-leaf.ts'
import type { LiabilityLeaf } from '../solvency/liability-leaf.ts'
import type { SnapshotEvent } from '../solvency/snapshot-event.ts'
import { nodeType } from '../solvency/sum-tree.ts'

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

export const movementExample: MovementItem = {
  kind: 'withdrawal-completed',
  ref: -1n,
  version: 37,
  asset: 'USD',
  dPosted: -40_000_000n,
  dHeld: -40_000_000n,
  postedAfter: 1_250_000n,
  heldAfter: 0n,
  atMs: 1_790_000_300_000,
}

const batchExample = {
  stripe: 5,
  seq: 884_213,
  atMs: 1_790_000_000_275,
  kind: 'contract-placed',
  entryCount: 501,
  itemCount: 500,
  itemsRoot: wordHash('items'),
  batchHash: wordHash('batch'),
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
  example('batch', batchEvent, batchExample),
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
  example('batch of a cell', batchOfCell, { cell: 2, sequence: 1_203_456, ...batchExample }),
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
  example('movement', movementItem, movementExample),
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

/** The order placed above, sealed among three items; the customer's secret is the hash of “secret”. */
export const sealedExample = (() => {
  const placed = formatExamples.find(({ name }) => name === 'order placed')
  if (placed === undefined) throw new Error('there is no example of an order')
  const saltInput = new ByteWriter()
    .bytes(wordHash('secret'))
    .u8(placedItem.type)
    .i64(1_790_000_000_275_064n)
    .u64(0n)
    .finish()
  const path = [wordHash('leaf 1'), wordHash('leaf 2')]
  return { item: placed.encode(), saltInput, salt: sha256(saltInput), index: 0, size: 3, path }
})()

/** The leaf of a customer in a snapshot whose key is the hash of “snapshot key”, and what its parts are digests of. */
export const solvencyExample = (() => {
  const [asset, snapshotId, account] = [2, 42n, utf8Bytes('10000017')]
  const key = wordHash('snapshot key')
  const ofKey = (type: number) => new ByteWriter().u8(1).u8(type).i64(17n).bytes(key).finish()
  const [secretInput, nonceInput] = [ofKey(leafTypes.secret), ofKey(leafTypes.nonce)]
  const tagHead = new ByteWriter().u8(1).u8(leafTypes.tag).u8(asset).u64(snapshotId).bytes(sha256(secretInput))
  const tagInput = tagHead.u8(account.length).bytes(account).finish()
  const liability = liabilityOf([125_000_000n, 25_250_000n, 500_000_000n, 410_958n])
  const leaf: LiabilityLeaf = { asset, snapshotId, tag: sha256(tagInput), liability, nonce: sha256(nonceInput) }
  const { sum, hash } = leafNode(leaf)
  // Both children are at height 0; the right one is of another customer.
  const children = new ByteWriter().u64(sum).bytes(hash).u64(3_000_000n).bytes(wordHash('neighbour')).finish()
  const nodeInput = new ByteWriter().u8(1).u8(1).u8(nodeType).u8(asset).u8(0).bytes(children).finish()
  const orderInput = new ByteWriter().u8(1).u8(orderType).u8(asset).u32(0).bytes(key).finish()
  return { key, secretInput, nonceInput, tagInput, leaf, nodeInput, orderInput }
})()

/** A snapshot of one asset's tree. */
export const snapshotExample = (() => {
  const totals = liabilityOf([91_000_000_000n, 1_250_000_000n, 40_000_000_000n, 21_917_808n, 300_000_000n, 0n])
  const tree = { asset: 2, depth: 8, totals, openPayout: 1_980_000_000n, root: wordHash('root') }
  const stripe = { stripe: 5, seq: 884_213n, hash: wordHash('batch') }
  const event: SnapshotEvent = { snapshotId: 42n, atMs: 1_790_000_400_000n, trees: [tree], stripes: [stripe] }
  const { asset, depth, openPayout, root } = tree
  const head = { snapshotId: event.snapshotId, atMs: event.atMs }
  return { event, shown: { ...head, asset, depth, ...totals, openPayout, root, ...stripe } }
})()

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
