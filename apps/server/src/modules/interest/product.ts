import type { InterestCoverage, InterestProductSums, InterestProposalView, InterestVersion } from '@candor/api/operator'
import { interestUnits } from '@candor/formulas'
import { formatUnits, parseUnits } from '@candor/money'
import type { VersionProposal } from '../operator/index.ts'
import type { Coverage, ProductSums, ProductValues, VersionRecord } from './product-store.ts'

type ValuesView = InterestProposalView['wanted']

function valuesView(values: ProductValues): ValuesView {
  return {
    asset: values.asset,
    durationMs: values.durationMs,
    isOpen: values.isOpen,
    dailyRatePpm: values.dailyRatePpm,
    min: formatUnits(values.minimumUnits),
    max: formatUnits(values.maximumUnits),
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
    earning: formatUnits(record.earningUnits),
    reserved: formatUnits(record.reservedUnits),
    paid: formatUnits(record.paidUnits),
  }
}

/** The house's interest money, as the console shows it. */
export function coverageView({ asset, fundsUnits, reservedUnits }: Coverage): InterestCoverage {
  return {
    asset,
    funds: formatUnits(fundsUnits),
    reserved: formatUnits(reservedUnits),
    left: formatUnits(fundsUnits - reservedUnits),
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
  const minimumUnits = parseUnits(form.min)
  const maximumUnits = parseUnits(form.max)
  if (minimumUnits === null || maximumUnits === null || maximumUnits < minimumUnits || maximumUnits > largestUnits)
    return null
  const { asset, durationMs, isOpen, dailyRatePpm } = form
  if (interestUnits({ amountUnits: minimumUnits, dailyRatePpm, durationMs }) <= 0n) return null
  return { asset, durationMs, isOpen, dailyRatePpm, minimumUnits, maximumUnits }
}
