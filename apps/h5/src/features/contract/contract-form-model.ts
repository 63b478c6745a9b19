import type { TermsView } from '@candor/api'
import { previewOdds, type OddsPreview } from '@candor/formulas'
import { amount, parseUnits, unitsPerCent, unitsPerCoin, type Asset } from '@candor/money'

/** The customer's choices on the ticket. `stakeText` is as typed, so that a half-written number is not lost. */
export interface ContractForm {
  readonly durationMs: number
  readonly asset: Asset
  readonly stakeText: string
}

export type ContractFormAction =
  | { readonly type: 'duration-chosen'; readonly durationMs: number }
  | { readonly type: 'asset-chosen'; readonly asset: Asset }
  | { readonly type: 'stake-typed'; readonly text: string }
  | { readonly type: 'stake-stepped'; readonly direction: 'less' | 'more'; readonly limits: StakeLimits }

/** The smallest and the largest stake of the chosen terms, in units of 10⁻⁶. */
export interface StakeLimits {
  readonly minUnits: bigint
  readonly maxUnits: bigint
}

export type StakeError = 'required' | 'wrong-format' | 'below-minimum' | 'above-maximum' | 'insufficient-balance'

/** The server's data about the market and the customer; every figure of the ticket follows from it and the form. */
export interface ContractCircumstances {
  readonly terms: readonly TermsView[]
  /** Available units of the chosen asset, or null while unknown or not logged in. */
  readonly availableUnits: bigint | null
}

export interface ContractSummary {
  /** The current terms of the chosen duration; null when none are offered. */
  readonly terms: TermsView | null
  readonly limits: StakeLimits | null
  readonly stakeUnits: bigint | null
  readonly stakeError: StakeError | null
  /** Null without terms, and where the server's break-even rate disagrees with our own. */
  readonly odds: OddsPreview | null
  readonly doOddsDisagree: boolean
}

export const initialContractForm: ContractForm = { durationMs: 60_000, asset: 'USDT', stakeText: '100' }

/** Amounts offered below the stepper. Deliberately without "max". */
const quickAmounts = ['10', '50', '100', '500', '1000'] as const

/** The stake that the published break-even rate is stated for; the rate is alike in every asset. */
const referenceStake = amount('USD', 100n * unitsPerCoin)

/** Applies one choice of the customer. Pure. */
export function reduceContractForm(form: ContractForm, action: ContractFormAction): ContractForm {
  switch (action.type) {
    case 'duration-chosen':
      return { ...form, durationMs: action.durationMs }
    case 'asset-chosen':
      return { ...form, asset: action.asset }
    case 'stake-typed':
      return { ...form, stakeText: action.text }
    case 'stake-stepped':
      return { ...form, stakeText: steppedStake(form.stakeText, action.direction, action.limits) }
  }
}

/** Derives the terms, limits, odds and errors that the ticket shows. */
export function summariseContract(form: ContractForm, circumstances: ContractCircumstances): ContractSummary {
  const terms = termsOf(form.durationMs, circumstances.terms)
  if (terms === null)
    return { terms, limits: null, stakeUnits: null, stakeError: null, odds: null, doOddsDisagree: false }
  const limits = limitsOf(terms)
  const stakeUnits = parseStake(form.stakeText)
  const doOddsDisagree = !agreesWithTerms(terms)
  const hasOdds = stakeUnits !== null && stakeUnits > 0n && !doOddsDisagree
  const odds = hasOdds ? previewOdds(terms, amount(form.asset, stakeUnits)) : null
  const stakeError = stakeErrorOf({ form, stakeUnits, limits, odds, availableUnits: circumstances.availableUnits })
  return { terms, limits, stakeUnits, stakeError, odds, doOddsDisagree }
}

/** Whether the break-even rate that the server stated is the one that its fee and payout give. */
export function agreesWithTerms(terms: TermsView): boolean {
  return previewOdds(terms, referenceStake).breakEvenPermille === permille(terms.breakEven)
}

