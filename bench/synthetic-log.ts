import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { dayMs, slotMs } from '@candor/formulas'
import { bundlePath, sha256 } from '@candor/proof'
import { batchEvent, dayFiguresEvent, serialiseRawTicksFile, shardEvent } from '@candor/proof/encoding'
import { createLogSigner } from '../apps/server/src/modules/transparency/index.ts'
import { LogTree } from '../apps/server/src/modules/transparency/log-tree.ts'
import { frameLeaf, missingLeaf } from '../apps/server/src/modules/transparency/tick-leaf.ts'
import type { StoredFrame } from '../apps/server/src/modules/transparency/ticks-store.ts'

/** The size of a log that a test or a measurement writes. */
export interface SyntheticLog {
  readonly slots: number
  readonly instruments: number
  readonly firstSlot: number
  readonly genesisMs: number
  /** Whether a slot has no frame. */
  isMissing?(slot: number): boolean
  /** The price of the first instrument; it walks at random where there is none. */
  price?(slot: number): bigint
  /** Contracts that are placed and settled on each day, and how many of them share a batch of the ledger. */
  readonly contracts?: { readonly aDay: number; readonly inBatch: number }
  /** Further entries of the log of events, after those of its shards. */
  readonly events?: readonly Uint8Array[]
  /** Raw ticks of a frame's slot, which are published beside the log. */
  rawTicks?(slot: number): Uint8Array
  /** Changes a frame before it is sealed, as a dishonest publisher may. */
  change?(frame: StoredFrame): StoredFrame
}

/** The keys of both shards. */
export interface SyntheticKeys {
  readonly ticksVkey: string
  readonly eventsVkey: string
}

const syntheticShard = '2026h1'
const host = 'log.test'
const key = Buffer.alloc(32, 7).toString('base64url')

/** Writes both logs with the sealer's own code, without a database, and returns the keys of their shards. */
export async function writeSyntheticLog(folder: string, log: SyntheticLog): Promise<SyntheticKeys> {
  const signer = createLogSigner(key)
  const ticks = new LogTree(true, [[]])
  const market = new Walk(log)
  for (let slot = log.firstSlot; slot < log.firstSlot + log.slots; slot += 1)
    await writeFiles(join(folder, 'ticks', syntheticShard), ticks.append(market.leaf(slot)))
  if (log.rawTicks !== undefined) await writeRawTicks(join(folder, 'ticks', syntheticShard), log)
  const vkey = signer.vkey(`${host}/ticks/${syntheticShard}`)
  const eventsVkey = signer.vkey(`${host}/events/${syntheticShard}`)
  const events = new LogTree(false, [[]])
  const opened = [
    { log: 'ticks', shard: syntheticShard, firstSlot: log.firstSlot, vkey },
    { log: 'events', shard: syntheticShard, firstSlot: 0, vkey: eventsVkey },
  ]
  for (const shard of opened) events.append({ entry: shardEvent.encode(shard), records: null })
  for (const entry of [...(log.events ?? []), ...contractEvents(log)])
    await writeFiles(join(folder, 'events', syntheticShard), events.append({ entry, records: null }))
  for (const [name, tree] of [
    ['ticks', ticks],
    ['events', events],
  ] as const) {
    const path = join(folder, name, syntheticShard)
    await writeFiles(path, tree.edge())
    const head = { size: tree.size, root: tree.root() }
    await writeFile(join(path, 'checkpoint'), await signer.sign(`${host}/${name}/${syntheticShard}`, head))
  }
  return { ticksVkey: vkey, eventsVkey }
}

