import { setTimeout as sleep } from 'node:timers/promises'
import { slotAt, slotEndMs } from '@candor/formulas'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { Frame } from '../../platform/bus/index.ts'
import { binanceSource, coinbaseSource, krakenSource, openLiveFeed } from '../quote-feeds/index.ts'
import type { LiveSource } from '../quote-feeds/index.ts'
import { coinbaseTicker, krakenTicker, openFakeSource } from '../quote-feeds/testing/fake-source.ts'
import type { FakeSource } from '../quote-feeds/testing/fake-source.ts'
import { hasRecordedFrames, readRecordedFrames, recordedQuote } from '../quote-feeds/testing/recorded-frames.ts'
import { ppmPerBps } from './consensus.ts'
import { FrameBuilder } from './frame-builder.ts'
import { readSeedCatalogue } from './seed-files.ts'

const symbol = 'BTCUSDT'
const playedMs = 60_000
const names = ['binance', 'kraken', 'coinbase'] as const
type Name = (typeof names)[number]
const makers: Record<Name, (url: string) => LiveSource> = {
  binance: (url) => binanceSource(url),
  kraken: (url) => krakenSource(url),
  coinbase: (url) => coinbaseSource(url),
}
const fakes: FakeSource[] = []
const stops: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  for (const fake of fakes.splice(0)) await fake.close().catch(() => undefined)
})

interface Played {
  readonly frame: Frame
  /** Each connected source's newest bid + ask before the slot's end, in cents. */
  readonly doubled: ReadonlyMap<Name, number>
}

/** A source's offset from the recording, in cents, and when it disconnects, in ms from the start. */
interface Plan {
  readonly offsetCents: Partial<Record<Name, number>>
  readonly diesAfterMs: Partial<Record<Name, number>>
}

/** Plays recorded quotes of Binance by three local servers, each in its own protocol, and builds every frame. */
async function play({ offsetCents, diesAfterMs }: Plan): Promise<Played[]> {
  const found = readSeedCatalogue().find((each) => each.symbol === symbol)
  if (found === undefined) throw new Error('there is no such instrument')
  // How fresh sources must be is another subject: here every source that is not stale counts.
  const { staleAfterMs: freshMs, outlierBps } = found
  const instrument = { ...found, id: 1, freshMs, agreementPpm: outlierBps * ppmPerBps }
  const frames = readRecordedFrames('binance-spot-combined__20240808.ndjson.gz')
  const startMs = Math.floor((frames[0]?.timeMs ?? 0) / 1_000) * 1_000
  let nowMs = startMs
  const sources = new Map<Name, { fake: FakeSource; feed: ReturnType<typeof openLiveFeed>; isDead: boolean }>()
  for (const name of names) {
    const fake = await openFakeSource()
    fakes.push(fake)
    const source = makers[name](fake.url)
    const feed = openLiveFeed({
      source,
      instrumentIds: new Map([[symbol, 1]]),
      nowMs: () => nowMs,
      random: () => 1,
      logger: pino({ level: 'silent' }),
    })
    stops.push(() => feed.stop())
    sources.set(name, { fake, feed, isDead: false })
    while (fake.openCount() === 0) await sleep(5)
  }
  const session = () => ({ isOpen: true, closesMs: null, opensMs: null })
  const builder = new FrameBuilder({
    genesisMs: startMs,
    instruments: [instrument],
    source: { kindOf: () => 'live', session },
    last: null,
    openingTicks: () => 1n,
  })
  const doubled = new Map<Name, number>()
  const played: Played[] = []
  let index = 0
  let said = 0
  for (let slot = 0; slot < slotAt(startMs + playedMs, startMs); slot += 1) {
    for (const [name, source] of sources) {
      if (source.isDead || slotEndMs(slot, startMs) - startMs <= (diesAfterMs[name] ?? Infinity)) continue
      source.isDead = true
      await source.fake.close()
      while (source.feed.takeHealth().state !== 'down') await sleep(5)
      doubled.delete(name)
    }
    for (; (frames[index]?.timeMs ?? Infinity) < slotEndMs(slot, startMs); index += 1) {
      const quote = recordedQuote(frames[index]?.text ?? '', symbol)
      if (quote === null) continue
      nowMs = Math.max(nowMs, frames[index]?.timeMs ?? 0)
      said += 1
      for (const [name, { fake, isDead }] of sources) {
        // Every source except Binance quotes more rarely, and at different times.
        if (isDead || (name !== 'binance' && said % (name === 'kraken' ? 5 : 7) !== 0)) continue
        const [bid, ask] = [quote.bid, quote.ask].map((price) =>
          (Number(price) + (offsetCents[name] ?? 0) / 100).toFixed(2),
        ) as [string, string]
        doubled.set(name, Math.round(Number(bid) * 100) + Math.round(Number(ask) * 100))
        if (name === 'binance')
          fake.say(
            `{"stream":"btcusdt@bookTicker","data":{"u":${quote.id},"s":"${symbol}","b":"${bid}","B":"1","a":"${ask}","A":"1"}}`,
          )
        else if (name === 'kraken') fake.say(krakenTicker('BTC/USDT', { bid, ask }))
        else fake.say(coinbaseTicker('BTC-USDT', { bid, ask, id: quote.id, atMs: nowMs }))
      }
    }
    for (const { fake, feed, isDead } of sources.values()) {
      if (!isDead) await fake.flushed()
      await feed.readUntil(slotEndMs(slot, startMs), builder)
    }
    nowMs = slotEndMs(slot, startMs)
    played.push({ frame: builder.build(slot), doubled: new Map(doubled) })
  }
  return played
}

