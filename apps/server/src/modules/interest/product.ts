import type { InterestCoverage, InterestProductSums, InterestProposalView, InterestVersion } from '@candor/api/operator'
import { interestOf } from '@candor/formulas'
import { formatAmount, isAtLeast, parseAmount, subtract } from '@candor/money'
import type { VersionProposal } from '../operator/index.ts'
import type { Coverage, ProductSums, ProductValues, VersionRecord } from './product-store.ts'

type ValuesView = InterestProposalView['wanted']

function valuesView(values: ProductValues): ValuesView {
  return {
    asset: values.minimum.asset,
    durationMs: values.durationMs,
    isOpen: values.isOpen,
    dailyRatePpm: values.dailyRatePpm,
    min: formatAmount(values.minimum),
    max: formatAmount(values.maximum),
  }
}

function versionView(record: VersionRecord): InterestVersion {
  return { ...valuesView(record), version: record.version, createdMs: record.createdMs }
}

/** A product with its sums as the console shows it. */
export function sumsView(record: ProductSums): InterestProductSums {
  return {
    ...versionView(record),
    earningOrders: record.earningOrders,
    earning: formatAmount(record.earning),
    reserved: formatAmount(record.reserved),
    paid: formatAmount(record.paid),
  }
}

/** The house's interest money, as the console shows it. */
export function coverageView({ asset, funds, reserved }: Coverage): InterestCoverage {
  return {
    asset,
    funds: formatAmount(funds),
    reserved: formatAmount(reserved),
    left: formatAmount(subtract(funds, reserved)),
  }
}

/** A proposal as the console shows it. */
export function proposalView({
  current,
  wanted,
  ...facts
}: VersionProposal<VersionRecord, ProductValues>): InterestProposalView {
  return { ...facts, current: current && versionView(current), wanted: valuesView(wanted) }
}

const largestUnits = 1_000_000_000_000_000n

/**
 * Parses a version from the wire. Null when it contradicts itself: no amount fits, or the smallest amount would earn
 * nothing.
 */
export function valuesOf(form: ValuesView): ProductValues | null {
  const { asset, durationMs, isOpen, dailyRatePpm } = form
  const minimum = parseAmount(asset, form.min)
  const maximum = parseAmount(asset, form.max)
  if (minimum === null || maximum === null || !isAtLeast(maximum, minimum) || maximum.units > largestUnits) return null
  if (interestOf({ invested: minimum, dailyRatePpm, durationMs }).units <= 0n) return null
  return { durationMs, isOpen, dailyRatePpm, minimum, maximum }
}
