// @vitest-environment happy-dom
import {
  operatorAdvertBand,
  operatorAdvertProposals,
  operatorAdvertPublish,
  operatorAdverts,
  operatorApplicationApprove,
  operatorApplicationRefuse,
  operatorApplications,
  operatorClaims,
  operatorConfirmationBegin,
  operatorDeskFundings,
  operatorDeskMoney,
  operatorDesks,
  operatorMe,
  operatorSaleConfirm,
  operatorSaleDetail,
  operatorSaleEnded,
  operatorSaleQueue,
  operatorSwapBid,
} from '@candor/api/operator'
import type {
  AdvertProposalView,
  DeskCase,
  DeskFundingView,
  MerchantApplicationCase,
  SaleCase,
} from '@candor/api/operator'
import { describe, expect, it } from 'vitest'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { on, openView, refusing } from '../../testing/open-view.tsx'
import type { PlayedServer } from '../../testing/open-view.tsx'
import { FloorPage } from './index.ts'

const desk: DeskCase = {
  id: '1',
  subject: 'desk:1',
  name: 'Kestrel OTC',
  kind: 'house',
  state: 'approved',
  account: null,
  appliedBy: null,
  appliedMs: noonMs,
  approvedBy: null,
  approvedMs: noonMs,
  mayApprove: false,
  openAdverts: 0,
  salesInProgress: 0,
}

const proposal: AdvertProposalView = {
  id: '5',
  subject: 'advert-proposal:5',
  deskId: '1',
  unitPrice: '9000',
  officialPrice: '1',
  total: '100',
  minimum: '10',
  maximum: '100',
  isAuto: false,
  note: 'a large seller waits',
  state: 'proposed',
  advertId: null,
  proposedBy: { operatorId: '7', name: 'Ada' },
  proposedMs: noonMs,
  decidedBy: null,
  decidedMs: null,
}

const sale: SaleCase = {
  id: '12',
  advertId: '3',
  desk: { name: 'Kestrel OTC', kind: 'house' },
  quantity: '10',
  unitPrice: '9000',
  total: '90000',
  isAuto: false,
  state: 'in-progress',
  createdMs: noonMs,
  lapsesMs: noonMs + 900_000,
  endedMs: null,
  subject: 'sale:12',
  deskId: '1',
  customerId: '9',
  account: '204 118',
  confirmedBy: null,
  mayConfirm: false,
  isOwnAdvert: true,
}

const server: PlayedServer = {
  ...on(operatorMe, operatorWith('desk', 'lead')),
  ...on(operatorSaleQueue, { items: [sale] }),
  ...on(operatorSaleDetail, sale),
  ...on(operatorSaleEnded, { items: [], nextCursor: null }),
  ...on(operatorClaims, { items: [] }),
  ...on(operatorDesks, { items: [desk] }),
  ...on(operatorDeskMoney, { items: [] }),
  ...on(operatorDeskFundings.list, { items: [], nextCursor: null }),
  ...on(operatorAdverts, { items: [], nextCursor: null }),
  ...on(operatorAdvertProposals.list, { items: [], nextCursor: null }),
  ...on(operatorSwapBid, { bid: '0.9995' }),
  ...on(operatorAdvertBand, { officialPrice: '1.0000', bandBps: 100 }),
}

async function openDesks(more: PlayedServer = {}) {
  const page = await openView(<FloorPage />, { ...server, ...more }, '#/floor/desks')
  await page.says('Adverts outside the band')
  return page
}

async function typeAdvert(page: Awaited<ReturnType<typeof openDesks>>, unitPrice: string) {
  await page.press('button', 'Publish an advert', 'An advert more than 1% away from it needs a second person')
  await page.type('USD for one USDT', unitPrice)
  await page.type('USDT to buy in total', '100')
  await page.type('Minimum per sale, USDT', '10')
  await page.type('Maximum per sale, USDT', '100')
}

describe('an advert', () => {
  it('within the band of the official price is published', async () => {
    const page = await openDesks(refusing(operatorAdvertPublish, 'market-stale', 'The price is out of date'))
    await typeAdvert(page, '1.01')
    await page.press('button', 'Publish')
    expect(page.sent(operatorAdvertPublish)).toMatchObject([{ deskId: '1', unitPrice: '1.01', isAuto: 'false' }])
    await page.says('The price is out of date')
  })

  it('outside of it is proposed to a second person, with a reason', async () => {
    const page = await openDesks(on(operatorAdvertProposals.propose, proposal))
    await typeAdvert(page, '9000')
    await page.press('button', 'Propose')
    expect(page.sent(operatorAdvertProposals.propose)).toEqual([])
    await page.type('Why this price', 'a large seller waits')
    await page.press('button', 'Propose')
    expect(page.sent(operatorAdvertProposals.propose)).toMatchObject([
      { unitPrice: '9000', note: 'a large seller waits' },
    ])
  })
})

