import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { createLogger } from '../../platform/logger.ts'
import type { FeedSymbol } from './feed-symbols.ts'
import { openLiveFeed } from './live-feed.ts'
import type { LiveFeed } from './live-feed.ts'
import type { LiveSource, SourceFault, SourceLimits } from './live-source.ts'
import { oandaSource } from './oanda.ts'
import type { FeedTick } from './quote-feed.ts'
import { oandaHeartbeat, oandaPrice, openFakeOanda } from './testing/fake-oanda.ts'
import type { FakeOanda, FakeOandaOptions } from './testing/fake-oanda.ts'
import { openFakeSource } from './testing/fake-source.ts'
import type { FakeSource } from './testing/fake-source.ts'
import { quick } from './testing/quick-limits.ts'
import { twelveDataSource } from './twelve-data.ts'

const token = 'the-right-token'
const account = '101-004-1234567-001'
const symbols: FeedSymbol[] = [
  { symbol: 'EURUSD', theirs: 'EUR_USD', basis: 'own', shift: 0 },
  { symbol: 'CORN', theirs: 'CORN_USD', basis: 'cfd', shift: 2 },
  { symbol: 'WTI', theirs: 'WTICO_USD', basis: 'cfd', shift: 0 },
]
const instrumentIds = new Map([
  ['EURUSD', 27],
  ['CORN', 13],
  ['WTI', 2],
])
const opened: (LiveFeed | FakeOanda | FakeSource)[] = []
let written = ''

afterEach(async () => {
  for (const each of opened.splice(0)) await ('stop' in each ? each.stop() : each.close())
  written = ''
})

async function fakeOanda(options?: FakeOandaOptions): Promise<FakeOanda> {
  const fake = await openFakeOanda({ token, ...options })
  opened.push(fake)
  return fake
}

function start(source: LiveSource): {
  feed: LiveFeed
  faults: () => Partial<Record<SourceFault, number>>
  state: () => string
} {
  const sink = new PassThrough()
  sink.on('data', (chunk: Buffer) => (written += chunk.toString()))
  const feed = openLiveFeed({
    source,
    instrumentIds,
    nowMs: Date.now,
    random: () => 0.5,
    logger: createLogger({ level: 'trace', role: 'test' }, sink),
  })
  opened.unshift(feed)
  const total: Partial<Record<SourceFault, number>> = {}
  let state = ''
  const look = () => {
    const health = feed.takeHealth()
    state = health.state
    for (const [fault, count] of Object.entries(health.faults))
      total[fault as SourceFault] = (total[fault as SourceFault] ?? 0) + count
  }
  return { feed, faults: () => (look(), total), state: () => (look(), state) }
}

const oanda = (fake: FakeOanda, limits: Partial<SourceLimits> = {}) =>
  start(oandaSource({ url: fake.url, token, account }, symbols, { ...quick, ...limits }))
const euro = (cents: number) => oandaPrice('EUR_USD', { bid: `1.${cents}`, ask: `1.${cents + 2}` })

async function read(feed: LiveFeed): Promise<FeedTick[]> {
  const ticks: FeedTick[] = []
  await feed.readUntil(Infinity, { tick: (tick) => ticks.push(tick), seam: () => undefined, lost: () => undefined })
  return ticks
}

