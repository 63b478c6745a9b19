import type { OutputOf, withdrawalReadiness } from '@candor/api'
import type { RouteName } from '../../navigation/index.ts'

export type Readiness = OutputOf<typeof withdrawalReadiness>
type Missing = Readiness['items'][number]['missing'][number]

/** What a customer can do about a step that is missing. Waiting and having too little are no steps to take. */
export type StepName = Extract<Missing, 'verified' | 'payment-password' | 'payout-method'>

const names: readonly StepName[] = ['verified', 'payment-password', 'payout-method']

export interface ReadinessStep {
  readonly name: StepName
  readonly isDone: boolean
}

/**
 * The steps to a withdrawal, in the order in which they are best done. A destination counts as missing only where no asset has one: whoever
 * wants to be paid in one way needs not set up the other.
 */
export function stepsOf({ items }: Readiness): ReadinessStep[] {
  return names.map((name) => ({ name, isDone: items.some(({ missing }) => !missing.includes(name)) }))
}

/** Whether a customer has anything to do before a withdrawal would work. */
export function isAnythingMissing(readiness: Readiness): boolean {
  return stepsOf(readiness).some(({ isDone }) => !isDone)
}

/** The screen of a step. */
export const stepRoutes: Readonly<Record<StepName, RouteName>> = {
  verified: 'certification',
  'payment-password': 'paymentPassword',
  'payout-method': 'payoutMethods',
}
