import type { BalanceView, SwapQuoteView, SwapTermsView } from '@candor/api'
import { formatUnits, parseUnits, unitsPerCoin } from '@candor/money'
import type { Asset } from '@candor/money'
import { amountOf } from '../../shared/forms/index.ts'

/** The customer's choices. `amountText` is as typed, so that a half-written number is not lost. */
export interface SwapForm {
  readonly from: Asset
  readonly amountText: string
}

/** One-tap amounts. */
export const quickAmounts = ['100', '250', '1000'] as const

export type SwapObstacle = 'no-amount' | 'wrong-format' | 'below-minimum' | 'not-whole' | 'above-available'

/** The asset that one receives. */
export function otherAsset(asset: Asset): Asset {
  return asset === 'USD' ? 'USDT' : 'USD'
}

/** The obstacle to a quote that this phone can detect; null when one can be requested. The server decides. */
export function obstacleOf(
  form: SwapForm,
  terms: Pick<SwapTermsView, 'minimum' | 'wholeNumber'>,
  available: string | null,
): SwapObstacle | null {
  if (form.amountText.trim() === '') return 'no-amount'
  const units = amountOf(form.amountText)
  if (units === null) return 'wrong-format'
  if (terms.wholeNumber && units % unitsPerCoin !== 0n) return 'not-whole'
  if (units < (parseUnits(terms.minimum) ?? 0n)) return 'below-minimum'
  return available !== null && units > (parseUnits(available) ?? 0n) ? 'above-available' : null
}

/** The form's amount in wire form, or null. */
export function wireAmount(form: SwapForm): string | null {
  const units = amountOf(form.amountText)
  return units === null ? null : formatUnits(units)
}

/** The amount for "everything": the available balance, without its fraction where only whole numbers are swapped. */
export function everything(available: string, isWholeNumber: boolean): string {
  const units = parseUnits(available) ?? 0n
  return formatUnits(isWholeNumber ? units - (units % unitsPerCoin) : units)
}

/** Whether a quote matches the form: a late response must not be used for another amount. */
export function isQuoteFor(quote: Pick<SwapQuoteView, 'from' | 'gives'>, form: SwapForm): boolean {
  return quote.from === form.from && parseUnits(quote.gives) === amountOf(form.amountText)
}

/** The available balance of both assets after a swap: what is given first. Unknown balances are left out. */
export function balancesAfter(
  { from, to, gives, receives }: Pick<SwapQuoteView, 'from' | 'to' | 'gives' | 'receives'>,
  balances: readonly Pick<BalanceView, 'asset' | 'available'>[],
): readonly { readonly asset: Asset; readonly amount: string }[] {
  const changes = [
    { asset: from, units: -(parseUnits(gives) ?? 0n) },
    { asset: to, units: parseUnits(receives) ?? 0n },
  ]
  return changes.flatMap(({ asset, units }) => {
    const before = parseUnits(balances.find((balance) => balance.asset === asset)?.available ?? '')
    return before === null ? [] : [{ asset, amount: formatUnits(before + units) }]
  })
}

/** Basis points as percent text: 5 is "0.05". */
export function percentOfBps(bps: number): `${number}` {
  return `${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, '0')}` as `${number}`
}
