import { describe, expect, test } from 'vitest'
import type { Frame } from '../../platform/bus/index.ts'
import type { FeedTick, SourceKind } from '../quote-feeds/index.ts'
import { FrameBuilder } from './frame-builder.ts'
import { readSeedCatalogue } from './seed-files.ts'

const instruments = readSeedCatalogue()
const bitcoin = instruments.findIndex((instrument) => instrument.symbol === 'BTCUSDT')
const euro = instruments.findIndex((instrument) => instrument.symbol === 'EURUSD')

function builder(options: { kind?: SourceKind; isOpen?: boolean; last?: Frame | null } = {}): FrameBuilder {
  const source = {
    kindOf: () => options.kind ?? ('simulated' as const),
    session: () => ({ isOpen: options.isOpen ?? true, closesMs: null, opensMs: null }),
  }
  return new FrameBuilder({ genesisMs: 0, instruments, source, last: options.last ?? null, openingTicks: () => 7n })
}

function quote(index: number, timeMs: number, price: string): FeedTick {
  return { instrumentId: index + 1, source: 'a', timeMs, bid: price, ask: price, last: null, volume: '2' }
}

test('has every instrument in every frame, at its own place', () => {
  const built = builder()
  built.tick(quote(bitcoin, 100, '61837.63'))
  const frame = built.build(0)
  for (const column of [frame.prices, frame.agesMs, frame.states, frame.epochs, frame.sourceKinds, frame.volumes])
    expect(column).toHaveLength(111)
  expect(frame.prices[bitcoin]).toBe(61_837_630n)
  expect([frame.states[bitcoin], frame.agesMs[bitcoin], frame.volumes[bitcoin]]).toEqual([1, 400, 2_000_000n])
  expect([frame.states[euro], frame.prices[euro]]).toEqual([2, 7n])
})

test('gives the same frames for the same ticks', () => {
  const play = () => {
    const built = builder()
    return Array.from({ length: 20 }, (_, slot) => {
      built.tick(quote(bitcoin, slot * 500 + 20, `618${(slot * 37) % 90}.1`))
      return built.build(slot)
    })
  }
  expect(play()).toEqual(play())
})

test('counts what became of ticks', () => {
  const built = builder()
  built.tick(quote(bitcoin, 0, '61837.63'))
  built.tick({ ...quote(bitcoin, 1, '1'), bid: '2' })
  built.tick(quote(999, 1, '1'))
  expect([...built.takeCounts().ticks]).toEqual([
    ['a taken', 1],
    ['a crossed', 1],
    ['a unknown', 1],
  ])
  expect(built.takeCounts().ticks.size).toBe(0)
})

describe('after a restart', () => {
  function lastFrame(kind: SourceKind): Frame {
    const built = builder({ kind })
    built.tick(quote(bitcoin, 100, '61837.63'))
    return built.build(9)
  }

  test('a simulation continues at its price and in its epoch', () => {
    const frame = builder({ last: lastFrame('simulated') }).build(20)
    expect([frame.prices[bitcoin], frame.epochs[bitcoin], frame.states[bitcoin]]).toEqual([61_837_630n, 1, 2])
    expect(frame.agesMs[bitcoin]).toBe(21 * 500 - 100)
  })

  test('a live market continues in its epoch', () => {
    expect(builder({ kind: 'live', last: lastFrame('live') }).build(20).epochs[bitcoin]).toBe(1)
    expect(builder({ kind: 'live', last: lastFrame('simulated') }).build(20).epochs[bitcoin]).toBe(2)
    expect(builder({ kind: 'simulated', last: lastFrame('live') }).build(20).epochs[bitcoin]).toBe(2)
  })

  test('a replay begins a new epoch, and so does another kind of source', () => {
    expect(builder({ kind: 'replay', last: lastFrame('replay') }).build(20).epochs[bitcoin]).toBe(2)
    expect(builder({ kind: 'replay', last: lastFrame('simulated') }).build(20).epochs[bitcoin]).toBe(2)
    expect(builder({ kind: 'simulated', last: lastFrame('replay') }).build(20).epochs[bitcoin]).toBe(2)
  })
})
