import type { ContractDay, OrderView, TermsView } from '@candor/api'
import { previewOdds, slotEndMs, slotMs } from '@candor/formulas'
import type { ContractResult, Direction, VoidReason } from '@candor/formulas'
import { formatDecimal, formatUnits, unitsPerCoin } from '@candor/money'
import type { Asset } from '@candor/money'

/** A stored contract order with the names and odds that its view shows. */
export interface OrderRecord {
  readonly orderId: bigint
  readonly customerId: bigint
  readonly symbol: string
  readonly name: string
  readonly priceDecimals: number
  readonly direction: Direction
  readonly asset: Asset
  readonly stakeUnits: bigint
  readonly feeUnits: bigint
  readonly profitUnits: bigint
  readonly feeBps: number
  readonly payoutBps: number
  readonly termsId: bigint
  readonly durationSlots: number
  readonly genesisMs: number
  readonly acceptedMs: number
  readonly entrySlot: number
  readonly exitSlot: number
  readonly state: 'open' | 'closed'
  readonly result: ContractResult | null
  readonly voidReason: VoidReason | null
  readonly entryPrice: bigint | null
  readonly exitPrice: bigint | null
  readonly settledSlot: number | null
  readonly netUnits: bigint | null
  readonly settledMs: number | null
}

/** A position in the list of closed orders, in settlement order. */
export interface ClosedPosition {
  readonly settledMs: number
  readonly orderId: bigint
}

/** One day's contract sums of one customer and asset; money in units. */
export interface DaySumsRecord {
  readonly startMs: number
  readonly asset: Asset
  readonly contracts: number
  readonly won: number
  readonly lost: number
  readonly tie: number
  readonly void: number
  readonly stakedUnits: bigint
  readonly feeUnits: bigint
  readonly netUnits: bigint
}

/** The label shown with every order of some terms. */
export interface TermsLabel {
  readonly termsId: bigint
  readonly symbol: string
  readonly name: string
  readonly priceDecimals: number
  readonly feeBps: number
  readonly payoutBps: number
  readonly genesisMs: number
}

/** The current terms of one duration. */
export interface OfferRecord {
  readonly termsId: bigint
  readonly durationSlots: number
  readonly stakeMinUnits: bigint
  readonly stakeMaxUnits: bigint
  readonly feeBps: number
  readonly payoutBps: number
}

const maxDurationSlots = 2 ** 31 - 1

/** A duration in slots, or null where it is not a whole number of them: no terms can be for it. */
export function durationSlotsOf(durationMs: number): number | null {
  const slots = durationMs / slotMs
  return Number.isInteger(slots) && slots > 0 && slots <= maxDurationSlots ? slots : null
}

/**
 * An order as its owner sees it. The entry and exit are timed at the end of their slot, when its frame is published.
 */
export function orderView(order: OrderRecord): OrderView {
  return {
    id: order.orderId.toString(),
    symbol: order.symbol,
    name: order.name,
    direction: order.direction,
    asset: order.asset,
    stake: formatUnits(order.stakeUnits),
    fee: formatUnits(order.feeUnits),
    profit: formatUnits(order.profitUnits),
    feeBps: order.feeBps,
    payoutBps: order.payoutBps,
    termsVersion: order.termsId.toString(),
    durationMs: order.durationSlots * slotMs,
    acceptedAtMs: order.acceptedMs,
    entrySlot: order.entrySlot,
    exitSlot: order.exitSlot,
    entryAtMs: slotEndMs(order.entrySlot, order.genesisMs),
    exitAtMs: slotEndMs(order.exitSlot, order.genesisMs),
    state: order.state,
    result: order.result,
    voidReason: order.voidReason,
    entryPrice: priceText(order.entryPrice, order.priceDecimals),
    exitPrice: priceText(order.exitPrice, order.priceDecimals),
    settledSlot: order.settledSlot,
    net: order.netUnits === null ? null : formatUnits(order.netUnits),
    settledAtMs: order.settledMs,
  }
}

function priceText(ticks: bigint | null, decimals: number): string | null {
  return ticks === null ? null : formatDecimal(ticks, decimals)
}

/** The terms of one duration as they are shown before an order. */
export function termsView(offer: OfferRecord): TermsView {
  const odds = { feeBps: offer.feeBps, payoutBps: offer.payoutBps }
  const { breakEvenPermille } = previewOdds(odds, 100n * unitsPerCoin)
  return {
    durationMs: offer.durationSlots * slotMs,
    stakeMin: formatUnits(offer.stakeMinUnits),
    stakeMax: formatUnits(offer.stakeMaxUnits),
    feeBps: offer.feeBps,
    payoutBps: offer.payoutBps,
    breakEven: formatDecimal(BigInt(breakEvenPermille), 1),
    version: offer.termsId.toString(),
  }
}

const minuteMs = 60_000

/** Days with their sums as the customer sees them; the records arrive day by day. */
export function dayViews(records: readonly DaySumsRecord[], utcOffsetMinutes: number): ContractDay[] {
  return [...Map.groupBy(records, ({ startMs }) => startMs)].map(([startMs, sums]) => ({
    day: new Date(startMs + utcOffsetMinutes * minuteMs).toISOString().slice(0, 10),
    startMs,
    sums: sums.map(({ asset, contracts, won, lost, tie, void: voided, stakedUnits, feeUnits, netUnits }) => ({
      asset,
      contracts,
      won,
      lost,
      tie,
      void: voided,
      staked: formatUnits(stakedUnits),
      fees: formatUnits(feeUnits),
      net: formatUnits(netUnits),
    })),
  }))
}