/** The batches of a log's contracts, in turns on ten stripes, and the figures of each whole day. */
function* contractEvents({ slots, firstSlot, genesisMs, contracts }: SyntheticLog): Generator<Uint8Array> {
  if (contracts === undefined) return
  const { aDay, inBatch } = contracts
  const startMs = genesisMs + firstSlot * slotMs
  const batches = Math.floor((slots * slotMs * aDay) / inBatch / dayMs)
  const settled = new Map<number, number>()
  for (let batch = 0; batch < 2 * batches; batch += 1) {
    const atMs = startMs + Math.floor((batch * slots * slotMs) / (2 * batches))
    const kind = batch % 2 === 0 ? 'contract-placed' : 'contract-settled'
    const day = Math.floor(atMs / dayMs)
    const counted = settled.get(day)
    if (counted === undefined && settled.size > 0) yield figuresOf(day - 1, settled.get(day - 1) ?? 0)
    settled.set(day, (counted ?? 0) + (batch % 2) * inBatch)
    yield batchEvent.encode({
      stripe: batch % 10,
      seq: Math.floor(batch / 10) + 1,
      atMs,
      kind,
      entryCount: inBatch + 1,
      itemCount: inBatch,
      itemsRoot: randomBytes(32),
      batchHash: randomBytes(32),
    })
  }
}

function figuresOf(day: number, contracts: number): Uint8Array {
  const amounts = { staked: 10_000_000n * BigInt(contracts), fees: 0n, profits: 0n, net: 0n }
  const counts = { won: contracts, lost: 0, tied: 0, voided: 0 }
  return dayFiguresEvent.encode({
    day,
    groups: contracts === 0 ? [] : [{ stakeFrom: 10_000_000n, durationSlots: 120, ...counts, ...amounts }],
    voids: [],
    customers: [],
  })
}

/** The files of raw ticks beside the bundles; the slot that ends each bundle has none, as after a crash. */
async function writeRawTicks(folder: string, { slots, firstSlot, rawTicks, isMissing }: SyntheticLog): Promise<void> {
  for (let index = 0; index * 256 < slots; index += 1) {
    const width = Math.min(256, slots - index * 256)
    const parts = Array.from({ length: width }, (_, at) => {
      const slot = firstSlot + index * 256 + at
      return at === 255 || isMissing?.(slot) === true ? null : (rawTicks?.(slot) ?? null)
    })
    const name = bundlePath({ index, width }).replace('tile/entries', 'raw')
    await writeFiles(folder, new Map([[name, serialiseRawTicksFile(parts)]]))
  }
}

async function writeFiles(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
}

/** Prices that walk at random, with the sums and counts that a market would have. */
class Walk {
  readonly #log: SyntheticLog
  readonly #prices: bigint[]
  readonly #sums: bigint[]
  readonly #counts: bigint[]
  readonly #ages: number[]

  constructor(log: SyntheticLog) {
    this.#log = log
    this.#prices = Array.from({ length: log.instruments }, (_, index) => 1_000_000n + BigInt(index) * 100_003n)
    this.#sums = this.#prices.map(() => 0n)
    this.#counts = this.#prices.map(() => 0n)
    this.#ages = this.#prices.map(() => 0)
  }

  leaf(slot: number) {
    const { isMissing, genesisMs, rawTicks, change = (frame) => frame } = this.#log
    if (isMissing?.(slot) === true) return missingLeaf(slot)
    const random = randomBytes(this.#prices.length)
    for (const [index, price] of this.#prices.entries()) {
      const step = (random[index] ?? 0) % 7
      const given = index === 0 ? this.#log.price?.(slot) : undefined
      this.#prices[index] = given ?? price + BigInt(step - 3)
      this.#ages[index] = step === 0 ? (this.#ages[index] ?? 0) + 500 : 40 + (random[index] ?? 0)
      this.#sums[index] = (this.#sums[index] ?? 0n) + (this.#prices[index] ?? 0n)
      this.#counts[index] = (this.#counts[index] ?? 0n) + 1n
    }
    return frameLeaf(
      change({
        slot,
        publishedMs: genesisMs + (slot + 1) * slotMs + 3,
        prices: [...this.#prices],
        agesMs: [...this.#ages],
        states: this.#prices.map(() => 1),
        epochs: this.#prices.map(() => 0),
        sourceKinds: this.#prices.map(() => 2),
        priceSums: [...this.#sums],
        openCounts: [...this.#counts],
        sources: this.#prices.map((_, index) => ((random[index] ?? 0) % 2) * 4),
        ticksDigest: rawTicks === undefined ? null : sha256(rawTicks(slot)),
      }),
    )
  }
}
