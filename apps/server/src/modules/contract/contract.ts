import type { ContractDay, OrderView, TermsView } from '@candor/api'
import { previewOdds, slotEndMs, slotMs } from '@candor/formulas'
import type { ContractResult, ContractWindows, Direction, VoidReason } from '@candor/formulas'
import { amount, formatAmount, formatDecimal, formatUnits, unitsPerCoin } from '@candor/money'
import type { Amount, Asset, UnitsOfEach } from '@candor/money'

/** A stored contract order with the names and odds that its view shows. */
export interface OrderRecord extends ContractWindows {
  readonly orderId: bigint
  readonly customerId: bigint
  readonly symbol: string
  readonly name: string
  readonly priceDecimals: number
  readonly direction: Direction
  readonly stake: Amount
  readonly fee: Amount
  readonly profit: Amount
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
  /** The digits that both prices have beyond the official price. */
  readonly priceScale: number
  readonly settledSlot: number | null
  readonly net: Amount | null
  readonly settledMs: number | null
}

/** A position in the list of closed orders, in settlement order. */
export interface ClosedPosition {
  readonly settledMs: number
  readonly orderId: bigint
}

/** One day's contract sums of one customer and asset. */
export interface DaySumsRecord {
  readonly startMs: number
  readonly asset: Asset
  readonly contracts: number
  readonly won: number
  readonly lost: number
  readonly tie: number
  readonly void: number
  readonly staked: Amount
  readonly fees: Amount
  readonly net: Amount
}

/** The label shown with every order of some terms. */
export interface TermsLabel extends ContractWindows {
  readonly termsId: bigint
  readonly symbol: string
  readonly name: string
  readonly priceDecimals: number
  readonly feeBps: number
  readonly payoutBps: number
  readonly genesisMs: number
}

/** The current terms of one duration. */
export interface OfferRecord extends ContractWindows {
  readonly termsId: bigint
  readonly durationSlots: number
  readonly stakeMinUnits: UnitsOfEach
  readonly stakeMaxUnits: UnitsOfEach
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
    asset: order.stake.asset,
    stake: formatAmount(order.stake),
    fee: formatAmount(order.fee),
    profit: formatAmount(order.profit),
    feeBps: order.feeBps,
    payoutBps: order.payoutBps,
    entryWindowSlots: order.entryWindowSlots,
    exitWindowSlots: order.exitWindowSlots,
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
    entryPrice: priceText(order.entryPrice, order.priceDecimals + order.priceScale),
    exitPrice: priceText(order.exitPrice, order.priceDecimals + order.priceScale),
    settledSlot: order.settledSlot,
    net: order.net === null ? null : formatAmount(order.net),
    settledAtMs: order.settledMs,
  }
}

function priceText(ticks: bigint | null, decimals: number): string | null {
  return ticks === null ? null : formatDecimal(ticks, decimals)
}

/** The stake that the break-even rate is stated for; the rate is alike in every asset. */
const referenceStake = amount('USD', 100n * unitsPerCoin)

/** The terms of one duration as they are shown before an order. */
export function termsView(offer: OfferRecord): TermsView {
  const odds = { feeBps: offer.feeBps, payoutBps: offer.payoutBps }
  const { breakEvenPermille } = previewOdds(odds, referenceStake)
  return {
    durationMs: offer.durationSlots * slotMs,
    stakeMin: formatUnits(offer.stakeMinUnits),
    stakeMax: formatUnits(offer.stakeMaxUnits),
    feeBps: offer.feeBps,
    payoutBps: offer.payoutBps,
    entryWindowSlots: offer.entryWindowSlots,
    exitWindowSlots: offer.exitWindowSlots,
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
    sums: sums.map(({ asset, contracts, won, lost, tie, void: voided, staked, fees, net }) => ({
      asset,
      contracts,
      won,
      lost,
      tie,
      void: voided,
      staked: formatAmount(staked),
      fees: formatAmount(fees),
      net: formatAmount(net),
    })),
  }))
}
