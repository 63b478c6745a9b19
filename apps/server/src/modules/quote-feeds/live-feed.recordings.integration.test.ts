import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { binanceSource } from './binance.ts'
import { coinbaseSource } from './coinbase.ts'
import { openLiveFeed } from './live-feed.ts'
import type { LiveSource, SourceHealth } from './live-source.ts'
import type { FeedTick } from './quote-feed.ts'
import { openFakeSource } from './testing/fake-source.ts'
import { hasRecordedFrames, readRecordedFrames } from './testing/recorded-frames.ts'
import type { RecordedFrame } from './testing/recorded-frames.ts'

const hasRecordings = hasRecordedFrames()

interface Play {
  readonly frames: readonly RecordedFrame[]
  readonly sourceOf: (url: string) => LiveSource
  /** Our symbol and the source's, with the number of the instrument. */
  readonly symbols: readonly (readonly [ours: string, theirs: string, id: number])[]
  /** Frames between two reads of the clock. */
  readonly step: number
}

/** Plays frames from a local server to a live feed whose clock follows the recording. */
async function play({ frames, sourceOf, symbols, step }: Play): Promise<{ ticks: FeedTick[]; health: SourceHealth }> {
  const fake = await openFakeSource()
  let nowMs = frames[0]?.timeMs ?? 0
  const source = { ...sourceOf(fake.url), symbols: new Map(symbols.map(([ours, theirs]) => [ours, theirs])) }
  const instrumentIds = new Map(symbols.map(([ours, , id]) => [ours, id]))
  const feed = openLiveFeed({
    source,
    instrumentIds,
    nowMs: () => nowMs,
    random: () => 0,
    logger: pino({ level: 'silent' }),
  })
  while (fake.openCount() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  for (let index = 0; index < frames.length; index += step) {
    const batch = frames.slice(index, index + step)
    nowMs = batch[0]?.timeMs ?? nowMs
    for (const { text } of batch) fake.say(text)
    await fake.flushed()
  }
  const ticks: FeedTick[] = []
  await feed.readUntil(Infinity, { tick: (tick) => ticks.push(tick), seam: () => undefined, lost: () => undefined })
  const health = feed.takeHealth()
  await feed.stop()
  await fake.close()
  return { ticks, health }
}

/** Fields read by pattern, as a second opinion on the readers. */
const field = (text: string, name: string) => new RegExp(`"${name}":"([^"]*)"`).exec(text)?.[1]

describe.skipIf(!hasRecordings)('recorded frames', () => {
  test('of the Binance burst become its quotes, digit for digit and in order', async () => {
    const frames = readRecordedFrames('binance-spot-combined__20240808.ndjson.gz')
    expect(frames.length).toBeGreaterThan(67_000)
    const symbols = [['BTCUSDT', 'BTCUSDT', 87] as const, ['ETHUSDT', 'ETHUSDT', 88] as const]
    const { ticks, health } = await play({ frames, symbols, sourceOf: (url) => binanceSource(url), step: 500 })
    const newest = new Map<string, number>()
    const expected = frames.flatMap(({ text }) => {
      const update = Number(/"u":(\d+)/.exec(text)?.[1])
      const symbol = field(text, 's') ?? ''
      if (!text.includes('@bookTicker') || update <= (newest.get(symbol) ?? 0)) return []
      newest.set(symbol, update)
      return [`${symbol} ${field(text, 'b')} ${field(text, 'a')}`]
    })
    const heard = ticks.map((tick) => `${tick.instrumentId === 87 ? 'BTCUSDT' : 'ETHUSDT'} ${tick.bid} ${tick.ask}`)
    expect(heard.length).toBeGreaterThan(50_000)
    expect(heard).toEqual(expected)
    expect(health.faults.garbage).toBeUndefined()
    expect(ticks.every((tick, index) => tick.timeMs >= (ticks[index - 1]?.timeMs ?? 0))).toBe(true)
  })

  test('of many Binance channels give only quotes and trades, and nothing of them is garbage', async () => {
    const frames = readRecordedFrames('binance-spot-combined__20211012.txt.gz')
    const symbols = [['NKNUSDT', 'NKNUSDT', 1] as const, ['LRCBTC', 'LRCBTC', 2] as const]
    const { ticks, health } = await play({ frames, symbols, sourceOf: (url) => binanceSource(url), step: 1 })
    expect(ticks.filter((tick) => tick.instrumentId === 1 && tick.bid !== null)).toHaveLength(74)
    expect(ticks.filter((tick) => tick.instrumentId === 2 && tick.bid !== null)).toHaveLength(9)
    expect(ticks.filter((tick) => tick.last !== null).map((tick) => [tick.last, tick.volume])).toContainEqual([
      '0.35280000',
      '58.00000000',
    ])
    expect(health.faults).toEqual({ 'unknown-symbol': 1 })
  })

  test('of Coinbase give its tickers, without those that tell of an old trade', async () => {
    const frames = readRecordedFrames('coinbase-exchange__20210417.txt.gz')
    const products = [
      ...new Set(
        frames.flatMap(({ text }) => (text.includes('"ticker","sequence"') ? [field(text, 'product_id') ?? ''] : [])),
      ),
    ]
    const symbols = products.map((product, index) => [product.replace('-', ''), product, index + 1] as const)
    const { ticks, health } = await play({ frames, symbols, sourceOf: (url) => coinbaseSource(url), step: 1 })
    const tickers = frames.filter(({ text }) => text.startsWith('{"type":"ticker"'))
    const isOld = ({ text, timeMs }: RecordedFrame) => Math.abs(timeMs - Date.parse(field(text, 'time') ?? '')) > 5_000
    expect(tickers).toHaveLength(107)
    expect(ticks.map((tick) => `${tick.bid} ${tick.ask} ${tick.last}`)).toEqual(
      tickers
        .filter((frame) => !isOld(frame))
        .map(({ text }) => `${field(text, 'best_bid')} ${field(text, 'best_ask')} ${field(text, 'price')}`),
    )
    expect(health.faults.lag).toBe(tickers.filter(isOld).length)
    expect(health.faults.lag).toBeGreaterThan(3)
    expect(health.faults.garbage).toBeUndefined()
  })
})
