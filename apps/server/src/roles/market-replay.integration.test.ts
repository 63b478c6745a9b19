import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { seedMarket } from '../modules/market/index.ts'
import type { PublishedFrame } from '../platform/bus/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createLogger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { testDatabase } from '../platform/postgres/test-database.ts'
import { startMarketRole } from './market.ts'

const logger = createLogger({ level: 'silent', role: 'test' })
const [euro, bitcoin] = [26, 86]
const tickEveryMs = 100

const database = await testDatabase()
const owner = createPool(database.ownerUrl, 'test-owner')
await seedMarket(owner, systemClock)
await owner.end()
const folder = await mkdtemp(join(tmpdir(), 'candor-replay-'))
await mkdir(join(folder, 'data', 'forex'), { recursive: true })

afterAll(() => rm(folder, { recursive: true, force: true }))

async function record(lines: readonly string[]): Promise<void> {
  await writeFile(
    join(folder, 'data', 'forex', 'EURUSD__tick__fxcm-201405.csv.gz'),
    gzipSync(['ts_ms,bid,ask,last,volume', ...lines, ''].join('\n')),
  )
}

async function replay(ms: number): Promise<{ frames: PublishedFrame[]; alarms: Set<string> }> {
  const frames: PublishedFrame[] = []
  const alarms = new Set<string>()
  const role = await startMarketRole({
    marketUrl: database.marketUrl,
    feed: `replay:${folder}`,
    clock: systemClock,
    logger,
    publish: (_, frame) => frames.push(frame),
    metrics: {
      framePublished: () => undefined,
      ticks: () => undefined,
      alarm: (name, isRaised) => isRaised && alarms.add(name),
    },
  })
  await sleep(ms)
  await role.stop()
  return { frames, alarms }
}

function quoteAt(index: number): string {
  const pips = String(index % 900).padStart(3, '0')
  return `${1_399_230_000_000 + index * tickEveryMs},1.38${pips}0,1.38${pips}5,,`
}

test('replays what is recorded, at any hour of the week, and simulates the rest, each under its own label', async () => {
  await record(Array.from({ length: 600 }, (_, index) => quoteAt(index)))
  const { frames, alarms } = await replay(2_600)
  expect(frames.length).toBeGreaterThanOrEqual(3)
  expect(alarms.size).toBe(0)
  const last = frames.at(-1)
  expect([last?.sourceKinds[euro], last?.states[euro], last?.sourceKinds[bitcoin], last?.states[bitcoin]]).toEqual([
    1, 1, 0, 1,
  ])
  expect(new Set(frames.map((frame) => frame.prices[euro])).size).toBeGreaterThan(1)
  const owner = createPool(database.ownerUrl, 'test-owner')
  const { rows } = await owner.query<{ close: bigint }>(
    'select close from market.candle where instrument_id = $1 and interval_seconds = 86400 order by start_ms desc limit 1',
    [euro + 1],
  )
  await owner.end()
  // The generated past leads up to the recording, not to the calibrated level.
  expect(Number(rows[0]?.close) / 1_380_000).toBeCloseTo(1, 2)
})

test('goes on with frames when a recording cannot be read, without prices from it', async () => {
  await record([quoteAt(5), 'garbage', quoteAt(1)])
  const { frames, alarms } = await replay(2_200)
  expect([...alarms]).toEqual(['feed-failing'])
  expect(frames.length).toBeGreaterThanOrEqual(2)
  expect(new Set(frames.map((frame) => frame.states[euro]))).not.toContain(1)
})
