import * as z from 'zod/mini'
import { amountText, decimalText, timeMs, wholeNumber } from './fields.ts'
import { customerOperation } from './operation.ts'

/** The limits customers can set for themselves: money over 24 hours, per currency, or minutes of a session. */
export const limitKind = z.enum(['deposit', 'stake', 'loss', 'session'], 'unknown-value')
export type LimitKind = z.output<typeof limitKind>

/** A limit. `value` counts now, `nextValue` from `nextFromMs` on; null is no limit. */
export const limitView = z.object({
  kind: limitKind,
  value: z.nullable(decimalText),
  nextValue: z.nullable(decimalText),
  nextFromMs: z.nullable(timeMs),
})
export type LimitView = z.output<typeof limitView>

export const exclusionKind = z.enum(['cool-off', 'self-exclusion'], 'unknown-value')

/** How many days an exclusion can last. */
export const exclusionDays = { 'cool-off': [1, 7, 30], 'self-exclusion': [180, 365, 1825] } as const

const limitsView = z.object({
  items: z.array(limitView),
  exclusion: z.nullable(z.object({ kind: exclusionKind, sinceMs: timeMs, untilMs: timeMs })),
})

export const securityLimits = customerOperation('security/limits', 'login', {
  summary: 'The limits that the customer has set, and the exclusion where one lasts.',
  output: limitsView,
})

export const securityLimitSet = customerOperation('security/limit_set', 'login', {
  summary:
    'Sets a limit, or takes it away where `value` is left out. Tighter counts at once, looser 24 hours later. Of kind session the value is whole minutes, 5 to 1,440.',
  input: z.object({ kind: limitKind, value: z.optional(amountText) }).check(
    z.refine((form) => form.value === undefined || Number(form.value) > 0, { path: ['value'], error: 'too-small' }),
    z.refine(
      (form) =>
        form.kind !== 'session' ||
        form.value === undefined ||
        /^([5-9]|\d{2,3}|1[0-3]\d\d|14[0-3]\d|1440)$/.test(form.value),
      {
        path: ['value'],
        error: 'wrong-format',
      },
    ),
  ),
  output: limitsView,
  success: 'modification-successful',
})

export const securityExclude = customerOperation('security/exclude', 'login', {
  summary:
    'Stops buying, recharging and new interest orders for so many days: 1, 7 or 30 (cool-off), 180, 365 or 1,825 (self-exclusion). It cannot be shortened. Signing in, looking and withdrawing stay open.',
  input: z.object({ kind: exclusionKind, days: wholeNumber }).check(
    z.refine(({ kind, days }) => exclusionDays[kind].some((known) => known === days), {
      path: ['days'],
      error: 'unknown-value',
    }),
  ),
  output: limitsView,
  refusals: [],
  success: 'modification-successful',
})
