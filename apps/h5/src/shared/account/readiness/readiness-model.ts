import type { OutputOf, withdrawalReadiness } from '@candor/api'
import type { RouteName } from '../../page/index.ts'

export type Readiness = OutputOf<typeof withdrawalReadiness>
type Missing = Readiness['items'][number]['missing'][number]

/** The steps that a customer can take. Waiting and a low balance are not among them. */
export type StepName = Extract<Missing, 'verified' | 'payment-password' | 'payout-method'>

const names: readonly StepName[] = ['verified', 'payment-password', 'payout-method']

export interface ReadinessStep {
  readonly name: StepName
  readonly isDone: boolean
}

/**
 * The steps to a withdrawal, in the recommended order. A destination counts as missing only when no asset has one: one
 * way to be paid is enough.
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