describe('a proposed advert', () => {
  const listing = (changes: Partial<AdvertProposalView>) =>
    on(operatorAdvertProposals.list, { items: [{ ...proposal, ...changes }], nextCursor: null })

  it('offers its own author no confirmation', async () => {
    const page = await openDesks(listing({}))
    await page.says('a large seller waits', 'waits for a second person')
    expect(page.find('button', 'Confirm')).toBeNull()
  })

  it('is published by another operator', async () => {
    const by = { proposedBy: { operatorId: '8', name: 'Grace' } }
    const decided = { ...on(operatorConfirmationBegin, null), ...on(operatorAdvertProposals.confirm, proposal) }
    const page = await openDesks({ ...listing(by), ...decided })
    await page.says('a large seller waits')
    await page.press('button', 'Confirm')
    await expect.poll(() => page.sent(operatorAdvertProposals.confirm)).toEqual([{ id: '5' }])
  })
})

describe('the proposals of a merchant', () => {
  const by = { operatorId: '8', name: 'Grace' }
  const advert = { ...proposal, proposedBy: by }
  const funding: DeskFundingView = {
    id: '6',
    subject: 'desk-funding:6',
    deskId: '1',
    amount: '500',
    reference: 'wire 77',
    note: 'seen on the account',
    state: 'proposed',
    proposedBy: by,
    proposedMs: noonMs,
    decidedBy: null,
    decidedMs: null,
  }
  const adverts = on(operatorAdvertProposals.list, { items: [advert], nextCursor: null })
  const fundings = on(operatorDeskFundings.list, { items: [funding], nextCursor: null })

  it('are adverts and payments, each confirmed by a passkey', async () => {
    const decided = { ...on(operatorConfirmationBegin, null), ...on(operatorDeskFundings.confirm, funding) }
    const ofAdverts = await openDesks({ ...adverts, ...decided, ...on(operatorAdvertProposals.confirm, advert) })
    await ofAdverts.says('Grace', 'a large seller waits')
    await ofAdverts.press('button', 'Confirm')
    await expect.poll(() => ofAdverts.sent(operatorAdvertProposals.confirm)).toEqual([{ id: '5' }])
    expect(ofAdverts.sent(operatorConfirmationBegin)).toEqual([{ act: 'advert.publish', id: '5' }])
    const ofPayments = await openDesks({ ...fundings, ...decided })
    await ofPayments.says('Grace', 'wire 77', 'seen on the account')
    await ofPayments.press('button', 'Confirm')
    await expect.poll(() => ofPayments.sent(operatorDeskFundings.confirm)).toEqual([{ id: '6' }])
    expect(ofPayments.sent(operatorConfirmationBegin)).toEqual([{ act: 'desk-funding.confirm', id: '6' }])
  })

  it('are rejected with a reason, and keep the dialog open while the server refuses', async () => {
    const page = await openDesks({
      ...adverts,
      ...refusing(operatorAdvertProposals.reject, 'already-decided', 'It was decided'),
    })
    await page.says('a large seller waits')
    await page.press('button', 'Reject')
    await page.type('Reason, written to the audit trail', 'the price is far off')
    await page.press('button', 'Reject', 'It was decided')
    expect(page.sent(operatorAdvertProposals.reject)).toEqual([{ id: '5', note: 'the price is far off' }])
  })

  it('offer nothing once they are decided', async () => {
    const booked: DeskFundingView = { ...funding, state: 'booked', decidedBy: { operatorId: '7', name: 'Ada' } }
    const page = await openDesks(on(operatorDeskFundings.list, { items: [booked], nextCursor: null }))
    await page.says('booked by Ada')
    expect(page.find('button', 'Confirm')).toBeNull()
    expect(page.find('button', 'Reject')).toBeNull()
  })
})

describe('a sale of an advert outside the band', () => {
  it('names to its dealer why another one confirms', async () => {
    const page = await openView(<FloorPage />, server, '#/floor/12')
    await page.says('You published this advert outside the band')
    expect(page.find('button', 'Record my decision')).toBeNull()
  })
})

