import type { OrderView, OutputOf, transparencyFrames } from '@candor/api'
import { contractPrices, entryWindow, exitWaitSlots, exitWindow, hasAverages, settleAmounts } from '@candor/formulas'
import type { ContractPrices, FramePoint, WindowSlots } from '@candor/formulas'
import { formatAmount, formatDecimal, parseAmount, parseDecimal } from '@candor/money'

/** Stored frames of an instrument, as the server returns them. */
export type ReadFrames = OutputOf<typeof transparencyFrames>

/** Slots to read. */
export interface FrameRange {
  readonly slot: number
  readonly count: number
}

/**
 * Slots read before a window for the newest frame before it, whose epoch counts: a minute. Nothing is bought on a frame
 * older than some seconds, so there is one.
 */
const slotsBefore = 120

/** The frames that decide a contract's entry and its exit. */
export function framesOf(order: OrderView): { readonly entry: FrameRange; readonly exit: FrameRange } {
  const wait = hasAverages(order) ? 0 : exitWaitSlots
  const range = ({ from, to }: WindowSlots) => ({
    slot: Math.max(0, from - slotsBefore),
    count: to - from + 1 + slotsBefore,
  })
  const exit = exitWindow(order)
  return { entry: range(entryWindow(order)), exit: range({ from: exit.from, to: exit.to + wait }) }
}

/** The contract with its entry price, once the frames of its entry window are stored; null before, and without one. */
export function withEntryPrice(order: OrderView, entry: ReadFrames): OrderView | null {
  if (entry.newestSlot === null || entry.newestSlot < entryWindow(order).to) return null
  const { entry: price, scale } = contractPrices(order, pointsOf([entry]))
  return price === null ? null : { ...order, entryPrice: formatDecimal(price, entry.decimals + scale) }
}

/**
 * Decides a contract from stored frames, by the rule of every contract; null while the frames that decide it are not
 * stored. Where they are not kept any more, because this browser was away for too long, it is void without a reason of
 * the market's.
 */
export function settled(
  order: OrderView,
  { entry, exit, nowMs }: { readonly entry: ReadFrames; readonly exit: ReadFrames; readonly nowMs: number },
): OrderView | null {
  const points = pointsOf([entry, exit])
  const isKept = exit.keptFromSlot !== null && exit.keptFromSlot < order.entrySlot
  if (!isKept) return closed(order, { result: 'void', nowMs })
  const exitFrame = exitFrameOf(order, points)
  const isDecided = (exit.newestSlot ?? 0) >= order.exitSlot + (hasAverages(order) ? 0 : exitWaitSlots)
  if (!isDecided && exitFrame === undefined) return null
  const prices = contractPrices(order, points)
  return closed(order, { ...outcome(order, prices), prices, decimals: exit.decimals, exitFrame, nowMs })
}

/** Under the old rule one frame decides the exit, as soon as it is there. */
function exitFrameOf(order: OrderView, points: readonly FramePoint[]): FramePoint | undefined {
  return hasAverages(order)
    ? undefined
    : points.find(
        ({ slot, state }) => slot >= order.exitSlot && slot <= order.exitSlot + exitWaitSlots && state === 'open',
      )
}

function outcome(order: OrderView, prices: ContractPrices) {
  const [stake, fee, profit] = [order.stake, order.fee, order.profit].map((text) => parseAmount(order.asset, text))
  if (!stake || !fee || !profit) throw new Error('a practice contract has an amount that is none')
  return settleAmounts({ stake, fee, profit }, order.direction, prices)
}

interface Closing extends Partial<ReturnType<typeof outcome>> {
  readonly result: NonNullable<OrderView['result']>
  readonly prices?: ContractPrices
  readonly decimals?: number
  readonly exitFrame?: FramePoint | undefined
  readonly nowMs: number
}

function closed(order: OrderView, { result, reason, net, prices, decimals = 0, exitFrame, nowMs }: Closing): OrderView {
  const text = (price: bigint | null | undefined) =>
    price === null || price === undefined ? null : formatDecimal(price, decimals + (prices?.scale ?? 0))
  return {
    ...order,
    state: 'closed',
    result,
    voidReason: reason ?? null,
    entryPrice: text(prices?.entry),
    exitPrice: text(prices?.exit),
    settledSlot: exitFrame?.slot ?? order.exitSlot,
    net: net === undefined ? '0' : formatAmount(net),
    settledAtMs: nowMs,
  }
}

/** The frames of both ranges, each once: those of a short contract overlap. */
function pointsOf(read: readonly ReadFrames[]): readonly FramePoint[] {
  const points = read.flatMap(({ items, decimals }) =>
    items.map(({ slot, price, state, epoch }): FramePoint => {
      const ticks = parseDecimal(price, decimals)
      if (ticks === null) throw new Error(`the frame of slot ${slot} has no price`)
      return { slot, ticks, state, epoch }
    }),
  )
  return [...new Map(points.map((point) => [point.slot, point])).values()].toSorted(
    (one, other) => one.slot - other.slot,
  )
}
