// @vitest-environment happy-dom
import { operatorMe, operatorTeam, operatorTeamDisable } from '@candor/api/operator'
import type { OperatorRole, TeamMember } from '@candor/api/operator'
import { describe, expect, it } from 'vitest'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { on, openView, refusing } from '../../testing/open-view.tsx'
import type { PlayedServer } from '../../testing/open-view.tsx'
import { TeamPage } from './index.ts'

const member: TeamMember = {
  operatorId: '7',
  name: 'Ada',
  roles: ['lead'],
  isSandboxReviewer: false,
  isDisabled: false,
  secondFactor: 'authenticator',
  createdMs: noonMs,
  lastSeenMs: noonMs,
  sessions: [],
}
const items = [
  member,
  { ...member, operatorId: '8', name: 'Ben' },
  { ...member, operatorId: '9', name: 'Cleo', isDisabled: true },
]

const open = (role: OperatorRole, more: PlayedServer = {}) =>
  openView(<TeamPage />, { ...on(operatorMe, operatorWith(role)), ...on(operatorTeam, { items }), ...more }, '#/team')

describe('the team', () => {
  it('lets a lead disable a colleague, with a reason', async () => {
    const page = await open('lead', on(operatorTeamDisable, null))
    await page.says('Ben', 'disabled')
    await page.press('button', 'Disable… Ben')
    await page.press('button', 'Disable now', 'Say why in a few words')
    await page.type('Reason, written to the audit trail', 'a laptop was stolen')
    await page.press('button', 'Disable now')
    expect(page.sent(operatorTeamDisable)).toEqual([{ name: 'Ben', reason: 'a laptop was stolen' }])
  })

  it('offers it neither for the operator nor for who is disabled already', async () => {
    const page = await open('lead')
    await page.says('Cleo')
    expect(page.find('button', 'Disable… Ada')).toBeNull()
    expect(page.find('button', 'Disable… Cleo')).toBeNull()
  })

  it('is only read without the role', async () => {
    const page = await open('auditor')
    await page.says('Ben')
    expect(page.find('button', 'Disable… Ben')).toBeNull()
  })

  it('says why the server refused', async () => {
    const page = await open('lead', refusing(operatorTeamDisable, 'not-found', 'Disabled meanwhile'))
    await page.press('button', 'Disable… Ben')
    await page.type('Reason, written to the audit trail', 'a laptop was stolen')
    await page.press('button', 'Disable now', 'Disabled meanwhile')
  })
})
