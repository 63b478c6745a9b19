import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createAutoFeed } from './auto-feed.ts'
import type { LiveFeed, Prospect } from './live-feed.ts'
import type { QuoteFeed, SourceKind } from './quote-feed.ts'
import { tickingFeed } from './testing/ticking-feed.ts'

interface Source {
  readonly feed: LiveFeed
  readonly prospects: Map<number, Prospect>
  answer(): void
  isStopped: boolean
}

function liveSource(name: string, instrumentIds: readonly number[]): Source {
  const prospects = new Map<number, Prospect>(instrumentIds.map((id) => [id, 'waiting']))
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const source: Source = {
    prospects,
    answer: () => answer(),
    isStopped: false,
    feed: {
      ...tickingFeed(name, 'live', instrumentIds),
      openingPrice: (id) => (prospects.get(id) === 'quoted' ? '61837.63' : null),
      prospect: (id) => prospects.get(id) ?? 'none',
      answered,
      takeHealth: () => ({ name, state: 'live', lastTickMs: null, instrumentIds: [], faults: {} }),
      stop() {
        source.isStopped = true
        return Promise.resolve()
      },
    },
  }
  return source
}

function auto(live: readonly Source[], options: { probeMs?: number; before?: SourceKind | null } = {}) {
  return createAutoFeed({
    live: live.map((source) => source.feed),
    simulated: tickingFeed('simulated', 'simulated', [1, 2, 3]),
    instrumentIds: [1, 2, 3],
    probeMs: options.probeMs ?? 60_000,
    kindBefore: () => options.before ?? null,
    logger: pino({ level: 'silent' }),
  })
}

async function read(feed: QuoteFeed): Promise<string[]> {
  const heard: string[] = []
  await feed.readUntil(500, {
    tick: (tick) => heard.push(`${tick.source} ${tick.instrumentId}`),
    seam: (id) => heard.push(`seam ${id}`),
    lost: () => undefined,
  })
  return heard
}

describe('the automatic feed', () => {
  test('has no price of an instrument until it is decided, and simulates at once what no source has', async () => {
    const kraken = liveSource('kraken', [1, 2])
    const feed = auto([kraken], { before: 'simulated' })
    expect(await read(feed)).toEqual(['simulated 3'])
    expect(feed.kindOf(1)).toBe('simulated')
    await feed.stop()
  })

  test('is live as soon as one source gives a price, with a seam, and then takes every source of it', async () => {
    const [kraken, binance] = [liveSource('kraken', [1, 2]), liveSource('binance', [1])]
    const feed = auto([kraken, binance], { before: 'simulated' })
    kraken.prospects.set(1, 'quoted')
    expect(feed.kindOf(1)).toBe('simulated')
    expect(await read(feed)).toEqual(['seam 1', 'kraken 1', 'binance 1', 'simulated 3'])
    expect([feed.kindOf(1), feed.kindOf(3)]).toEqual(['live', 'simulated'])
    expect(feed.openingPrice(1)).toBe('61837.63')
    await feed.stop()
  })

  test('goes on without a seam where the label stays', async () => {
    const kraken = liveSource('kraken', [1])
    const feed = auto([kraken], { before: 'live' })
    kraken.prospects.set(1, 'quoted')
    expect(await read(feed)).not.toContain('seam 1')
    await feed.stop()
  })

  test('simulates at once when no source can be reached, and stops asking', async () => {
    const kraken = liveSource('kraken', [1, 2])
    const feed = auto([kraken], { before: 'live' })
    kraken.prospects.set(1, 'none').set(2, 'none')
    kraken.answer()
    await feed.probed
    // Instruments without any source were decided before the first frame, which starts its new epoch itself.
    expect(await read(feed)).toEqual(['seam 1', 'seam 2', 'simulated 1', 'simulated 2', 'simulated 3'])
    expect(kraken.isStopped).toBe(true)
  })

  test('simulates what was not priced in time, and keeps to it when the source comes later', async () => {
    const kraken = liveSource('kraken', [1, 2])
    const feed = auto([kraken], { probeMs: 20 })
    kraken.prospects.set(1, 'quoted')
    await feed.probed
    await sleep(1)
    expect(await read(feed)).toEqual(['kraken 1', 'simulated 2', 'simulated 3'])
    kraken.prospects.set(2, 'quoted')
    expect(await read(feed)).toEqual(['kraken 1', 'simulated 2', 'simulated 3'])
    expect(kraken.isStopped).toBe(false)
    await feed.stop()
  })

  test('never invents a price for what was live when its source dies', async () => {
    const kraken = liveSource('kraken', [1])
    const feed = auto([kraken])
    kraken.prospects.set(1, 'quoted')
    await read(feed)
    kraken.prospects.set(1, 'none')
    kraken.feed.readUntil = () => Promise.resolve()
    expect(await read(feed)).toEqual(['simulated 2', 'simulated 3'])
    expect(feed.kindOf(1)).toBe('live')
    await feed.stop()
  })
})
