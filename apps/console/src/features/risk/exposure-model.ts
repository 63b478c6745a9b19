import type { operatorExposure, OutputOf } from '@candor/api/operator'

export type Exposure = OutputOf<typeof operatorExposure>

/** Above this share of its cap a market is close to refusing orders. */
const fullShare = 0.8

/** How much of a cap is used, 0 to 1, for drawing only: money itself is never computed here. */
export function capShare({ openPayout, cap }: { readonly openPayout: string; readonly cap: string }): number {
  const whole = Number(cap)
  return whole > 0 ? Math.min(1, Number(openPayout) / whole) : 0
}

/** Whether a market is close to its cap. */
export function isNearlyFull(row: { readonly openPayout: string; readonly cap: string }): boolean {
  return capShare(row) >= fullShare
}

/** How many contracts are open in all. */
export function openOrders(instruments: Exposure['instruments']): number {
  return instruments.reduce((sum, { openOrders: orders }) => sum + orders, 0)
}

/** Promises that fell due, and how many of them were broken, overdue ones included. */
export function keptPromises(
  steps: readonly { readonly done: number; readonly inTime: number; readonly overdueNow: number }[],
): {
  readonly all: number
  readonly missed: number
} {
  const all = steps.reduce((sum, { done, overdueNow }) => sum + done + overdueNow, 0)
  return { all, missed: all - steps.reduce((sum, { inTime }) => sum + inTime, 0) }
}

const millionths = 1_000_000n

/** The sum of exact decimal texts, as one. */
export function sumOf(amounts: readonly string[]): string {
  const units = amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n)
  const size = units < 0n ? -units : units
  const decimals = String(size % millionths).padStart(6, '0')
  return `${units < 0n ? '-' : ''}${size / millionths}.${decimals}`
}

function unitsOf(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.replace('-', '').split('.')
  const units = BigInt(whole) * millionths + BigInt(decimals.padEnd(6, '0').slice(0, 6))
  return amount.startsWith('-') ? -units : units
}
