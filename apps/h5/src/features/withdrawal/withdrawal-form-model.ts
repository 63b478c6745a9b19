import type { OutputOf, PayoutMethodView, payoutList, WithdrawalQuoteView, withdrawalReadiness } from '@candor/api'
import { formatUnits, parseUnits } from '@candor/money'
import type { Asset } from '@candor/money'
import { amountOf } from '../../shared/forms/index.ts'

export type MethodKind = PayoutMethodView['kind']
export type PayoutMethods = OutputOf<typeof payoutList>
export type Readiness = OutputOf<typeof withdrawalReadiness>

/** The customer's choices. `amountText` is as typed, so that a half-written number is not lost. */
export interface WithdrawalForm {
  readonly kind: MethodKind
  readonly amountText: string
  /** Null until one is chosen: then it is the one that can be used. */
  readonly methodId: string | null
}

export const methodKinds: readonly MethodKind[] = ['wallet-address', 'bank-card']

/** The asset paid to a kind of destination: USDT to wallets, USD to bank cards. */
export function assetOf(kind: MethodKind): Asset {
  return kind === 'wallet-address' ? 'USDT' : 'USD'
}

/** Decimals that an amount may have: banks pay no fractions of a cent. */
export function decimalsFor(kind: MethodKind): number {
  return kind === 'wallet-address' ? 6 : 2
}

/** The destination that counts: the chosen one, else the first of its kind that does not rest, else the first. */
export function methodOf(
  form: WithdrawalForm,
  methods: readonly PayoutMethodView[],
  nowMs: number,
): PayoutMethodView | null {
  const ofKind = methods.filter(({ kind }) => kind === form.kind)
  const chosen = ofKind.find(({ id }) => id === form.methodId)
  return chosen ?? ofKind.find(({ usableFromMs }) => usableFromMs <= nowMs) ?? ofKind[0] ?? null
}

export type AmountError = 'wrong-format' | 'below-minimum' | 'above-available'

/** The first obstacle in the form; the dock names it. */
export type WithdrawalObstacle =
  | { readonly kind: 'no-method' }
  | { readonly kind: 'resting'; readonly untilMs: number }
  | { readonly kind: 'no-amount' }
  | { readonly kind: 'amount'; readonly error: AmountError }

export interface WithdrawalCircumstances {
  readonly method: PayoutMethodView | null
  readonly readiness: Readiness
  readonly nowMs: number
}

/** The obstacle, most general first; null when a quote can be requested. */
export function obstacleOf(
  form: WithdrawalForm,
  { method, readiness, nowMs }: WithdrawalCircumstances,
): WithdrawalObstacle | null {
  if (method === null) return { kind: 'no-method' }
  const own = readinessOf(form, readiness)
  const untilMs = Math.max(method.usableFromMs, own?.missing.includes('cooling-down') ? (own.coolsUntilMs ?? 0) : 0)
  if (untilMs > nowMs) return { kind: 'resting', untilMs }
  if (form.amountText.trim() === '') return { kind: 'no-amount' }
  const error = amountErrorOf(form, own)
  return error === null ? null : { kind: 'amount', error }
}

/** Errors of an amount that this phone can detect. The server decides; its daily limit comes with the quote. */
function amountErrorOf(form: WithdrawalForm, own: Readiness['items'][number] | undefined): AmountError | null {
  const units = amountOf(form.amountText, decimalsFor(form.kind))
  if (units === null) return 'wrong-format'
  if (own === undefined) return null
  if (units < (parseUnits(own.minimum) ?? 0n)) return 'below-minimum'
  return units > (parseUnits(own.available) ?? 0n) ? 'above-available' : null
}

/** The server's data about the form's asset. */
export function readinessOf(
  form: Pick<WithdrawalForm, 'kind'>,
  readiness: Readiness,
): Readiness['items'][number] | undefined {
  return readiness.items.find(({ asset }) => asset === assetOf(form.kind))
}

/** The amount for "use all": the available balance, in the destination's decimals. */
export function wholeBalance(form: WithdrawalForm, available: string): string {
  const units = parseUnits(available) ?? 0n
  const step = 10n ** BigInt(6 - decimalsFor(form.kind))
  return formatUnits(units - (units % step))
}

/** The form's amount in wire form, or null. */
export function wireAmount(form: WithdrawalForm): string | null {
  const units = amountOf(form.amountText, decimalsFor(form.kind))
  return units === null ? null : formatUnits(units)
}

/** Whether a quote matches the form: a late response must not be confirmed for another amount. */
export function isQuoteFor(quote: WithdrawalQuoteView, form: WithdrawalForm, method: PayoutMethodView): boolean {
  return quote.amount === wireAmount(form) && quote.payoutMethodId === method.id && quote.asset === assetOf(form.kind)
}
