import type { OrderView } from '@candor/api'
import { hasAverages } from '@candor/formulas'
import { parseUnits } from '@candor/money'
import { priceDifference } from '../../shared/instrument/positions/price-difference.ts'

/** The one sentence under the amount. */
export type ReceiptSentence =
  | {
      readonly kind: 'moved'
      readonly direction: 'up' | 'down'
      readonly side: 'above' | 'below'
      readonly distance: string
    }
  | { readonly kind: 'tie' }
  | {
      readonly kind: 'void'
      readonly reason: NonNullable<OrderView['voidReason']> | 'unknown'
      readonly hasAverages: boolean
    }

export type ReceiptLineName = 'stake-lost' | 'stake-returned' | 'payout' | 'fee' | 'fee-returned'

export interface ReceiptLine {
  readonly name: ReceiptLineName
  readonly units: bigint
  /** Whether the amount changes money, and so carries a sign. */
  readonly isChange: boolean
}

export interface Receipt {
  readonly netUnits: bigint
  readonly sentence: ReceiptSentence
  /** Two or three lines whose changes add up to the net result. */
  readonly lines: readonly ReceiptLine[]
}

/** The figures of a settled order; null while it is open. All four results have the same shape. */
export function receiptOf(order: OrderView): Receipt | null {
  const netUnits = order.net === null ? null : parseUnits(order.net)
  const stakeUnits = parseUnits(order.stake)
  const feeUnits = parseUnits(order.fee)
  const profitUnits = parseUnits(order.profit)
  if (order.result === null || netUnits === null || stakeUnits === null || feeUnits === null || profitUnits === null)
    return null
  return { netUnits, sentence: sentenceOf(order), lines: linesOf(order.result, { stakeUnits, feeUnits, profitUnits }) }
}

function sentenceOf(order: OrderView): ReceiptSentence {
  if (order.result === 'void')
    return { kind: 'void', reason: order.voidReason ?? 'unknown', hasAverages: hasAverages(order) }
  const difference =
    order.entryPrice === null || order.exitPrice === null ? null : priceDifference(order.entryPrice, order.exitPrice)
  if (difference === null || difference.direction === 'equal') return { kind: 'tie' }
  return { kind: 'moved', direction: order.direction, side: difference.direction, distance: difference.distance }
}

interface Sums {
  readonly stakeUnits: bigint
  readonly feeUnits: bigint
  readonly profitUnits: bigint
}

function linesOf(
  result: NonNullable<OrderView['result']>,
  { stakeUnits, feeUnits, profitUnits }: Sums,
): readonly ReceiptLine[] {
  switch (result) {
    case 'won':
      return [
        { name: 'stake-returned', units: stakeUnits, isChange: false },
        { name: 'payout', units: profitUnits, isChange: true },
        { name: 'fee', units: -feeUnits, isChange: true },
      ]
    case 'lost':
      return [
        { name: 'stake-lost', units: -stakeUnits, isChange: true },
        { name: 'payout', units: 0n, isChange: true },
        { name: 'fee', units: -feeUnits, isChange: true },
      ]
    case 'tie':
    case 'void':
      return [
        { name: 'stake-returned', units: stakeUnits, isChange: false },
        { name: 'payout', units: 0n, isChange: true },
        { name: 'fee-returned', units: feeUnits, isChange: false },
      ]
  }
}