/** The duration to show as chosen: the customer's, or the nearest one that is offered. */
export function offeredDuration(wantedMs: number, terms: readonly TermsView[]): number {
  const nearest = terms.reduce<TermsView | null>((best, candidate) => {
    if (best === null) return candidate
    return Math.abs(candidate.durationMs - wantedMs) < Math.abs(best.durationMs - wantedMs) ? candidate : best
  }, null)
  return nearest?.durationMs ?? wantedMs
}

/** The quick amounts that the limits allow, as decimal strings. */
export function quickAmountsWithin(limits: StakeLimits): readonly string[] {
  return quickAmounts.filter((text) => {
    const units = parseStake(text)
    return units !== null && units >= limits.minUnits && units <= limits.maxUnits
  })
}

/** Reads a typed stake in units of 10⁻⁶: whole cents, a comma or a point between. Null for anything else. */
export function parseStake(text: string): bigint | null {
  const units = parseUnits(text.trim().replace(',', '.'))
  return units === null || units < 0n || units % unitsPerCent !== 0n ? null : units
}

function termsOf(durationMs: number, terms: readonly TermsView[]): TermsView | null {
  return terms.find((candidate) => candidate.durationMs === durationMs) ?? null
}

function limitsOf(terms: TermsView): StakeLimits {
  return { minUnits: parseUnits(terms.stakeMin) ?? 0n, maxUnits: parseUnits(terms.stakeMax) ?? 0n }
}

function permille(percent: string): number | null {
  const units = parseUnits(percent)
  return units === null ? null : Number((units * 10n) / unitsPerCoin)
}

interface StakeCheck {
  readonly form: ContractForm
  readonly stakeUnits: bigint | null
  readonly limits: StakeLimits
  readonly odds: OddsPreview | null
  readonly availableUnits: bigint | null
}

function stakeErrorOf({ form, stakeUnits, limits, odds, availableUnits }: StakeCheck): StakeError | null {
  if (form.stakeText.trim() === '') return 'required'
  if (stakeUnits === null) return 'wrong-format'
  if (stakeUnits < limits.minUnits) return 'below-minimum'
  if (stakeUnits > limits.maxUnits) return 'above-maximum'
  // The fee is held together with the stake, so both must be there.
  const neededUnits = stakeUnits + (odds?.fee.units ?? 0n)
  return availableUnits !== null && neededUnits > availableUnits ? 'insufficient-balance' : null
}

/** Steps grow with the stake: 1 below 10, 5 below 50, 10 below 100, 50 below 500, 100 below 1,000, then 500. */
const steps: readonly { readonly belowCoins: bigint; readonly stepCoins: bigint }[] = [
  { belowCoins: 10n, stepCoins: 1n },
  { belowCoins: 50n, stepCoins: 5n },
  { belowCoins: 100n, stepCoins: 10n },
  { belowCoins: 500n, stepCoins: 50n },
  { belowCoins: 1_000n, stepCoins: 100n },
]
const largestStepCoins = 500n

function steppedStake(text: string, direction: 'less' | 'more', limits: StakeLimits): string {
  const units = parseStake(text) ?? limits.minUnits
  const moved = direction === 'more' ? stepUp(units) : stepDown(units)
  return stakeText(clamp(moved, limits))
}

function stepUp(units: bigint): bigint {
  const step = stepAt(units)
  return (units / step + 1n) * step
}

function stepDown(units: bigint): bigint {
  // One unit less determines the step, so that 100 goes to 90 and not to 50.
  const step = stepAt(units - 1n)
  return ((units - 1n) / step) * step
}

function stepAt(units: bigint): bigint {
  const found = steps.find(({ belowCoins }) => units < belowCoins * unitsPerCoin)
  return (found?.stepCoins ?? largestStepCoins) * unitsPerCoin
}

function clamp(units: bigint, limits: StakeLimits): bigint {
  if (units < limits.minUnits) return limits.minUnits
  return units > limits.maxUnits ? limits.maxUnits : units
}

function stakeText(units: bigint): string {
  const cents = units / unitsPerCent
  const fraction = cents % 100n
  const whole = (cents / 100n).toString()
  return fraction === 0n ? whole : `${whole}.${fraction.toString().padStart(2, '0')}`
}
