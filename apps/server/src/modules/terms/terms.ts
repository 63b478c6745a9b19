import type { TermsVersion } from '@candor/api/operator'
import { slotMs } from '@candor/formulas'
import type { ContractWindows } from '@candor/formulas'
import { formatUnits, parseUnitsOfEach } from '@candor/money'
import type { Terms } from '../market/index.ts'

/** The values of contract terms. */
export type TermsValues = Omit<Terms, 'instrumentId'>

/** Terms as the wire shows them. */
export function valuesView(values: TermsValues): Omit<TermsVersion, 'version'> {
  return {
    durationMs: values.durationSlots * slotMs,
    isOffered: values.isOffered,
    stakeMin: formatUnits(values.stakeMinUnits),
    stakeMax: formatUnits(values.stakeMaxUnits),
    feeBps: values.feeBps,
    payoutBps: values.payoutBps,
    maxOpenPayout: formatUnits(values.maxOpenPayoutUnits),
    entryWindowSlots: values.entryWindowSlots,
    exitWindowSlots: values.exitWindowSlots,
  }
}

/**
 * Parses contract terms from the wire. Null when they contradict themselves: no stake fits, nothing is paid, no whole
 * slots, or windows that are not both averages or do not fit the duration.
 */
export function valuesOf(form: Omit<TermsVersion, 'version'>): TermsValues | null {
  const stakeMinUnits = parseUnitsOfEach(form.stakeMin)
  const stakeMaxUnits = parseUnitsOfEach(form.stakeMax)
  const maxOpenPayoutUnits = parseUnitsOfEach(form.maxOpenPayout)
  const durationSlots = form.durationMs / slotMs
  if (stakeMinUnits === null || stakeMaxUnits === null || maxOpenPayoutUnits === null) return null
  if (
    stakeMinUnits <= 0n ||
    stakeMaxUnits < stakeMinUnits ||
    maxOpenPayoutUnits <= 0n ||
    !Number.isInteger(durationSlots) ||
    !areWindowsSound(form, durationSlots)
  )
    return null
  const { isOffered, feeBps, payoutBps, entryWindowSlots, exitWindowSlots } = form
  return {
    durationSlots,
    isOffered,
    stakeMinUnits,
    stakeMaxUnits,
    feeBps,
    payoutBps,
    maxOpenPayoutUnits,
    entryWindowSlots,
    exitWindowSlots,
  }
}

/** The constraint `windows_fit_the_duration` of the terms. */
function areWindowsSound({ entryWindowSlots, exitWindowSlots }: ContractWindows, durationSlots: number): boolean {
  if (entryWindowSlots === 1 && exitWindowSlots === 1) return true
  return entryWindowSlots > 1 && exitWindowSlots > 1 && entryWindowSlots + exitWindowSlots <= durationSlots
}
