// @vitest-environment happy-dom
import {
  operatorClaim,
  operatorClaims,
  operatorDayCases,
  operatorDayFigures,
  operatorKycQueue,
  operatorMarkets,
  operatorMe,
  operatorPriceLog,
  operatorPublishedCodes,
  operatorTeam,
  operatorTermsProposals,
} from '@candor/api/operator'
import type { OperatorRole } from '@candor/api/operator'
import { operatorSupportDesk } from '@candor/api/operator/support'
import { describe, expect, it } from 'vitest'
import { identityCheck, noonMs, operatorWith } from '../../testing/fixtures.ts'
import { on, openView } from '../../testing/open-view.tsx'
import type { PlayedServer } from '../../testing/open-view.tsx'
import { OverviewPage } from './index.ts'

const figures = {
  atMs: noonMs,
  result: '6214',
  yesterday: '-490.2',
  settled: 41_208,
  overdue: 0,
  openContracts: 1,
  openStake: '138420',
  recharges: 118,
  recharged: '96740',
  withdrawals: 212,
  withdrawn: '84310',
  activeCustomers: 3_118,
  newCustomers: 61,
}
const dayCases = {
  atMs: noonMs,
  queues: [
    { queue: 'withdrawals' as const, decided: 214, medianMs: 60_000, late: { cases: 2, of: 214 } },
    { queue: 'recharges' as const, decided: 118, medianMs: null, late: null },
    { queue: 'reviews' as const, decided: 62, medianMs: 60_000, late: { cases: 1, of: 62 } },
    { queue: 'support' as const, decided: 331, medianMs: 60_000, late: { cases: 39, of: 331 } },
  ],
  hours: [{ opened: 7, decided: 6 }],
}

function open(role: OperatorRole, more: PlayedServer = {}) {
  const server = {
    ...on(operatorMe, operatorWith(role)),
    ...on(operatorDayCases, dayCases),
    ...on(operatorDayFigures, figures),
    ...on(operatorClaims, { items: [] }),
    ...more,
  }
  return openView(<OverviewPage />, server, '#/overview')
}

describe('the overview', () => {
  it('shows what the day came to, and how much of its work was late', async () => {
    const page = await open('auditor')
    await page.says('+6,214.00', 'yesterday −490.20', '41,208', 'none overdue', 'in 1 contract', '61 new today')
    await page.says('2 of 214', '0.9%', '39 of 331', '11.8%')
    expect(page.text()).not.toContain('of 118')
  })

  it('shows an operator without these roles no money, but the day’s work', async () => {
    const page = await open('kyc', on(operatorKycQueue, { items: [] }))
    await page.says('No case is waiting', '11.8%')
    expect(page.text()).not.toContain('Result today')
    expect(page.text()).not.toContain('Alarms')
    expect(page.text()).not.toContain('On duty')
    expect(page.sent(operatorDayFigures)).toEqual([])
  })

  it('raises an alarm where what is stored differs from what the log has sealed', async () => {
    const log = {
      atMs: noonMs,
      trees: [],
      lagMs: 400,
      alarmMs: 10_000,
      slowestTodayMs: null,
      differences: 2,
      missing: { slots: 0, of: 1 },
      witnesses: { independent: 0, fresh: 0, cosignedMs: null },
    }
    const page = await open('auditor', on(operatorPriceLog, log))
    await page.says('1 open', '2 sealed records changed in the database')
    expect(page.find('link', '2 sealed records changed in the database')?.getAttribute('href')).toBe('#/risk/history')
  })

  it('lists the cases of the operator’s queues, and takes one', async () => {
    const { id, subject, account, country, documentType, name, sentMs, promisedMs } = identityCheck
    const item = { id, subject, account, country, documentType, name, sentMs, promisedMs }
    const page = await open('kyc', {
      ...on(operatorKycQueue, {
        items: [{ ...item, stage: 'second', isRecovery: false, hasDecided: false, mayDecide: true }],
      }),
      ...on(operatorClaim, { operatorId: '7', name: 'Ada', untilMs: noonMs, isOwn: true }),
    })
    await page.says('Ana Example', 'Identity check')
    expect(page.find('link', 'Ana Example')?.getAttribute('href')).toBe('#/reviews/5')
    await page.press('button', 'Take Ana Example')
    expect(page.sent(operatorClaim)).toEqual([{ subject: 'kyc 5' }])
  })

  it('names what is wrong, and leads to it', async () => {
    const halt = {
      id: '1',
      reason: 'price-doubt' as const,
      note: 'no quotes',
      haltedBy: { operatorId: '9', name: 'M. Ito' },
      haltedMs: noonMs,
      lift: { note: 'quotes again', requestedBy: { operatorId: '9', name: 'M. Ito' }, requestedMs: noonMs },
    }
    const page = await open(
      'risk',
      on(operatorMarkets, {
        feed: {
          name: 'live',
          isLive: true,
          sources: [{ name: 'kraken', state: 'down' as const, lastTickAgeMs: 9_000 }],
        },
        items: [
          {
            symbol: 'XAUUSD',
            name: 'Gold',
            category: 'futures' as const,
            state: 'closed' as const,
            ageMs: null,
            sources: null,
            halt,
          },
        ],
      }),
    )
    await page.says('2 open', 'Gold is halted', 'Halted 12:00 UTC by M. Ito.', 'kraken doesn’t answer')
    await page.says('Lift the halt of Gold', 'M. Ito, 1 Mar, 12:00')
    expect(page.find('link', 'Gold is halted')?.getAttribute('href')).toBe('#/risk/exposure')
  })

  it('says which proposals are the operator’s own', async () => {
    const code = { id: '3', code: 'CANDOR1', note: 'a fair', state: 'proposed' as const, withdrawn: null }
    const proposed = {
      proposedBy: { operatorId: '7', name: 'Ada' },
      proposedMs: noonMs,
      decidedBy: null,
      decidedMs: null,
    }
    const page = await open(
      'support',
      on(operatorPublishedCodes.list, { items: [{ ...code, ...proposed }], nextCursor: null }),
    )
    await page.says('An invitation code for everyone', 'You, 1 Mar, 12:00. Someone else decides.', 'yours')
    expect(page.sent(operatorTermsProposals.list)).toEqual([])
  })

  it('lists who is here: sessions in use, and agents on duty', async () => {
    const session = {
      device: { kind: 'computer' as const, system: 'macOS', browser: 'Firefox' },
      network: '203.0.113.x',
      createdMs: noonMs,
    }
    const member = {
      roles: ['lead' as const],
      isSandboxReviewer: false,
      isDisabled: false,
      secondFactor: 'authenticator' as const,
      createdMs: noonMs,
      lastSeenMs: noonMs,
    }
    const page = await open('lead', {
      ...on(operatorTeam, {
        items: [
          { ...member, operatorId: '7', name: 'Ada Osei', sessions: [{ ...session, lastUsedMs: Date.now() }] },
          { ...member, operatorId: '8', name: 'Ben Gone', sessions: [{ ...session, lastUsedMs: noonMs }] },
        ],
      }),
      ...on(operatorSupportDesk, {
        nowMs: noonMs,
        isOnDuty: false,
        isOpen: true,
        alarmMs: 120_000,
        queue: [],
        own: [],
        waitingCount: 0,
        agents: [{ operatorId: '9', name: 'Cleo Ray', isOnDuty: true, conversations: 2, isOwn: false }],
      }),
    })
    await page.says('Ada Osei', 'Cleo Ray', '2 conversations')
    expect(page.text()).not.toContain('Ben Gone')
  })
})
