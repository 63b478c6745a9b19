import { setTimeout as sleep } from 'node:timers/promises'
import { slotEndMs, slotMs } from '@candor/formulas'
import pg from 'pg'
import { FrameBuilder, openingTicks, seedMarket } from '../apps/server/src/modules/market/index.ts'
import { readSeedCatalogue } from '../apps/server/src/modules/market/seed-files.ts'
import type { Instrument } from '../apps/server/src/modules/market/index.ts'
import type { FeedTick } from '../apps/server/src/modules/quote-feeds/index.ts'
import { createLogger } from '../apps/server/src/platform/logger.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { startMarketRole } from '../apps/server/src/roles/market.ts'
import { openBenchServer } from './bench-server.ts'
import type { BenchServer } from './bench-server.ts'
import { atLeast, atMost, bench, median, quantile } from './figure.ts'
import type { Figure } from './figure.ts'

const source = 'bench'

/**
 * From a slot's end to its published frame, against one durable insert of the same size per slot; and source ticks
 * absorbed per second.
 */
export const frame = bench({
  about: "From a slot's end to its published frame, against one durable insert; ticks absorbed a second",
  sizes: { runs: [5, 1], slots: [120, 4], ticks: [200_000, 2_000] },
  bars: { 'frame-p99': atMost(5), 'frame-ticks': atLeast(100_000) },
  async run(sizes) {
    const server = await openBenchServer()
    try {
      return [...(await measureLag(server, sizes.slots)), measureTicks(sizes)]
    } finally {
      await server.close()
    }
  },
})

async function measureLag(server: BenchServer, slots: number): Promise<Figure[]> {
  const owner = createPool(server.ownerUrl, 'bench', { maxConnections: 1 })
  await seedMarket(owner, systemClock)
  await owner.end()
  const disk = await openDisk(server)
  const lagsMs: number[] = []
  const insertsMs: number[] = []
  const role = await startMarketRole({
    marketUrl: server.marketUrl,
    feed: 'simulated:1',
    clock: systemClock,
    logger: createLogger({ level: 'warn', role: 'market' }),
    publish: () => undefined,
    metrics: {
      framePublished(_slot, lagMs) {
        lagsMs.push(lagMs)
        // Half a slot away from the frames, so that the two do not wait for each other and run under the same
        // conditions.
        void sleep(slotMs / 2).then(async () => insertsMs.push(await disk.insertMs()))
      },
      ticks: () => undefined,
      alarm: () => undefined,
    },
  })
  // The first frames meet cold code and caches.
  const warmUp = Math.min(10, Math.floor(slots / 4))
  while (insertsMs.length < slots + warmUp) await sleep(slotMs / 10)
  await role.stop()
  // The insert for a frame published during the stop is still to come.
  await sleep(slotMs)
  await disk.close()
  const [measured, peer] = [lagsMs, insertsMs].map((all) => all.slice(warmUp))
  const against = 'one durable insert as large'
  return [
    { name: 'frame-median', value: median(measured ?? []), unit: 'ms', against, againstValue: median(peer ?? []) },
    {
      name: 'frame-p99',
      value: quantile(measured ?? [], 0.99),
      unit: 'ms',
      against,
      againstValue: quantile(peer ?? [], 0.99),
    },
  ]
}

interface Disk {
  /** The duration of one durable insert in milliseconds. */
  insertMs(): Promise<number>
  close(): Promise<void>
}

/** Inserts frame-sized rows without any rules: the cost of disk and PostgreSQL alone. */
async function openDisk(server: BenchServer): Promise<Disk> {
  const client = new pg.Client({ connectionString: server.peerUrl })
  await client.connect()
  await client.query('create table row_of_a_frame (prices bigint[], volumes bigint[], ages integer[])')
  const prices = Array.from({ length: 110 }, (_, index) => 1_000_000 + index)
  return {
    async insertMs() {
      const startMs = performance.now()
      const text = 'insert into row_of_a_frame values ($1, $2, $3)'
      await client.query({ name: 'insert', text, values: [prices, prices, prices] })
      return performance.now() - startMs
    },
    close: () => client.end(),
  }
}

/** Ticks taken into frames a second on one core, frames included, against only parsing the same ticks from JSON. */
function measureTicks(sizes: { runs: number; ticks: number }): Figure {
  const instruments = readSeedCatalogue()
  const genesisMs = 0
  const taken: number[] = []
  const parsed: number[] = []
  for (let run = 0; run < sizes.runs; run += 1) {
    const messages = ticksOf(instruments, sizes.ticks)
    const texts = messages.map((tick) => JSON.stringify(tick))
    const parseStartMs = performance.now()
    let length = 0
    for (const text of texts) length += Object.keys(JSON.parse(text) as object).length
    parsed.push((length / 7 / (performance.now() - parseStartMs)) * 1_000)
    const builder = new FrameBuilder({
      genesisMs,
      instruments,
      last: null,
      source: { kindOf: () => 'live', session: () => ({ isOpen: true, closesMs: null, opensMs: null }) },
      openingTicks: (instrument) => openingTicks(instrument, null),
    })
    const startMs = performance.now()
    let slot = 0
    for (const tick of messages) {
      for (; tick.timeMs >= slotEndMs(slot, genesisMs); slot += 1) builder.build(slot)
      builder.tick(tick)
    }
    builder.build(slot)
    taken.push((sizes.ticks / (performance.now() - startMs)) * 1_000)
    const outcomes = builder.takeCounts().ticks
    if (outcomes.get(`${source} taken`) !== sizes.ticks)
      throw new Error(`ticks were not taken: ${JSON.stringify([...outcomes])}`)
  }
  return {
    name: 'frame-ticks',
    value: median(taken),
    unit: '1/s',
    against: 'parsing the same ticks from JSON',
    againstValue: median(parsed),
  }
}

/** Quotes around each instrument's level, 100,000 a second. */
function ticksOf(instruments: readonly Instrument[], count: number): FeedTick[] {
  return Array.from({ length: count }, (_, index) => {
    const instrument = instruments[index % instruments.length]
    if (instrument === undefined) throw new Error('there is no instrument')
    const { tickDecimals, tickUnits } = instrument
    const level = Number(openingTicks(instrument, null) / 10n) + (Math.floor(index / 7) % 9)
    const price = (ticks: number) => ((ticks * Number(tickUnits)) / 10 ** tickDecimals).toFixed(tickDecimals)
    return {
      instrumentId: instrument.id,
      source,
      timeMs: Math.floor(index / 100),
      bid: price(level),
      ask: price(level + 1),
      last: price(level),
      volume: '0.125',
    }
  })
}
