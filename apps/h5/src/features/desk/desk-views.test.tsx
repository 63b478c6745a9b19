// @vitest-environment happy-dom
import { floorDesk, userInfo } from '@candor/api'
import type { MerchantApplicationView, OutputOf } from '@candor/api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryFor } from '../../shared/api/index.ts'
import { session } from '../../shared/device/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { anAdvert } from '../../shared/testing/floor-fixture.ts'
import { DeskPage, PublishPage } from './index.ts'
import { DeskView } from './desk-page.tsx'

type Desk = NonNullable<OutputOf<typeof floorDesk>['desk']>

const application: MerchantApplicationView = {
  name: 'North Desk',
  about: 'We buy USDT from neighbours.',
  state: 'under-review',
  appliedMs: Date.UTC(2026, 5, 1, 12),
  decidedMs: null,
}
const advert = anAdvert({
  id: '7',
  desk: { name: 'North Desk', kind: 'merchant' },
  unitPrice: '0.999',
  total: '1000',
  remaining: '900',
  minimum: '10',
  maximum: '500',
  isAuto: false,
  timeLimitMs: 900_000,
})
const desk: Desk = { name: 'North Desk', isApproved: true, freeUsd: '1001', keptUsd: '999', usdt: '100', adverts: [] }

beforeEach(() => session.signIn('a-token'))
afterEach(() => session.signOut())

describe('the desk of a customer', () => {
  it('begins with an application, whose fields are checked before it is sent', async () => {
    const view = await draw(<DeskView application={null} desk={null} />)
    expect(view.text()).toContain('Two people check your application.')
    view.type('About the desk', 'Short')
    view.leave('About the desk')
    expect(view.text()).toContain('That’s too short.')
  })

  it('shows an application under review, and lets an advert be tried', async () => {
    const text = (await draw(<DeskView application={application} desk={null} />)).text()
    expect(text).toContain('North Desk')
    expect(text).toContain('Under review')
    expect(text).toContain('Place an advert')
  })

  it('lets a customer apply again whose application was refused', async () => {
    const view = await draw(<DeskView application={{ ...application, state: 'refused', decidedMs: 1 }} desk={null} />)
    view.says('Not approved', 'Customer service can tell you why.')
    view.press('Apply again')
    expect(view.text()).toContain('Name of the desk')
  })

  it('shows the money and the adverts of an approved one, of which open ones can be closed', async () => {
    const closed = { ...advert, id: '6', isOpen: false }
    const shown = { ...desk, adverts: [advert, closed] }
    const view = await draw(<DeskView application={{ ...application, state: 'approved' }} desk={shown} />)
    expect(view.text()).toMatch(/Free USD\s*1,001\.00/)
    expect(view.text()).toMatch(/USDT bought\s*100\.00/)
    expect(view.all('button').filter((button) => button.textContent === 'Close')).toHaveLength(1)
  })

  it('needs a verified identity', async () => {
    const user = { kycState: 'none' }
    const known = { application: null, desk: null }
    const view = await draw(<DeskPage />, [
      [queryFor(userInfo, {}), user],
      [queryFor(floorDesk, {}), known],
    ])
    expect(view.text()).toContain('You need a verified identity to buy USDT on the trade floor.')
    expect(view.text()).not.toContain('Name of the desk')
  })

  it('needs a login, and so does an advert', async () => {
    session.signOut()
    for (const page of [<DeskPage key="desk" />, <PublishPage key="publish" />])
      expect((await draw(page)).text()).toContain('Sign in to apply for a desk of your own.')
  })
})
