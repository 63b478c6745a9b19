import type { InterestProductView, TermView } from '@candor/api'
import { interestUnits } from '@candor/formulas'
import { formatUnits, parseUnits } from '@candor/money'
import type { Asset } from '@candor/money'
import { amountOf } from '../../shared/forms/index.ts'

/** Decimals that an amount may have. */
const amountDecimals = 6

/** An order that is due is asked for again so often, until it is paid back. */
const dueRefreshMs = 2_000
/** The longest pause before an earning order is asked for again: the socket tells, but its connection may be cut. */
const longestRefreshMs = 60_000

/** What the customer chose. `amountText` is as typed, so that a half-written number is not lost. */
export interface InterestForm {
  readonly asset: Asset
  /** Null until one is chosen: then it is the shortest. A new version of a product keeps its duration, and not its id. */
  readonly durationMs: number | null
  readonly amountText: string
}

/** The form as it opens: with the product that a link names while it is offered, else with USDT and the shortest. */
export function startForm(products: readonly InterestProductView[], productId: string | undefined): InterestForm {
  const named = products.find(({ id, isOpen }) => isOpen && id === productId)
  return { asset: named?.asset ?? 'USDT', durationMs: named?.durationMs ?? null, amountText: '' }
}

/** The products of an asset that can be had, shortest first. */
export function offersOf(products: readonly InterestProductView[], asset: Asset): InterestProductView[] {
  return products
    .filter((product) => product.asset === asset && product.isOpen)
    .toSorted((a, b) => a.durationMs - b.durationMs)
}

/** The product that counts: the chosen one, else the shortest. */
export function offerOf(form: InterestForm, products: readonly InterestProductView[]): InterestProductView | null {
  const offers = offersOf(products, form.asset)
  return offers.find(({ durationMs }) => durationMs === form.durationMs) ?? offers[0] ?? null
}

/** The form's amount as the wire wants it, or null. */
export function wireAmount(form: InterestForm): string | null {
  const units = amountOf(form.amountText, amountDecimals)
  return units === null ? null : formatUnits(units)
}

/** What the form's amount earns in a product, as the ledger will compute it; null without an amount. */
export function expectedInterest(form: InterestForm, { dailyRatePpm, durationMs }: InterestProductView): string | null {
  const amountUnits = amountOf(form.amountText, amountDecimals)
  return amountUnits === null ? null : formatUnits(interestUnits({ amountUnits, dailyRatePpm, durationMs }))
}

export type InterestObstacle =
  | 'no-amount'
  | 'wrong-format'
  | 'below-minimum'
  | 'above-maximum'
  | 'above-available'
  | 'not-covered'

/** The first thing that keeps the form from going on; null where nothing does. The server decides. */
export function obstacleOf(
  form: InterestForm,
  offer: InterestProductView,
  available: string | null,
): InterestObstacle | null {
  if (form.amountText.trim() === '') return 'no-amount'
  const units = amountOf(form.amountText, amountDecimals)
  if (units === null) return 'wrong-format'
  if (units < unitsOf(offer.min)) return 'below-minimum'
  if (units > unitsOf(offer.max)) return 'above-maximum'
  if (available !== null && units > unitsOf(available)) return 'above-available'
  const { dailyRatePpm, durationMs, coverageLeft } = offer
  return interestUnits({ amountUnits: units, dailyRatePpm, durationMs }) > unitsOf(coverageLeft) ? 'not-covered' : null
}

/** The amount for "use all": what is available, as far as the product takes it. */
export function wholeAmount({ max }: InterestProductView, available: string): string {
  return unitsOf(available) > unitsOf(max) ? max : available
}

function unitsOf(text: string): bigint {
  return parseUnits(text) ?? 0n
}

/** How much of an order's time is over, in percent. What has ended is full. */
export function percentOver({ state, startMs, durationMs }: TermView, nowMs: number): number {
  if (state === 'expired') return 100
  return Math.min(100, Math.max(0, ((nowMs - startMs) / durationMs) * 100))
}

/** When an order is asked for again: soon after its expiry, or never once it has ended. */
export function refreshMs({ state, expiresMs }: TermView, nowMs: number): number | false {
  if (state === 'expired') return false
  return Math.min(longestRefreshMs, Math.max(dueRefreshMs, expiresMs - nowMs))
}
