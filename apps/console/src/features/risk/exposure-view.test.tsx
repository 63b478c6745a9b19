// @vitest-environment happy-dom
import { transparencyServiceLevels } from '@candor/api'
import {
  operatorConfirmationBegin,
  operatorExposure,
  operatorMarketHalt,
  operatorMarketLift,
  operatorMarkets,
  operatorMe,
  operatorWithdrawalQueue,
} from '@candor/api/operator'
import type { HaltView } from '@candor/api/operator'
import { describe, expect, it } from 'vitest'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { losing, on, openView, refusing } from '../../testing/open-view.tsx'
import type { PlayedServer } from '../../testing/open-view.tsx'
import type { Exposure } from './exposure-model.ts'
import { ExposureView } from './exposure-view.tsx'
import { HaltLine } from './halt-line.tsx'
import type { Market } from './stakes-model.ts'

const exposure: Exposure = {
  atMs: noonMs,
  assets: [
    {
      asset: 'USDT',
      bankroll: '100000',
      held: '1800',
      free: '98200',
      fees: '42.5',
      customersTotal: '55000',
      customersHeld: '1200',
    },
  ],
  instruments: [
    {
      symbol: 'GOLD',
      asset: 'USDT',
      openOrders: 3,
      openPayout: '1700.5',
      cap: '2000',
      stakeUp: '600',
      stakeDown: '300',
    },
    { symbol: 'EURUSD', asset: 'USDT', openOrders: 1, openPayout: '99.5', cap: '2000', stakeUp: '50', stakeDown: '0' },
  ],
  voids: [],
  overdue: 0,
  halted: [],
}

const market: Market = {
  symbol: 'GOLD',
  name: 'Gold',
  category: 'futures',
  state: 'open',
  ageMs: 14_200,
  sources: { live: 3, all: 5 },
  halt: null,
}

const server: PlayedServer = {
  ...on(operatorMe, operatorWith('risk')),
  ...on(operatorExposure, exposure),
  ...on(operatorMarkets, {
    feed: { name: 'live', isLive: true, sources: [{ name: 'alpha', state: 'down', lastTickAgeMs: 14_200 }] },
    items: [market],
  }),
  ...on(operatorWithdrawalQueue, { items: [] }),
  ...losing(transparencyServiceLevels),
}

const openExposure = (changed: Partial<Exposure> = {}, more: PlayedServer = {}) =>
  openView(<ExposureView />, { ...server, ...on(operatorExposure, { ...exposure, ...changed }), ...more })

describe('the figures of the exposure', () => {
  it('add up contracts and payouts, beside the bankroll that covers them', async () => {
    const page = await openExposure()
    await page.says('Open contracts4', 'If every contract wins', 'Bankroll', 'Fees kept')
    await page.says('USDT1,800.001,800.0098,200.00100,000.0055,000.001,200.0042.50')
  })

  it('show each market against its cap', async () => {
    const page = await openExposure()
    await page.says('GOLD USDT31,700.50', '85.0% of the cap', '5.0% of the cap')
  })

  it('name the oldest price and the sources behind it', async () => {
    const page = await openExposure()
    await page.says('Oldest feed14.2 sGold', '3 / 5', 'down, 14.2 s')
  })

  it('say that every result is in time, or how many are overdue', async () => {
    const calm = await openExposure()
    await calm.says('every result is on time', 'all books are open')
    const late = await openExposure({ overdue: 2, halted: [{ stripe: 5, asset: 'USD', reason: 'sum differs' }] })
    await late.says('Overdue contracts2past their exit', 'Stripe 5, USD: sum differs', 'nothing is booked there')
  })

  it('list void contracts by reason', async () => {
    const page = await openExposure({ voids: [{ asset: 'USD', reason: 'exit-missing', orders: 1, stake: '20' }] })
    await page.says('exit missing1 contract, stake 20.00 USD')
  })

  it('show an unknown figure as a dash', async () => {
    const page = await openExposure()
    await page.says('Promises missed, 30 days–')
  })

  it('are withheld, with the reason, where they did not load', async () => {
    const page = await openExposure({}, refusing(operatorExposure, 'system-error', 'System error'))
    await page.says('This didn’t load')
    expect(page.text()).not.toContain('Open contracts')
  })
})

const halt: HaltView = {
  id: '3',
  reason: 'price-doubt',
  note: 'two sources differ',
  haltedBy: { operatorId: '8', name: 'Grace' },
  haltedMs: noonMs,
  lift: null,
}
const askedBy = (operatorId: string): HaltView => ({
  ...halt,
  lift: { note: 'sources agree', requestedBy: { operatorId, name: 'Grace' }, requestedMs: noonMs },
})
const openHalt = (shown: HaltView, ...roles: Parameters<typeof operatorWith>) =>
  openView(<HaltLine market={market} halt={shown} />, {
    ...server,
    ...on(operatorMe, operatorWith(...roles)),
    ...on(operatorConfirmationBegin, null),
    ...on(operatorMarketLift, { symbol: 'GOLD' }),
  })

describe('a halt in force', () => {
  it('says who halted the market, and why', async () => {
    const page = await openHalt(halt, 'auditor')
    await page.says('Gold is halted', 'by Grace, 1 Mar, 12:00 UTC, doubt about the price: two sources differ')
    expect(page.find('button', 'Ask to lift it')).toBeNull()
  })

  it('is lifted by a second person', async () => {
    const page = await openHalt(askedBy('8'), 'risk')
    await page.says('Grace asked to lift it')
    await page.press('button', 'Confirm')
    await expect.poll(() => page.sent(operatorMarketLift)).toEqual([{ id: '3' }])
    expect(page.sent(operatorConfirmationBegin)).toEqual([{ act: 'halt.lift', id: '3' }])
  })

  it('is not lifted by the operator who asked for it', async () => {
    const page = await openHalt(askedBy('7'), 'risk')
    await page.says('Take back')
    expect(page.find('button', 'Confirm')).toBeNull()
  })
})

describe('the halt of a market', () => {
  it('needs a reason in words', async () => {
    const page = await openExposure({}, on(operatorMarketHalt, halt))
    await page.says('3 / 5')
    await page.press('button', 'Halt Gold', 'Halt this market?')
    await page.press('button', 'Halt the market', 'Say why in a few words')
    await page.select('Reason', 'source-failure')
    await page.type('Reason, written to the audit trail', 'alpha is down')
    await page.press('button', 'Halt the market')
    expect(page.sent(operatorMarketHalt)).toEqual([{ symbol: 'GOLD', reason: 'source-failure', note: 'alpha is down' }])
  })
})
