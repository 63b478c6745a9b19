import * as z from 'zod/mini'
import { amountText, decimalText, timeMs } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { proposalOperations, proposalView } from './proposal.ts'
import { operatorDetail } from './records.ts'

export const settingUnit = z.enum(['USD', 'USDT', 'count', 'ms'])
export type SettingUnit = z.output<typeof settingUnit>
export const settingKinds = ['fee', 'minimum', 'limit', 'threshold', 'time'] as const

/** One value that two operators may change, with the bounds that it keeps to. Values are in its unit. */
export const settingView = z.object({
  name: z.string(),
  title: z.string(),
  kind: z.enum(settingKinds),
  unit: settingUnit,
  value: decimalText,
  lowest: decimalText,
  highest: decimalText,
  /** When two operators changed it last; null where it is as the house began. */
  sinceMs: z.nullable(timeMs),
})
export type SettingView = z.output<typeof settingView>

export const operatorSettings = operatorOperation('operator/settings', ['risk', 'lead', 'auditor', 'payments'], {
  summary:
    'Fees, minimums, limits, thresholds and times that are in force, with the bounds between which they may be changed.',
  output: z.object({ items: z.array(settingView) }),
})

/** A value that one operator proposes. `current` is the one that it was proposed against. */
export const settingProposalView = z.extend(proposalView(decimalText, decimalText), {
  name: z.string(),
  title: z.string(),
  unit: settingUnit,
})
export type SettingProposalView = z.output<typeof settingProposalView>

/** What a proposed value would have changed in the last 30 days, from real records. */
const settingEffect = z.object({
  /**
   * `two-people`: cases that needed two operators by their amount; `refused`: cases below the minimum; `day`: days of a
   * customer (UTC) above the limit; `late`: confirmed sales that took longer; `fees`: fees of completed withdrawals.
   */
  measure: z.enum(['two-people', 'refused', 'day', 'late', 'fees']),
  /** Of how many. */
  cases: z.int(),
  /** With the value that it was proposed against, and with the proposed one: a number, or an amount of fees. */
  former: decimalText,
  wanted: decimalText,
})
export type SettingEffect = z.output<typeof settingEffect>

export const operatorSettingEffect = operatorDetail('operator/setting_effect', ['risk', 'lead', 'auditor'], {
  summary:
    'What a proposed setting would have changed in the last 30 days, computed from the records. Null for settings whose effect no record shows.',
  output: z.object({ effect: z.nullable(settingEffect) }),
})

export const operatorSettingProposals = proposalOperations('setting', 'settings', {
  view: settingProposalView,
  propose: {
    summary:
      'Proposes one value, for what begins later. A second operator confirms it. Refused out of its bounds, and where it does not fit to the others: a minimum stays above its fee and below the limit of a day.',
    fields: {
      name: z.string('required').check(z.regex(/^[a-z-]{3,40}$/, 'wrong-format')),
      value: amountText,
    },
    refusals: ['wrong-amount'],
  },
})
