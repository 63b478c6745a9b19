import type { AdvertView, SaleDetailView, SaleState, SaleView } from '@candor/api'
import { formatUnits } from '@candor/money'
import type { Units } from '@candor/money'

/** A merchant's public data. */
export interface ShownDesk {
  readonly name: string
  readonly kind: 'house' | 'merchant'
}

/** An advert as stored in the ledger. */
export interface AdvertRecord {
  readonly advertId: bigint
  readonly deskId: bigint
  readonly desk: ShownDesk
  /** The customer who is the merchant; null where the house buys. */
  readonly merchantCustomerId: bigint | null
  readonly isApproved: boolean
  readonly unitPriceUnits: Units<'USD'>
  readonly totalUnits: Units<'USDT'>
  readonly remainingUnits: Units<'USDT'>
  readonly minimumUnits: Units<'USDT'>
  readonly maximumUnits: Units<'USDT'>
  readonly isAuto: boolean
  readonly belowBidBps: number | null
  readonly publishedMs: number
  readonly closedMs: number | null
  readonly successorId: bigint | null
  /** How long a sale waits for the desk. */
  readonly lapseMs: number
}

/** A sale as stored in the ledger, with its advert's remaining quantity. */
export interface SaleRecord {
  readonly saleId: bigint
  readonly customerId: bigint
  readonly advertId: bigint
  readonly deskId: bigint
  readonly desk: ShownDesk
  readonly quantityUnits: Units<'USDT'>
  readonly unitPriceUnits: Units<'USD'>
  readonly totalUnits: Units<'USD'>
  readonly isAuto: boolean
  readonly state: SaleState
  readonly createdMs: number
  readonly lapsesMs: number | null
  readonly endedMs: number | null
  readonly advertRemainingUnits: Units<'USDT'>
  readonly isAdvertOpen: boolean
}

/** An advert's public view. */
export function advertView(record: AdvertRecord): AdvertView {
  return {
    id: String(record.advertId),
    desk: record.desk,
    unitPrice: formatUnits(record.unitPriceUnits),
    total: formatUnits(record.totalUnits),
    remaining: formatUnits(record.remainingUnits),
    minimum: formatUnits(record.minimumUnits),
    maximum: formatUnits(record.maximumUnits),
    isOpen: record.closedMs === null,
    isAuto: record.isAuto,
    timeLimitMs: record.isAuto ? null : record.lapseMs,
    publishedMs: record.publishedMs,
    successorId: record.successorId === null ? null : String(record.successorId),
  }
}

/** A sale in a list. */
export function saleView(record: SaleRecord): SaleView {
  return {
    id: String(record.saleId),
    advertId: String(record.advertId),
    desk: record.desk,
    quantity: formatUnits(record.quantityUnits),
    unitPrice: formatUnits(record.unitPriceUnits),
    total: formatUnits(record.totalUnits),
    isAuto: record.isAuto,
    state: record.state,
    createdMs: record.createdMs,
    lapsesMs: record.lapsesMs,
    endedMs: record.endedMs,
  }
}

/** A sale with its advert's remaining quantity. */
export function saleDetailView(record: SaleRecord): SaleDetailView {
  return {
    ...saleView(record),
    advertRemaining: formatUnits(record.advertRemainingUnits),
    isAdvertOpen: record.isAdvertOpen,
  }
}
