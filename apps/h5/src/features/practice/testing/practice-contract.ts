import type { OrderView } from '@candor/api'
import { amount, unitsPerCoin } from '@candor/money'
import { fixture } from '../../../shared/testing/fixture.ts'
import { someTerms } from '../../../shared/testing/terms-fixture.ts'
import { practiceOrder } from '../practice-order.ts'
import type { MarketMoment, PracticeOffer } from '../practice-order.ts'

export const terms = someTerms({ durationMs: 30_000, stakeMax: '1000' })

/** Slot 1,000 has just begun, and the frame before it was seen. */
export const moment: MarketMoment = { nowMs: 500_100, genesisMs: 0, nowSlot: 1_000, newestSlot: 999 }

/** A practice contract over 100 USD: up for 30 s, from slot 1,002 to slot 1,062. */
export const offer = fixture<PracticeOffer>({
  symbol: 'BTCUSDT',
  name: 'Bitcoin',
  direction: 'up',
  terms,
  entryDelayMs: 1_000,
  stake: amount('USD', 100n * unitsPerCoin),
})

export function contract(id = 'one', changes: Partial<OrderView> = {}): OrderView {
  const order = practiceOrder(offer(), id, moment)
  if (order === null) throw new Error('the price that was seen is too old')
  return { ...order, ...changes }
}

export const closed = (id: string, net: string) =>
  contract(id, { state: 'closed', result: net.startsWith('-') ? 'lost' : 'won', net })