/** The median of the connected sources' newest prices, in official ticks (a tenth of a cent). */
function medianTicks(doubled: ReadonlyMap<Name, number>): number {
  const sorted = [...doubled.values()].toSorted((left, right) => left - right)
  const middle = sorted.length >> 1
  const centre =
    sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
  return centre * 5
}

function expectMedians(played: readonly Played[]): void {
  expect(played.length).toBe(playedMs / 500)
  for (const { frame, doubled } of played) {
    if (doubled.size === 0) continue
    expect(frame.states[0]).toBe(1)
    expect(Math.abs(Number(frame.prices[0]) - medianTicks(doubled))).toBeLessThanOrEqual(0.5)
  }
}

const epochsOf = (played: readonly Played[]) => [...new Set(played.map(({ frame }) => frame.epochs[0]))]

describe.skipIf(!hasRecordedFrames())('when sources die one after the other, on recorded quotes', () => {
  test('the price is the median of those that are left, from the very next slot, in the same epoch where they agree', async () => {
    const played = await play({
      offsetCents: { kraken: 150, coinbase: -150 },
      diesAfterMs: { kraken: 20_000, coinbase: 40_000 },
    })
    expectMedians(played)
    expect(played.map(({ doubled }) => doubled.size)).toEqual(expect.arrayContaining([3, 2, 1]))
    expect(epochsOf(played)).toEqual([1])
  })

  test('a price that moves only because a source is gone begins a new epoch: it settles nobody', async () => {
    // 30 dollars of 61,800 are about 5 basis points.
    const played = await play({
      offsetCents: { kraken: 3_000, coinbase: -3_000 },
      diesAfterMs: { kraken: 20_000, coinbase: 40_000 },
    })
    expectMedians(played)
    const changes = played.filter(
      ({ frame }, index) => index > 0 && frame.epochs[0] !== played[index - 1]?.frame.epochs[0],
    )
    expect(changes.map(({ frame }) => frame.slot * 500).filter((atMs) => atMs >= 10_000)).toEqual([20_000, 40_000])
  })

  test('a source that dies alone leaves no price, once it is old', async () => {
    const played = await play({ offsetCents: {}, diesAfterMs: { kraken: 10_000, coinbase: 10_000, binance: 20_000 } })
    const stale = played.filter(({ frame }) => frame.states[0] === 2)
    expect((stale[0]?.frame.slot ?? 0) * 500 - 20_000).toBeLessThanOrEqual(10_500)
    expect(stale.length).toBe(playedMs / 500 - (stale[0]?.frame.slot ?? 0))
  })
})
