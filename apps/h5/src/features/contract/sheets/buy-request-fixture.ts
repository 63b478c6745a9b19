import type { BuyRequest } from './contract-buy-model.ts'

/** The request of a contract that was confirmed at a slot. */
export function aBuyRequest(seenSlot: number): BuyRequest {
  return {
    requestId: '019a9c5e-0000-7000-8000-000000000001',
    symbol: 'GOLD',
    direction: 'up',
    durationMs: 60_000,
    stake: '100',
    asset: 'USD',
    termsVersion: '7',
    seenSlot,
  }
}
