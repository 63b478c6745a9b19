import { createCipheriv, createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import { dayMs } from '@candor/formulas'
import { decodeRawTicks } from '@candor/proof/encoding'
import type { RawTick } from '@candor/proof/encoding'
import { afterAll, expect, test } from 'vitest'
import { seedMarket } from '../modules/market/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createLogger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { testDatabase } from '../platform/postgres/test-database.ts'
import { startMarketRole } from './market.ts'

const stepMs = 500
const simulated = 1

const database = await testDatabase()
const owner = createPool(database.ownerUrl, 'test-owner')
const app = createPool(database.appUrl, 'test-app')
await seedMarket(owner, systemClock)
for (let run = 0; run < 2; run += 1) {
  const role = await startMarketRole({
    marketUrl: database.marketUrl,
    feed: 'simulated',
    clock: systemClock,
    logger: createLogger({ level: 'silent', role: 'test' }),
    publish: () => undefined,
  })
  await sleep(2_600)
  await role.stop()
  await sleep(600)
}

afterAll(() => Promise.all([owner.end(), app.end()]))

interface StoredFrame {
  readonly slot: bigint
  readonly sources: readonly number[]
  readonly ticks_digest: Buffer
  readonly deflated: Buffer | null
}

async function storedFrames(): Promise<StoredFrame[]> {
  const { rows } = await owner.query<StoredFrame>(
    `select slot, sources, ticks_digest, deflated from market.frame left join market.tick_record using (slot)
     order by slot`,
  )
  return rows
}

const recordOf = ({ deflated }: StoredFrame) => inflateRawSync(deflated ?? Buffer.alloc(0))

test('every frame names its ticks, and their record is kept', async () => {
  const frames = await storedFrames()
  expect(frames.length).toBeGreaterThan(5)
  let recorded = 0
  for (const frame of frames) {
    expect(createHash('sha256').update(recordOf(frame)).digest()).toEqual(frame.ticks_digest)
    const { ticks, dropped } = decodeRawTicks(recordOf(frame))
    expect(dropped).toBe(0)
    const spoke = new Set(ticks.map(({ instrumentId }) => instrumentId))
    expect(frame.sources).toEqual(frame.sources.map((_, index) => (spoke.has(index + 1) ? simulated : 0)))
    recorded += ticks.length
  }
  expect(recorded).toBeGreaterThan(100)
})

test('anybody can compute the ticks of a day again from its revealed seed, the starts and the calibration', async () => {
  const hidden = await app.query<{ seed: Buffer | null }>('select seed from market.seed_commitment')
  expect(hidden.rows.map(({ seed }) => seed)).toEqual(hidden.rows.map(() => null))
  await owner.query('update clock.setting set virtual_now_ms = $1', [Date.now() + 4 * dayMs])
  await owner.query('select market.reveal_seeds()')
  // From here on with nothing but what the application may read.
  const seeds = await revealedSeeds()
  const { rows: starts } = await app.query<StartRow>('select start_ms, ticks from market.simulation_start order by 1')
  const { rows: instruments } = await app.query<CalibratedRow>(
    `select instrument_id, tick_decimals, tick_units, simulation from market.instrument
     where calendar_id = 'crypto-24x7' order by instrument_id`,
  )
  expect([instruments.length, starts.length >= 2]).toEqual([25, true])
  const published = (await storedFrames()).flatMap((frame) => decodeRawTicks(recordOf(frame)).ticks)
  const always = new Set(instruments.map(({ instrument_id: id }) => id))
  const endMs = (Math.floor(Math.max(...published.map(({ receivedMs }) => receivedMs)) / stepMs) + 1) * stepMs
  const runs = starts.map(({ start_ms: startMs, ticks }, index) => ({
    ticks,
    steps: stepsBetween(Number(startMs), Number(starts[index + 1]?.start_ms ?? endMs)),
  }))
  const computed = runs.flatMap(({ ticks, steps }) =>
    instruments.flatMap((row) => walk(row, { seeds, startTicks: ticks[row.instrument_id - 1] ?? 0, steps })),
  )
  const inOrder = (ticks: readonly RawTick[]) =>
    ticks.toSorted((one, other) => one.instrumentId - other.instrumentId || one.receivedMs - other.receivedMs)
  // A run computes on until the next one begins; what it published ends with its last frame.
  const wasPublished = new Set(published.map(({ receivedMs }) => Math.floor(receivedMs / stepMs)))
  expect(inOrder(computed.filter(({ receivedMs }) => wasPublished.has(Math.floor(receivedMs / stepMs))))).toEqual(
    inOrder(published.filter(({ instrumentId }) => always.has(instrumentId))),
  )
})

interface StartRow {
  readonly start_ms: bigint
  readonly ticks: readonly number[]
}

interface CalibratedRow {
  readonly instrument_id: number
  readonly tick_decimals: number
  readonly tick_units: bigint
  readonly simulation: { readonly price: string; readonly sigma30sTicks: string; readonly spreadTicks: number }
}

async function revealedSeeds(): Promise<Map<number, Buffer>> {
  const { rows } = await app.query<{ day: number; commitment: Buffer; seed: Buffer }>(
    'select day, commitment, seed from market.seed_commitment where seed is not null',
  )
  for (const { seed, commitment } of rows) expect(createHash('sha256').update(seed).digest()).toEqual(commitment)
  return new Map(rows.map(({ day, seed }) => [day, seed]))
}

const stepsBetween = (fromMs: number, untilMs: number) =>
  Array.from({ length: Math.max(0, untilMs - fromMs) / stepMs }, (_, index) => fromMs / stepMs + index)

/** The ticks of one instrument by docs/feeds.md, with none of the feed's own code. */
function walk(
  row: CalibratedRow,
  run: { seeds: ReadonlyMap<number, Buffer>; startTicks: number; steps: readonly number[] },
): RawTick[] {
  const { instrument_id: instrumentId, tick_decimals: decimals, tick_units: units, simulation } = row
  const [whole = '', fraction = ''] = simulation.price.split('.')
  const scaled = Number(BigInt(whole + fraction.padEnd(2 * decimals + 2, '0')))
  const level = scaled / 10 ** (decimals + 2) / Number(units)
  const deviation = Number(simulation.sigma30sTicks) / level / Math.sqrt(60)
  const half = (simulation.spreadTicks - 0.5) / 2
  let ticks = run.startTicks
  const result: RawTick[] = []
  for (const step of run.steps) {
    const numbers = draws(run.seeds.get(Math.floor((step * stepMs) / dayMs)) ?? Buffer.alloc(0), instrumentId, step)
    const normal = numbers.slice(0, 12).reduce((sum, number) => sum + number, -6)
    const pull = (level - ticks) * ((Math.LN2 * stepMs) / (30 * dayMs))
    ticks = Math.max(20, ticks + ticks * deviation * normal + pull)
    const [chance = 1, within = 0] = numbers.slice(12)
    if (chance > 0.85) continue
    const price = (onGrid: number) => decimal(BigInt(onGrid) * units, decimals)
    result.push({
      instrumentId,
      source: simulated,
      receivedMs: step * stepMs + Math.floor(within * stepMs),
      sourceTimeMs: 0,
      bid: price(Math.floor(ticks - half)),
      ask: price(Math.ceil(ticks + half)),
      last: '',
    })
  }
  return result
}

/** The first numbers of an instrument and a step: AES-256 of counters, four bytes a number. */
function draws(seed: Buffer, instrumentId: number, step: number): number[] {
  const cipher = createCipheriv('aes-256-ecb', seed, null).setAutoPadding(false)
  const counters = Buffer.alloc(64)
  for (let block = 0; block < 4; block += 1) {
    counters.writeUInt32BE(instrumentId, 16 * block)
    counters.writeBigUInt64BE(BigInt(step), 16 * block + 4)
    counters.writeUInt32BE(block, 16 * block + 12)
  }
  const bytes = cipher.update(counters)
  return Array.from({ length: 16 }, (_, index) => bytes.readUInt32BE(4 * index) / 2 ** 32)
}

function decimal(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
