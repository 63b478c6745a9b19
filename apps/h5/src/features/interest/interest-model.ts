import type { InterestProductView, TermView } from '@candor/api'
import { interestOf } from '@candor/formulas'
import { add, amount, formatAmount, formatUnits, parseUnits } from '@candor/money'
import type { Asset } from '@candor/money'
import { amountOf } from '../../shared/forms/index.ts'

/** The polling interval of a due order, until it is paid back. */
const dueRefreshMs = 2_000
/** The longest polling interval of an earning order: the socket reports changes, but may be disconnected. */
const longestRefreshMs = 60_000

/** The customer's choices. `amountText` is as typed, so that a half-written number is not lost. */
export interface InterestForm {
  readonly asset: Asset
  /** Null means the shortest. A new version of a product keeps its duration, but not its id. */
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

/** The form's amount in wire form, or null. */
export function wireAmount(form: InterestForm): string | null {
  const units = amountOf(form.amountText)
  return units === null ? null : formatUnits(units)
}

/** The interest on the form's amount, as the ledger will compute it; null without an amount. */
export function expectedInterest(form: InterestForm, { dailyRatePpm, durationMs }: InterestProductView): string | null {
  const units = amountOf(form.amountText)
  if (units === null) return null
  return formatAmount(interestOf({ invested: amount(form.asset, units), dailyRatePpm, durationMs }))
}

/** The form's amount with its interest, as it is paid back at the expiry; null without an amount. */
export function expectedReturn(form: InterestForm, { dailyRatePpm, durationMs }: InterestProductView): string | null {
  const units = amountOf(form.amountText)
  if (units === null) return null
  const invested = amount(form.asset, units)
  return formatAmount(add(invested, interestOf({ invested, dailyRatePpm, durationMs })))
}

export type InterestObstacle =
  | 'no-amount'
  | 'wrong-format'
  | 'below-minimum'
  | 'above-maximum'
  | 'above-available'
  | 'not-covered'

/** The first obstacle in the form; null when there is none. The server decides. */
export function obstacleOf(
  form: InterestForm,
  offer: InterestProductView,
  available: string | null,
): InterestObstacle | null {
  if (form.amountText.trim() === '') return 'no-amount'
  const units = amountOf(form.amountText)
  if (units === null) return 'wrong-format'
  if (units < unitsOf(offer.min)) return 'below-minimum'
  if (units > unitsOf(offer.max)) return 'above-maximum'
  if (available !== null && units > unitsOf(available)) return 'above-available'
  const { dailyRatePpm, durationMs, coverageLeft } = offer
  const interest = interestOf({ invested: amount(offer.asset, units), dailyRatePpm, durationMs })
  return interest.units > unitsOf(coverageLeft) ? 'not-covered' : null
}

/** The amount for "use all": the available balance, up to the product's maximum. */
export function wholeAmount({ max }: InterestProductView, available: string): string {
  return unitsOf(available) > unitsOf(max) ? max : available
}

function unitsOf(text: string): bigint {
  return parseUnits(text) ?? 0n
}

/** The elapsed share of an order's time in percent. An ended order is full. */
export function percentOver({ state, startMs, durationMs }: TermView, nowMs: number): number {
  if (state === 'expired') return 100
  return Math.min(100, Math.max(0, ((nowMs - startMs) / durationMs) * 100))
}

/** When to refetch an order: soon after its expiry, or never once it has ended. */
export function refreshMs({ state, expiresMs }: TermView, nowMs: number): number | false {
  if (state === 'expired') return false
  return Math.min(longestRefreshMs, Math.max(dueRefreshMs, expiresMs - nowMs))
}
