import type { InputOf, contractBuy } from '@candor/api'

/** A form that buys one dollar up on the first test instrument, by terms of 30 seconds. */
export function smallOrder(form: Pick<InputOf<typeof contractBuy>, 'requestId' | 'termsVersion' | 'seenSlot'>) {
  return { symbol: 'TEST1', direction: 'up', durationMs: 30_000, stake: '1', asset: 'USD', ...form } as const
}
