// @vitest-environment happy-dom
import {
  operatorAdvertTerms,
  operatorAdvertTermsProposals,
  operatorConfirmationBegin,
  operatorMe,
} from '@candor/api/operator'
import type { AdvertTermsProposalView } from '@candor/api/operator'
import { expect, it } from 'vitest'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { on, openView } from '../../testing/open-view.tsx'
import { AdvertView } from './advert-view.tsx'

const current = { version: 1, bandBps: 100, createdMs: noonMs }
const proposal: AdvertTermsProposalView = {
  id: '4',
  state: 'proposed',
  current,
  wanted: { bandBps: 50 },
  note: 'a calm market',
  proposedBy: { operatorId: '8', name: 'Grace' },
  proposedMs: noonMs,
  decidedBy: null,
  decidedMs: null,
}
const server = {
  ...on(operatorMe, operatorWith('risk', 'lead')),
  ...on(operatorAdvertTerms, current),
  ...on(operatorAdvertTermsProposals.list, { items: [proposal], nextCursor: null }),
  ...on(operatorConfirmationBegin, null),
  ...on(operatorAdvertTermsProposals.confirm, proposal),
  ...on(operatorAdvertTermsProposals.propose, proposal),
}

it('another band is confirmed by a second operator', async () => {
  const page = await openView(<AdvertView />, server)
  await page.says('a calm market', 'Grace')
  await page.press('button', 'Confirm')
  await expect.poll(() => page.sent(operatorAdvertTermsProposals.confirm)).toEqual([{ id: '4' }])
  expect(page.sent(operatorConfirmationBegin)).toEqual([{ act: 'advert-terms.confirm', id: '4' }])
})

it('another band is proposed with a reason', async () => {
  const page = await openView(<AdvertView />, server)
  await page.says('Band around the official price')
  await page.press('button', 'Propose a change')
  await page.type('Band in basis points', '80')
  await page.type('Why', 'a calm market')
  await page.press('button', 'Propose')
  expect(page.sent(operatorAdvertTermsProposals.propose)).toEqual([{ bandBps: '80', note: 'a calm market' }])
})
