import { formatVerifierKey } from '@candor/proof'
import { expect, test } from 'vitest'
import { witnessKey } from './testing/test-witness.ts'
import { witnessView } from './witness-state.ts'

const nowMs = 1_800_000_000_000
const [first = '', second = '', third = ''] = await Promise.all(
  [1, 2, 3].map(async (byte) => formatVerifierKey((await witnessKey(byte)).key)),
)
const witness = (vkey: string, isIndependent = true) => ({
  vkey,
  name: vkey.slice(0, 2),
  place: isIndependent ? ('elsewhere' as const) : ('own' as const),
  isIndependent,
})
const head = (vkey: string, log: 'ticks' | 'events', agoMs: number, shard = '2027h1') => ({
  vkey,
  log,
  shard,
  size: 77,
  cosignedMs: nowMs - agoMs,
})

test('counts independent witnesses that cosigned both logs lately, and no other', () => {
  const view = witnessView({
    witnesses: [witness(first), witness(second, false), witness(third)],
    heads: [
      head(first, 'ticks', 1_000),
      head(first, 'events', 30_000),
      head(second, 'ticks', 0),
      head(second, 'events', 0),
      head(third, 'ticks', 0),
    ],
    policy: '',
    nowMs,
  })
  expect(view.witnesses.map(({ state, cosignedMs }) => [state, cosignedMs])).toEqual([
    ['fresh', nowMs - 30_000],
    ['fresh', nowMs],
    ['silent', null],
  ])
  expect([view.independentCount, view.requiredCount]).toEqual([1, 0])
})

test.each([
  [30_000, 'fresh', 1],
  [30_001, 'late', 0],
  [600_000, 'late', 0],
  [600_001, 'silent', 0],
])('after %i ms a witness is %s', (agoMs, state, count) => {
  const heads = [head(first, 'ticks', agoMs), head(first, 'events', 0)]
  const view = witnessView({ witnesses: [witness(first)], heads, policy: '', nowMs })
  expect(view).toMatchObject({ witnesses: [{ state, cosignedSize: 77 }], independentCount: count })
})

test('goes by the newest shard of a log', () => {
  const heads = [head(first, 'ticks', 1_000, '2027h1'), head(first, 'ticks', 0, '2026h2'), head(first, 'events', 5)]
  const view = witnessView({ witnesses: [witness(first)], heads, policy: '', nowMs })
  expect(view.witnesses).toMatchObject([{ cosignedMs: nowMs - 1_000 }])
})

test.each([
  ['quorum none\n', 0],
  [`witness a ${first}\nquorum a\n`, 1],
  [`witness a ${first}\nwitness b ${second}\nwitness c ${third}\ngroup g 2 a b c\nquorum g\n`, 2],
  [`witness a ${first}\nwitness b ${second}\nwitness c ${third}\ngroup two all a b\ngroup g any two c\nquorum g\n`, 1],
])('needs the least number of witnesses of %j', (policy, requiredCount) => {
  expect(witnessView({ witnesses: [], heads: [], policy, nowMs })).toEqual({
    witnesses: [],
    independentCount: 0,
    requiredCount,
  })
})
