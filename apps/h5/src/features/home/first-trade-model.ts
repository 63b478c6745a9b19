import type { OrderView, UserView } from '@candor/api'

/** The way to the first receipt, in order. */
export const firstSteps = ['identity', 'trade', 'receipt'] as const
export type FirstStep = (typeof firstSteps)[number]

/** What the steps follow from. */
export interface Beginning {
  readonly kycState: UserView['kycState']
  /** The newest two contracts. */
  readonly orders: readonly Pick<OrderView, 'id' | 'state'>[]
}

/** The step that comes next before a receipt was opened; null once another contract was bought. */
export function nextStep({ kycState, orders }: Beginning): FirstStep | null {
  const [order, older] = orders
  if (older !== undefined) return null
  if (order !== undefined) return 'receipt'
  return kycState === 'verified' ? 'trade' : 'identity'
}
