import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { binanceSource } from './binance.ts'
import { krakenSource } from './kraken.ts'
import { openLiveFeed } from './live-feed.ts'
import type { LiveFeed } from './live-feed.ts'
import type { LiveSource, SourceFault, SourceHealth, SourceLimits } from './live-source.ts'
import type { FeedTick } from './quote-feed.ts'
import { binanceTicker, krakenTicker, openFakeSource } from './testing/fake-source.ts'
import type { FakeSource } from './testing/fake-source.ts'
import { quick } from './testing/quick-limits.ts'

const trade = (id: number, symbol = 'BTCUSDT') =>
  `{"stream":"${symbol.toLowerCase()}@aggTrade","data":{"e":"aggTrade","s":"${symbol}","a":${id},"p":"61837.63","q":"0.5","T":${Date.now()}}}`
const bitcoin = (price: number) => krakenTicker('BTC/USDT', { bid: `${price}.10`, ask: `${price}.20` })
const open: { feed: LiveFeed; total: Partial<Record<SourceFault, number>> }[] = []
const fakes: FakeSource[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ feed }) => feed.stop()))
  await Promise.all(fakes.splice(0).map((fake) => fake.close()))
})

async function fakeSource(options?: Parameters<typeof openFakeSource>[0]): Promise<FakeSource> {
  const fake = await openFakeSource(options)
  fakes.push(fake)
  return fake
}

function start(source: LiveSource, nowMs: () => number = Date.now): LiveFeed {
  const instrumentIds = new Map([
    ['BTCUSDT', 87],
    ['EURUSD', 27],
  ])
  const feed = openLiveFeed({ source, instrumentIds, nowMs, random: () => 0.5, logger: pino({ level: 'silent' }) })
  open.push({ feed, total: {} })
  return feed
}

/** Health with all errors since the feed was opened. */
function healthOf(feed: LiveFeed): SourceHealth {
  const entry = open.find((each) => each.feed === feed)
  if (entry === undefined) throw new Error('the feed was not opened here')
  const health = feed.takeHealth()
  for (const [fault, count] of Object.entries(health.faults)) {
    const name = fault as SourceFault
    entry.total[name] = (entry.total[name] ?? 0) + count
  }
  return { ...health, faults: { ...entry.total } }
}

async function read(feed: LiveFeed): Promise<FeedTick[]> {
  const ticks: FeedTick[] = []
  await feed.readUntil(Infinity, { tick: (tick) => ticks.push(tick), seam: () => undefined, lost: () => undefined })
  return ticks
}

const bids = async (feed: LiveFeed) => (await read(feed)).map((tick) => tick.bid ?? tick.last)
const isState = (feed: LiveFeed, state: string) => expect.poll(() => healthOf(feed).state).toBe(state)
const connections = (fake: FakeSource, count: number) =>
  expect.poll(() => fake.paths.length).toBeGreaterThanOrEqual(count)

