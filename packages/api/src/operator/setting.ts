import * as z from 'zod/mini'
import { amountText, decimalText, timeMs } from '../fields.ts'
import { operatorOperation } from '../operation.ts'
import { proposalOperations, proposalView } from './proposal.ts'

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

export const {
  list: operatorSettingProposals,
  propose: operatorSettingPropose,
  confirm: operatorSettingConfirm,
  reject: operatorSettingReject,
} = proposalOperations('setting', 'settings', {
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
