import type { InterestProductView, TermView } from '@candor/api'
import { amount, formatAmount } from '@candor/money'
import type { Amount } from '@candor/money'

/** The newest version of a product, with its asset's remaining coverage. */
export interface ProductRecord {
  readonly productId: bigint
  readonly durationMs: number
  readonly dailyRatePpm: number
  readonly minimum: Amount
  readonly maximum: Amount
  readonly isOpen: boolean
  readonly coverageLeft: Amount
}

/** An interest order as it is stored. */
export interface TermRecord {
  readonly termId: bigint
  readonly customerId: bigint
  readonly productId: bigint
  readonly amount: Amount
  readonly durationMs: number
  readonly dailyRatePpm: number
  readonly interest: Amount
  readonly state: 'earning' | 'matured' | 'redeemed'
  readonly startMs: number
  readonly expiresMs: number
  readonly endedMs: number | null
}

/** A product as the wire shows it. */
export function productView(record: ProductRecord): InterestProductView {
  return {
    id: String(record.productId),
    asset: record.minimum.asset,
    durationMs: record.durationMs,
    dailyRatePpm: record.dailyRatePpm,
    min: formatAmount(record.minimum),
    max: formatAmount(record.maximum),
    isOpen: record.isOpen,
    coverageLeft: formatAmount(record.coverageLeft),
  }
}

/** An interest order as the wire shows it. */
export function termView(record: TermRecord): TermView {
  const { asset } = record.amount
  const paid = { earning: null, matured: record.interest, redeemed: amount(asset, 0n) }[record.state]
  return {
    id: String(record.termId),
    productId: String(record.productId),
    asset,
    amount: formatAmount(record.amount),
    durationMs: record.durationMs,
    dailyRatePpm: record.dailyRatePpm,
    interest: formatAmount(record.interest),
    state: record.state === 'earning' ? 'earning' : 'expired',
    isRedeemed: record.state === 'redeemed',
    startMs: record.startMs,
    expiresMs: record.expiresMs,
    endedMs: record.endedMs,
    paid: paid === null ? null : formatAmount(paid),
  }
}
