import type { SwapTermsView, SwapView } from '@candor/api'
import { swapProceeds } from '@candor/formulas'
import type { SwapTerms } from '@candor/formulas'
import { amount, formatAmount, unitsPerCoin } from '@candor/money'
import type { Amount, Asset, Price } from '@candor/money'

/** The terms of swaps in one direction, which is that of the minimum's asset into the other. */
export interface DirectionTerms {
  readonly minimum: Amount
  readonly isWholeNumber: boolean
  readonly spreadBps: number
}

/** A swap as stored in the ledger. */
export interface SwapRecord extends SwapTerms {
  readonly swapId: bigint
  readonly gives: Amount
  readonly receives: Amount
  /** The part of the given amount that was the spread. */
  readonly spread: Amount
  readonly atMs: number
}

/** The amounts of a quote or a swap, in their owner's view. */
export function swapMoney(swap: Omit<SwapRecord, 'swapId' | 'atMs'>): Omit<SwapView, 'id' | 'atMs'> {
  return {
    from: swap.gives.asset,
    to: swap.receives.asset,
    ...ratesOf(swap.gives.asset, swap),
    spreadBps: swap.spreadBps,
    gives: formatAmount(swap.gives),
    receives: formatAmount(swap.receives),
    spread: formatAmount(swap.spread),
  }
}

/** A swap as its owner sees it. */
export function swapView(record: SwapRecord): SwapView {
  return { id: record.swapId.toString(), ...swapMoney(record), atMs: record.atMs }
}

/** The terms of a direction at the price of now, which may be missing. */
export function swapTermsView(
  { minimum, isWholeNumber, spreadBps }: DirectionTerms,
  price: Price | null,
): SwapTermsView {
  const from = minimum.asset
  return {
    from,
    to: otherAsset(from),
    ...(price === null ? { rate: null, midRate: null } : ratesOf(from, { price, spreadBps })),
    spreadBps,
    minimum: formatAmount(minimum),
    wholeNumber: isWholeNumber,
  }
}

/** The asset that a swap of an asset gives. */
export function otherAsset(asset: Asset): Asset {
  return asset === 'USD' ? 'USDT' : 'USD'
}

/** The proceeds of one coin, with and without the spread. */
function ratesOf(from: Asset, { price, spreadBps }: SwapTerms): { rate: string; midRate: string } {
  const coin = amount(from, unitsPerCoin)
  return {
    rate: formatAmount(swapProceeds(coin, { price, spreadBps })),
    midRate: formatAmount(swapProceeds(coin, { price, spreadBps: 0 })),
  }
}
