import { openOrder } from '@candor/api'
import type { OrderView } from '@candor/api'
import { fixture } from './fixture.ts'

/** An order for tests: 100 USD on Gold going up for a minute, with 1 % fee and 85 % payout. */
export const anOrder = fixture<OrderView>({
  id: '2093',
  symbol: 'GOLD',
  name: 'Gold',
  direction: 'up',
  asset: 'USD',
  stake: '100',
  fee: '1',
  profit: '85',
  feeBps: 100,
  payoutBps: 8500,
  entryWindowSlots: 10,
  exitWindowSlots: 10,
  termsVersion: '7',
  durationMs: 60_000,
  acceptedAtMs: 600,
  entrySlot: 2,
  exitSlot: 122,
  entryAtMs: 1_000,
  exitAtMs: 61_000,
  ...openOrder,
})

/** An open order half a minute after its entry and half a minute before its exit. */
export const aRunningOrder = (change: Partial<OrderView>): OrderView =>
  anOrder({
    entryAtMs: Date.now() - 30_000,
    exitAtMs: Date.now() + 30_500,
    entryPrice: '4077.24',
    ...change,
  })
