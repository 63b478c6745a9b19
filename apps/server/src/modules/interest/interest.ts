import type { InterestProductView, TermView } from '@candor/api'
import { formatUnits } from '@candor/money'
import type { Asset } from '@candor/money'

/** The newest version of a product, with its asset's remaining coverage. */
export interface ProductRecord {
  readonly productId: bigint
  readonly asset: Asset
  readonly durationMs: number
  readonly dailyRatePpm: number
  readonly minimumUnits: bigint
  readonly maximumUnits: bigint
  readonly isOpen: boolean
  readonly coverageLeftUnits: bigint
}

/** An interest order as it is stored. */
export interface TermRecord {
  readonly termId: bigint
  readonly customerId: bigint
  readonly productId: bigint
  readonly asset: Asset
  readonly amountUnits: bigint
  readonly durationMs: number
  readonly dailyRatePpm: number
  readonly interestUnits: bigint
  readonly state: 'earning' | 'matured' | 'redeemed'
  readonly startMs: number
  readonly expiresMs: number
  readonly endedMs: number | null
}

/** A product as the wire shows it. */
export function productView(record: ProductRecord): InterestProductView {
  return {
    id: String(record.productId),
    asset: record.asset,
    durationMs: record.durationMs,
    dailyRatePpm: record.dailyRatePpm,
    min: formatUnits(record.minimumUnits),
    max: formatUnits(record.maximumUnits),
    isOpen: record.isOpen,
    coverageLeft: formatUnits(record.coverageLeftUnits),
  }
}

/** An interest order as the wire shows it. */
export function termView(record: TermRecord): TermView {
  const paidUnits = { earning: null, matured: record.interestUnits, redeemed: 0n }[record.state]
  return {
    id: String(record.termId),
    productId: String(record.productId),
    asset: record.asset,
    amount: formatUnits(record.amountUnits),
    durationMs: record.durationMs,
    dailyRatePpm: record.dailyRatePpm,
    interest: formatUnits(record.interestUnits),
    state: record.state === 'earning' ? 'earning' : 'expired',
    isRedeemed: record.state === 'redeemed',
    startMs: record.startMs,
    expiresMs: record.expiresMs,
    endedMs: record.endedMs,
    paid: paidUnits === null ? null : formatUnits(paidUnits),
  }
}
