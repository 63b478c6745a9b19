import type { SwapTermsView, SwapView } from '@candor/api'
import { swapUnits } from '@candor/formulas'
import type { SwapTerms } from '@candor/formulas'
import { formatUnits, unitsPerCoin } from '@candor/money'
import type { Asset, Price } from '@candor/money'

/** What applies to swaps of one direction. */
export interface DirectionTerms {
  readonly from: Asset
  readonly minimumUnits: bigint
  readonly isWholeNumber: boolean
  readonly spreadBps: number
}

/** A swap as the ledger keeps it. */
export interface SwapRecord extends SwapTerms {
  readonly swapId: bigint
  readonly from: Asset
  readonly givesUnits: bigint
  readonly receivesUnits: bigint
  /** What of the given units was the spread. */
  readonly spreadUnits: bigint
  readonly atMs: number
}

/** What a quote or a swap says of money, as its owner sees it. */
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

/** What one coin brings, with the spread and without it. */
function ratesOf(from: Asset, terms: SwapTerms): { rate: string; midRate: string } {
  const rate = (spreadBps: number) => formatUnits(swapUnits(from, unitsPerCoin, { price: terms.price, spreadBps }))
  return { rate: rate(terms.spreadBps), midRate: rate(0) }
}

/** The number of a swap in an id or a cursor of the wire, or null where it is none. */
export function swapIdOf(id: string): bigint | null {
  return /^\d{1,18}$/.test(id) ? BigInt(id) : null
}

/** Whether a text is the id of a quote: anything else names none. */
export function isQuoteId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}
