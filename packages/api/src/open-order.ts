import type { OrderView } from './contract.ts'

/** The facts of an order that its settlement decides, before it. */
export const openOrder = {
  state: 'open',
  result: null,
  voidReason: null,
  entryPrice: null,
  exitPrice: null,
  settledSlot: null,
  net: null,
  settledAtMs: null,
} as const satisfies Partial<OrderView>