describe('an application', () => {
  const application: MerchantApplicationCase = {
    id: '4',
    subject: 'merchant-application:4',
    name: 'North Desk',
    about: 'We buy USDT from neighbours.',
    account: '204 118',
    state: 'waiting',
    appliedMs: noonMs,
    endorsedBy: null,
    decidedBy: null,
    decidedMs: null,
    mayApprove: true,
  }
  const open = async (changes: Partial<MerchantApplicationCase>, more: PlayedServer = {}) => {
    const items = [{ ...application, ...changes }]
    const list = on(operatorApplications, { items, nextCursor: null })
    const page = await openView(<FloorPage />, { ...server, ...list, ...more }, '#/floor/applications')
    await page.says('North Desk', 'We buy USDT from neighbours.', '204 118')
    return page
  }

  it('is endorsed by the first operator', async () => {
    const page = await open({}, on(operatorApplicationApprove, { ...application, state: 'endorsed' }))
    await page.press('button', 'Confirm')
    expect(page.sent(operatorApplicationApprove)).toEqual([{ id: '4' }])
  })

  it('that the caller endorsed can be refused only, with a reason', async () => {
    const endorsed = { state: 'endorsed', endorsedBy: { operatorId: '7', name: 'Ada' }, mayApprove: false } as const
    const page = await open(endorsed, on(operatorApplicationRefuse, { ...application, state: 'refused' }))
    await page.says('endorsed by Ada, waits for a lead')
    expect(page.find('button', 'Confirm')).toBeNull()
    await page.press('button', 'Reject')
    await page.type('Reason, written to the audit trail', 'unknown to us')
    await page.press('button', 'Reject')
    expect(page.sent(operatorApplicationRefuse)).toEqual([{ id: '4', note: 'unknown to us' }])
  })
})

describe('the queue of sales', () => {
  const waiting: SaleCase = { ...sale, lapsesMs: Date.now() + 600_000, createdMs: Date.now() - 60_000 }
  const other: SaleCase = {
    ...waiting,
    id: '13',
    subject: 'sale:13',
    quantity: '25',
    desk: { name: 'Two Rivers', kind: 'merchant' },
  }
  const confirmed: SaleCase = {
    ...sale,
    quantity: '11',
    id: '7',
    state: 'completed',
    endedMs: noonMs,
    confirmedBy: { operatorId: '8', name: 'Mara' },
  }
  const lapsed: SaleCase = { ...confirmed, id: '6', state: 'closed', quantity: '30', confirmedBy: null }
  const queue: PlayedServer = {
    ...on(operatorSaleQueue, { items: [waiting, other] }),
    ...on(operatorSaleEnded, { items: [confirmed, lapsed], nextCursor: null }),
    ...on(operatorClaims, {
      items: [{ subject: 'sale:13', operatorId: '7', name: 'Ada', untilMs: noonMs, isOwn: true }],
    }),
  }
  const openQueue = (place = '', more: PlayedServer = {}) =>
    openView(<FloorPage />, { ...server, ...queue, ...more }, `#/floor${place}`)

  it('lists those that wait, the operator’s own and the decided ones, and keeps the tabs of the floor', async () => {
    const page = await openQueue()
    await page.says('Waiting 2', 'Mine 1', 'Late 0', 'Decided', '10.00 USDT', '25.00 USDT', 'Last decided', 'Mara')
    expect(page.find('link', 'Desks')).not.toBeNull()
    const mine = await openQueue('/mine')
    await mine.says('25.00 USDT')
    expect(mine.text()).not.toContain('10.00 USDT')
  })

  it('is filtered by desk, and searched', async () => {
    const page = await openQueue()
    await page.says('10.00 USDT')
    await page.select('Desk', 'Two Rivers')
    await page.says('Waiting 1')
    expect(page.text()).not.toContain('204 118 Kestrel')
    await page.search('nobody')
    await page.says('Nothing matches')
  })

  it('shows what became of the decided ones', async () => {
    const page = await openQueue('/decided')
    await page.says('30.00 USDT', 'account 204 118 · Kestrel OTC', 'lapsed', 'completed')
    await page.select('Outcome', 'lapsed')
    expect(page.text()).not.toContain('11.00 USDT')
  })

  it('opens one, and confirms it', async () => {
    const page = await openQueue('/12', {
      ...on(operatorSaleDetail, { ...waiting, mayConfirm: true, isOwnAdvert: false }),
      ...on(operatorSaleConfirm, { state: 'completed' }),
    })
    await page.says('Decision')
    await page.key('a')
    await page.press('button', 'Record my decision')
    expect(page.sent(operatorSaleConfirm)).toEqual([{ id: '12' }])
  })
})
