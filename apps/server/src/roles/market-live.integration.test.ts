import { setTimeout as sleep } from 'node:timers/promises'
import { slotMs } from '@candor/formulas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSeedCatalogue } from '../modules/market/seed-files.ts'
import { seedMarket } from '../modules/market/index.ts'
import type { SourceHealth } from '../modules/quote-feeds/index.ts'
import {
  binanceTicker,
  coinbaseTicker,
  krakenTicker,
  openFakeSource,
} from '../modules/quote-feeds/testing/fake-source.ts'
import type { FakeSource } from '../modules/quote-feeds/testing/fake-source.ts'
import type { PublishedFrame } from '../platform/bus/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createLogger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { openTestDatabase } from '../platform/postgres/test-database.ts'
import type { TestDatabase } from '../platform/postgres/test-database.ts'
import type { LiveUrls } from './market-feed.ts'
import { startMarketRole } from './market.ts'

const instruments = readSeedCatalogue()
const indexOf = (symbol: string) => instruments.findIndex((instrument) => instrument.symbol === symbol)
const [bitcoin, dogecoin, gold] = [indexOf('BTCUSDT'), indexOf('DOGEUSDT'), indexOf('GOLD')]
const states = ['closed', 'open', 'stale']
const staleAfterMs = 1_500
/** The wait before a source is tried again is drawn: up to a minute after seven failures. */
const reconnectedWithinMs = 70_000

let database: TestDatabase
let frames: PublishedFrame[] = []
let health: readonly SourceHealth[] = []
let alarms = new Set<string>()
/** Without the clock's: where all files of a run share two cores, slots may be behind. */
const sourceAlarms = () => [...alarms].filter((name) => name !== 'clock-stepped')

beforeAll(async () => {
  database = await openTestDatabase()
  const owner = createPool(database.ownerUrl, 'test-owner')
  await seedMarket(owner, systemClock)
  await owner.query('update market.instrument set stale_after_ms = $1 where symbol in ($2, $3)', [
    staleAfterMs,
    'BTCUSDT',
    'DOGEUSDT',
  ])
  await owner.end()
})

afterAll(() => database.close())

function start(urls: LiveUrls) {
  frames = []
  health = []
  alarms = new Set()
  return startMarketRole({
    marketUrl: database.marketUrl,
    feed: 'auto',
    liveUrls: urls,
    clock: systemClock,
    logger: createLogger({ level: 'silent', role: 'test' }),
    publish: (_, frame) => frames.push(frame),
    metrics: {
      framePublished: () => undefined,
      ticks: () => undefined,
      alarm: (name, isRaised) => isRaised && alarms.add(name),
    },
    reportSources: (sources) => (health = sources),
  })
}

/** Quotes around `price`, over and over, until the source is closed. */
function speak(fake: FakeSource, kind: keyof LiveUrls, price: number): NodeJS.Timeout {
  let id = Date.now()
  return setInterval(() => {
    id += 1
    if (kind === 'kraken') fake.say(krakenTicker('BTC/USDT', { bid: `${price}.10`, ask: `${price}.20` }))
    else if (kind === 'coinbase') fake.say(coinbaseTicker('BTC-USDT', { bid: `${price}.1`, ask: `${price}.2`, id }))
    else fake.say(binanceTicker('BTCUSDT', { bid: `${price}.10000000`, ask: `${price}.20000000`, id }))
  }, 100)
}

/** Waits for a frame that meets a condition, and returns the newest. */
async function until(isMet: (frame: PublishedFrame) => boolean, timeout = 15_000): Promise<PublishedFrame> {
  let found: PublishedFrame | undefined
  const look = () => (found = frames.findLast((frame) => isMet(frame)))
  await expect.poll(look, { timeout }).toBeDefined()
  if (found === undefined) throw new Error('no frame was met')
  return found
}

const stateOf = (frame: PublishedFrame, index: number) => states[frame.states[index] ?? -1]
const isOpenLive = (frame: PublishedFrame) => frame.sourceKinds[bitcoin] === 2 && stateOf(frame, bitcoin) === 'open'