describe('a live feed', () => {
  test('subscribes, and hands over ticks up to the instant that is asked for', async () => {
    const fake = await fakeSource()
    let nowMs = 1_000
    const feed = start(krakenSource(fake.url, quick), () => nowMs)
    await expect.poll(() => fake.heard).toHaveLength(1)
    expect(fake.heard[0]).toContain('"method":"subscribe"')
    fake.say(bitcoin(1))
    await isState(feed, 'live')
    nowMs = 2_000
    fake.say(bitcoin(2))
    await expect.poll(() => healthOf(feed).lastTickMs).toBe(2_000)
    const early: (string | null)[] = []
    await feed.readUntil(2_000, { tick: (tick) => early.push(tick.bid), seam: () => undefined, lost: () => undefined })
    expect(early).toEqual(['1.10'])
    expect(await bids(feed)).toEqual(['2.10'])
    expect([feed.kindOf(87), feed.kindOf(1), feed.openingPrice(87), feed.prospect(27)]).toEqual([
      'live',
      null,
      '1.10',
      'waiting',
    ])
  })

  test('connects and subscribes again after every cut, and says meanwhile that it is down', async () => {
    const fake = await fakeSource({ onConnect: (say) => say(bitcoin(fake.paths.length)) })
    // Down long enough to be seen so.
    const retry = { firstMs: 1_000, longestMs: 1_000, steadyMs: 0 }
    const feed = start(krakenSource(fake.url, { ...quick, retry }))
    for (const round of [2, 3]) {
      await isState(feed, 'live')
      fake.cut()
      await isState(feed, 'down')
      await connections(fake, round)
    }
    await isState(feed, 'live')
    expect(await bids(feed)).toEqual(['1.10', '2.10', '3.10'])
    expect(healthOf(feed).faults.disconnect).toBe(2)
    await expect.poll(() => fake.heard.filter((text) => text.includes('subscribe'))).toHaveLength(3)
  })

  test('leaves a source that went silent, though its connection stands, and one that says only garbage', async () => {
    const fake = await fakeSource({ onConnect: (say) => say(bitcoin(1)) })
    const feed = start(krakenSource(fake.url, { ...quick, silenceMs: 300 }))
    await connections(fake, 2)
    const babble = setInterval(() => fake.say('garbage'), 20)
    await connections(fake, 4)
    clearInterval(babble)
    expect(healthOf(feed).faults.garbage).toBeGreaterThan(5)
  })

  test('stays with a source that only sends heartbeats', async () => {
    const fake = await fakeSource()
    start(krakenSource(fake.url, { ...quick, silenceMs: 1_000 }))
    const heart = setInterval(() => fake.say('{"channel":"heartbeat"}'), 50)
    await sleep(2_000)
    clearInterval(heart)
    expect(fake.paths).toHaveLength(1)
  })

  test('tolerates garbage between prices: broken texts, bytes, strange types, prices that are none', async () => {
    const fake = await fakeSource({ onConnect: (say) => say(bitcoin(1)) })
    const feed = start(krakenSource(fake.url, quick))
    await isState(feed, 'live')
    for (const text of [
      '',
      '{',
      '[]',
      '"x"',
      '{"channel":"ticker","type":"update","data":7}',
      krakenTicker('BTC/USDT', { bid: '"x"', ask: '2' }),
    ])
      fake.say(text)
    fake.sayBytes(Buffer.from([0, 255, 3]))
    fake.say(krakenTicker('DOGE/USD', { bid: '1', ask: '2' }))
    fake.say(bitcoin(2))
    await expect.poll(() => bids(feed)).toContain('2.10')
    expect(healthOf(feed)).toMatchObject({ state: 'live', faults: { garbage: 7, 'unknown-symbol': 1 } })
    expect(fake.paths).toHaveLength(1)
  })

  test('ends a connection that sends too much at once, and comes back', async () => {
    const fake = await fakeSource({ onConnect: (say) => say(bitcoin(1)) })
    const feed = start(krakenSource(fake.url, quick))
    await isState(feed, 'live')
    fake.say('x'.repeat(2_000_000))
    await connections(fake, 2)
    await isState(feed, 'live')
  })

  test('cannot be reached: says so at the first attempt, and is there when the source comes', async () => {
    const gone = await openFakeSource()
    await gone.close()
    const feed = start(krakenSource(gone.url, quick))
    await feed.answered
    expect(feed.prospect(87)).toBe('none')
    await fakeSource({ port: gone.port, onConnect: (say) => say(bitcoin(5)) })
    await isState(feed, 'live')
    expect(await bids(feed)).toEqual(['5.10'])
  })

  test('knows when every instrument was answered, by a price or by a refusal', async () => {
    const fake = await fakeSource()
    const feed = start(krakenSource(fake.url, quick))
    await connections(fake, 1)
    fake.say('{"method":"subscribe","success":false,"error":"Currency pair not supported EUR/USD","symbol":"EUR/USD"}')
    fake.say(bitcoin(1))
    await feed.answered
    expect([feed.prospect(87), feed.prospect(27), feed.kindOf(27)]).toEqual(['quoted', 'none', null])
  })
})

