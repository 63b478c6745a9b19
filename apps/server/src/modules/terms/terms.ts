import type { TermsVersion } from '@candor/api/operator'
import { slotMs } from '@candor/formulas'
import { formatUnits, parseUnits } from '@candor/money'

/** The values of contract terms, in units and slots. */
interface Values {
  readonly durationSlots: number
  readonly isOffered: boolean
  readonly stakeMinUnits: bigint
  readonly stakeMaxUnits: bigint
  readonly feeBps: number
  readonly payoutBps: number
  readonly maxOpenPayoutUnits: bigint
}

/** Terms as the wire shows them. */
export function valuesView(values: Values): Omit<TermsVersion, 'version'> {
  return {
    durationMs: values.durationSlots * slotMs,
    isOffered: values.isOffered,
    stakeMin: formatUnits(values.stakeMinUnits),
    stakeMax: formatUnits(values.stakeMaxUnits),
    feeBps: values.feeBps,
    payoutBps: values.payoutBps,
    maxOpenPayout: formatUnits(values.maxOpenPayoutUnits),
  }
}

/**
 * Parses contract terms from the wire. Null when they contradict themselves: no stake fits, nothing is paid, or no
 * whole slots.
 */
export function valuesOf(form: Omit<TermsVersion, 'version'>): Values | null {
  const stakeMinUnits = parseUnits(form.stakeMin)
  const stakeMaxUnits = parseUnits(form.stakeMax)
  const maxOpenPayoutUnits = parseUnits(form.maxOpenPayout)
  const durationSlots = form.durationMs / slotMs
  if (stakeMinUnits === null || stakeMaxUnits === null || maxOpenPayoutUnits === null) return null
  if (
    stakeMinUnits <= 0n ||
    stakeMaxUnits < stakeMinUnits ||
    maxOpenPayoutUnits <= 0n ||
    !Number.isInteger(durationSlots)
  )
    return null
  const { isOffered, feeBps, payoutBps } = form
  return { durationSlots, isOffered, stakeMinUnits, stakeMaxUnits, feeBps, payoutBps, maxOpenPayoutUnits }
}
