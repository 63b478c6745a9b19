import type { OutputOf, RechargeChainView, rechargeMethods } from '@candor/api'
import { txidText } from '@candor/api'
import { divFloor, formatUnits, parseUnits, unitsPerCent, unitsPerCoin } from '@candor/money'
import type { Asset } from '@candor/money'
import { amountOf, errorBy } from '../../shared/forms/index.ts'

export type RechargeMethods = OutputOf<typeof rechargeMethods>

/** The customer's entries. The voucher is a file held by the page. */
export interface RechargeForm {
  readonly chain: RechargeChainView['chain']
  readonly currency: Asset
  readonly quantityText: string
  readonly txidText: string
}

export const initialRecharge: RechargeForm = { chain: 'TRC20', currency: 'USDT', quantityText: '', txidText: '' }

/** The first obstacle to submitting the form; the dock names it. */
export type RechargeObstacle =
  | { readonly kind: 'no-quantity' }
  | { readonly kind: 'wrong-quantity' }
  | { readonly kind: 'below-minimum' }
  | { readonly kind: 'no-rate' }
  | { readonly kind: 'no-voucher' }
  | { readonly kind: 'wrong-txid' }

/** The obstacle, in the form's order; null when it can be submitted. */
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
  return hasTxidError(form.txidText) ? { kind: 'wrong-txid' } : null
}

/** The units of USDT that were typed, or null. */
export function quantityOf({ quantityText }: RechargeForm): bigint | null {
  return amountOf(quantityText)
}

/** Whether something was typed that is no transaction id. It is optional. */
export function hasTxidError(text: string): boolean {
  return text.trim() !== '' && errorBy(txidText, text.trim()) !== null
}

/** What was pasted, or the transaction id in it: wallets and exchanges copy the link of a chain explorer. */
export function txidIn(pasted: string): string {
  return /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/i.exec(pasted)?.[0] ?? pasted.trim()
}

/** Whether an address was typed in place of a transaction id. */
export function isAddress(text: string): boolean {
  return /^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/.test(text.trim())
}

/** The chain that a transaction id looks like, where it is another one than was chosen and can be chosen. */
export function likelyChain({ chain, txidText: text }: RechargeForm, methods: RechargeMethods) {
  const isEthereum = text.trim().startsWith('0x') && !hasTxidError(text) && chain !== 'ERC20'
  return isEthereum ? (methods.chains.find((known) => known.chain === 'ERC20')?.chain ?? null) : null
}

/** The server's data about the selected chain. */
export function chainOf(
  { chain }: Pick<RechargeForm, 'chain'>,
  methods: RechargeMethods,
): RechargeChainView | undefined {
  return methods.chains.find((known) => known.chain === chain)
}

/** The rate of one USDT in the selected currency, or null without a price. */
export function rateOf({ currency }: Pick<RechargeForm, 'currency'>, methods: RechargeMethods): string | null {
  return methods.currencies.find((known) => known.currency === currency)?.rate ?? null
}

/** An estimate of the credit in the currency: rounded down to the cent like the server's; null while unknown. */
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
