import type { CustomerMoment } from '@candor/api/operator'
import type { Screen } from '../navigation/index.ts'

const screens: Readonly<Partial<Record<CustomerMoment['kind'], Screen>>> = {
  withdrawal: 'withdrawals',
  recharge: 'recharges',
  sale: 'floor',
  identity: 'reviews',
  support: 'support',
}

/** The screen that shows the record of a moment; null where the console has none. */
export function screenOfMoment(kind: CustomerMoment['kind']): Screen | null {
  return screens[kind] ?? null
}
