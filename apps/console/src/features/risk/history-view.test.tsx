// @vitest-environment happy-dom
import { operatorForesight, operatorMe, operatorPriceLog, operatorRiskHistory } from '@candor/api/operator'
import type { HistoryDay, OutputOf } from '@candor/api/operator'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { on, openView } from '../../testing/open-view.tsx'
import type { PlayedServer } from '../../testing/open-view.tsx'
import type { History } from './history-model.ts'
import { HistoryView } from './history-view.tsx'

const day: HistoryDay = {
  startMs: noonMs,
  won: 49,
  decided: 100,
  result: '-20.5',
  total: '120.25',
  expected: '90.1',
  chanceFrom: '-40.25',
  chanceTo: '220.45',
  breakEvenPpm: 546_000,
  chanceFromPpm: 371_208,
  chanceToPpm: 628_792,
}
const quiet: HistoryDay = { ...day, won: 0, decided: 0, breakEvenPpm: null, chanceFromPpm: null, chanceToPpm: null }
const history: History = {
  atMs: noonMs,
  days: [quiet, { ...day, startMs: noonMs + 86_400_000 }],
  due: { stepMs: 300_000, steps: ['85', '0.5'], later: '10' },
}
const log: OutputOf<typeof operatorPriceLog> = {
  atMs: noonMs,
  trees: [
    { log: 'ticks', shard: '2026h1', leaves: 1_234_567, signedMs: noonMs - 2_000 },
    { log: 'events', shard: '2026h1', leaves: 890, signedMs: noonMs - 2_500 },
  ],
  lagMs: 400,
  alarmMs: 10_000,
  slowestTodayMs: 3_100,
  differences: 0,
  missing: { slots: 3, of: 172_800 },
  witnesses: { independent: 2, fresh: 2, cosignedMs: noonMs - 6_000 },
}
const server: PlayedServer = {
  ...on(operatorPriceLog, log),
  ...on(operatorMe, operatorWith('risk')),
  ...on(operatorRiskHistory, history),
  ...on(operatorForesight, { days: 7, leastContracts: 100, instruments: [], customers: [] }),
}
const openHistory = (changed: Partial<History> = {}, more: PlayedServer = {}) =>
  openView(<HistoryView />, { ...server, ...on(operatorRiskHistory, { ...history, ...changed }), ...more })

describe('the history', () => {
  it('says what the house earned beside what the odds predict, and how often customers won', async () => {
    const page = await openHistory()
    await page.says('House result +120.25', 'The odds predict 90.10', '49.0%', 'Outside the blue band on 0 of 1 days')
    expect(page.sent(operatorRiskHistory)).toEqual([{ days: '30' }])
  })

  it('says between which totals chance ends, and when the result is outside', async () => {
    await (await openHistory()).says('Inside the band: in 99 of 100 spans, chance alone ends between −40.25 and 220.45')
    await (await openHistory({ days: [{ ...day, total: '220.46' }] })).says('Outside the band')
    await (await openHistory({ days: [{ ...day, chanceFrom: null, chanceTo: null }] })).says('No band')
  })

  it('saves the days that it shows', async () => {
    const saved: { readonly blob: Blob; name?: string }[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push({ blob })
      return 'blob:saved'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      const last = saved.at(-1)
      if (last !== undefined) last.name = this.download
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const page = await openHistory()
    await page.says('House result')
    await page.press('button', 'CSV')
    expect(saved.map(({ name }) => name)).toEqual(['house-result-2026-03-01-to-2026-03-02.csv'])
    expect(await saved[0]?.blob.text()).toContain(
      '2026-03-02,100,49,490000,546000,371208,628792,-20.5,120.25,90.1,-40.25',
    )
  })

  it('says on how many days chance no longer explains the wins', async () => {
    const page = await openHistory({
      days: [{ ...day, won: 70 }, ...history.days.map((one) => ({ ...one, startMs: one.startMs + 86_400_000 }))],
    })
    await page.says('Outside the blue band on 1 of 2 days')
  })

  it('adds up what open contracts may pay, and names what is due later', async () => {
    const page = await openHistory()
    await page.says('95.50 in all', '10.00 of it later')
  })

  it('draws nothing of days without contracts, and nothing to pay where none is open', async () => {
    const page = await openHistory({ days: [quiet], due: { stepMs: 300_000, steps: ['0', '0'], later: '0' } })
    await page.says('No contracts were decided on these days.', 'No open contract ends within two hours.')
    expect(document.querySelectorAll('svg[role=img]')).toHaveLength(0)
  })
})

describe('the price log', () => {
  const openLog = (changed: Partial<typeof log>) => openHistory({}, on(operatorPriceLog, { ...log, ...changed }))

  it('says when it was signed, what is missing, and how many witnesses cosign', async () => {
    await (
      await openLog({})
    ).says('signing', 'Signed2.0 s ago, slowest today 3.1 s', '3 of 172,800', '2 of 2 cosign, 6.0 s ago', '1,234,567')
  })

  it('says that frames wait too long, and that no independent witness cosigns', async () => {
    const page = await openLog({ lagMs: 10_500, witnesses: { independent: 0, fresh: 0, cosignedMs: null } })
    await page.says('late', '10.5 s', 'Independent witnesses0')
  })

  it('says that nothing was signed', async () => {
    await (await openLog({ trees: [], lagMs: null, slowestTodayMs: null })).says('not signed yet', 'Signednever')
  })
})

describe('foresight', () => {
  const share = { contracts: 640, rightBps: 6_120, atLeastBps: 5_737, breakEvenBps: 5_461, isAlarm: true }

  it('shows instruments and customers with what they are right about, and marks those above break-even', async () => {
    const page = await openHistory(
      {},
      on(operatorForesight, {
        days: 7,
        leastContracts: 100,
        instruments: [{ symbol: 'GOLD', share: { ...share, rightBps: 4_980, atLeastBps: 4_593, isAlarm: false } }],
        customers: [{ customerId: '12', publicId: '10000012', share }],
      }),
    )
    await page.says('GOLD640', '49.8%; by chance 44.9% to 55.1%; break-even 54.6%', '49.8%')
    await page.says('10000012640 contracts', '61.2%at least 57.4%, above break-even', 'a rule for everyone')
    expect(page.text()).not.toContain('1 alarm')
  })

  it('says how far chance alone explains the share of a customer, and how many markets raise an alarm', async () => {
    const page = await openHistory(
      {},
      on(operatorForesight, {
        days: 7,
        leastContracts: 100,
        instruments: [{ symbol: 'GOLD', share }],
        customers: [{ customerId: '12', publicId: '10000012', share: { ...share, isAlarm: false } }],
      }),
    )
    await page.says('1 alarm', '61.2%chance ±5.1')
  })

  it('says that nothing was counted', async () => {
    await (await openHistory()).says('No contracts in 7 days.')
  })
})
