import type { OrderView, UserView } from '@candor/api'

/** The way to the first receipt, in order. */
export const firstSteps = ['identity', 'trade', 'receipt'] as const
export type FirstStep = (typeof firstSteps)[number]

/** What the steps follow from. */
export interface Beginning {
  readonly kycState: UserView['kycState']
  /** The newest two contracts. */
  readonly orders: readonly Pick<OrderView, 'id' | 'state'>[]
  /** The contract whose receipt was opened last on this device. */
  readonly openedReceiptId: string
}

/** The step that comes next; null once the receipt of the first contract was opened, or another contract bought. */
export function nextStep({ kycState, orders, openedReceiptId }: Beginning): FirstStep | null {
  const [order, older] = orders
  if (older !== undefined) return null
  if (order !== undefined) return order.state === 'closed' && order.id === openedReceiptId ? null : 'receipt'
  return kycState === 'verified' ? 'trade' : 'identity'
}
