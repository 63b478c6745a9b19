import type { SwapTermsView, SwapView } from '@candor/api'
import { swapUnits } from '@candor/formulas'
import type { SwapTerms } from '@candor/formulas'
import { formatUnits, unitsPerCoin } from '@candor/money'
import type { Asset, Price } from '@candor/money'

/** The terms of swaps in one direction. */
export interface DirectionTerms {
  readonly from: Asset
  readonly minimumUnits: bigint
  readonly isWholeNumber: boolean
  readonly spreadBps: number
}

/** A swap as stored in the ledger. */
export interface SwapRecord extends SwapTerms {
  readonly swapId: bigint
  readonly from: Asset
  readonly givesUnits: bigint
  readonly receivesUnits: bigint
  /** The part of the given units that was the spread. */
  readonly spreadUnits: bigint
  readonly atMs: number
}

/** The amounts of a quote or a swap, in their owner's view. */
export function swapMoney(swap: Omit<SwapRecord, 'swapId' | 'atMs'>): Omit<SwapView, 'id' | 'atMs'> {
  return {
    from: swap.from,
    to: otherAsset(swap.from),
    ...ratesOf(swap.from, swap),
    spreadBps: swap.spreadBps,
    gives: formatUnits(swap.givesUnits),
    receives: formatUnits(swap.receivesUnits),
    spread: formatUnits(swap.spreadUnits),
  }
}

/** A swap as its owner sees it. */
export function swapView(record: SwapRecord): SwapView {
  return { id: record.swapId.toString(), ...swapMoney(record), atMs: record.atMs }
}

/** The terms of a direction at the price of now, which may be missing. */
export function swapTermsView(terms: DirectionTerms, price: Price | null): SwapTermsView {
  const { from, spreadBps } = terms
  return {
    from,
    to: otherAsset(from),
    ...(price === null ? { rate: null, midRate: null } : ratesOf(from, { price, spreadBps })),
    spreadBps,
    minimum: formatUnits(terms.minimumUnits),
    wholeNumber: terms.isWholeNumber,
  }
}

function otherAsset(asset: Asset): Asset {
  return asset === 'USD' ? 'USDT' : 'USD'
}

/** The proceeds of one coin, with and without the spread. */
function ratesOf(from: Asset, terms: SwapTerms): { rate: string; midRate: string } {
  const rate = (spreadBps: number) => formatUnits(swapUnits(from, unitsPerCoin, { price: terms.price, spreadBps }))
  return { rate: rate(terms.spreadBps), midRate: rate(0) }
}
