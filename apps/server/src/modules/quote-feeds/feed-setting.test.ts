import { expect, test } from 'vitest'
import { parseFeedSetting, seedNumber } from './feed-setting.ts'
import { parseRecordingName } from './recording-file.ts'
import { instrumentFor, planSegments, recordedSession } from './replay-plan.ts'

test('reads the feed setting, and refuses what is none', () => {
  expect(parseFeedSetting('auto')).toEqual({ kind: 'auto' })
  expect(parseFeedSetting('live')).toEqual({ kind: 'live' })
  expect(parseFeedSetting('simulated')).toEqual({ kind: 'simulated', seed: null })
  expect(parseFeedSetting('simulated:demo-1')).toEqual({ kind: 'simulated', seed: 'demo-1' })
  expect(parseFeedSetting('replay:../shared/market')).toEqual({ kind: 'replay', folder: '../shared/market', speed: 1 })
  expect(parseFeedSetting('replay:/data@2.5')).toEqual({ kind: 'replay', folder: '/data', speed: 2.5 })
  for (const text of ['', 'live:', 'simulated:', 'replay:', 'replay:/data@0', 'replay:/data@9999'])
    expect(parseFeedSetting(text)).toBeNull()
})

test('makes another number of another seed', () => {
  expect(new Set(['a', 'b', 'ab', 'ba', ''].map(seedNumber)).size).toBe(5)
})

test('reads symbol, resolution and provider from a file name', () => {
  expect(parseRecordingName('/x/EURUSD__tick__fxcm-201405.csv.gz')).toMatchObject({
    symbol: 'EURUSD',
    resolution: 'tick',
    provider: 'fxcm',
  })
  expect(parseRecordingName('BTCUSDT__tick__binance-spot-20240808.csv.gz')).toMatchObject({ provider: 'binance-spot' })
  expect(parseRecordingName('BRENT__1h__snowguru-2021-2023.csv.gz')).toMatchObject({
    resolution: '1h',
    provider: 'snowguru',
  })
  expect(parseRecordingName('XAUUSD__1d__oanda.csv.gz')).toMatchObject({ provider: 'oanda' })
  for (const name of ['README.md', 'EURUSD.csv.gz', 'EURUSD__tick__fxcm.csv'])
    expect(parseRecordingName(name)).toBeNull()
})

test('knows which instrument a recorded symbol prices', () => {
  expect(['GCZ3', 'XAUUSD', 'ZCH1', 'EURUSD'].map(instrumentFor)).toEqual(['GOLD', 'GOLD', 'CORN', 'EURUSD'])
})

const recording = (path: string, ...spans: [number, number][]) => ({
  path,
  provider: path,
  firstPrice: '1',
  spans: spans.map(([fromMs, toMs]) => ({ fromMs, toMs })),
})

test('plays recordings that overlap together, and others one after the other', () => {
  const segments = planSegments([
    recording('late', [900, 950]),
    recording('a', [0, 100], [200, 300]),
    recording('b', [50, 150]),
    recording('empty'),
  ])
  expect(segments.map((segment) => segment.recordings.map((each) => each.path))).toEqual([['a', 'b'], ['late']])
  expect(segments[0]).toMatchObject({
    fromMs: 0,
    toMs: 300,
    sessions: [
      { fromMs: 0, toMs: 150 },
      { fromMs: 200, toMs: 300 },
    ],
  })
})

test('closes where every source paused, and never because the recording ends', () => {
  const [segment] = planSegments([recording('a', [0, 100], [200, 300])])
  if (segment === undefined) throw new Error('one recording is one segment')
  expect(recordedSession(segment, 100)).toEqual({ isOpen: true, closesMs: 100, opensMs: 200 })
  expect(recordedSession(segment, 101)).toEqual({ isOpen: false, closesMs: null, opensMs: 200 })
  expect(recordedSession(segment, 200)).toEqual({ isOpen: true, closesMs: null, opensMs: null })
})