test('shows live prices with their source, grows stale when it dies, and recovers by itself', async () => {
  let kraken = await openFakeSource()
  const binance = await openFakeSource()
  let speaking = [speak(kraken, 'kraken', 61_000), speak(binance, 'binance', 61_002)]
  const role = await start({ kraken: kraken.url, binance: binance.url })
  try {
    const first = await until(isOpenLive)
    // The median of two sources is their middle; instruments in neither are simulated and say so.
    expect(first.prices[bitcoin]).toBe(61_001_150n)
    await until((frame) => frame.sourceKinds[dogecoin] === 0 && stateOf(frame, dogecoin) === 'open')
    expect(first.sourceKinds[gold]).toBe(0)
    await expect
      .poll(() => health.map(({ name, state }) => `${name} ${state}`))
      .toEqual(['kraken live', 'binance live'])

    await kraken.close()
    expect(sourceAlarms()).toEqual([])
    const beforeFailover = frames.length
    await sleep(staleAfterMs + 1_200)
    const alone = frames.slice(beforeFailover)
    expect(new Set(alone.map((frame) => stateOf(frame, bitcoin)))).toEqual(new Set(['open']))
    expect(alone.at(-1)?.prices[bitcoin]).toBe(61_002_150n)
    expect(alone.at(-1)?.sourceKinds[bitcoin]).toBe(3)
    expect(new Set(alone.map((frame) => frame.epochs[bitcoin])).size).toBe(1)

    await binance.close()
    // Earlier frames may be stale too: they may predate the first price.
    frames = []
    const stale = await until((frame) => stateOf(frame, bitcoin) === 'stale')
    // Counted in frames, which a busy machine delays as well.
    expect(frames.findIndex((frame) => stateOf(frame, bitcoin) === 'stale')).toBeLessThan(
      (staleAfterMs + 1_500) / slotMs,
    )
    expect([stale.prices[bitcoin], stale.sourceKinds[bitcoin]]).toEqual([61_002_150n, 2])
    await expect.poll(() => health.map((each) => each.state)).toEqual(['down', 'down'])

    for (const timer of speaking) clearInterval(timer)
    frames = []
    kraken = await openFakeSource({ port: kraken.port })
    speaking = [speak(kraken, 'kraken', 61_005)]
    // One source alone is indicative.
    const back = await until(
      (frame) => frame.sourceKinds[bitcoin] === 3 && stateOf(frame, bitcoin) === 'open',
      reconnectedWithinMs,
    )
    // No source of the price before is among those after: no contract may span that.
    expect([back.prices[bitcoin], back.epochs[bitcoin]]).toEqual([61_005_150n, (stale.epochs[bitcoin] ?? 0) + 1])
  } finally {
    await role.stop()
    for (const timer of speaking) clearInterval(timer)
    await kraken.close()
  }
})

test('takes no price where two sources stand apart, and raises an alarm', async () => {
  const [kraken, binance] = [await openFakeSource(), await openFakeSource()]
  const speaking = [speak(kraken, 'kraken', 61_000), speak(binance, 'binance', 64_000)]
  const role = await start({ kraken: kraken.url, binance: binance.url })
  await expect.poll(() => health.map((each) => each.state)).toEqual(['live', 'live'])
  await sleep(1_500)
  expect(stateOf(frames.at(-1) ?? raise(), bitcoin)).toBe('stale')
  expect(sourceAlarms()).toEqual(['sources-divergent'])
  await role.stop()
  for (const timer of speaking) clearInterval(timer)
  await Promise.all([kraken.close(), binance.close()])
})

test('keeps the price of the majority through outliers, crossed quotes and garbage', async () => {
  const fakes = await Promise.all([openFakeSource(), openFakeSource(), openFakeSource()])
  const [kraken, binance, coinbase] = fakes
  const speaking = [
    speak(kraken, 'kraken', 61_000),
    speak(binance, 'binance', 61_002),
    speak(coinbase, 'coinbase', 75_000),
  ]
  speaking.push(
    setInterval(() => {
      kraken.say(krakenTicker('BTC/USDT', { bid: '70000', ask: '50000' }))
      binance.say('{"stream":"btcusdt@bookTicker","data":{"u":1,"s":"BTC')
    }, 70),
  )
  const role = await start({ kraken: kraken.url, binance: binance.url, coinbase: coinbase.url })
  await expect.poll(() => health.map((each) => each.state)).toEqual(['live', 'live', 'live'])
  frames = []
  await sleep(2_000)
  expect(frames.length).toBeGreaterThanOrEqual(2)
  expect(new Set(frames.map((frame) => `${stateOf(frame, bitcoin)} ${frame.prices[bitcoin]}`))).toEqual(
    new Set(['open 61001150']),
  )
  expect(health[1]?.faults.garbage).toBeGreaterThan(0)
  await role.stop()
  for (const timer of speaking) clearInterval(timer)
  await Promise.all(fakes.map((fake) => fake.close()))
})

test('simulates at once, in a new epoch, where no source can be reached', async () => {
  const gone = await openFakeSource()
  await gone.close()
  const { epochs } = frames.at(-1) ?? raise()
  const role = await start({ kraken: gone.url, binance: gone.url })
  const first = await until((frame) => stateOf(frame, bitcoin) === 'open')
  // Counted in frames, which a busy machine delays as well: the time that a source has for its first price is worth six
  // of them.
  expect(frames.findIndex((frame) => stateOf(frame, bitcoin) === 'open')).toBeLessThan(4)
  expect([first.sourceKinds[bitcoin], first.epochs[bitcoin]]).toEqual([0, (epochs[bitcoin] ?? 0) + 1])
  await expect.poll(() => health.map((each) => each.state)).toEqual(['unused', 'unused'])
  await role.stop()
})

function raise(): never {
  throw new Error('no frame was published')
}
