import { expect, test } from 'vitest'
import type { SourceQuote } from './live-source.ts'
import { SequenceWatch, SourceIntake } from './source-intake.ts'

function quote(changes: Partial<SourceQuote> = {}): SourceQuote {
  const prices = { bid: '1', ask: '2', last: null, volume: null }
  return {
    kind: 'quote',
    symbol: 'BTC/USDT',
    stream: 'book',
    ...prices,
    sourceTimeMs: null,
    order: null,
    isConsecutive: false,
    ...changes,
  }
}

const open = () => new SourceIntake('kraken', new Map([['BTC/USDT', 87]]))

test('stamps a quote with the time of receipt and our number of the instrument', () => {
  expect(open().take(quote(), new SequenceWatch(), 1_000)).toEqual({
    tick: {
      instrumentId: 87,
      source: 'kraken',
      timeMs: 1_000,
      bid: '1',
      ask: '2',
      last: null,
      volume: null,
      lagMs: 500,
    },
    fault: null,
    hasGap: false,
  })
  expect(open().take(quote({ symbol: 'BTC/USD' }), new SequenceWatch(), 1_000)).toMatchObject({
    tick: null,
    fault: 'unknown-symbol',
  })
})

test('takes the age of a quote from its own time, and without one from the lag that its source usually has', () => {
  const intake = open()
  const lagOf = (sourceTimeMs: number | null) =>
    intake.take(quote({ sourceTimeMs }), new SequenceWatch(), 1_000).tick?.lagMs
  expect([lagOf(null), lagOf(880), lagOf(null), lagOf(1_003)]).toEqual([500, 120, 120, 0])
})

test('leaves out repeats and steps back, whichever connection brings them', () => {
  const intake = open()
  const [first, second] = [new SequenceWatch(), new SequenceWatch()]
  const taken = [5, 6, 6, 5, 9].map((order, index) =>
    intake.take(quote({ order }), index < 2 ? first : second, 1_000 + index),
  )
  expect(taken.map((each) => each.fault)).toEqual([null, null, 'repeat', 'repeat', null])
  intake.forgetOrder()
  expect(intake.take(quote({ order: 1 }), first, 2_000).fault).toBeNull()
})

test('leaves out prices whose source time is far from ours, on either side', () => {
  const faults = [1_000, 5_000, 10_000, 15_000, 15_001, 4_999].map(
    (sourceTimeMs) => open().take(quote({ sourceTimeMs }), new SequenceWatch(), 10_000).fault,
  )
  expect(faults).toEqual(['lag', null, null, null, 'lag', 'lag'])
})

test('sees a hole in consecutive numbers, once, and only on the connection that has it', () => {
  const intake = open()
  const [first, second] = [new SequenceWatch(), new SequenceWatch()]
  const gap = (order: number, watch: SequenceWatch) =>
    intake.take(quote({ order, isConsecutive: true }), watch, 1_000).hasGap
  expect([gap(1, first), gap(2, first), gap(5, first), gap(6, first), gap(9, second), gap(10, second)]).toEqual([
    false,
    false,
    true,
    false,
    false,
    false,
  ])
  expect(intake.take(quote({ order: 99 }), first, 1_000).hasGap).toBe(false)
})

test('speaks in the order of time, and follows a clock that was set back far', () => {
  const intake = open()
  const times = [10_000, 9_800, 10_100, 2_000, 2_500].map(
    (nowMs) => intake.take(quote(), new SequenceWatch(), nowMs).tick?.timeMs,
  )
  expect(times).toEqual([10_000, 10_000, 10_100, 2_000, 2_500])
})
