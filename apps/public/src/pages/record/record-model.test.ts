import { describe, expect, it } from 'vitest'
import { anIncident } from '../../shared/testing/incident-fixture.ts'
import {
  barOf,
  feedChangedVoids,
  keptText,
  missingOf,
  newestRules,
  spanText,
  stepsOf,
  withoutPrices,
} from './record-model.ts'
import type { Incident, Odds, Rule, Step } from './record-model.ts'

const step = {
  name: 'approved' as const,
  promisedWithinMs: 1_000,
  done: 3,
  inTime: 2,
  medianMs: 200,
  ninetyFiveMs: 800,
  slowestMs: 900,
  overdueNow: 0,
}

describe('a promise', () => {
  it('never looks better than it was kept', () => {
    expect(keptText('en-GB', step)).toBe('66.6%')
    expect(keptText('en-GB', { done: 0, inTime: 0 })).toBeNull()
  })

  it('lies at the same place of every bar, with what is late beyond it', () => {
    expect(barOf(step)).toEqual({ half: 11, most: 44, late: 0 })
    const late = barOf({ ...step, ninetyFiveMs: 1_400 })
    expect(late.most).toBe(55)
    expect(late.late).toBeCloseTo(22)
    expect(barOf({ ...step, ninetyFiveMs: 9_000 }).late).toBe(45)
    expect(barOf({ ...step, medianMs: null, ninetyFiveMs: null })).toEqual({ half: 0, most: 0, late: 0 })
  })

  it('has no rate while too few are decided, and says how many are missing', () => {
    const none = { inTime: null, medianMs: null, ninetyFiveMs: null, slowestMs: null }
    const check: Step = { ...step, ...none, name: 'checked', done: 3, missing: 17 }
    expect(keptText('en-GB', check)).toBeNull()
    expect(missingOf(check)).toBe(17)
    expect(missingOf(step)).toBe(0)
    expect(barOf(check)).toEqual({ half: 0, most: 0, late: 0 })
  })

  it('on identity checks follows those on withdrawals, and those to every customer come last', () => {
    const counts = { requested: 0, completed: 0, failed: 0, rejected: 0, cancelled: 0, open: 0 }
    const checks = (['checked', 'appealed'] as const).map((name) => ({ ...step, name, missing: 0 }))
    const services = (['settled', 'answered', 'logged'] as const).map((name) => ({ ...step, name, missing: 0 }))
    const levels = {
      fromMs: 0,
      toMs: 1,
      withdrawals: { ...counts, steps: [step] },
      identityChecks: { steps: checks },
      service: { steps: services },
    }
    const names = ['approved', 'checked', 'appealed', 'settled', 'answered', 'logged']
    expect(stepsOf(levels).map(({ name }) => name)).toEqual(names)
  })

  it('tells spans rounded up, in a unit that one can picture', () => {
    expect(spanText('en-GB', 310)).toBe('0.4 seconds')
    expect(spanText('en-GB', 1_000)).toBe('1 second')
    expect(spanText('en-GB', 3_100)).toBe('4 seconds')
    expect(spanText('en-GB', 185_000)).toBe('4 minutes')
    expect(spanText('en-GB', 7_200_001)).toBe('3 hours')
  })
})

it('shows the newest version of each rule', () => {
  const rule = (name: string, version: number): Rule => ({
    name,
    version,
    text: '',
    textHash: '',
    inForceMs: 0,
    log: null,
  })
  const rules = [rule('correction', 2), rule('correction', 1), rule('retention', 1), rule('outage', 3)]
  expect(newestRules(rules).map(({ name, version }) => `${name} ${version}`)).toEqual([
    'correction 2',
    'outage 3',
    'retention 1',
  ])
})

describe('times without prices', () => {
  const incident = (kind: Incident['kind'], startedMs: number, endedMs: number | null): Incident =>
    anIncident({ kind, startedMs, endedMs })

  it('are added up within the twelve months and until now, and others are not', () => {
    const items = [
      incident('no-prices', 900, null),
      incident('stale', 100, 500),
      incident('no-prices', 300, 400),
      incident('no-prices', 0, 150),
    ]
    expect(withoutPrices({ fromMs: 100, total: 4, items }, 1_000)).toEqual({ ms: 250, isAll: true })
    expect(withoutPrices({ fromMs: 100, total: 5, items }, 1_000)).toEqual({ ms: 250, isAll: false })
    expect(withoutPrices({ fromMs: 100, total: 0, items: [] }, 1_000)).toEqual({ ms: 0, isAll: true })
  })

  it('are no cause of contracts that were void by a change of sources, which the longest span counts', () => {
    const span = (days: number, voids: Odds['spans'][number]['voids']): Odds['spans'][number] => ({
      days,
      contracts: { won: 0, lost: 0, tied: 0, voided: 3 },
      losers: { customers: 0, missing: 0, lost: null },
      payout: { decided: 0, missing: 0, sums: null },
      byStake: [],
      byDuration: [],
      voids,
      acceptance: { orders: 0, halfWithinMs: null, byStake: [] },
    })
    const odds: Odds = {
      throughMs: null,
      sinceMs: null,
      newestDay: null,
      minimums: { customers: 0, contracts: 0, groupContracts: 0, acceptedOrders: 0 },
      spans: [span(30, []), span(90, [{ cause: 'feed-changed', contracts: 2, houseGain: '-3' }])],
      offeredBreakEven: null,
    }
    expect(feedChangedVoids(odds)).toMatchObject({ days: 90, contracts: 2, houseGain: '-3' })
    expect(feedChangedVoids({ ...odds, spans: [span(90, [])] })).toBeNull()
  })
})
