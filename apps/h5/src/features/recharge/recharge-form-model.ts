import type { OutputOf, RechargeChainView, rechargeMethods } from '@candor/api'
import { txidText } from '@candor/api'
import { divFloor, formatUnits, parseUnits, unitsPerCent, unitsPerCoin } from '@candor/money'
import type { Asset } from '@candor/money'
import { amountOf, errorBy } from '../../shared/forms/index.ts'

export type RechargeMethods = OutputOf<typeof rechargeMethods>

/** What the customer chose and typed. The voucher is a file of the page and stands beside it. */
export interface RechargeForm {
  readonly chain: RechargeChainView['chain']
  readonly currency: Asset
  readonly quantityText: string
  readonly txidText: string
}

export const initialRecharge: RechargeForm = { chain: 'TRC20', currency: 'USDT', quantityText: '', txidText: '' }

/** Quantities are USDT, with as many decimals as its units have. */
const quantityDecimals = 6

/** The first thing that keeps the form from being sent; the dock says it. */
export type RechargeObstacle =
  | { readonly kind: 'no-quantity' }
  | { readonly kind: 'wrong-quantity' }
  | { readonly kind: 'below-minimum' }
  | { readonly kind: 'no-rate' }
  | { readonly kind: 'no-voucher' }
  | { readonly kind: 'wrong-txid' }

/** What stands in the way, in the order of the form; null where it can be sent. */
export function obstacleOf(
  form: RechargeForm,
  { methods, hasVoucher }: { readonly methods: RechargeMethods; readonly hasVoucher: boolean },
): RechargeObstacle | null {
  const chain = chainOf(form, methods)
  const units = quantityOf(form)
  if (form.quantityText.trim() === '') return { kind: 'no-quantity' }
  if (units === null || units === 0n) return { kind: 'wrong-quantity' }
  if (chain !== undefined && units < (parseUnits(chain.minimum) ?? 0n)) return { kind: 'below-minimum' }
  if (form.currency === 'USD' && rateOf(form, methods) === null) return { kind: 'no-rate' }
  if (chain?.hasWatcher !== true && !hasVoucher) return { kind: 'no-voucher' }
  return hasTxidFault(form.txidText) ? { kind: 'wrong-txid' } : null
}

/** The units of USDT that were typed, or null. */
export function quantityOf({ quantityText }: RechargeForm): bigint | null {
  return amountOf(quantityText, quantityDecimals)
}

/** Whether something was typed that is no transaction id. It is optional. */
export function hasTxidFault(text: string): boolean {
  return text.trim() !== '' && errorBy(txidText, text.trim()) !== null
}

/** What the server says about the chosen chain. */
export function chainOf(
  { chain }: Pick<RechargeForm, 'chain'>,
  methods: RechargeMethods,
): RechargeChainView | undefined {
  return methods.chains.find((known) => known.chain === chain)
}

/** What one USDT is credited as in the chosen currency, or null without a price. */
export function rateOf({ currency }: Pick<RechargeForm, 'currency'>, methods: RechargeMethods): string | null {
  return methods.currencies.find((known) => known.currency === currency)?.rate ?? null
}

/** About what would be credited now, in the currency: rounded down to the cent as the server does; null while it cannot be said. */
export function creditedNow(form: RechargeForm, methods: RechargeMethods): string | null {
  const units = quantityOf(form)
  const rate = rateOf(form, methods)
  if (units === null || units === 0n) return null
  if (form.currency === 'USDT') return formatUnits(units)
  const rateUnits = rate === null ? null : parseUnits(rate)
  if (rateUnits === null) return null
  const credited = divFloor(units * rateUnits, unitsPerCoin)
  return formatUnits(credited - (credited % unitsPerCent))
}