describe('a connection that will end', () => {
  async function binance(limits: Partial<SourceLimits> = {}): Promise<{ fake: FakeSource; feed: LiveFeed }> {
    const fake = await fakeSource()
    const feed = start(binanceSource(fake.url, { ...quick, ...limits }))
    await connections(fake, 1)
    fake.say(binanceTicker('BTCUSDT', { bid: '1', ask: '2', id: 1 }))
    await isState(feed, 'live')
    return { fake, feed }
  }

  test('is replaced after its notice without a break, and no price counts twice while both are open', async () => {
    const { fake, feed } = await binance()
    fake.say('{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1770123456789}}')
    await connections(fake, 2)
    const seen: unknown[] = []
    const hasSeen = (expected: readonly string[]) =>
      expect
        .poll(async () => {
          seen.push(...(await bids(feed)))
          return seen
        })
        .toEqual(expected)
    fake.say(binanceTicker('BTCUSDT', { bid: '3', ask: '4', id: 2 }), 0)
    // The first price of the second connection closes the first one, with whatever it has not delivered yet.
    await hasSeen(['1', '3'])
    expect(fake.openCount()).toBe(2)
    fake.say(binanceTicker('BTCUSDT', { bid: '3', ask: '4', id: 2 }), 1)
    fake.say(binanceTicker('BTCUSDT', { bid: '5', ask: '6', id: 3 }), 1)
    await hasSeen(['1', '3', '5'])
    await expect.poll(() => fake.openCount()).toBe(1)
    expect(healthOf(feed)).toMatchObject({ state: 'live', faults: { repeat: 1 } })
    expect(healthOf(feed).faults.disconnect).toBeUndefined()
  })

  test('is replaced before the source ends it for its age', async () => {
    const { fake, feed } = await binance({ lifeMs: 300 })
    await connections(fake, 2)
    fake.say(binanceTicker('BTCUSDT', { bid: '3', ask: '4', id: 2 }), 1)
    await expect.poll(() => fake.openCount()).toBe(1)
    expect(healthOf(feed).faults.disconnect).toBeUndefined()
  })

  test('hands over to its successor when it is cut early', async () => {
    const { fake, feed } = await binance()
    fake.say('{"e":"serverShutdown","E":1770123456789}')
    await connections(fake, 2)
    fake.cut()
    await connections(fake, 3)
    fake.say(binanceTicker('BTCUSDT', { bid: '3', ask: '4', id: 1 }))
    await expect.poll(() => bids(feed)).toContain('3')
  })

  test('is replaced when messages were lost on it, but not again and again', async () => {
    const { fake, feed } = await binance({ renewEveryMs: 60_000 })
    for (const id of [100, 101, 105]) fake.say(trade(id), 0)
    await connections(fake, 2)
    for (const id of [106, 110, 120]) fake.say(trade(id), 1)
    await expect.poll(() => healthOf(feed).faults.gap).toBe(3)
    await sleep(100)
    expect(fake.paths).toHaveLength(2)
    expect(await bids(feed)).toHaveLength(7)
  })
})

test('drops what waits when its clock is set back, and goes on in the new time', async () => {
  const fake = await fakeSource({ onConnect: (say) => say(bitcoin(1)) })
  let nowMs = 10_000_000
  const feed = start(krakenSource(fake.url, quick), () => nowMs)
  await isState(feed, 'live')
  nowMs -= 3_600_000
  fake.say(bitcoin(2))
  await expect.poll(() => healthOf(feed).lastTickMs).toBe(nowMs)
  expect((await read(feed)).map((tick) => [tick.bid, tick.timeMs])).toEqual([['2.10', nowMs]])
})
