// @vitest-environment happy-dom
import {
  operatorConfirmationBegin,
  operatorMe,
  operatorSettingProposals,
  operatorSettingEffect,
  operatorSettings,
} from '@candor/api/operator'
import type { OperatorRole, SettingProposalView, SettingView } from '@candor/api/operator'
import { describe, expect, it } from 'vitest'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { on, openView } from '../../testing/open-view.tsx'
import { SettingsView } from './settings-view.tsx'

const fee: SettingView = {
  name: 'withdrawal-fee-usd',
  title: 'Withdrawal fee, USD',
  kind: 'fee',
  unit: 'USD',
  value: '1',
  lowest: '0',
  highest: '50',
  sinceMs: null,
}
const rest: SettingView = {
  ...fee,
  name: 'cool-down',
  title: 'A new destination rests',
  kind: 'time',
  unit: 'ms',
  value: '86400000',
  highest: '2592000000',
  sinceMs: noonMs,
}
const proposal: SettingProposalView = {
  id: '4',
  state: 'proposed',
  name: 'withdrawal-fee-usd',
  title: 'Withdrawal fee, USD',
  unit: 'USD',
  current: '1',
  wanted: '1.5',
  note: 'banks ask for more',
  proposedBy: { operatorId: '8', name: 'Grace' },
  proposedMs: noonMs,
  decidedBy: null,
  decidedMs: null,
}
const decided: SettingProposalView = {
  ...proposal,
  id: '3',
  state: 'confirmed',
  name: rest.name,
  title: rest.title,
  unit: 'ms',
  current: '900000',
  wanted: '86400000',
  decidedBy: { operatorId: '9', name: 'Ben' },
  decidedMs: noonMs,
}

const open = (...roles: OperatorRole[]) =>
  openView(<SettingsView />, {
    ...on(operatorMe, operatorWith(...roles)),
    ...on(operatorSettings, { items: [fee, rest] }),
    ...on(operatorSettingProposals.list, { items: [decided, proposal], nextCursor: null }),
    ...on(operatorSettingEffect, {
      effect: { measure: 'fees', cases: 1_200, former: '1200', wanted: '1800' },
    }),
    ...on(operatorSettingProposals.propose, proposal),
    ...on(operatorConfirmationBegin, null),
    ...on(operatorSettingProposals.confirm, proposal),
  })

describe('the settings', () => {
  it('show what is in force, what is proposed, since when, and what was decided', async () => {
    const page = await open('auditor')
    await page.says('Withdrawal fee, USD', '1.00 USD', '1.50 USD', 'the beginning', '1 day')
    await page.says('A new destination rests: 15 minutes → 1 day', 'Grace and Ben')
    expect(page.find('button', 'Propose Withdrawal fee, USD')).toBeNull()
    expect(page.find('button', 'Confirm')).toBeNull()
  })

  it('say beside a proposal what it would have changed in the last 30 days', async () => {
    const page = await open('lead')
    await page.says('1,200 completed withdrawals would have paid 1,800.00 USD in fees, instead of 1,200.00 USD.')
    expect(page.sent(operatorSettingEffect)[0]).toEqual({ id: '3' })
  })

  it('are proposed with a reason, within their bounds', async () => {
    const page = await open('risk')
    await page.press('button', 'Propose A new destination rests', 'From 0 minutes to 30 days')
    await page.type('New value in minutes', '60000')
    await page.type('Why', 'stolen cards')
    await page.press('button', 'Propose')
    expect(page.sent(operatorSettingProposals.propose)).toEqual([])
    await page.type('New value in minutes', '2880')
    await page.press('button', 'Propose')
    expect(page.sent(operatorSettingProposals.propose)).toEqual([
      { name: 'cool-down', value: '172800000', note: 'stolen cards' },
    ])
  })

  it('are confirmed by a second operator, with a passkey', async () => {
    const page = await open('lead')
    await page.says('banks ask for more')
    await page.press('button', 'Confirm')
    await expect.poll(() => page.sent(operatorSettingProposals.confirm)).toEqual([{ id: '4' }])
    expect(page.sent(operatorConfirmationBegin)).toEqual([{ act: 'house-setting.confirm', id: '4' }])
  })
})