describe('a stream of OANDA', () => {
  test('asks for what the account has, and refuses the rest', async () => {
    const fake = await fakeOanda({
      onConnect: (write) => write(euro(1000) + oandaPrice('CORN_USD', { bid: '4.2575', ask: '4.2600' })),
    })
    const { feed } = oanda(fake)
    await feed.answered
    expect(fake.paths[0]).toBe(`/v3/accounts/${account}/pricing/stream?snapshot=true&instruments=EUR_USD%2CCORN_USD`)
    expect((await read(feed)).map((tick) => `${tick.instrumentId} ${tick.bid} ${tick.ask}`)).toEqual([
      '27 1.1000 1.1002',
      '13 425.75 426.00',
    ])
    expect([feed.prospect(2), feed.kindOf(2), feed.kindOf(27)]).toEqual(['none', null, 'live'])
  })

  test('puts lines together that come in pieces, and drops one that a cut leaves unfinished', async () => {
    const fake = await fakeOanda()
    const { feed, state, faults } = oanda(fake)
    await expect.poll(() => fake.openCount()).toBe(1)
    const text = euro(1000)
    fake.write(text.slice(0, 40))
    await sleep(30)
    fake.write(text.slice(40) + euro(1004).slice(0, 70))
    await expect.poll(state).toBe('live')
    await sleep(30)
    fake.cut()
    await expect.poll(() => fake.paths).toHaveLength(2)
    fake.write(euro(1008))
    await expect.poll(state).toBe('live')
    expect((await read(feed)).map((tick) => tick.bid)).toEqual(['1.1000', '1.1008'])
    expect(faults()).toEqual({ disconnect: 1 })
  })

  test('stays while there are heartbeats, and leaves one that is silent or babbles', async () => {
    const fake = await fakeOanda()
    oanda(fake, { silenceMs: 1_000 })
    const heart = setInterval(() => fake.write(oandaHeartbeat), 60)
    await sleep(2_000)
    expect(fake.paths).toHaveLength(1)
    clearInterval(heart)
    await expect.poll(() => fake.paths).toHaveLength(2)
    const babble = setInterval(() => fake.write('<html>\n'), 30)
    await expect.poll(() => fake.paths).toHaveLength(3)
    clearInterval(babble)
  })

  test('knows an instrument by its old price, and takes neither that nor one that cannot be traded at', async () => {
    const old = oandaPrice('EUR_USD', { bid: '1.1', ask: '1.2', time: '2016-10-27T08:38:43.094548890Z' })
    const fake = await fakeOanda({
      onConnect: (write) => write(old + oandaPrice('CORN_USD', { bid: '4.1', ask: '4.2', tradeable: false })),
    })
    const { feed, faults } = oanda(fake)
    await expect.poll(() => faults().lag).toBe(1)
    expect([feed.prospect(27), feed.prospect(13), await read(feed)]).toEqual(['quoted', 'waiting', []])
  })

  test('with a wrong token is away, tried again ever more slowly, and its key is written nowhere', async () => {
    const fake = await fakeOanda({ token: 'another' })
    const { feed, state } = oanda(fake)
    await feed.answered
    await expect.poll(() => written).toContain('answered 401')
    expect([state(), feed.prospect(27)]).toEqual(['down', 'none'])
    const health = JSON.stringify(feed.takeHealth())
    for (const text of [written, health]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain(account)
    }
  })

  test('is replaced without a break before it is a day old', async () => {
    const fake = await fakeOanda({ onConnect: (write) => write(euro(1000)) })
    const { faults } = oanda(fake, { lifeMs: 300 })
    const speaking = setInterval(() => fake.write(euro(1002)), 30)
    await expect.poll(() => fake.paths.length).toBeGreaterThanOrEqual(2)
    await expect.poll(() => fake.openCount()).toBe(1)
    clearInterval(speaking)
    expect(faults().disconnect).toBeUndefined()
  })

  test('comes back when the source does', async () => {
    const gone = await openFakeOanda({ token })
    await gone.close()
    const { feed, state } = oanda(gone)
    await feed.answered
    expect(state()).toBe('down')
    await fakeOanda({ port: gone.port, onConnect: (write) => write(euro(1000)) })
    await expect.poll(state).toBe('live')
  })
})

describe('a socket of Twelve Data', () => {
  const price = (last: string, atMs = Date.now()) =>
    `{"event":"price","symbol":"EUR/USD","type":"Physical Currency","timestamp":${Math.floor(atMs / 1_000)},"price":${last},"bid":${last},"ask":${last}}`
  const access = (fake: FakeSource) => ({ url: `${fake.url}/v1/quotes/price`, key: 'hunter-2' })
  const pair: FeedSymbol[] = [{ symbol: 'EURUSD', theirs: 'EUR/USD', basis: 'own', shift: 0 }]

  test('subscribes with its key, and stamps whole-second prices with the time of receipt', async () => {
    const fake = await openFakeSource()
    opened.push(fake)
    const { feed, faults } = start(twelveDataSource(access(fake), pair, quick))
    await expect.poll(() => fake.heard[0]).toContain('"symbols":"EUR/USD"')
    expect(fake.paths).toEqual(['/v1/quotes/price?apikey=hunter-2'])
    const sentMs = Date.now()
    for (const text of [price('1.0911'), price('1.0912'), price('1.09', sentMs - 60_000)]) fake.say(text)
    await expect.poll(() => faults().lag).toBe(1)
    const ticks = await read(feed)
    expect(ticks.map((tick) => tick.last)).toEqual(['1.0911', '1.0912'])
    for (const tick of ticks) expect(tick.timeMs).toBeGreaterThanOrEqual(sentMs)
  })

  test('writes its key nowhere when the source refuses it', async () => {
    const gone = await openFakeSource()
    await gone.close()
    const { feed } = start(twelveDataSource(access(gone), pair, quick))
    await feed.answered
    await expect.poll(() => written).toContain('a source is away')
    expect(written + JSON.stringify(feed.takeHealth())).not.toContain('hunter')
  })
})
