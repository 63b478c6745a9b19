import type { SwapProposalView, SwapTermsVersion } from '@candor/api/operator'
import { formatAmount, parseAmount, unitsPerCoin } from '@candor/money'
import type { VersionProposal } from '../operator/index.ts'
import type { SwapTermsRecord, SwapTermsValues } from './swap-terms-store.ts'

type ValuesView = SwapProposalView['wanted']

function valuesView({ minimum, ...values }: SwapTermsValues): ValuesView {
  return { ...values, from: minimum.asset, minimum: formatAmount(minimum) }
}

/** A version of the terms of a direction as the console shows it. */
export function versionView({ version, createdMs, ...values }: SwapTermsRecord): SwapTermsVersion {
  return { ...valuesView(values), version, createdMs }
}

/** A proposal as the console shows it. */
export function proposalView({
  current,
  wanted,
  ...facts
}: VersionProposal<SwapTermsRecord, SwapTermsValues>): SwapProposalView {
  if (current === null) throw new Error(`proposal ${facts.id} follows no terms of swaps`)
  return { ...facts, current: versionView(current), wanted: valuesView(wanted) }
}

const largestUnits = 1_000_000_000_000_000n

/** Parses swap terms from the wire. Null when no amount fits, or when whole numbers are required without a minimum. */
export function valuesOf({ from, minimum: text, ...form }: ValuesView): SwapTermsValues | null {
  const minimum = parseAmount(from, text)
  if (minimum === null || minimum.units <= 0n || minimum.units > largestUnits) return null
  if (form.isWholeNumber && minimum.units % unitsPerCoin !== 0n) return null
  return { ...form, minimum }
}
