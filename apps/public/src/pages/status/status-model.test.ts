import type { OutputOf, systemStatus, transparencyCheckpoints } from '@candor/api'
import { expect, test } from 'vitest'
import { anIncident } from '../../shared/testing/incident-fixture.ts'
import { daysOf, serviceDaysOf, troublesOf } from './status-model.ts'
import type { IncidentKind, Incidents } from './status-model.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const today = Date.UTC(2026, 10, 20)
const nowMs = today + 12 * hourMs
const status: OutputOf<typeof systemStatus> = {
  version: '1',
  mode: 'sandbox',
  operator: null,
  nowMs,
  genesisMs: today,
  slot: (12 * hourMs) / 500 - 2,
  feed: { name: 'simulated', kinds: ['simulated'], isLive: false, sources: [] },
  ledger: 'ok',
  maintenance: false,
}
const checkpoints: OutputOf<typeof transparencyCheckpoints> = {
  shards: [
    {
      log: 'ticks',
      shard: '2026h2',
      origin: 'x',
      vkey: 'x',
      firstSlot: 0,
      size: 1,
      checkpoint: 'x',
      signedMs: nowMs - 2_000,
    },
  ],
  acceptanceVkey: null,
  announced: [],
}

function incidents(...spans: readonly (readonly [IncidentKind, number, number | null, string?])[]): Incidents {
  const items = spans.map(([kind, startedMs, endedMs, subject = null]) =>
    anIncident({ kind, startedMs, endedMs, subject }),
  )
  return { fromMs: 0, total: items.length, items }
}

test('days are good, troubled in part or for half and more, and unknown before anything was recorded', () => {
  const listed = incidents(
    ['no-prices', today - 3 * dayMs, today - 3 * dayMs + hourMs],
    ['no-prices', today - dayMs, today - dayMs + 13 * hourMs],
    ['halt', today - 2 * dayMs, today],
  )
  const { days, goodShare } = daysOf(listed, ['no-prices'], { nowMs, sinceMs: today - 3 * dayMs, count: 5 })
  expect(days.map(({ state }) => state)).toEqual(['unknown', 'some', 'good', 'full', 'good'])
  expect(goodShare).toBeCloseTo(1 - 14 / (3 * 24 + 12), 6)
})

test('incidents that overlap are counted once, and one that lasts until now', () => {
  const listed = incidents(['stale', today, null], ['halt', today + hourMs, null])
  const { days, goodShare } = daysOf(listed, ['stale', 'halt'], { nowMs, sinceMs: today - dayMs, count: 2 })
  expect(days.map(({ state }) => state)).toEqual(['good', 'full'])
  expect(goodShare).toBeCloseTo(24 / 36, 6)
})

test('days before the oldest listed incident are unknown where older incidents were left out', () => {
  const listed = { ...incidents(['halt', today - dayMs, today - dayMs + 1]), total: 2 }
  const { days } = daysOf(listed, ['no-prices'], { nowMs, sinceMs: 0, count: 4 })
  expect(days.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'good', 'good'])
  expect(daysOf(listed, [], { nowMs, sinceMs: nowMs + dayMs, count: 1 }).goodShare).toBeNull()
})

test('days of a service are good, with more than one late case of a hundred in trouble, and unknown without any', () => {
  const day = (ago: number, done: number, inTime: number) => ({ startMs: today - ago * dayMs, done, inTime })
  const listed = [day(9, 5, 0), day(3, 100, 99), day(2, 100, 98), day(1, 4, 2)]
  const service = { name: 'accepted' as const, withinMs: 1_000, days: listed }
  const { days, goodShare } = serviceDaysOf(service, { nowMs, count: 5 })
  expect(days.map(({ state }) => state)).toEqual(['unknown', 'good', 'some', 'full', 'unknown'])
  expect(days.at(-1)?.startMs).toBe(today)
  expect(goodShare).toBeCloseTo(199 / 204, 6)
  expect(serviceDaysOf({ ...service, days: [] }, { nowMs, count: 2 }).goodShare).toBeNull()
})

test('everything works, or what does not is named', () => {
  expect(troublesOf(status, checkpoints, incidents())).toEqual([])
  const kinds = (...troubles: Parameters<typeof troublesOf>) => troublesOf(...troubles).map(({ kind }) => kind)
  expect(kinds({ ...status, slot: null }, checkpoints, incidents())).toEqual(['prices'])
  expect(kinds({ ...status, slot: (status.slot ?? 0) - 30 }, checkpoints, incidents())).toEqual(['prices'])
  expect(
    kinds({ ...status, ledger: 'halted', maintenance: true }, { ...checkpoints, shards: [] }, incidents()),
  ).toEqual(['maintenance', 'ledger', 'log'])
  const halted = incidents(
    ['halt', today, null, 'EURUSD'],
    ['stale', today, null, 'EURUSD'],
    ['halt', today, nowMs, 'X'],
  )
  expect(troublesOf(status, checkpoints, halted)).toEqual([{ kind: 'markets', subjects: ['EURUSD'] }])
})
