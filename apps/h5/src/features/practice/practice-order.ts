import { openOrder } from '@candor/api'
import type { OrderView, TermsView } from '@candor/api'
import { maxSeenAgeSlots, previewOdds, slotEndMs, slotMs } from '@candor/formulas'
import type { Direction } from '@candor/formulas'
import { formatAmount } from '@candor/money'
import type { Amount } from '@candor/money'

/** What is bought: the offer on the sheet. */
export interface PracticeOffer {
  readonly symbol: string
  readonly name: string
  readonly direction: Direction
  readonly terms: TermsView
  readonly entryDelayMs: number
  readonly stake: Amount
}

/** Market time as this browser knows it. */
export interface MarketMoment {
  readonly nowMs: number
  readonly genesisMs: number
  readonly nowSlot: number
  /** The newest frame that was seen. */
  readonly newestSlot: number
}

/**
 * A practice contract: it enters as late as one that the server accepts, and ends by the same terms. Null where the
 * price that was seen is too old, as the server would refuse it.
 */
export function practiceOrder(offer: PracticeOffer, id: string, moment: MarketMoment): OrderView | null {
  const { nowMs, genesisMs, nowSlot, newestSlot } = moment
  if (newestSlot < nowSlot - maxSeenAgeSlots) return null
  const { symbol, name, direction, terms, stake } = offer
  const odds = previewOdds(terms, stake)
  const entrySlot = Math.max(nowSlot, newestSlot) + Math.max(1, Math.ceil(offer.entryDelayMs / slotMs))
  const exitSlot = entrySlot + terms.durationMs / slotMs
  return {
    id,
    symbol,
    name,
    direction,
    asset: stake.asset,
    stake: formatAmount(stake),
    fee: formatAmount(odds.fee),
    profit: formatAmount(odds.profit),
    feeBps: terms.feeBps,
    payoutBps: terms.payoutBps,
    entryWindowSlots: terms.entryWindowSlots,
    exitWindowSlots: terms.exitWindowSlots,
    termsVersion: terms.version,
    durationMs: terms.durationMs,
    acceptedAtMs: Math.round(nowMs),
    entrySlot,
    exitSlot,
    entryAtMs: slotEndMs(entrySlot, genesisMs),
    exitAtMs: slotEndMs(exitSlot, genesisMs),
    ...openOrder,
  }
}
