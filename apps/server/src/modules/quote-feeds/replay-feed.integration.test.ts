import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FeedTick, QuoteFeed } from './quote-feed.ts'
import { openReplayFeed } from './replay-feed.ts'

const header = 'ts_ms,bid,ask,last,volume'
const minuteMs = 60_000
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-replay-'))
  await mkdir(join(folder, 'data', 'forex'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function record(name: string, ...lines: string[]): Promise<void> {
  await writeFile(join(folder, 'data', 'forex', name), gzipSync([header, ...lines, ''].join('\n')))
}

function open(speed = 1): Promise<QuoteFeed> {
  return openReplayFeed({
    folder,
    speed,
    instrumentIds: new Map([
      ['EURUSD', 27],
      ['GOLD', 6],
    ]),
    startMs: 1_000_000,
  })
}

async function read(feed: QuoteFeed, untilMs: number): Promise<string[]> {
  const heard: string[] = []
  await feed.readUntil(untilMs, {
    tick: (tick: FeedTick) => heard.push(`${tick.timeMs} ${tick.source} ${tick.bid ?? tick.last}`),
    seam: (id) => heard.push(`seam ${id}`),
    lost: (source) => heard.push(`lost ${source}`),
  })
  return heard
}

describe('a replay', () => {
  test('moves recorded times to now and merges the sources of one market in time', async () => {
    await record('EURUSD__tick__fxcm-201405.csv.gz', '5000,1.1,1.2,,', '5200,1.2,1.3,,')
    await record('EURUSD__tick__oanda-201405.csv.gz', '5100,1.11,1.2,,')
    const feed = await open()
    expect(await read(feed, 1_000_100)).toEqual(['1000000 fxcm 1.1'])
    expect(await read(feed, 1_000_201)).toEqual(['1000100 oanda 1.11', '1000200 fxcm 1.2'])
    expect([feed.kindOf(27), feed.kindOf(6), feed.openingPrice(27)]).toEqual(['replay', null, '1.1'])
    await feed.stop()
  })

  test('loops, and marks the seam', async () => {
    await record('EURUSD__tick__fxcm-201405.csv.gz', '5000,1.1,1.2,,', '5010,1.2,1.3,,')
    const feed = await open()
    expect(await read(feed, 1_000_025)).toEqual([
      '1000000 fxcm 1.1',
      '1000010 fxcm 1.2',
      'seam 27',
      '1000011 fxcm 1.1',
      '1000021 fxcm 1.2',
      'seam 27',
      '1000022 fxcm 1.1',
    ])
    await feed.stop()
  })

  test('plays at another speed', async () => {
    await record('EURUSD__tick__fxcm-201405.csv.gz', '5000,1.1,1.2,,', '6000,1.2,1.3,,', '9000,1.3,1.4,,')
    const feed = await open(10)
    expect(await read(feed, 1_000_101)).toEqual(['1000000 fxcm 1.1', '1000100 fxcm 1.2'])
    await feed.stop()
  })

  test('takes bars for no ticks, and knows the other name of gold', async () => {
    await record('EURUSD__1m__fxcm-201405.csv.gz', '5000,1.1,1.2,,')
    await record('GCZ3__tick__comex-201310.csv.gz', '5000,,,1313.7,1')
    const feed = await open()
    expect([feed.kindOf(27), feed.kindOf(6)]).toEqual([null, 'replay'])
    expect(await read(feed, 1_000_001)).toEqual(['1000000 comex 1313.7'])
    await feed.stop()
  })

  test('is closed in a recorded break and says when it opens again', async () => {
    const later = 5_000 + 20 * minuteMs
    await record(
      'EURUSD__tick__fxcm-201405.csv.gz',
      '5000,1.1,1.2,,',
      `${later},1.2,1.3,,`,
      `${later + minuteMs},1.2,1.3,,`,
    )
    const feed = await open()
    await read(feed, 1_000_001)
    expect(feed.session(27, 1_000_000)).toEqual({
      isOpen: true,
      closesMs: 1_000_000,
      opensMs: 1_000_000 + 20 * minuteMs,
    })
    expect(feed.session(27, 1_000_001)).toMatchObject({ isOpen: false, opensMs: 1_000_000 + 20 * minuteMs })
    expect(feed.session(27, 1_000_000 + 20 * minuteMs)).toMatchObject({ isOpen: true, closesMs: null })
    expect(feed.session(6, 1_000_000)).toBeNull()
    await feed.stop()
  })

  test('refuses a file that goes back in time or is no recording', async () => {
    await record('EURUSD__tick__fxcm-201405.csv.gz', '5000,1.1,1.2,,', '4999,1.2,1.3,,')
    await expect(read(await open(), 1_002_000)).rejects.toThrow('cannot be replayed')
    await writeFile(join(folder, 'data', 'forex', 'EURUSD__tick__fxcm-201405.csv.gz'), gzipSync('time,price\n5000,1\n'))
    await expect(read(await open(), 1_002_000)).rejects.toThrow('does not begin with')
  })
})
